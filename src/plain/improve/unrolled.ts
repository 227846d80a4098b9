/**
 * Loop unrolling. Writes out loops of a few steps, all of which are known when code is made: each step is a
 * copy of the body, with a number in the place of the counter. Inner loops come first. Steps that do not use
 * the counter stay a loop: nothing is known of one of them that is not known of all. O(size of what is
 * made), which is bounded.
 */
import { baptise, value } from '../ir/build.js';
import {
  statementCount,
  statementsIn,
  statementsOf,
  usesOf,
  type ForStmt,
  type Func,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import { compared } from '../ir/compared.js';
import { Copy } from './copy.js';
import { hasStmt, mapped } from './mapped.js';
import { Substitution } from './substitution.js';

/** The most steps that are written out. */
const STEPS = 8;
/** The most statements of all steps of a loop, and the most by which a program may grow. */
const MOST = 400;
const GROWTH = 800;

class Unrolling {
  private readonly same = new Substitution();
  private readonly constants = new Map<Value, number>();
  private left = GROWTH;
  isChanged = false;

  constructor(f: Func) {
    for (const stmt of statementsOf(f))
      if (stmt.tag === 'let' && stmt.op.tag === 'const' && typeof stmt.op.value === 'number')
        this.constants.set(stmt.value, stmt.op.value);
  }

  region = (region: Region): Region => ({
    ...region,
    body: region.body.flatMap(this.stmt),
    yields: region.yields.map(this.same.of),
  });

  private readonly stmt = (given: Stmt): Stmt[] => {
    const stmt = this.same.inStmt(given, this.region);
    return stmt.tag === 'for' ? this.loop(stmt) : [stmt];
  };

  private loop(loop: ForStmt): Stmt[] {
    const steps = this.steps(loop);
    const size = statementCount(loop.body) + 1;
    const all = steps === null ? Infinity : steps.counts.length * size;
    if (steps === null || all > MOST || all - size > this.left) return [loop];
    this.left -= all - size;
    this.isChanged = true;
    const out: Stmt[] = [];
    const constant = (is: number, name: string): Value => {
      const made = value(name, 'f64');
      this.constants.set(made, is);
      out.push({ tag: 'let', value: made, op: { tag: 'const', value: is, args: [] } });
      return made;
    };
    let carried = loop.inits;
    for (const count of steps.counts) {
      const copy = new Copy();
      copy.replace(loop.counter, constant(count, loop.counter.name));
      loop.body.params.forEach((param, k) => copy.replace(param, carried[k]));
      out.push(...loop.body.body.map(copy.stmt));
      carried = loop.body.yields.map(copy.of);
    }
    loop.results.forEach((result, k) => {
      baptise(carried[k], result.name);
      this.same.replace(result, carried[k]);
    });
    this.same.replace(loop.end, constant(steps.end, loop.end.name));
    return out;
  }

  /** The values that a loop counts, if they are known and few. */
  private steps(loop: ForStmt): { counts: readonly number[]; end: number } | null {
    const [from, to, step] = [loop.from, loop.to, loop.step].map((of) => this.constants.get(of));
    if (from === undefined || to === undefined || step === undefined || loop.go !== undefined)
      return null;
    if (![...statementsIn(loop.body)].some((stmt) => usesOf(stmt).includes(loop.counter)))
      return null;
    const counts: number[] = [];
    let at = from;
    for (; compared[loop.by](at, to); at += step) {
      if (counts.length === STEPS) return null;
      counts.push(at);
    }
    return { counts, end: at };
  }
}

/**
 * The function with short loops written out; itself if it has none. Loops that keep for a reverse sweep
 * stay.
 */
export function unrolled(f: Func): Func {
  if (!hasStmt(f, 'for') || hasStmt(f, 'keep')) return f;
  const unrolling = new Unrolling(f);
  const made = mapped(f, unrolling.region);
  return unrolling.isChanged ? made : f;
}

/**
 * Induction variables. Numbers that a loop counts beside its counter, as the length of a list that each step
 * pushes to, are the counter plus what both begin with: so the loop carries one number less, and keeps none.
 * O(size of the function).
 */
import { value } from '../ir/build.js';
import {
  statementsOf,
  type ForStmt,
  type Func,
  type Op,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import { hasStmt, inBodies, mapped } from './mapped.js';
import { Substitution } from './substitution.js';

/** Counts that begin below this never come to where adding one changes nothing. */
const LARGE = 2 ** 50;

type LetStmt = Stmt & { readonly tag: 'let' };

const letOf = (op: Op, name = ''): LetStmt => ({ tag: 'let', value: value(name, 'f64'), op });

class Counted {
  private readonly same = new Substitution();
  private readonly ops = new Map<Value, Op>();

  constructor(f: Func) {
    for (const stmt of statementsOf(f)) if (stmt.tag === 'let') this.ops.set(stmt.value, stmt.op);
  }

  in = (region: Region): Region => this.same.inRegion(this.changed(region));

  private readonly changed = (region: Region): Region => ({
    ...region,
    body: region.body.flatMap(this.stmt),
  });

  private readonly stmt = (stmt: Stmt): Stmt[] => {
    const made = inBodies(stmt, this.changed);
    return made.tag === 'for' ? this.loop(made) : [made];
  };

  private loop(loop: ForStmt): Stmt[] {
    const from = this.whole(loop.from);
    // A loop that is left by a flag may end before its counter counts on.
    if (from === null || this.whole(loop.step) !== 1 || loop.go !== undefined) return [loop];
    const { body, inits, results, counter, end } = loop;
    const before: Stmt[] = [];
    const after: Stmt[] = [];
    /** A value plus what the count is more than the counter. */
    const moved = (of: Value, more: number, to: Stmt[], name: string): Value => {
      if (more === 0) return of;
      const by = letOf({ tag: 'const', value: more, args: [] });
      const sum = letOf({ tag: 'prim', row: 'add', args: [of, by.value] }, name);
      to.push(by, sum);
      return sum.value;
    };
    const left = body.params.flatMap((param, k) => {
      const start = this.whole(inits[k]);
      if (param.type !== 'f64' || start === null || !this.isNext(body.yields[k], param)) return [k];
      this.same.replace(param, moved(counter, start - from, before, param.name));
      this.same.replace(results[k], moved(end, start - from, after, results[k].name));
      return [];
    });
    if (left.length === body.params.length) return [loop];
    const pick = (of: readonly Value[]) => left.map((k) => of[k]);
    const inner = {
      params: pick(body.params),
      body: [...before, ...body.body],
      yields: pick(body.yields),
    };
    return [{ ...loop, inits: pick(inits), body: inner, results: pick(results) }, ...after];
  }

  /** True if a value is one more than another. */
  private isNext(of: Value, than: Value): boolean {
    const op = this.ops.get(of);
    return (
      op?.tag === 'prim' && op.row === 'add' && op.args[0] === than && this.whole(op.args[1]) === 1
    );
  }

  private whole(of: Value): number | null {
    const op = this.ops.get(of);
    const isWhole = op?.tag === 'const' && Number.isInteger(op.value) && !Object.is(op.value, -0);
    if (isWhole && Math.abs(Number(op.value)) > LARGE) return null;
    return isWhole ? Number(op.value) : null;
  }
}

/** The function whose loops count with one number. */
export function counted(f: Func): Func {
  return hasStmt(f, 'for') ? mapped(f, new Counted(f).in) : f;
}

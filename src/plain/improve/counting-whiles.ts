/**
 * Turns a `while` that counts into a `for`, which runs backwards without keeping anything. A loop counts if one of
 * its carried numbers begins whole, changes by a whole constant, and is compared with a value that does not change:
 * `while (i < n)`, `for (…; i + 1 < xs.length; …)`. O(size of the function).
 */
import { countsOf } from '../analyse/counts.js';
import { value } from '../ir/build.js';
import {
  definedBy,
  type ForStmt,
  type Func,
  type Op,
  type Region,
  type Stmt,
  type Value,
  type WhileStmt,
} from '../ir/ir.js';
import { hasStmt, mapped } from './mapped.js';
import { Substitution } from './substitution.js';

type By = ForStmt['by'];
const flipped: Readonly<Record<By, By>> = { lt: 'gt', le: 'ge', gt: 'lt', ge: 'le' };
const isBy = (by: string): by is By => by in flipped;

/** The way in which a loop counts. */
interface Counted {
  /** The place of the counter among what the loop carries. */
  readonly place: number;
  readonly by: By;
  readonly to: Value;
  /** The number that the program adds to the counter before it compares. */
  readonly shift: number;
  readonly step: number;
  /** The carried bool that says whether to go on. */
  readonly go: number | undefined;
  /** The statements of the test whose values do not change. */
  readonly before: readonly Stmt[];
}

class Counting {
  private readonly same = new Substitution();
  private readonly constants = new Map<Value, number | boolean>();

  constructor(private readonly counts: ReadonlySet<Value>) {}

  region = (region: Region): Region => ({
    params: region.params,
    body: region.body.flatMap((stmt) => this.stmt(stmt)),
    yields: region.yields.map(this.same.of),
  });

  private stmt(given: Stmt): Stmt[] {
    if (given.tag === 'let' && given.op.tag === 'const')
      this.constants.set(given.value, given.op.value);
    const counted = given.tag === 'while' ? this.counted(given) : null;
    if (counted === null) return [this.same.inStmt(given, this.region)];
    return this.loop(given as WhileStmt, counted);
  }

  private counted({ inits, test, body }: WhileStmt): Counted | null {
    const ops = new Map<Value, Op>();
    const own = new Set(test.body.flatMap(definedBy));
    for (const stmt of test.body) {
      if (stmt.tag === 'host') continue;
      if (stmt.tag !== 'let') return null;
      ops.set(stmt.value, stmt.op);
    }
    const params = new Set(test.params);
    const steady = new Set<Value>();
    const before = test.body.filter((stmt) => {
      if (stmt.tag === 'host') {
        // Values of the host do not change.
        const isKnown = stmt.args.every(
          (arg) => steady.has(arg) || !(params.has(arg) || own.has(arg)),
        );
        if (isKnown) stmt.results.forEach((result) => steady.add(result));
        return isKnown;
      }
      if (stmt.tag !== 'let') return false;
      const { op } = stmt;
      if (op.tag === 'const') this.constants.set(stmt.value, op.value);
      // No array ever becomes longer.
      const isSteady = ['const', 'prim', 'length'].includes(op.tag);
      const isKnown = op.args.every((arg) => steady.has(arg) || !(params.has(arg) || own.has(arg)));
      if (isSteady && isKnown) steady.add(stmt.value);
      return isSteady && isKnown;
    });
    if (test.body.some((stmt) => stmt.tag === 'host' && !before.includes(stmt))) return null;
    const asked = ops.get(test.yields[0]);
    const isStopped = asked?.tag === 'choose' && this.constants.get(asked.args[2]) === false;
    const go = isStopped ? test.params.indexOf(asked.args[0]) : undefined;
    const compared = isStopped ? ops.get(asked.args[1]) : asked;
    if (compared?.tag !== 'compare' || !isBy(compared.by) || go === -1) return null;
    const [x, y] = compared.args;
    const isSteady = (of: Value) => steady.has(of) || !(params.has(of) || own.has(of));
    const [counter, to, by] = isSteady(y) ? [x, y, compared.by] : [y, x, flipped[compared.by]];
    if (!isSteady(to)) return null;
    const sum = this.sumOf(counter, ops);
    const place = test.params.indexOf(sum.of);
    if (place < 0 || !this.counts.has(inits[place])) return null;
    if (sum.plus !== 0 && !this.counts.has(to)) return null;
    const step = this.stepOf(body, place);
    const isUp = by === 'lt' || by === 'le';
    if (step === null || step === 0 || step > 0 !== isUp) return null;
    return { place, by, to, shift: sum.plus, step, go, before };
  }

  /** A value as another one and a whole constant. */
  private sumOf(value: Value, ops: ReadonlyMap<Value, Op>): { of: Value; plus: number } {
    const op = ops.get(value);
    if (op?.tag === 'prim' && (op.row === 'add' || op.row === 'sub')) {
      const plus = this.constants.get(op.args[1]);
      if (typeof plus === 'number' && Number.isSafeInteger(plus))
        return { of: op.args[0], plus: op.row === 'add' ? plus : -plus };
    }
    return { of: value, plus: 0 };
  }

  private stepOf(body: Region, place: number): number | null {
    const ops = new Map<Value, Op>();
    for (const stmt of body.body) {
      if (stmt.tag !== 'let') continue;
      ops.set(stmt.value, stmt.op);
      if (stmt.op.tag === 'const') this.constants.set(stmt.value, stmt.op.value);
    }
    const { of, plus } = this.sumOf(body.yields[place], ops);
    return of === body.params[place] ? plus : null;
  }

  private loop({ inits, body, results }: WhileStmt, counted: Counted): Stmt[] {
    const { place, by, shift, step: by_, go, before } = counted;
    const stmts: Stmt[] = before.map((stmt) => this.same.inStmt(stmt, this.region));
    const define = (op: Op): Value => {
      const made = value('', 'f64');
      stmts.push({ tag: 'let', value: made, op });
      return made;
    };
    const constant = (of: number) => define({ tag: 'const', value: of, args: [] });
    const bound = this.same.of(counted.to);
    const to =
      shift === 0 ? bound : define({ tag: 'prim', row: 'sub', args: [bound, constant(shift)] });
    const step = constant(by_);
    const { name } = body.params[place];
    const [counter, end] = [value(name, 'f64'), value(name, 'f64')];
    this.same.replace(body.params[place], counter);
    const others = (list: readonly Value[]) => list.filter((_, k) => k !== place);
    const made = this.region(body);
    this.same.replace(results[place], end);
    stmts.push({
      tag: 'for',
      counter,
      from: this.same.of(inits[place]),
      to,
      step,
      by,
      ...(go === undefined ? {} : { go: go > place ? go - 1 : go }),
      inits: others(inits).map(this.same.of),
      body: { params: others(body.params), body: made.body, yields: others(made.yields) },
      results: others(results),
      end,
    });
    return stmts;
  }
}

/** The function with loops that count as such. */
export function counting(f: Func): Func {
  if (!hasStmt(f, 'while')) return f;
  const counts = countsOf(f);
  return mapped(f, (region) => new Counting(counts).region(region));
}

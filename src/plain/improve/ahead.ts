/**
 * Gives an array that grows by as many elements in each step of a counting loop all its room before the loop: then the loop carries
 * no array, and nothing of it is kept for the way back. Where each step stores at the end of the array, which is also the
 * counter, no step asks whether it does. O(size of the function), times the depth of its loops.
 */
import { Builder, value } from '../ir/build.js';
import {
  isArray,
  statementsOf,
  type ArrayType,
  type ForStmt,
  type Func,
  type IfStmt,
  type Op,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import { mapped } from './mapped.js';
import { Substitution } from './substitution.js';

class Ahead {
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
    switch (stmt.tag) {
      case 'if':
        return [
          { ...stmt, then: this.changed(stmt.then), otherwise: this.changed(stmt.otherwise) },
        ];
      case 'while':
        return [{ ...stmt, body: this.changed(stmt.body) }];
      case 'for':
        return this.loop({ ...stmt, body: this.changed(stmt.body) });
      default:
        return [stmt];
    }
  };

  private loop(given: ForStmt): Stmt[] {
    // So counters are exact.
    const from = this.constant(given.from);
    if (this.constant(given.step) !== 1 || from === null || !Number.isSafeInteger(from))
      return [given];
    let loop = given;
    const before: Stmt[] = [];
    loop.body.params.forEach((count, k) => {
      if (count.type !== 'f64') return;
      if (this.constant(loop.inits[k]) === from) loop = this.atEnd(loop, count, k);
      loop = this.roomy(loop, count, k, before);
    });
    return [...before, loop];
  }

  /** The loop whose steps take the branch in which a count is the counter: it is, if that branch makes it one more. */
  private atEnd(loop: ForStmt, count: Value, k: number): ForStmt {
    const { body, counter } = loop;
    const at = body.body.findIndex(
      (stmt) => stmt.tag === 'if' && stmt.results.includes(body.yields[k]),
    );
    if (at < 0) return loop;
    const branch = body.body[at] as IfStmt;
    const test = this.ops.get(branch.test);
    const isEqual = test?.tag === 'compare' && test.by === 'eq';
    if (!isEqual || !test.args.includes(count) || !test.args.includes(counter)) return loop;
    const { then, results } = branch;
    if (!this.isNext(then.yields[results.indexOf(body.yields[k])], count)) return loop;
    results.forEach((result, n) => this.same.replace(result, then.yields[n]));
    const yields = body.yields.map(this.same.of);
    const stmts = [...body.body.slice(0, at), ...then.body, ...body.body.slice(at + 1)];
    return { ...loop, body: { ...body, body: stmts, yields } };
  }

  /** The loop without questions for room, if there is enough of it before. */
  private roomy(loop: ForStmt, count: Value, k: number, before: Stmt[]): ForStmt {
    const { body, go, by } = loop;
    if (go !== undefined || (by !== 'lt' && by !== 'le')) return loop;
    const growths: IfStmt[] = [];
    let arrays: readonly Value[] = [];
    let place = count;
    for (const stmt of body.body) {
      if (stmt.tag !== 'if' || !this.isGrowth(stmt, place)) continue;
      const { yields } = stmt.then;
      const isSame = (array: Value, n: number): boolean =>
        growths.length === 0 ? body.params.includes(array) : array === arrays[n];
      if (!yields.every(isSame)) return loop;
      const next = body.body.find((one) => one.tag === 'let' && this.isNext(one.value, place));
      if (next?.tag !== 'let') return loop;
      growths.push(stmt);
      arrays = stmt.results;
      place = next.value;
    }
    if (growths.length === 0 || this.same.of(body.yields[k]) !== place) return loop;
    const params = growths[0].then.yields;
    const places = params.map((param) => body.params.indexOf(param));
    if (!places.every((at, n) => this.same.of(body.yields[at]) === arrays[n])) return loop;
    const inits = [...loop.inits];
    const builder = new Builder();
    const made = builder.region([], () => {
      const rooms = this.grown(builder, loop, inits[k], growths.length, places);
      places.forEach((at, n) => (inits[at] = rooms[n]));
      return [];
    });
    before.push(...made.body);
    for (const { results } of growths)
      results.forEach((result, n) => this.same.replace(result, params[n]));
    const stmts = body.body.filter((stmt) => !growths.includes(stmt as IfStmt));
    const yields = body.yields.map(this.same.of);
    return { ...loop, inits, body: { ...body, body: stmts, yields } };
  }

  /** The arrays that a loop begins with, with room for all that its steps put there. */
  private grown(
    builder: Builder,
    { from, to, by, inits }: ForStmt,
    count: Value,
    each: number,
    places: readonly number[],
  ): readonly Value[] {
    const { prim, constant } = builder;
    const arrays = places.map((at) => inits[at]);
    const way = prim('ceil', [prim('sub', [to, from])]);
    const steps = by === 'le' ? prim('add', [way, constant(1)]) : way;
    const more = each === 1 ? steps : prim('mul', [steps, constant(each)]);
    const room = prim('add', [count, more]);
    const length = builder.length(arrays[0]);
    const test = builder.compare('lt', length, room);
    const then = builder.region([], () =>
      arrays.map((array) => {
        const type = array.type as ArrayType;
        const larger = builder.let({ tag: 'alloc', type, args: [room] }, array.name);
        builder.each(constant(0), length, constant(1), (i) =>
          builder.store(larger, i, builder.element(array, i)),
        );
        return larger;
      }),
    );
    const results = arrays.map(({ name, type }) => value(name, type));
    builder.add({
      tag: 'if',
      test,
      then,
      otherwise: { params: [], body: [], yields: arrays },
      results,
    });
    return results;
  }

  /** Whether a branch makes room at a place where there is none. */
  private isGrowth({ test, then }: IfStmt, place: Value): boolean {
    const asked = this.ops.get(test);
    if (asked?.tag !== 'compare' || asked.by !== 'lt' || asked.args[0] !== place) return false;
    const length = this.ops.get(asked.args[1]);
    const { yields } = then;
    return (
      length?.tag === 'length' &&
      this.same.of(length.args[0]) === this.same.of(yields[0]) &&
      yields.every(({ type }) => isArray(type)) &&
      then.body.length === 0
    );
  }

  /** Whether a value is one more than another. */
  private isNext(of: Value, than: Value): boolean {
    const op = this.ops.get(of);
    if (op?.tag !== 'prim' || op.row !== 'add') return false;
    return op.args[0] === than && this.constant(op.args[1]) === 1;
  }

  private constant(of: Value): number | null {
    const op = this.ops.get(of);
    return op?.tag === 'const' && typeof op.value === 'number' ? op.value : null;
  }
}

/** The function whose loops ask for room before them. */
export function ahead(f: Func): Func {
  return mapped(f, new Ahead(f).in);
}

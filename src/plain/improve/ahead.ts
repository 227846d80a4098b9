/**
 * Capacity hoisting. Gives an array that grows by as many elements in each step of a counting loop all its
 * room before the loop: then the loop carries no array, and nothing of it is kept for the reverse sweep. The
 * room doubles at least, so that what grows in many loops is not copied by each. Where each step stores at
 * the end of the array, which is also the counter, no step asks whether it does. O(size of the function),
 * times the depth of its loops, and of a loop for each array that gets room.
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
import { madeLarger, roomFor, SPARE, type Wanted } from './larger.js';
import { hasStmt, inBodies, mapped } from './mapped.js';
import { Substitution } from './substitution.js';

/** Finds statements of the body of a loop by what they ask and give. */
interface Body {
  /** By results. */
  readonly branches: ReadonlyMap<Value, number>;
  /** By the place for which a branch may make room. */
  readonly growths: ReadonlyMap<Value, readonly number[]>;
  /** For each number, the value that is one more. */
  readonly next: ReadonlyMap<Value, Value>;
}

interface Made {
  /** The statements in front of it, if they are others. */
  readonly before?: Stmt[];
  readonly stmts: readonly Stmt[];
}

const only = (stmt: Stmt): Made => ({ stmts: [stmt] });

class Ahead {
  private readonly same = new Substitution();
  private readonly ops = new Map<Value, Op>();

  constructor(f: Func) {
    for (const stmt of statementsOf(f)) if (stmt.tag === 'let') this.ops.set(stmt.value, stmt.op);
  }

  in = (region: Region): Region => this.same.inRegion(this.changed(region));

  private readonly changed = (region: Region): Region => {
    let body: Stmt[] = [];
    for (const stmt of region.body) {
      const made = this.stmt(stmt, body);
      body = made.before ?? body;
      body.push(...made.stmts);
    }
    return { ...region, body };
  };

  /** @param before the statements in front of it, of which it may make others */
  private stmt(stmt: Stmt, before: readonly Stmt[]): Made {
    const made = inBodies(stmt, this.changed);
    if (made.tag === 'if' && this.hasSpare(made)) return { stmts: [] };
    return made.tag === 'for' ? this.loop(made, before) : only(made);
  }

  /** By places behind what a loop pushed: the arrays that have elements there, and how many more. */
  private readonly spare = new Map<Value, { arrays: readonly Value[]; left: number }>();

  /** True if a branch makes room where there is some. */
  private hasSpare(stmt: IfStmt): boolean {
    const asked = this.ops.get(stmt.test);
    if (asked?.tag !== 'compare' || asked.by !== 'lt' || !this.isGrowth(stmt)) return false;
    const found = this.spareAt(asked.args[0]);
    const { yields } = stmt.then;
    if (!found || !yields.every((array) => found.arrays.includes(this.same.of(array))))
      return false;
    stmt.results.forEach((result, n) => this.same.replace(result, yields[n]));
    return true;
  }

  private spareAt(place: Value): { arrays: readonly Value[]; left: number } | undefined {
    const found = this.spare.get(place);
    if (found !== undefined) return found;
    const before = this.lessBy1(place);
    const known = before && this.spareAt(before);
    return known && known.left > 1 ? { ...known, left: known.left - 1 } : undefined;
  }

  private readonly bodies = new WeakMap<readonly Stmt[], Body>();

  private indexed(body: readonly Stmt[]): Body {
    const before = this.bodies.get(body);
    if (before !== undefined) return before;
    const branches = new Map<Value, number>();
    const growths = new Map<Value, number[]>();
    const next = new Map<Value, Value>();
    body.forEach((stmt, at) => {
      if (stmt.tag === 'let') {
        const than = this.lessBy1(stmt.value);
        if (than !== null && !next.has(than)) next.set(than, stmt.value);
      }
      if (stmt.tag !== 'if') return;
      for (const result of stmt.results) branches.set(result, at);
      const asked = this.ops.get(stmt.test);
      if (asked?.tag !== 'compare' || asked.by !== 'lt') return;
      growths.set(asked.args[0], [...(growths.get(asked.args[0]) ?? []), at]);
    });
    const found = { branches, growths, next };
    this.bodies.set(body, found);
    return found;
  }

  private loop(given: ForStmt, before: readonly Stmt[]): Made {
    // So counters are exact.
    const from = this.constant(given.from);
    if (this.constant(given.step) !== 1 || from === null || !Number.isSafeInteger(from))
      return only(given);
    let loop = given;
    const made: { before?: Stmt[]; stmts: Stmt[] } = { stmts: [] };
    loop.body.params.forEach((count, k) => {
      if (count.type !== 'f64') return;
      if (this.constant(loop.inits[k]) === from) loop = this.atEnd(loop, count, k);
      loop = this.roomy(loop, count, k, made.before ?? before, made);
    });
    made.stmts.push(loop);
    return made;
  }

  /**
   * The loop whose steps take the branch in which a count is the counter: it is, if that branch makes it one
   * more.
   */
  private atEnd(loop: ForStmt, count: Value, k: number): ForStmt {
    const { body, counter } = loop;
    const at = this.indexed(body.body).branches.get(body.yields[k]);
    if (at === undefined) return loop;
    const branch = body.body[at] as IfStmt;
    const test = this.ops.get(branch.test);
    const isEqual = test?.tag === 'compare' && test.by === 'eq';
    if (!isEqual || !test.args.includes(count) || !test.args.includes(counter)) return loop;
    const { then, results } = branch;
    if (this.lessBy1(then.yields[results.indexOf(body.yields[k])]) !== count) return loop;
    results.forEach((result, n) => this.same.replace(result, then.yields[n]));
    const yields = body.yields.map(this.same.of);
    const stmts = [...body.body.slice(0, at), ...then.body, ...body.body.slice(at + 1)];
    return { ...loop, body: { ...body, body: stmts, yields } };
  }

  /** The loop without questions for room, if there is enough of it before. */
  private roomy(
    loop: ForStmt,
    count: Value,
    k: number,
    before: readonly Stmt[],
    made: { before?: Stmt[]; stmts: Stmt[] },
  ): ForStmt {
    const { body, go, by } = loop;
    if (go !== undefined || (by !== 'lt' && by !== 'le')) return loop;
    const growths: IfStmt[] = [];
    let arrays: readonly Value[] = [];
    let place = count;
    const { growths: asking, next } = this.indexed(body.body);
    for (let last = -1; ;) {
      const at = asking
        .get(place)
        ?.find((one) => one > last && this.isGrowth(body.body[one] as IfStmt));
      if (at === undefined) break;
      last = at;
      const stmt = body.body[at] as IfStmt;
      const { yields } = stmt.then;
      const isSame = (array: Value, n: number): boolean =>
        growths.length === 0 ? body.params.includes(array) : array === arrays[n];
      if (!yields.every(isSame)) return loop;
      const following = next.get(place);
      if (following === undefined) return loop;
      growths.push(stmt);
      arrays = stmt.results;
      place = following;
    }
    if (growths.length === 0 || this.same.of(body.yields[k]) !== place) return loop;
    const params = growths[0].then.yields;
    const places = params.map((param) => body.params.indexOf(param));
    if (!places.every((at, n) => this.same.of(body.yields[at]) === arrays[n])) return loop;
    const inits = [...loop.inits];
    const wanted = { loop, count: inits[k], each: growths.length };
    const larger = madeLarger(
      before,
      places.map((at) => inits[at]),
      wanted,
      this.ops,
    );
    if (larger !== null) {
      made.before = larger;
      const arrays = places.flatMap((at) => [inits[at], loop.results[at]].map(this.same.of));
      this.spare.set(loop.results[k], { arrays, left: SPARE });
    } else {
      const builder = new Builder();
      const { body: grown } = builder.region([], () => {
        const rooms = this.grown(builder, wanted, places);
        places.forEach((at, n) => (inits[at] = rooms[n]));
        return [];
      });
      made.stmts.push(...grown);
    }
    for (const { results } of growths)
      results.forEach((result, n) => this.same.replace(result, params[n]));
    const stmts = body.body.filter((stmt) => !growths.includes(stmt as IfStmt));
    const yields = body.yields.map(this.same.of);
    return { ...loop, inits, body: { ...body, body: stmts, yields } };
  }

  /** The arrays that a loop begins with, with room for all that its steps put there. */
  private grown(builder: Builder, wanted: Wanted, places: readonly number[]): readonly Value[] {
    const { constant } = builder;
    const arrays = places.map((at) => wanted.loop.inits[at]);
    const room = roomFor(builder, wanted);
    const length = builder.length(arrays[0]);
    const test = builder.compare('lt', length, room);
    const then = builder.region([], () => {
      // The loop may be run again and again.
      const double = builder.prim('mul', [length, constant(2)]);
      const amortised = builder.choose(builder.compare('lt', room, double), double, room);
      return arrays.map((array) => {
        const type = array.type as ArrayType;
        const larger = builder.let({ tag: 'alloc', type, args: [amortised] }, array.name);
        builder.each(constant(0), length, constant(1), (i) =>
          builder.store(larger, i, builder.element(array, i)),
        );
        return larger;
      });
    });
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

  /** True if a branch that asks whether a place is less than something makes room there. */
  private isGrowth({ test, then }: IfStmt): boolean {
    const asked = this.ops.get(test)!;
    const length = this.ops.get(asked.args[1]!);
    const { yields } = then;
    return (
      length?.tag === 'length' &&
      this.same.of(length.args[0]) === this.same.of(yields[0]) &&
      yields.every(({ type }) => isArray(type)) &&
      then.body.length === 0
    );
  }

  /** The value that is one less than this one, if that is known. */
  private lessBy1(of: Value): Value | null {
    const op = this.ops.get(of);
    return op?.tag === 'prim' && op.row === 'add' && this.constant(op.args[1]) === 1
      ? op.args[0]
      : null;
  }

  private constant(of: Value): number | null {
    const op = this.ops.get(of);
    return op?.tag === 'const' && typeof op.value === 'number' ? op.value : null;
  }
}

/** The function whose loops ask for room before them. */
export function ahead(f: Func): Func {
  return hasStmt(f, 'for') ? mapped(f, new Ahead(f).in) : f;
}

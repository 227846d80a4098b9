/**
 * Estimates how many statements a call of a function runs, from what it is given: numbers and lengths of arrays tell how
 * many steps loops have. Where they do not, a loop is taken to have sixteen. O(size of the function); an estimate takes
 * O(loops whose steps are not written down).
 */
import {
  isArray,
  regionsOf,
  type Func,
  type Region,
  type Stmt,
  type Type,
  type Value,
} from '../ir/ir.js';
import { definitionsOf } from './definitions.js';

/** What a call is given for a parameter, by its place; undefined if it is not known. */
export type Given = (place: number) => unknown;

/** A number, or how it is found. NaN is not known. */
type Amount = number | ((given: Given) => number);

/** How many steps a loop is taken to have. */
const USUAL = 16;
/** What a call of another function counts. */
const OF_CALL = 40;
/** Bounds of loops are followed through so many operations. */
const DEEPEST = 5;

const operations: Readonly<Record<string, (x: number, y: number) => number>> = {
  add: (x, y) => x + y,
  sub: (x, y) => x - y,
  mul: (x, y) => x * y,
  div: (x, y) => x / y,
  min: Math.min,
  max: Math.max,
  floor: Math.floor,
  ceil: Math.ceil,
  trunc: Math.trunc,
};

function amount(of: (...numbers: number[]) => number, parts: readonly Amount[]): Amount {
  if (parts.every((part) => typeof part === 'number')) return of(...parts);
  return (given) => of(...parts.map((part) => at(part, given)));
}

const at = (of: Amount, given: Given): number => (typeof of === 'number' ? of : of(given));

/** The length of an array of any kind, or of its first row, and so on; NaN for what is none. */
function lengthAt(given: unknown, depth: number): number {
  if (depth > 0) {
    const row = Array.isArray(given) ? Object.getOwnPropertyDescriptor(given, 0) : undefined;
    return lengthAt(row?.value, depth - 1);
  }
  return Array.isArray(given) || ArrayBuffer.isView(given)
    ? (given as ArrayLike<unknown>).length
    : NaN;
}

/** How many elements of its arrays a call copies: all but those of typed arrays. */
export function copiedBy(params: readonly Type[], given: Given): number {
  let copied = 0;
  params.forEach((type, place) => {
    const array = isArray(type) ? given(place) : undefined;
    if (!Array.isArray(array)) return;
    let [size, depth] = [1, 0];
    for (let of: Type | undefined = type; of !== undefined && isArray(of); of = of.of)
      size *= lengthAt(array, depth++) || 0;
    copied += size;
  });
  return copied;
}

/** How many statements a call runs. */
export function workOf(f: Func): (given: Given) => number {
  const all = new Work(f).region(f.region);
  return (given) => at(all, given);
}

class Work {
  private readonly definitions;
  private readonly places: ReadonlyMap<Value, number>;
  /** The middle of what counters run through. */
  private readonly counters = new Map<Value, Amount>();

  constructor({ name, region }: Func) {
    this.definitions = definitionsOf({ name, region });
    this.places = new Map(region.params.map((param, place) => [param, place]));
  }

  region({ body }: Region): Amount {
    return amount(
      (...parts) => parts.reduce((sum, part) => sum + part, 0),
      [body.length, ...body.map((stmt) => this.inside(stmt)).filter((part) => part !== 0)],
    );
  }

  /** What runs in a statement beside the statement itself. */
  private inside(stmt: Stmt): Amount {
    if (stmt.tag === 'call') return OF_CALL;
    const steps = this.steps(stmt);
    const parts = regionsOf(stmt).map((region) => this.region(region));
    if (stmt.tag === 'if') return amount(Math.max, parts);
    return amount(
      (times, ...each) => times * each.reduce((sum, x) => sum + x, 0),
      [steps, ...parts],
    );
  }

  private steps(stmt: Stmt): Amount {
    if (stmt.tag !== 'for') return stmt.tag === 'while' ? USUAL : 1;
    const [from, to, step] = [stmt.from, stmt.to, stmt.step].map((of) => this.number(of));
    this.counters.set(
      stmt.counter,
      amount((first, end) => (first + end) / 2, [from, to]),
    );
    return amount(
      (first, end, by) => {
        const count = Math.max(0, Math.ceil((end - first) / by));
        return Number.isFinite(count) ? count : USUAL;
      },
      [from, to, step],
    );
  }

  private number(of: Value, depth = 0): Amount {
    const place = this.places.get(of);
    if (place !== undefined)
      return (given) => {
        const x = given(place);
        return typeof x === 'number' ? x : NaN;
      };
    const counted = this.counters.get(of);
    if (counted !== undefined) return counted;
    const op = this.op(of);
    if (op === undefined || depth > DEEPEST) return NaN;
    if (op.tag === 'const') return Number(op.value);
    if (op.tag === 'length') return this.length(op.args[0], depth);
    const known = op.tag === 'prim' ? operations[op.row] : undefined;
    return known === undefined
      ? NaN
      : amount(
          known,
          op.args.map((arg) => this.number(arg, depth + 1)),
        );
  }

  private length(of: Value, depth: number): Amount {
    let rows = 0;
    for (let array = of; isArray(array.type); rows++) {
      const place = this.places.get(array);
      if (place !== undefined) return (given) => lengthAt(given(place), rows);
      const op = this.op(array);
      if (op?.tag === 'alloc' && rows === 0) return this.number(op.args[0], depth + 1);
      if (op?.tag !== 'load') return NaN;
      array = op.args[0];
    }
    return NaN;
  }

  private op(of: Value) {
    const stmt = this.definitions.get(of)?.stmt;
    return stmt?.tag === 'let' ? stmt.op : undefined;
  }
}

/**
 * Estimates how many statements a call of a function runs, from what it is given: numbers and lengths of arrays tell how
 * many steps loops have. Where they do not, a loop is taken to have sixteen. O(size of the function); an estimate takes
 * O(loops whose steps are not written down).
 */
import {
  isArray,
  regionsOf,
  type ForStmt,
  type Func,
  type Region,
  type Stmt,
  type Type,
  type Value,
} from '../ir/ir.js';
import { definitionsOf } from './definitions.js';

/** Returns the argument of a call for a parameter, by its place; undefined if it is not known. */
export type Given = (place: number) => unknown;

/** A number, or how it is found. NaN is not known. */
type Amount = number | ((given: Given) => number);

/** The number of steps that a loop is taken to have. */
const USUAL = 16;
/** The weight of a call of another function. */
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

/** Estimates are made at every call, so they make no lists. */
function amount(of: (x: number, y: number) => number, left: Amount, right: Amount): Amount {
  if (typeof left !== 'number') {
    return typeof right === 'number'
      ? (given) => of(left(given), right)
      : (given) => of(left(given), right(given));
  }
  return typeof right === 'number' ? of(left, right) : (given) => of(left, right(given));
}

function sumOf(parts: readonly Amount[]): Amount {
  let known = 0;
  const others: ((given: Given) => number)[] = [];
  for (const part of parts)
    if (typeof part === 'number') known += part;
    else others.push(part);
  if (others.length === 0) return known;
  return (given) => {
    let sum = known;
    for (const other of others) sum += other(given);
    return sum;
  };
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

/** The number of elements of its arrays that a call copies: all but those of typed arrays. */
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

/** The number of statements that a call runs, or their weight. */
export function workOf(f: Func, weight?: (stmt: Stmt) => number): (given: Given) => number {
  const all = new Work(f, weight).region(f.region);
  return (given) => at(all, given);
}

/** The count of numbers that a call gives, and writes into parameters; NaN where that is not known. */
export function givenBy(f: Func, written: readonly Value[]): (given: Given) => number {
  const work = new Work(f);
  const all = sumOf([...f.region.yields, ...written].map((of) => work.size(of)));
  return (given) => at(all, given);
}

class Work {
  private readonly definitions;
  private readonly places: ReadonlyMap<Value, number>;
  /** The middle of what counters run through. */
  private readonly counters = new Map<Value, Amount>();

  constructor(
    { name, region }: Func,
    private readonly weight?: (stmt: Stmt) => number,
  ) {
    this.definitions = definitionsOf({ name, region });
    this.places = new Map(region.params.map((param, place) => [param, place]));
  }

  region({ body }: Region): Amount {
    const { weight } = this;
    const own =
      weight === undefined ? body.length : body.reduce((sum, one) => sum + weight(one), 0);
    return sumOf([own, ...body.map((stmt) => this.inside(stmt))]);
  }

  /** The count of numbers in a value that is not an array of arrays. */
  size(of: Value): Amount {
    if (!isArray(of.type)) return 1;
    return of.type.of === undefined ? this.length(of, 0) : NaN;
  }

  /** The work inside of a statement, beside the statement itself. */
  private inside(stmt: Stmt): Amount {
    if (stmt.tag === 'call') return OF_CALL;
    const steps = this.steps(stmt);
    const parts = regionsOf(stmt).map((region) => this.region(region));
    if (stmt.tag === 'if') return amount(Math.max, parts[0], parts[1]);
    return amount((times, each) => times * each, steps, sumOf(parts));
  }

  private steps(stmt: Stmt, depth = 0): Amount {
    if (stmt.tag !== 'for') return stmt.tag === 'while' ? USUAL : 1;
    const [from, to, step] = [stmt.from, stmt.to, stmt.step].map((of) => this.number(of, depth));
    this.counters.set(
      stmt.counter,
      amount((first, end) => (first + end) / 2, from, to),
    );
    const range = amount((first, end) => end - first, from, to);
    return amount(
      (length, by) => {
        const count = Math.max(0, Math.ceil(length / by));
        return Number.isFinite(count) ? count : USUAL;
      },
      range,
      step,
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
    if (depth > DEEPEST) return NaN;
    const op = this.op(of);
    if (op === undefined) return this.summed(of, depth);
    if (op.tag === 'const') return Number(op.value);
    if (op.tag === 'length') return this.length(op.args[0], depth);
    const known = op.tag === 'prim' ? operations[op.row] : undefined;
    return known === undefined ? NaN : amount(known, ...this.numbers(op.args, depth + 1));
  }

  /** The sum that a loop adds up in equal steps, such as the number of its pushes. */
  private summed(of: Value, depth: number): Amount {
    const stmt = this.definitions.get(of)?.stmt;
    if (stmt?.tag !== 'for') return NaN;
    if (stmt.end === of) return this.end(stmt, depth);
    const place = stmt.results.indexOf(of);
    const next = place < 0 ? undefined : this.op(stmt.body.yields[place]);
    if (next?.tag !== 'prim' || next.row !== 'add' || next.args[0] !== stmt.body.params[place])
      return NaN;
    const all = amount(
      (steps, step) => steps * step,
      this.steps(stmt, depth + 1),
      this.number(next.args[1], depth + 1),
    );
    return amount((first, more) => first + more, this.number(stmt.inits[place], depth + 1), all);
  }

  /** The counter after a loop. */
  private end(loop: ForStmt, depth: number): Amount {
    const [first, by] = [loop.from, loop.step].map((of) => this.number(of, depth + 1));
    const gone = amount((times, each) => times * each, this.steps(loop, depth + 1), by);
    return amount((from, more) => from + more, first, gone);
  }

  /** Those of an operation on two numbers, or on one. */
  private numbers([x, y = x]: readonly Value[], depth: number): [Amount, Amount] {
    return [this.number(x, depth), this.number(y, depth)];
  }

  private length(of: Value, depth: number): Amount {
    if (depth > DEEPEST) return NaN;
    let rows = 0;
    for (let array = of; isArray(array.type); rows++) {
      const place = this.places.get(array);
      if (place !== undefined) return (given) => lengthAt(given(place), rows);
      const before = rows === 0 ? this.beforeLoop(array) : undefined;
      if (before !== undefined) return this.length(before, depth + 1);
      const op = this.op(array);
      if (op?.tag === 'alloc' && rows === 0) return this.number(op.args[0], depth + 1);
      if (op?.tag !== 'load') return NaN;
      array = op.args[0];
    }
    return NaN;
  }

  /** The value with which a carried value starts; it is taken to keep its length. */
  private beforeLoop(of: Value): Value | undefined {
    const stmt = this.definitions.get(of)?.stmt;
    if (stmt?.tag !== 'for' && stmt?.tag !== 'while') return undefined;
    const place = stmt.results.indexOf(of);
    return place < 0 ? undefined : stmt.inits[place];
  }

  private op(of: Value) {
    const stmt = this.definitions.get(of)?.stmt;
    return stmt?.tag === 'let' ? stmt.op : undefined;
  }
}

/**
 * Scalar promotion. Holds the elements of small arrays in variables, where all that is done with an array is
 * to read and write elements at places that are known when code is made. Branches give, and loops carry, the
 * elements that they write. O(size of the function), times the elements of these arrays.
 */
import { missingIn } from '../analyse/missing.js';
import { privateIn } from '../analyse/private-arrays.js';
import { value } from '../ir/build.js';
import {
  regionsOf,
  statementsIn,
  statementsOf,
  type ForStmt,
  type Func,
  type IfStmt,
  type Region,
  type Stmt,
  type Storage,
  type Value,
  type WhileStmt,
} from '../ir/ir.js';
import { mapped } from './mapped.js';
import { Substitution } from './substitution.js';

/** Arrays of so many elements are held so, at most. */
const LONGEST = 16;
/** Arrays whose elements are what was written into them. */
const exact: readonly Storage[] = ['Float64Array', 'number[]'];

/** By arrays: what their elements are. */
type Held = Map<Value, readonly Value[]>;
type Loop = ForStmt | WhileStmt;
type Place = readonly [array: Value, index: number];

class Holding {
  private readonly same = new Substitution();

  constructor(
    /** Their lengths. */
    private readonly arrays: ReadonlyMap<Value, number>,
    private readonly constants: ReadonlyMap<Value, number>,
  ) {}

  whole = (region: Region): Region => this.same.inRegion(this.region(region, new Map()));

  /** A region with what is held at its beginning, which is changed to what is held at its end. */
  private region = (region: Region, held: Held): Region => ({
    ...region,
    body: region.body.flatMap((stmt) => this.stmt(stmt, held)),
  });

  private stmt(stmt: Stmt, held: Held): Stmt[] {
    switch (stmt.tag) {
      case 'let': {
        const { value: made, op } = stmt;
        const length = this.arrays.get(made);
        if (length !== undefined) {
          const zero = value('', 'f64');
          held.set(made, new Array<Value>(length).fill(zero));
          return [{ tag: 'let', value: zero, op: { tag: 'const', value: 0, args: [] } }];
        }
        if (op.tag !== 'load' || !this.arrays.has(op.args[0])) return [stmt];
        this.same.replace(made, held.get(op.args[0])![this.constants.get(op.args[1])!]);
        return [];
      }
      case 'store': {
        if (!this.arrays.has(stmt.array)) return [stmt];
        this.set(held, [stmt.array, this.constants.get(stmt.index)!], stmt.value);
        return [];
      }
      case 'if':
        return [this.branch(stmt, held)];
      case 'for':
      case 'while':
        return [this.loop(stmt, held)];
      default:
        return [stmt];
    }
  }

  private set(held: Held, [array, index]: Place, is: Value): void {
    held.set(array, held.get(array)!.with(index, is));
  }

  /** The elements of what is held that a statement may write. */
  private writtenIn(stmt: Stmt, held: Held): Place[] {
    const places = new Map<Value, Set<number>>();
    for (const region of regionsOf(stmt))
      for (const inner of statementsIn(region)) {
        if (inner.tag !== 'store' || !held.has(inner.array)) continue;
        const known = places.get(inner.array) ?? new Set();
        places.set(inner.array, known.add(this.constants.get(inner.index)!));
      }
    return [...places].flatMap(([array, indices]) =>
      [...indices].map((index): Place => [array, index]),
    );
  }

  private branch(stmt: IfStmt, held: Held): Stmt {
    const places = this.writtenIn(stmt, held);
    const [then, otherwise] = [stmt.then, stmt.otherwise].map((of) => {
      const inside = new Map(held);
      const region = this.region(of, inside);
      const more = places.map(([array, index]) => inside.get(array)![index]);
      return { ...region, yields: [...region.yields, ...more] };
    });
    const results = places.map((place) => this.made(held, place));
    return { ...stmt, then, otherwise, results: [...stmt.results, ...results] };
  }

  private loop<T extends Loop>(stmt: T, held: Held): T {
    const places = this.writtenIn(stmt, held);
    const inits = places.map(([array, index]) => held.get(array)![index]);
    const inside = (of: Region): { inner: Region; at: Held } => {
      const at = new Map(held);
      const params = [...of.params, ...places.map((place) => this.made(at, place))];
      return { inner: { ...this.region(of, at), params }, at };
    };
    const test = stmt.tag === 'while' ? { test: inside(stmt.test).inner } : {};
    const { inner, at } = inside(stmt.body);
    const more = places.map(([array, index]) => at.get(array)![index]);
    const body = { ...inner, yields: [...inner.yields, ...more] };
    const results = [...stmt.results, ...places.map((place) => this.made(held, place))];
    return { ...stmt, ...test, inits: [...stmt.inits, ...inits], body, results };
  }

  /** Lets a new value be an element. */
  private made(held: Held, place: Place): Value {
    const made = value(place[0].name, 'f64');
    this.set(held, place, made);
    return made;
  }
}

/** Where arrays are read and written, and what is written. */
interface Access {
  readonly array: Value;
  readonly index: Value;
  readonly stored?: Value;
}

function accessesIn(region: Region): Access[] {
  return [...statementsIn(region)].flatMap((stmt): Access[] => {
    if (stmt.tag === 'store') return [{ ...stmt, stored: stmt.value }];
    if (stmt.tag !== 'let' || stmt.op.tag !== 'load') return [];
    const [array, index] = stmt.op.args;
    return [{ array, index }];
  });
}

class Finding {
  private readonly constants = new Map<Value, number>();

  constructor(
    private readonly f: Func,
    private readonly lengths: ReadonlyMap<Value, number>,
  ) {
    for (const stmt of statementsOf(f))
      if (stmt.tag === 'let' && stmt.op.tag === 'const' && typeof stmt.op.value === 'number')
        this.constants.set(stmt.value, stmt.op.value);
  }

  /** The region with what can be held in variables, and itself if there is nothing. */
  in = (region: Region): Region => {
    const arrays = this.smallIn(region);
    const accesses = accessesIn(region);
    for (const { array, index } of accesses)
      if (!this.isInside(arrays.get(array), index)) arrays.delete(array);
    // In an array of floats what is missing is NaN, and elsewhere it is missing later.
    for (let before = -1; before !== arrays.size;) {
      before = arrays.size;
      if (before === 0) return region;
      const missing = missingIn(this.f, (array, index) =>
        this.isInside(arrays.get(array) ?? this.lengths.get(array), index),
      );
      for (const { array, stored } of accesses)
        if (stored !== undefined && missing.has(stored)) arrays.delete(array);
    }
    return new Holding(arrays, this.constants).whole(region);
  };

  /** Small arrays with one name, and their lengths. */
  private smallIn(region: Region): Map<Value, number> {
    const found = new Map<Value, number>();
    const names = privateIn(region);
    for (const stmt of names.size === 0 ? [] : statementsIn(region)) {
      if (stmt.tag !== 'let' || stmt.op.tag !== 'alloc' || !names.has(stmt.value)) continue;
      const length = this.constants.get(stmt.op.args[0]) ?? NaN;
      const isSmall = Number.isInteger(length) && length >= 0 && length <= LONGEST;
      if (isSmall && exact.includes(stmt.op.type.storage)) found.set(stmt.value, length);
    }
    return found;
  }

  private isInside(length: number | undefined, index: Value): boolean {
    const at = this.constants.get(index) ?? NaN;
    return length !== undefined && Number.isInteger(at) && at >= 0 && at < length;
  }
}

/**
 * The function with small arrays in variables.
 *
 * @param lengths of arrays that are given and not written
 */
export const inVariables = (f: Func, lengths: ReadonlyMap<Value, number> = new Map()): Func =>
  mapped(f, new Finding(f, lengths).in);

/**
 * The meaning of random programs: forward mode on small objects, by the partials of the table, called
 * explicitly. Neither the translator nor the runtime of translated code has a part in it.
 */
import * as table from '../../../../src/core/primitives/table.js';
import type { Row } from '../../../../src/core/primitives/row.js';

/** A real with its tangents by all inputs. */
export class Tangents {
  constructor(
    readonly primal: number,
    readonly tangents: readonly number[],
    /** The sum of the sizes of all contributions, by which rounding is judged. */
    readonly sizes: readonly number[],
  ) {}

  valueOf(): number {
    return this.primal;
  }

  toString(): string {
    return String(this.primal);
  }
}

/** Elements of a typed array. */
class Floats extends Array<unknown> {
  static made(elements: Iterable<unknown>): Floats {
    const made = new Floats();
    for (const x of elements) made.push(number(x));
    return made;
  }

  override map<T>(change: (x: unknown, k: number, all: unknown[]) => T): T[] {
    return Floats.made(Array.from(this, (x, k) => change(x, k, this))) as T[];
  }
}

const number = (x: unknown): unknown => (x instanceof Tangents ? x : Number(x));
export const primal = (x: unknown): unknown => (x instanceof Tangents ? x.primal : x);

type Value = (...args: number[]) => number;
const native: Readonly<Record<string, Value>> = {
  add: (x, y) => x + y,
  sub: (x, y) => x - y,
  mul: (x, y) => x * y,
  div: (x, y) => x / y,
  rem: (x, y) => x % y,
  pow: (x, y) => x ** y,
  neg: (x) => -x,
};

/** A product in which an exact 0 wins. */
const times = (x: number, y: number) => (x === 0 || y === 0 ? 0 : x * y);

const partialOf = (row: Row, args: readonly number[], z: number, k: number): number =>
  Number(
    typeof row.partials === 'function'
      ? row.partials(args, z)[k]
      : (row.partials as readonly Value[])[k](...args, z),
  );

export class Specification {
  /** The largest partial or contribution to a tangent; NaN if one was none. */
  largest = 0;

  private readonly operators = Object.fromEntries(
    Object.entries(table as unknown as Readonly<Record<string, { primitive?: { row: Row } }>>)
      .filter(([, operator]) => operator.primitive !== undefined)
      .map(([name, operator]) => [name, this.operator(name, operator.primitive!.row)]),
  );

  private operator(name: string, row: Row) {
    const value = native[name] ?? (Math as unknown as Record<string, Value>)[name];
    return (...given: unknown[]): unknown => {
      const args = given.map(number);
      const primals = args.map(Number);
      const z = value(...primals);
      if (!args.some((x) => x instanceof Tangents)) return z;
      const inputs = args.find((x) => x instanceof Tangents)!.tangents.length;
      const tangents = new Array<number>(inputs).fill(0);
      const sizes = new Array<number>(inputs).fill(0);
      args.forEach((x, k) => {
        if (!(x instanceof Tangents)) return;
        const partial = partialOf(row, primals, z, k);
        this.largest = Math.max(this.largest, Math.abs(partial));
        for (let j = 0; j < inputs; j++) {
          tangents[j] += times(partial, x.tangents[j]);
          sizes[j] += Math.abs(times(partial, x.sizes[j]));
        }
      });
      for (const size of sizes) this.largest = Math.max(this.largest, size);
      return new Tangents(z, tangents, sizes);
    };
  }

  /** The object `$` in explicit programs. */
  readonly $ = {
    ...this.operators,
    number,
    plain: primal,
    truthy: (x: unknown): boolean => Boolean(primal(x)),
    same: (x: unknown, y: unknown): boolean => primal(x) === primal(y),
    and: (x: unknown, y: () => unknown): unknown => (primal(x) ? y() : x),
    or: (x: unknown, y: () => unknown): unknown => (primal(x) ? x : y()),
    floats: (of: number | Iterable<unknown>): Floats =>
      Floats.made(typeof of === 'number' ? new Array<number>(of).fill(0) : of),
    store: (holder: Record<string, unknown>, key: unknown, value: unknown): unknown => {
      const isFloats = holder instanceof Floats;
      if (!isFloats || String(key) in holder) {
        holder[String(key)] = isFloats ? number(value) : value;
      }
      return value;
    },
    update: (
      holder: Record<string, unknown>,
      key: unknown,
      operator: (x: unknown, y: unknown) => unknown,
      value: () => unknown,
    ): unknown => {
      const before = holder[String(key)];
      return this.$.store(holder, key, operator(before, value()));
    },
    count: (
      holder: Record<string, unknown>,
      key: unknown,
      operator: (x: unknown, y: unknown) => unknown,
    ): unknown => {
      const before = number(holder[String(key)]);
      this.$.store(holder, key, operator(before, 1));
      return before;
    },
  };

  /** Inputs, each with tangent 1 by itself. */
  inputs(values: readonly number[]): Tangents[] {
    return values.map((value, k) => {
      const unit = values.map((_, j) => (j === k ? 1 : 0));
      return new Tangents(value, unit, unit);
    });
  }
}

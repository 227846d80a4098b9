/**
 * The functions of arrays that rows are written in. Rows need each other in both directions (the pullback of a sum
 * broadcasts, that of a broadcast sums), so they meet here.
 */
import type { AnyArray, Operand } from './array-dual.js';
import type { FloatType } from './library.js';
import type { Part } from './row.js';

export type Axis = number | readonly number[] | undefined;

interface Ops {
  add(x: Operand, y: Operand): Operand;
  negative(x: Operand): Operand;
  /** The product, where a factor of exactly 0 wins over what is not finite. */
  times(x: Operand, y: Operand): Operand;
  /** The matrix product, in the same way. */
  product(x: AnyArray, y: AnyArray): Operand;
  sum(x: Operand, axis?: Axis, keepdims?: boolean): Operand;
  reshape(x: AnyArray, shape: readonly number[]): AnyArray;
  transpose(x: AnyArray, axes?: readonly number[]): AnyArray;
  /** Broadcast, in memory of its own. */
  spread(x: Operand, shape: readonly number[], dtype: FloatType): AnyArray;
  /** The same numbers in another type. */
  cast(x: AnyArray, dtype: FloatType): AnyArray;
  /** Reals and arrays added up as parts of an array of zeros. */
  scatter(xs: readonly Operand[], parts: readonly Part[], outline: Outline): AnyArray;
}

/** The properties of an array beside its numbers. */
export interface Outline {
  readonly shape: readonly number[];
  readonly dtype: FloatType;
}

export const ops = {} as Ops;

/** The properties of an operand that is not kept, for a row's function to read. */
export class OutlineOnly implements Outline {
  constructor(
    readonly shape: readonly number[],
    readonly dtype: FloatType,
  ) {}

  get ndim(): number {
    return this.shape.length;
  }

  get size(): number {
    return this.shape.reduce((n, d) => n * d, 1);
  }
}

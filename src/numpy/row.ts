/**
 * A function of arrays as one row. A row gives the value on plain arrays, and how changes go through the function,
 * forth and back. Both ways are written in functions of arrays, so that derivatives of every order follow.
 *
 * Pullback and pushforward are pure functions of what they are given. A pullback may read the numbers of what the row
 * keeps. Of everything else it knows the shape and the type only.
 */
import type { AnyArray, Operand } from './array-dual.js';
import type { NDArray } from './library.js';

/** A change of exactly 0 of a whole array is the number 0. */
export type Share = Operand;

/** A part of an array: the place of an element, counted in order, or what gives a view of an array in order. */
export type Part = number | View;
/** With the same view of each example along a leading axis. */
export interface View {
  (x: NDArray): NDArray;
  readonly eachOf: View;
}

/** Operands of many examples at once. */
export interface Examples<O> {
  /** Those that differ from example to example have them along a leading axis; others are the same for all. */
  readonly xs: readonly Operand[];
  /** For each operand: true if it differs from example to example. */
  readonly isOwn: readonly boolean[];
  /** Of one example. */
  readonly shapes: readonly (readonly number[])[];
  /** For each operand: true if it is a real in each example. */
  readonly areReals: readonly boolean[];
  /** The number of examples. */
  readonly size: number;
  readonly options: O;
}

/** The results of examples along a leading axis, and whether each is a real. */
export interface Batched {
  readonly array: AnyArray;
  readonly isReal: boolean;
}

export interface ArrayRow<O = undefined> {
  /** As in `np.name`. */
  readonly name: string;
  /** At plain arrays and numbers. The result is an array of its own, or a view of an operand. */
  value(xs: readonly (NDArray | number)[], options: O): NDArray | number;
  /** The operands, and the output (whose index is their number), that the pullback of operand `k` reads. */
  readonly keeps?: (k: number, count: number) => readonly number[];
  /**
   * Cotangents of the operands that are `active`; those of broadcast operands may have the shape of the output, and
   * are summed.
   */
  pullback(
    cotangent: Operand,
    xs: readonly Operand[],
    output: Operand,
    active: readonly boolean[],
    options: O,
  ): readonly Share[];
  /** The tangent of the output; it may have to be broadcast to its shape. */
  pushforward(
    tangents: readonly Share[],
    xs: readonly Operand[],
    output: Operand,
    options: O,
  ): Share;
  /** The row on many examples at once; without it `vmap` refuses the function. */
  batch?(examples: Examples<O>): Batched;
  /** For a row that reads a part of its operand: which. The cotangent is added there. */
  part?(options: O): Part;
  /** The distance of the operands from where the function is not smooth. */
  boundary?(xs: readonly (NDArray | number)[], active: readonly boolean[], options: O): number;
}

/**
 * Fast ways through an operator that only some kinds of runs need. Such a run brings its way along when it is
 * first made, so that a program that makes none has none of that code.
 */
import type { BinaryRow, UnaryRow } from './primitive.js';
import type { Real } from './real.js';

export type OfOne = (x: Real) => Real;
export type OfTwo = (x: Real, y: Real) => Real;

/** From a row to an operator, which gives all arguments that are not for it to `otherwise`. */
export interface Way {
  unary(row: UnaryRow, otherwise: OfOne): OfOne;
  binary(row: BinaryRow, otherwise: OfTwo): OfTwo;
}

/** The ways that are there: of forward runs, and of reverse runs inside of them. */
export const ways: { forward: Way | null; pairs: Way | null } = { forward: null, pairs: null };

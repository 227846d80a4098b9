/** The common parts of the log densities: their types, and the value outside of the support. */
import { le } from '../../../core/comparisons.js';
import { withLoweredForm } from '../../../functions/lowered-forms.js';
import type { AnyOperator } from '../../../core/primitives/row.js';
import { add, div, sub } from '../../../core/primitives/table.js';
import { lgamma } from '../../../special/special.js';
import { primalOf, type Real } from '../../../core/real.js';

/** A log density of a real, with one parameter. */
export interface Density1 {
  (x: number, a: number): number;
  (x: Real, a: Real): Real;
}
/** A log density of a real, with two parameters. */
export interface Density2 {
  (x: number, a: number, b: number): number;
  (x: Real, a: Real, b: Real): Real;
}
/** A log density of a real, with three parameters. */
export interface Density3 {
  (x: number, a: number, b: number, c: number): number;
  (x: Real, a: Real, b: Real, c: Real): Real;
}

/**
 * The log density where there is none: outside of the support, at borders of density 0, and for parameters out of
 * range. It is a constant, whose derivative is 0.
 */
export const OUTSIDE = -Infinity;

export const LOG_2PI = Math.log(2 * Math.PI);

/** NaN is not an answer to whether a scale is in range: it goes on into the result. */
export const isNotPositive = (x: Real): boolean => le(x, 0);

/** True if a count is not a natural number. NaN goes on into the result. */
export const isNotNatural = (x: Real): boolean => {
  const count = primalOf(x);
  return !Number.isNaN(count) && !(count >= 0 && Number.isInteger(count));
};

/** The distance of x from the middle, in scales. */
export const standard = (x: Real, location: Real, scale: Real): Real =>
  div(sub(x, location), scale);

/** The logarithm of the number of ways to choose k of n. */
export const logChoose = (n: Real, k: Real): Real =>
  sub(sub(lgamma(add(n, 1)), lgamma(add(k, 1))), lgamma(add(sub(n, k), 1)));

/** A log density with what compiled code calls in its place, and the rows that this names, in their order. */
export const density = <F extends (...args: never[]) => Real>(
  text: string,
  operators: readonly AnyOperator[],
  f: F,
): F => withLoweredForm(f, { text, operators });

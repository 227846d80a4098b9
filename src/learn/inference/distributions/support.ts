/** What the log densities share: their types, products with logarithms at borders, and what lies outside. */
import { eq, le } from '../../../core/comparisons.js';
import { withLoweredForm } from '../../../core/lowered-forms.js';
import { convention, domain } from '../../../core/primitives/domains.js';
import { primitive } from '../../../core/primitives/primitive.js';
import type { Binary } from '../../../core/primitives/row.js';
import { add, div, log, log1p, sub } from '../../../core/primitives/table.js';
import { lgamma } from '../../../core/primitives/special.js';
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

/** NaN is no answer to whether a scale is in range: it goes on into the result. */
export const isNotPositive = (x: Real): boolean => le(x, 0);

/** Whether a count is a natural number. NaN goes on into the result. */
export const isNotNatural = (x: Real): boolean => {
  const count = primalOf(x);
  return !Number.isNaN(count) && !(count >= 0 && Number.isInteger(count));
};

const corner = [
  convention([0, 0], [-Infinity, 0], '0 log 0 = 0, for each y nearby, too, where x is 0'),
];

/** x log y, which is 0 where both are 0. */
export const xlogy: Binary = primitive(
  'xlogy',
  (x, y) => (x === 0 && y === 0 ? 0 : x * Math.log(y)),
  [(_, y) => log(y), (x, y) => (eq(x, 0) && eq(y, 0) ? 0 : div(x, y))],
  ['log y', 'x / y'],
  domain('y > 0', [1.5, 0.4], [0, 2]),
  { conventions: corner },
);

/** x log(1 + y), which is 0 where x is 0 and y is -1. */
export const xlog1py: Binary = primitive(
  'xlog1py',
  (x, y) => (x === 0 && y === -1 ? 0 : x * Math.log1p(y)),
  [(_, y) => log1p(y), (x, y) => (eq(x, 0) && eq(y, -1) ? 0 : div(x, add(1, y)))],
  ['log(1 + y)', 'x / (1 + y)'],
  domain('y > -1', [1.5, -0.4], [0, 2]),
  { conventions: corner.map((it) => ({ ...it, at: [0, -1] })) },
);

/** The logarithm of the number of ways to choose k of n. */
export const logChoose = (n: Real, k: Real): Real =>
  sub(sub(lgamma(add(n, 1)), lgamma(add(k, 1))), lgamma(add(sub(n, k), 1)));

/** A log density with what compiled code calls in its place. */
export const density = <F extends (...args: never[]) => Real>(text: string, f: F): F =>
  withLoweredForm(f, { text, operators: [xlogy, xlog1py] });

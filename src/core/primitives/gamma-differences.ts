/**
 * log Γ and its derivatives where they nearly cancel: at large arguments they are almost those of x log x - x, and
 * almost equal at two arguments that are close. Order 0 is log Γ, order 1 is ψ, and so on. All is for x > 0 and x + d > 0.
 */
import gammaln from '../../vendor/gammaln.js';
import { bernoulli, digammaValue, polygammaValue } from './gamma.js';
import { log1pmxValue } from './log1pmx.js';

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));

/** From here on, Stirling's series has all digits. */
const isLarge = (order: number, x: number): boolean => x >= order + 10;

/** Whether x + d is so far from x that a plain difference keeps its digits. */
const isFar = (x: number, d: number): boolean => !(Math.abs(d) <= x / 2);

const ofGamma = (order: number, x: number): number =>
  order === 0 ? gammaln(x) : order === 1 ? digammaValue(x) : polygammaValue(order - 1, x);

/** A derivative of x log x - x. */
const leading = (order: number, x: number): number =>
  order === 0 ? x * (Math.log(x) - 1) : order === 1 ? Math.log(x) : inverse(order - 1, x);

/** The same at x + d, less that at x. */
function leadingDifference(order: number, x: number, d: number): number {
  const l = Math.log1p(d / x);
  if (order === 0) return d * Math.log(x) + x * log1pmxValue(d / x) + d * l;
  return order === 1 ? l : inverse(order - 1, x) * Math.expm1((1 - order) * l);
}

/** The m-th derivative of log x. */
const inverse = (m: number, x: number): number =>
  ((m % 2 === 0 ? -1 : 1) * factorial(m - 1)) / x ** m;

/** Stirling's series without its leading part: `of` makes a term c / x^m of c and m. */
function series(order: number, of: (c: number, m: number) => number): number {
  const sign = order % 2 === 0 ? 1 : -1;
  let total = 0;
  for (let j = bernoulli.length; j >= 1; j--)
    total += of(sign * bernoulli[j - 1] * factorial(2 * j + order - 2), 2 * j + order - 1);
  return total + (order === 0 ? 0 : of((sign / 2) * factorial(order - 1), order));
}

/** A derivative of log Γ(x) - (x log x - x). O(order). */
export function gammaRemainder(order: number, x: number): number {
  if (!isLarge(order, x)) return ofGamma(order, x) - leading(order, x);
  const half = order === 0 ? -0.5 * Math.log(x / (2 * Math.PI)) : 0;
  return half + series(order, (c, m) => c / x ** m);
}

/** That at x + d, less that at x. */
export function gammaRemainderDifference(order: number, x: number, d: number): number {
  if (isFar(x, d)) return gammaRemainder(order, x + d) - gammaRemainder(order, x);
  if (!isLarge(order, x)) return gammaDifference(order, x, d) - leadingDifference(order, x, d);
  const l = Math.log1p(d / x);
  const half = order === 0 ? -0.5 * l : 0;
  return half + series(order, (c, m) => (c / x ** m) * Math.expm1(-m * l));
}

/** Where both are infinite, the argument next to the pole decides. */
const farDifference = (there: number, here: number, d: number): number =>
  there === here && !Number.isFinite(here) ? -Math.sign(d) * here : there - here;

/** A derivative of log Γ at x + d, less that at x. What is small goes upwards, term by term. */
export function gammaDifference(order: number, x: number, d: number): number {
  if (isFar(x, d)) return farDifference(ofGamma(order, x + d), ofGamma(order, x), d);
  let total = 0;
  let y = x;
  for (let k = 1; !isLarge(order, y); y = x + k++) total -= leadingDifference(order + 1, y, d);
  return total + leadingDifference(order, y, d) + gammaRemainderDifference(order, y, d);
}

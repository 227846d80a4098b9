/**
 * log Γ and its derivatives where they nearly cancel: at large arguments they are almost those of x log x -
 * x, and almost equal at two arguments that are close. Order 0 is log Γ, order 1 is ψ, and so on. All is for
 * x > 0 and x + d > 0.
 */
import gammaln from '../vendor/gammaln.js';
import { bernoulli, digammaValue, polygammaValue } from './gamma.js';
import { log1pmxValue } from './log1pmx.js';

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));

/** From here on, Stirling's series has all digits. */
const isLarge = (order: number, x: number): boolean => x >= order + 10;

/** True if x + d is so far from x that a plain difference keeps its digits. */
const isFar = (x: number, d: number): boolean => !(Math.abs(d) <= (x < 16 ? x / 8 : x / 2));

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

/**
 * A derivative of Stirling's series without x log x - x and the logarithm; at x + d less at x, if `l` is
 * log(1 + d / x). Terms are c / x^m, whose differences are c / x^m times e^(-m l) - 1.
 */
function series(order: number, x: number, l?: number): number {
  const square = l === undefined ? 0 : Math.expm1(-2 * l);
  let change = l === undefined ? 1 : Math.expm1(-(order + 1) * l);
  let c = (order % 2 === 0 ? 1 : -1) * factorial(order);
  let power = 1 / x ** (order + 1);
  let total = 0;
  for (let j = 0; j < bernoulli.length; j++) {
    const term = bernoulli[j] * c * power * change;
    total += term;
    if (Math.abs(term) < 1e-17 * Math.abs(total)) break;
    c *= (2 * j + order + 1) * (2 * j + order + 2);
    power /= x * x;
    if (l !== undefined) change += square * (1 + change);
  }
  if (order === 0) return total;
  const first = ((order % 2 === 0 ? 0.5 : -0.5) * factorial(order - 1)) / x ** order;
  return total + first * (l === undefined ? 1 : Math.expm1(-order * l));
}

/** A derivative of log Γ(x) - (x log x - x). O(order). */
export function gammaRemainder(order: number, x: number): number {
  if (!isLarge(order, x)) return ofGamma(order, x) - leading(order, x);
  const half = order === 0 ? -0.5 * Math.log(x / (2 * Math.PI)) : 0;
  return half + series(order, x);
}

/** That at x + d, less that at x. */
export function gammaRemainderDifference(order: number, x: number, d: number): number {
  if (isFar(x, d)) return gammaRemainder(order, x + d) - gammaRemainder(order, x);
  if (!isLarge(order, x)) return gammaDifference(order, x, d) - leadingDifference(order, x, d);
  const l = Math.log1p(d / x);
  const half = order === 0 ? -0.5 * l : 0;
  return half + series(order, x, l);
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

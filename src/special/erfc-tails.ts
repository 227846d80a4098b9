/**
 * The error function in its tail, without the factor e^-x² by which it leaves the range: with repeated
 * integrals of erfc, whose ratios are continued fractions (DLMF 7.18).
 */
import erf from '../vendor/erf.js';
import erfc from '../vendor/erfc.js';
import { productError } from './exact-products.js';

/** From here on, the continued fraction needs few terms, and the value itself would cancel. */
const FAR = 2;

const SQRT_PI = Math.sqrt(Math.PI);

/** e^(c x²) for a c by which nothing rounds: the exponent has twice the digits. */
const exponential = (c: number, x: number): number => {
  const square = x * x;
  // Further out, nothing is left of it, or everything.
  return Math.exp(c * square) * (square < 1e4 ? 1 + c * productError(x, x) : 1);
};

/** e^x² erfc x. */
export function erfcxValue(x: number): number {
  if (x < 0) return 2 * exponential(1, x) - erfcxValue(-x);
  return x < FAR ? exponential(1, x) * erfc(x) : 1 / (SQRT_PI * (x + tailRatio(1, x)));
}

/**
 * Rₙ = n/2 / (x + Rₙ₊₁) for n ≥ 1, which is near n / 2x far out. R₀ = x + R₁ is half of the negative
 * logarithmic derivative of erfc, and Rₙ' = 2 Rₙ (Rₙ - Rₙ₊₁). O(n + 20) far out.
 */
export function tailRatio(n: number, x: number): number {
  if (!(x < FAR)) {
    let ratio = 0;
    for (let k = n + 20 + Math.ceil(400 / (x * x)); k >= n; k--) ratio = k / 2 / (x + ratio);
    return ratio;
  }
  let ratio = 1 / (SQRT_PI * erfcxValue(x)) - x;
  for (let k = 1; k < n; k++) ratio = k / 2 / ratio - x;
  return ratio;
}

/** -d/dx log erfc x. */
export const erfcHazardValue = (x: number): number =>
  x < FAR ? 2 / (SQRT_PI * erfcxValue(x)) : 2 * (x + tailRatio(1, x));

/** log erfc x. */
export function logErfcValue(x: number): number {
  if (x > 1) return Math.log(erfcxValue(x)) - x * x;
  return x > -0.5 && x < 0.4 ? Math.log1p(-erf(x)) : Math.log(erfc(x));
}

/** Half of erfc (x / √2) for x > 0, where the rounding of the quotient would show. */
const upperTail = (x: number): number => (exponential(-0.5, x) * erfcxValue(x * Math.SQRT1_2)) / 2;

/** log Φ(x), the logarithm of the normal distribution function. */
export function logNdtrValue(x: number): number {
  if (x > 0.5) return Math.log1p(-upperTail(x));
  const y = -x * Math.SQRT1_2;
  return x > -1 ? Math.log(erfc(y) / 2) : Math.log(erfcxValue(y) / 2) - (x * x) / 2;
}

/** d/dx log Φ(x), the density over the distribution function. */
export function normalHazardValue(x: number): number {
  if (!(x > 0)) return Math.SQRT1_2 * erfcHazardValue(-x * Math.SQRT1_2);
  return exponential(-0.5, x) / Math.sqrt(2 * Math.PI) / (1 - upperTail(x));
}

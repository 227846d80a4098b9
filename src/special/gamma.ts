/**
 * Values of the derivatives of log Γ where those of the packages lose digits or signs. Arguments are reduced
 * exactly: the distance of x from the pole beside it is a difference without rounding.
 */
import digammaOfMost from '../vendor/digamma.js';

/** ψ(x), with ψ(x) = ψ(1 - x) - π cot πx beyond -1. O(1). */
export function digammaValue(x: number): number {
  if (!(x < -1)) return digammaOfMost(x);
  const beside = x - Math.round(x);
  return beside === 0 ? NaN : digammaOfMost(1 - x) - Math.PI / Math.tan(Math.PI * beside);
}

/**
 * The n-th derivative of ψ for n ≥ 1: (-1)ⁿ⁺¹ n! Σ (x + k)⁻ⁿ⁻¹ over all k ≥ 0. For a negative x, some
 * terms are on the left of 0, at the distances that `left` has. O(n).
 */
export function polygammaValue(n: number, x: number): number {
  const sign = n % 2 === 0 ? -1 : 1;
  if (x > 0) return sign * tail(n, x);
  const left = -x - Math.floor(-x);
  if (!(left > 0)) return x === -Infinity || Number.isNaN(x) ? NaN : sign > 0 ? Infinity : NaN;
  // The first two cancel half-way between the poles, where they are equal.
  return tail(n, left) + sign * tail(n, 1 - left) - tail(n, 1 - x);
}

/** B₂ⱼ / (2j)! for j = 1, 2, … */
export const bernoulli = [
  1 / 12,
  -1 / 720,
  1 / 30240,
  -1 / 1209600,
  1 / 47900160,
  -691 / 1307674368000,
  1 / 74724249600,
  -3617 / 10670622842880000,
  43867 / 5109094217170944000,
];

/**
 * n! Σ (x + k)⁻ⁿ⁻¹ for x > 0, relative to its first term so that nothing overflows before the result
 * does: some terms one by one, and the others by the formula of Euler and Maclaurin.
 */
function tail(n: number, x: number): number {
  let total = 0;
  let y = x;
  for (let k = 1; y < n + 10; y = x + k++) total += (x / y) ** (n + 1);
  let series = y / n + 0.5;
  let rising = n + 1;
  let power = 1 / y;
  bernoulli.forEach((b, j) => {
    series += b * rising * power;
    rising *= (n + 2 * j + 2) * (n + 2 * j + 3);
    power /= y * y;
  });
  total += series * (x / y) ** (n + 1);
  let result = total / x;
  for (let i = 1; i <= n; i++) result *= i / x;
  return result;
}

/** Student's distribution, and Cauchy's, which it is for one degree of freedom. */
import { le } from '../../../core/comparisons.js';
import { gammaDifference, gammaRemainderDifference } from '../../../special/gamma-differences.js';
import { lgammaRemainderDifference } from '../../../special/gamma-rows.js';
import { log1pmxValue } from '../../../special/log1pmx.js';
import type { Ternary } from '../../../core/primitives/row.js';
import { abs, add, div, mul, neg, sqrt, sub } from '../../../core/primitives/table.js';
import type { Real } from '../../../core/real.js';
import { smooth3 } from './smooth-rows.js';

const { log, log1p } = Math;

/**
 * With z = d / s: w = z² / (ν + z²), 1 - w, and ν w - (1 - w), which is 0 at z = 1; w / d and (1 - w) / s. No square leaves the range that
 * its ratio to ν does not leave.
 */
function weights(d: Real, freedom: Real, s: Real) {
  const size = abs(d);
  const root = sqrt(freedom);
  const ratio = div(div(size, s), root);
  const isNear = le(ratio, 1);
  const small = isNear ? ratio : mul(root, div(s, size));
  const square = mul(small, small);
  const rest = div(1, add(1, square));
  const [w, o] = isNear ? [mul(square, rest), rest] : [rest, mul(square, rest)];
  const [apart, sum] = [sub(size, s), add(size, s)];
  return {
    w,
    o,
    e: isNear
      ? mul(mul(o, div(apart, s)), div(sum, s))
      : mul(mul(mul(freedom, w), div(apart, size)), div(sum, size)),
    byD: isNear ? mul(o, div(div(d, s), mul(freedom, s))) : div(w, d),
    restByS: isNear ? div(o, s) : mul(mul(freedom, w), div(div(s, size), size)),
  };
}

const numbers = weights as (
  d: number,
  freedom: number,
  s: number,
) => Readonly<Record<keyof ReturnType<typeof weights>, number>>;

/** log(1 + z² / ν). */
function logKernel(d: number, freedom: number, s: number): number {
  const ratio = Math.abs(d / s) / Math.sqrt(freedom);
  if (ratio <= 1) return log1p(ratio * ratio);
  if (!(ratio < Infinity)) return 2 * (log(Math.abs(d)) - log(s)) - log(freedom);
  return 2 * log(ratio) + log1p(1 / ratio / ratio);
}

/** The logarithm of the density at the middle, for the scale 1. */
const logMiddle = (freedom: number): number =>
  freedom === 1
    ? -log(Math.PI)
    : gammaDifference(0, freedom / 2, 0.5) - 0.5 * (log(freedom) + log(Math.PI));

/** By the distance from the middle, degrees of freedom and scale. */
export const studentRow: Ternary = /* @__PURE__ */ smooth3(
  'student',
  (d, freedom, s) => logMiddle(freedom) - log(s) - 0.5 * (freedom + 1) * logKernel(d, freedom, s),
  [
    (d, freedom, s) => -(freedom + 1) * numbers(d, freedom, s).byD,
    (d, freedom, s) => {
      const { w } = numbers(d, freedom, s);
      const kernel = w <= 0.5 ? log1pmxValue(-w) : w - logKernel(d, freedom, s);
      const half = freedom / 2;
      const middle = log1pmxValue(0.5 / half) + gammaRemainderDifference(1, half, 0.5);
      return 0.5 * (middle + kernel + w / freedom);
    },
    (d, freedom, s) => numbers(d, freedom, s).e / s,
  ],
  [
    (d, freedom, s) => {
      const { w, o } = weights(d, freedom, s);
      const bend = mul(add(freedom, 1), sub(w, o));
      return le(w, 0.5) ? mul(div(div(o, mul(freedom, s)), s), bend) : mul(div(div(w, d), d), bend);
    },
    (d, freedom, s) => {
      const { byD, e } = weights(d, freedom, s);
      return neg(div(mul(byD, e), freedom));
    },
    (d, freedom, s) => {
      const { byD, restByS } = weights(d, freedom, s);
      return mul(mul(mul(2, add(freedom, 1)), restByS), byD);
    },
    (d, freedom, s) => {
      const { w, e } = weights(d, freedom, s);
      const half = mul(0.5, freedom);
      const rational = div(div(0.25, half), mul(half, add(half, 0.5)));
      const middle = add(lgammaRemainderDifference(2, half, 0.5), rational);
      return add(mul(0.25, middle), mul(div(div(w, freedom), freedom), mul(0.5, sub(e, 1))));
    },
    (d, freedom, s) => {
      const { w, e } = weights(d, freedom, s);
      return div(div(mul(w, e), freedom), s);
    },
    (d, freedom, s) => {
      const { w, o, e } = weights(d, freedom, s);
      return neg(div(div(add(e, mul(mul(2, add(freedom, 1)), mul(w, o))), s), s));
    },
  ],
);

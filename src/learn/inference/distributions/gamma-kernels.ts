/** The gamma distribution and its relatives. Their normalising constants are those of Stirling's series. */
import { eq } from '../../../core/comparisons.js';
import { productLess } from '../../../special/exact-products.js';
import { gammaRemainder } from '../../../special/gamma-differences.js';
import { polygamma } from '../../../special/special.js';
import { add, div, mul, neg, sub } from '../../../core/primitives/table.js';
import type { Binary, Ternary } from '../../../core/primitives/row.js';
import { exactSum, excess, logOf, minusProduct } from './deviance.js';
import { smooth2, smooth3 } from './smooth-rows.js';

const { log } = Math;

/** x y / a - 1. */
const relative = (a: number, x: number, y: number): number => productLess(x, y, a) / a;

/** log (x y / a), from afar. */
const logRatio = (a: number, x: number, y: number) => (): number => {
  const ratio = (x * y) / a;
  return ratio > 0 && ratio < Infinity ? log(ratio) : log(x) + log(y) - log(a);
};

/** By x, shape and rate, for x > 0. */
export const gammaRow: Ternary = /* @__PURE__ */ smooth3(
  'gamma',
  (x, a, rate) =>
    -a * excess(relative(a, x, rate), logRatio(a, x, rate)) - gammaRemainder(0, a) - log(x),
  [
    (x, a, rate) =>
      rate * x < Infinity ? exactSum(a, -1, ...minusProduct(rate, x)) / x : (a - 1) / x - rate,
    (x, a, rate) => logOf(relative(a, x, rate), logRatio(a, x, rate)) - gammaRemainder(1, a),
    (x, a, rate) => (rate * x < Infinity ? -productLess(x, rate, a) / rate : a / rate - x),
  ],
  [
    (x, a) => div(div(sub(1, a), x), x),
    (x) => div(1, x),
    () => -1,
    (_, a) => neg(polygamma(1, a)),
    (_, __, rate) => div(1, rate),
    (_, a, rate) => neg(div(div(a, rate), rate)),
  ],
);

/** scale / (a x) - 1. */
const inverseRelative = (x: number, a: number, scale: number): number => {
  const far = scale / x / a - 1;
  return far > -0.5 && far < 1 ? -productLess(a, x, scale) / (a * x) : far;
};

const inverseLogRatio = (x: number, a: number, scale: number) => (): number => {
  const ratio = scale / x / a;
  return ratio > 0 && ratio < Infinity ? log(ratio) : log(scale) - log(x) - log(a);
};

/** By x, shape and scale, for x > 0. */
export const inverseGammaRow: Ternary = /* @__PURE__ */ smooth3(
  'inverseGamma',
  (x, a, scale) =>
    -a * excess(inverseRelative(x, a, scale), inverseLogRatio(x, a, scale)) -
    gammaRemainder(0, a) -
    log(x),
  [
    (x, a, scale) => exactSum(scale, -x, ...minusProduct(a, x)) / x / x,
    (x, a, scale) =>
      logOf(inverseRelative(x, a, scale), inverseLogRatio(x, a, scale)) - gammaRemainder(1, a),
    (x, a, scale) => productLess(a, x, scale) / Math.max(x, scale) / Math.min(x, scale),
  ],
  [
    (x, a, scale) => div(div(sub(add(a, 1), mul(2, div(scale, x))), x), x),
    (x) => div(-1, x),
    (x) => div(div(1, x), x),
    (_, a) => neg(polygamma(1, a)),
    (_, __, scale) => div(1, scale),
    (_, a, scale) => neg(div(div(a, scale), scale)),
  ],
);

/** By count and mean, which is 0 only where the count is. */
export const poissonRow: Binary = /* @__PURE__ */ smooth2(
  'poisson',
  (k, mean) =>
    k === 0
      ? -mean
      : -k * excess((mean - k) / k, logRatio(k, mean, 1)) - gammaRemainder(0, k) - log(k),
  [
    (k, mean) =>
      k === 0
        ? log(mean) - gammaRemainder(1, 1)
        : logOf((mean - k) / k, logRatio(k, mean, 1)) - gammaRemainder(1, k) - 1 / k,
    (k, mean) => (k === 0 ? -1 : (k - mean) / mean),
  ],
  [
    (k) => neg(polygamma(1, add(k, 1))),
    (_, mean) => div(1, mean),
    (k, mean) => (eq(k, 0) ? 0 : neg(div(div(k, mean), mean))),
  ],
);

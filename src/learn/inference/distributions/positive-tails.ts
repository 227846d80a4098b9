/** Logarithms of distribution functions and survival functions on the half-line and on an interval. */
import { ge, gt, le } from '../../../core/comparisons.js';
import { erfc, logErfc } from '../../../special/special.js';
import { add, atan, div, exp, log, log1p, mul, neg, sub } from '../../../core/primitives/table.js';
import type { Real } from '../../../core/real.js';
import * as forms from './forms.js';
import { normalLogCdf, normalLogSurvival } from './line-tails.js';
import { log1mexp, log1mexpexp, logAtanExp, logErfExp, logRatio, uniformRow } from './log-rows.js';
import { density, isNotPositive, OUTSIDE, type Density1, type Density2 } from './support.js';

/**
 * The logarithm of the log-normal distribution function, by mean and standard deviation of the logarithm.
 *
 * @example logNormalLogCdf(1, 0, 1) // -Math.LN2
 */
export const logNormalLogCdf = /* @__PURE__ */ density(
  forms.logNormalLogCdf,
  [],
  (x: Real, mean: Real, deviation: Real): Real =>
    isNotPositive(x) ? OUTSIDE : normalLogCdf(log(x), mean, deviation),
) as Density2;

/**
 * The logarithm of the probability that a log-normal real is above x, by mean and standard deviation of the logarithm.
 *
 * @example logNormalLogSurvival(1, 0, 1) // -Math.LN2
 */
export const logNormalLogSurvival = /* @__PURE__ */ density(
  forms.logNormalLogSurvival,
  [],
  (x: Real, mean: Real, deviation: Real): Real => {
    if (isNotPositive(deviation)) return OUTSIDE;
    return isNotPositive(x) ? 0 : normalLogSurvival(log(x), mean, deviation);
  },
) as Density2;

/**
 * The logarithm of the distribution function of `halfNormalLogDensity`, by the standard deviation of the whole one.
 *
 * @example halfNormalLogCdf(1, 1) // -0.381715146302126
 */
export const halfNormalLogCdf = /* @__PURE__ */ density(
  forms.halfNormalLogCdf,
  [logErfExp, logRatio],
  (x: Real, deviation: Real): Real => {
    if (isNotPositive(deviation) || isNotPositive(x)) return OUTSIDE;
    const y = mul(Math.SQRT1_2, div(x, deviation));
    if (gt(y, 0.5)) return log1p(neg(erfc(y)));
    return logErfExp(sub(logRatio(x, deviation), 0.5 * Math.LN2));
  },
) as Density1;

/**
 * The logarithm of the probability of more than x, for the distribution of `halfNormalLogDensity`.
 *
 * @example halfNormalLogSurvival(0, 1) // 0
 */
export const halfNormalLogSurvival = /* @__PURE__ */ density(
  forms.halfNormalLogSurvival,
  [],
  (x: Real, deviation: Real): Real => {
    if (isNotPositive(deviation)) return OUTSIDE;
    return isNotPositive(x) ? 0 : logErfc(mul(Math.SQRT1_2, div(x, deviation)));
  },
) as Density1;

/** The logarithm of the share of the angle of y over x in a right angle. */
const logAngle = (y: Real, x: Real): Real => {
  if (le(y, x)) return add(logAtanExp(logRatio(y, x)), Math.log(2 / Math.PI));
  return log1p(mul(-2 / Math.PI, atan(div(x, y))));
};

/**
 * The logarithm of the distribution function of `halfCauchyLogDensity`, by its scale.
 *
 * @example halfCauchyLogCdf(1, 1) // -Math.LN2
 */
export const halfCauchyLogCdf = /* @__PURE__ */ density(
  forms.halfCauchyLogCdf,
  [logAtanExp, logRatio],
  (x: Real, scale: Real): Real =>
    isNotPositive(scale) || isNotPositive(x) ? OUTSIDE : logAngle(x, scale),
) as Density1;

/**
 * The logarithm of the probability of more than x, for the distribution of `halfCauchyLogDensity`.
 *
 * @example halfCauchyLogSurvival(1, 1) // -Math.LN2
 */
export const halfCauchyLogSurvival = /* @__PURE__ */ density(
  forms.halfCauchyLogSurvival,
  [logAtanExp, logRatio],
  (x: Real, scale: Real): Real => {
    if (isNotPositive(scale)) return OUTSIDE;
    return isNotPositive(x) ? 0 : logAngle(scale, x);
  },
) as Density1;

/**
 * The logarithm of the exponential distribution function, by its rate.
 *
 * @example exponentialLogCdf(Math.LN2, 1) // -Math.LN2
 */
export const exponentialLogCdf = /* @__PURE__ */ density(
  forms.exponentialLogCdf,
  [log1mexp, log1mexpexp],
  (x: Real, rate: Real): Real => {
    if (isNotPositive(rate) || isNotPositive(x)) return OUTSIDE;
    const product = mul(rate, x);
    return gt(product, 1) ? log1mexp(product) : log1mexpexp(neg(add(log(rate), log(x))));
  },
) as Density1;

/**
 * The logarithm of the probability that an exponential real is above x, by its rate.
 *
 * @example exponentialLogSurvival(1000, 2) // -2000
 */
export const exponentialLogSurvival = /* @__PURE__ */ density(
  forms.exponentialLogSurvival,
  [],
  (x: Real, rate: Real): Real => {
    if (isNotPositive(rate)) return OUTSIDE;
    return isNotPositive(x) ? 0 : neg(mul(rate, x));
  },
) as Density1;

/**
 * The logarithm of the Weibull distribution function, by shape and scale.
 *
 * @example weibullLogCdf(Math.LN2, 1, 1) // -Math.LN2
 */
export const weibullLogCdf = /* @__PURE__ */ density(
  forms.weibullLogCdf,
  [log1mexpexp, logRatio],
  (x: Real, shape: Real, scale: Real): Real => {
    if (isNotPositive(shape) || isNotPositive(scale) || isNotPositive(x)) return OUTSIDE;
    return log1mexpexp(neg(mul(shape, logRatio(x, scale))));
  },
) as Density2;

/**
 * The logarithm of the probability that a Weibull real is above x, by shape and scale.
 *
 * @example weibullLogSurvival(3, 2, 1) // -9
 */
export const weibullLogSurvival = /* @__PURE__ */ density(
  forms.weibullLogSurvival,
  [logRatio],
  (x: Real, shape: Real, scale: Real): Real => {
    if (isNotPositive(shape) || isNotPositive(scale)) return OUTSIDE;
    return isNotPositive(x) ? 0 : neg(exp(mul(shape, logRatio(x, scale))));
  },
) as Density2;

/**
 * The logarithm of the uniform distribution function between two bounds.
 *
 * @example uniformLogCdf(3, 1, 5) // -Math.LN2
 */
export const uniformLogCdf = /* @__PURE__ */ density(
  forms.uniformLogCdf,
  [uniformRow],
  (x: Real, lower: Real, upper: Real): Real => {
    if (ge(lower, upper) || le(x, lower)) return OUTSIDE;
    return ge(x, upper) ? 0 : uniformRow(x, lower, upper);
  },
) as Density2;

/**
 * The logarithm of the probability that a uniform real between two bounds is above x.
 *
 * @example uniformLogSurvival(3, 1, 5) // -Math.LN2
 */
export const uniformLogSurvival = /* @__PURE__ */ density(
  forms.uniformLogSurvival,
  [uniformRow],
  (x: Real, lower: Real, upper: Real): Real => {
    if (ge(lower, upper) || ge(x, upper)) return OUTSIDE;
    return le(x, lower) ? 0 : uniformRow(neg(x), neg(upper), neg(lower));
  },
) as Density2;

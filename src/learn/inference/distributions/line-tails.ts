/**
 * Logarithms of distribution functions on the whole line, P(X ≤ x), and of survival functions, P(X > x). They hold in both
 * tails, as the probabilities themselves do not.
 */
import { gt, le, lt } from '../../../core/comparisons.js';
import { logNdtr } from '../../../special/special.js';
import {
  abs,
  atan,
  div,
  exp,
  log,
  log1p,
  mul,
  neg,
  softplus,
  sub,
} from '../../../core/primitives/table.js';
import type { Real } from '../../../core/real.js';
import * as forms from './forms.js';
import { log1mexpexp, logAtanExp, logRatio } from './log-rows.js';
import { density, isNotPositive, OUTSIDE, standard, type Density2 } from './support.js';

const mirrored = (x: Real, location: Real, scale: Real): Real => div(sub(location, x), scale);

/**
 * The logarithm of the normal distribution function, by mean and standard deviation.
 *
 * @example normalLogCdf(0, 0, 1) // -Math.LN2
 */
export const normalLogCdf = /* @__PURE__ */ density(
  forms.normalLogCdf,
  [],
  (x: Real, mean: Real, deviation: Real): Real =>
    isNotPositive(deviation) ? OUTSIDE : logNdtr(standard(x, mean, deviation)),
) as Density2;

/**
 * The logarithm of the probability that a normal real is above x, by mean and standard deviation.
 *
 * @example normalLogSurvival(40, 0, 1) // -804.6084420137538
 */
export const normalLogSurvival = /* @__PURE__ */ density(
  forms.normalLogSurvival,
  [],
  (x: Real, mean: Real, deviation: Real): Real =>
    isNotPositive(deviation) ? OUTSIDE : logNdtr(mirrored(x, mean, deviation)),
) as Density2;

/** The logarithm of the probability that a Cauchy real of this scale is above d. */
const aboveCauchy = (d: Real, scale: Real): Real => {
  const size = abs(d);
  if (le(size, scale)) return log(sub(0.5, mul(1 / Math.PI, atan(div(d, scale)))));
  return gt(d, 0)
    ? sub(logAtanExp(logRatio(scale, size)), Math.log(Math.PI))
    : log1p(mul(-1 / Math.PI, atan(div(scale, size))));
};

/**
 * The logarithm of the Cauchy distribution function, by location and scale.
 *
 * @example cauchyLogCdf(0, 0, 1) // -Math.LN2
 */
export const cauchyLogCdf = /* @__PURE__ */ density(
  forms.cauchyLogCdf,
  [logAtanExp, logRatio],
  (x: Real, location: Real, scale: Real): Real =>
    isNotPositive(scale) ? OUTSIDE : aboveCauchy(sub(location, x), scale),
) as Density2;

/**
 * The logarithm of the probability that a Cauchy real is above x, by location and scale.
 *
 * @example cauchyLogSurvival(1e200, 0, 1) // -461.6617484846586
 */
export const cauchyLogSurvival = /* @__PURE__ */ density(
  forms.cauchyLogSurvival,
  [logAtanExp, logRatio],
  (x: Real, location: Real, scale: Real): Real =>
    isNotPositive(scale) ? OUTSIDE : aboveCauchy(sub(x, location), scale),
) as Density2;

const ofLaplace = (z: Real): Real => (lt(z, 0) ? sub(z, Math.LN2) : log1p(mul(-0.5, exp(neg(z)))));

/**
 * The logarithm of the Laplace distribution function, by location and scale.
 *
 * @example laplaceLogCdf(-2, 0, 1) // -2 - Math.LN2 = -2.6931471805599454
 */
export const laplaceLogCdf = /* @__PURE__ */ density(
  forms.laplaceLogCdf,
  [],
  (x: Real, location: Real, scale: Real): Real =>
    isNotPositive(scale) ? OUTSIDE : ofLaplace(standard(x, location, scale)),
) as Density2;

/**
 * The logarithm of the probability that a Laplace real is above x, by location and scale.
 *
 * @example laplaceLogSurvival(2, 0, 1) // -2 - Math.LN2 = -2.6931471805599454
 */
export const laplaceLogSurvival = /* @__PURE__ */ density(
  forms.laplaceLogSurvival,
  [],
  (x: Real, location: Real, scale: Real): Real =>
    isNotPositive(scale) ? OUTSIDE : ofLaplace(mirrored(x, location, scale)),
) as Density2;

/**
 * The logarithm of the logistic distribution function, by location and scale.
 *
 * @example logisticLogCdf(0, 0, 1) // -Math.LN2
 */
export const logisticLogCdf = /* @__PURE__ */ density(
  forms.logisticLogCdf,
  [],
  (x: Real, location: Real, scale: Real): Real =>
    isNotPositive(scale) ? OUTSIDE : neg(softplus(mirrored(x, location, scale))),
) as Density2;

/**
 * The logarithm of the probability that a logistic real is above x, by location and scale.
 *
 * @example logisticLogSurvival(1000, 0, 1) // -1000
 */
export const logisticLogSurvival = /* @__PURE__ */ density(
  forms.logisticLogSurvival,
  [],
  (x: Real, location: Real, scale: Real): Real =>
    isNotPositive(scale) ? OUTSIDE : neg(softplus(standard(x, location, scale))),
) as Density2;

/**
 * The logarithm of the Gumbel distribution function, by location and scale.
 *
 * @example gumbelLogCdf(0, 0, 1) // -1
 */
export const gumbelLogCdf = /* @__PURE__ */ density(
  forms.gumbelLogCdf,
  [],
  (x: Real, location: Real, scale: Real): Real =>
    isNotPositive(scale) ? OUTSIDE : neg(exp(mirrored(x, location, scale))),
) as Density2;

/**
 * The logarithm of the probability that a Gumbel real is above x, by location and scale.
 *
 * @example gumbelLogSurvival(1000, 0, 1) // -1000
 */
export const gumbelLogSurvival = /* @__PURE__ */ density(
  forms.gumbelLogSurvival,
  [log1mexpexp],
  (x: Real, location: Real, scale: Real): Real =>
    isNotPositive(scale) ? OUTSIDE : log1mexpexp(standard(x, location, scale)),
) as Density2;

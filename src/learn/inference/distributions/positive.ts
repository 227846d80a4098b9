/** Log densities on the half-line and on the unit interval. */
import { eq, gt, lt } from '../../../core/comparisons.js';
import { lgamma, logBeta } from '../../../special/special.js';
import { add, exp, log, mul, neg, sub } from '../../../core/primitives/table.js';
import type { Real } from '../../../core/real.js';
import { betaRow } from './beta-kernels.js';
import * as forms from './forms.js';
import { gammaRow, inverseGammaRow } from './gamma-kernels.js';
import { logRatio, xlog1py, xlogy } from './log-rows.js';
import { density, isNotPositive, OUTSIDE, type Density1, type Density2 } from './support.js';

/**
 * The exponential distribution, by its rate.
 *
 * @example exponentialLogDensity(2, 1) // -2
 */
export const exponentialLogDensity = /* @__PURE__ */ density(
  forms.exponentialLogDensity,
  [],
  (x: Real, rate: Real): Real => {
    if (lt(x, 0) || isNotPositive(rate)) return OUTSIDE;
    return sub(log(rate), mul(rate, x));
  },
) as Density1;

/**
 * The gamma distribution, by shape and rate. At 0 the density is infinite for a shape below 1.
 *
 * @example gammaLogDensity(2, 1, 1) // -2
 */
export const gammaLogDensity = /* @__PURE__ */ density(
  forms.gammaLogDensity,
  [gammaRow, xlogy],
  (x: Real, shape: Real, rate: Real): Real => {
    if (lt(x, 0) || isNotPositive(shape) || isNotPositive(rate)) return OUTSIDE;
    if (!eq(x, 0)) return gammaRow(x, shape, rate);
    if (gt(shape, 1)) return OUTSIDE;
    const weighted = sub(xlogy(sub(shape, 1), x), mul(rate, x));
    return add(weighted, sub(mul(shape, log(rate)), lgamma(shape)));
  },
) as Density2;

/**
 * The distribution of the reciprocal of a real with a gamma distribution, by shape and scale.
 *
 * @example inverseGammaLogDensity(1, 1, 1) // -1
 */
export const inverseGammaLogDensity = /* @__PURE__ */ density(
  forms.inverseGammaLogDensity,
  [inverseGammaRow],
  (x: Real, shape: Real, scale: Real): Real => {
    if (isNotPositive(x) || isNotPositive(shape) || isNotPositive(scale)) return OUTSIDE;
    return inverseGammaRow(x, shape, scale);
  },
) as Density2;

/**
 * The Weibull distribution, by shape and scale. At 0 the density is infinite for a shape below 1.
 *
 * @example weibullLogDensity(2, 1, 1) // -2
 */
export const weibullLogDensity = /* @__PURE__ */ density(
  forms.weibullLogDensity,
  [xlogy, logRatio],
  (x: Real, shape: Real, scale: Real): Real => {
    if (lt(x, 0) || isNotPositive(shape) || isNotPositive(scale)) return OUTSIDE;
    if (eq(x, 0)) {
      if (gt(shape, 1)) return OUTSIDE;
      return add(sub(log(shape), mul(shape, log(scale))), xlogy(sub(shape, 1), x));
    }
    const ratio = logRatio(x, scale);
    const weighted = sub(mul(sub(shape, 1), ratio), exp(mul(shape, ratio)));
    return add(weighted, sub(log(shape), log(scale)));
  },
) as Density2;

/**
 * The beta distribution on the interval from 0 to 1, by its two shapes. At an end it is infinite for a shape below 1.
 *
 * @example betaLogDensity(0.5, 2, 2) // Math.log(1.5) = 0.4054651081081644
 */
export const betaLogDensity = /* @__PURE__ */ density(
  forms.betaLogDensity,
  [betaRow, xlogy, xlog1py],
  (x: Real, a: Real, b: Real): Real => {
    if (lt(x, 0) || gt(x, 1) || isNotPositive(a) || isNotPositive(b)) return OUTSIDE;
    if (!eq(x, 0) && !eq(x, 1)) return betaRow(x, a, b);
    if ((eq(x, 0) && gt(a, 1)) || (eq(x, 1) && gt(b, 1))) return OUTSIDE;
    const weighted = add(xlogy(sub(a, 1), x), xlog1py(sub(b, 1), neg(x)));
    return sub(weighted, logBeta(a, b));
  },
) as Density2;

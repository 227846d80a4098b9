/** Log densities on the half-line and on the unit interval. */
import { eq, gt, lt } from '../../../core/comparisons.js';
import { lgamma } from '../../../core/primitives/special.js';
import { add, div, log, mul, neg, sub } from '../../../core/primitives/table.js';
import type { Real } from '../../../core/real.js';
import * as forms from './forms.js';
import {
  density,
  isNotPositive,
  OUTSIDE,
  xlog1py,
  xlogy,
  type Density1,
  type Density2,
} from './support.js';

/**
 * The exponential distribution, by its rate.
 *
 * @example exponentialLogDensity(2, 1) // -2
 */
export const exponentialLogDensity = /* @__PURE__ */ density(
  forms.exponentialLogDensity,
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
  (x: Real, shape: Real, rate: Real): Real => {
    if (lt(x, 0) || isNotPositive(shape) || isNotPositive(rate)) return OUTSIDE;
    if (eq(x, 0) && gt(shape, 1)) return OUTSIDE;
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
  (x: Real, shape: Real, scale: Real): Real => {
    if (isNotPositive(x) || isNotPositive(shape) || isNotPositive(scale)) return OUTSIDE;
    const weighted = neg(add(mul(add(shape, 1), log(x)), div(scale, x)));
    return add(weighted, sub(mul(shape, log(scale)), lgamma(shape)));
  },
) as Density2;

/**
 * The beta distribution on the interval from 0 to 1, by its two shapes. At an end it is infinite for a shape below 1.
 *
 * @example betaLogDensity(0.5, 2, 2) // Math.log(1.5) = 0.4054651081081644
 */
export const betaLogDensity = /* @__PURE__ */ density(
  forms.betaLogDensity,
  (x: Real, a: Real, b: Real): Real => {
    if (lt(x, 0) || gt(x, 1) || isNotPositive(a) || isNotPositive(b)) return OUTSIDE;
    if ((eq(x, 0) && gt(a, 1)) || (eq(x, 1) && gt(b, 1))) return OUTSIDE;
    const weighted = add(xlogy(sub(a, 1), x), xlog1py(sub(b, 1), neg(x)));
    return add(weighted, sub(lgamma(add(a, b)), add(lgamma(a), lgamma(b))));
  },
) as Density2;

/** Log densities on the whole line, and of their halves. */
import { ge, gt, lt } from '../../../core/comparisons.js';
import { abs } from '../../../core/primitives/piecewise.js';
import { add, log, mul, neg, sub } from '../../../core/primitives/table.js';
import type { Real } from '../../../core/real.js';
import * as forms from './forms.js';
import { expPlus, logCosh } from './log-rows.js';
import { studentRow } from './student-kernel.js';
import {
  density,
  isNotPositive,
  LOG_2PI,
  OUTSIDE,
  standard,
  type Density1,
  type Density2,
  type Density3,
} from './support.js';

/**
 * The normal distribution, by mean and standard deviation.
 *
 * @example normalLogDensity(3, 1, 2) // -0.5 - Math.log(2) - Math.log(2 * Math.PI) / 2 = -2.1120857137646182
 */
export const normalLogDensity = /* @__PURE__ */ density(
  forms.normalLogDensity,
  [],
  (x: Real, mean: Real, deviation: Real): Real => {
    if (isNotPositive(deviation)) return OUTSIDE;
    const z = standard(x, mean, deviation);
    return sub(mul(-0.5, mul(z, z)), add(log(deviation), 0.5 * LOG_2PI));
  },
) as Density2;

/**
 * The log-normal distribution, by mean and standard deviation of the logarithm.
 *
 * @example logNormalLogDensity(1, 0, 1) // -0.9189385332046727
 */
export const logNormalLogDensity = /* @__PURE__ */ density(
  forms.logNormalLogDensity,
  [],
  (x: Real, mean: Real, deviation: Real): Real => {
    if (isNotPositive(x)) return OUTSIDE;
    const y = log(x);
    return sub(normalLogDensity(y, mean, deviation), y);
  },
) as Density2;

/**
 * Student's t distribution, by degrees of freedom, location and scale.
 *
 * @example studentTLogDensity(0, 1, 0, 1) // -Math.log(Math.PI) = -1.1447298858494002
 */
export const studentTLogDensity = /* @__PURE__ */ density(
  forms.studentTLogDensity,
  [studentRow],
  (x: Real, freedom: Real, location: Real, scale: Real): Real => {
    if (isNotPositive(freedom) || isNotPositive(scale)) return OUTSIDE;
    return studentRow(sub(x, location), freedom, scale);
  },
) as Density3;

/**
 * The Cauchy distribution, by location and scale.
 *
 * @example cauchyLogDensity(0, 0, 1) // -Math.log(Math.PI) = -1.1447298858494002
 */
export const cauchyLogDensity = /* @__PURE__ */ density(
  forms.cauchyLogDensity,
  [studentRow],
  (x: Real, location: Real, scale: Real): Real => {
    if (isNotPositive(scale)) return OUTSIDE;
    return studentRow(sub(x, location), 1, scale);
  },
) as Density2;

/**
 * The Laplace distribution, by location and scale.
 *
 * @example laplaceLogDensity(2, 0, 1) // -2 - Math.log(2) = -2.6931471805599454
 */
export const laplaceLogDensity = /* @__PURE__ */ density(
  forms.laplaceLogDensity,
  [],
  (x: Real, location: Real, scale: Real): Real => {
    if (isNotPositive(scale)) return OUTSIDE;
    return neg(add(abs(standard(x, location, scale)), add(log(scale), Math.LN2)));
  },
) as Density2;

/**
 * The logistic distribution, by location and scale.
 *
 * @example logisticLogDensity(0, 0, 1) // -2 * Math.log(2) = -1.3862943611198906
 */
export const logisticLogDensity = /* @__PURE__ */ density(
  forms.logisticLogDensity,
  [logCosh],
  (x: Real, location: Real, scale: Real): Real => {
    if (isNotPositive(scale)) return OUTSIDE;
    const half = mul(0.5, standard(x, location, scale));
    return neg(add(log(mul(4, scale)), mul(2, logCosh(half))));
  },
) as Density2;

/**
 * The Gumbel distribution, of the largest of many, by location and scale.
 *
 * @example gumbelLogDensity(0, 0, 1) // -1
 */
export const gumbelLogDensity = /* @__PURE__ */ density(
  forms.gumbelLogDensity,
  [expPlus],
  (x: Real, location: Real, scale: Real): Real => {
    if (isNotPositive(scale)) return OUTSIDE;
    return neg(add(log(scale), expPlus(standard(x, location, scale))));
  },
) as Density2;

/**
 * The uniform distribution between two bounds, which belong to it.
 *
 * @example uniformLogDensity(3, 1, 5) // -Math.log(4) = -1.3862943611198906
 */
export const uniformLogDensity = /* @__PURE__ */ density(
  forms.uniformLogDensity,
  [],
  (x: Real, lower: Real, upper: Real): Real => {
    if (ge(lower, upper) || lt(x, lower) || gt(x, upper)) return OUTSIDE;
    return neg(log(sub(upper, lower)));
  },
) as Density2;

/** The log density on one side of 0, which counts twice. */
const half = (x: Real, both: Real): Real => (lt(x, 0) ? OUTSIDE : add(both, Math.LN2));

/**
 * The normal distribution around 0 on the half-line x ≥ 0, by the standard deviation of the whole one.
 *
 * @example halfNormalLogDensity(0, 1) // Math.log(2 / Math.PI) / 2 = -0.22579135264472744
 */
export const halfNormalLogDensity = /* @__PURE__ */ density(
  forms.halfNormalLogDensity,
  [],
  (x: Real, deviation: Real): Real => half(x, normalLogDensity(x, 0, deviation)),
) as Density1;

/**
 * The Cauchy distribution around 0 on the half-line x ≥ 0, by its scale.
 *
 * @example halfCauchyLogDensity(0, 1) // Math.log(2 / Math.PI) = -0.4515827052894548
 */
export const halfCauchyLogDensity = /* @__PURE__ */ density(
  forms.halfCauchyLogDensity,
  [studentRow],
  (x: Real, scale: Real): Real => half(x, cauchyLogDensity(x, 0, scale)),
) as Density1;

/**
 * Student's t distribution around 0 on the half-line x ≥ 0, by degrees of freedom and scale.
 *
 * @example halfStudentTLogDensity(0, 1, 1) // Math.log(2 / Math.PI) = -0.4515827052894548
 */
export const halfStudentTLogDensity = /* @__PURE__ */ density(
  forms.halfStudentTLogDensity,
  [studentRow],
  (x: Real, freedom: Real, scale: Real): Real => half(x, studentTLogDensity(x, freedom, 0, scale)),
) as Density2;

/**
 * Logarithms of the probabilities of counts. What is not a natural number has the probability 0. Counts may be under
 * differentiation, too, and have the derivative of the formula between them.
 */
import { eq, gt, lt } from '../../../core/comparisons.js';
import { add, log, log1p, logSumExp, neg, softplus, sub } from '../../../core/primitives/table.js';
import { primalOf, type Real } from '../../../core/real.js';
import type { Reals } from '../../../core/types.js';
import { binomialRow, negativeBinomialRow } from './beta-kernels.js';
import * as forms from './forms.js';
import { poissonRow } from './gamma-kernels.js';
import { xlog1py, xlogy } from './log-rows.js';
import {
  density,
  isNotNatural,
  isNotPositive,
  logChoose,
  OUTSIDE,
  type Density1,
  type Density2,
} from './support.js';

const isNoProbability = (p: Real): boolean => lt(p, 0) || gt(p, 1);

/**
 * The number of successes in n independent trials, by n and the probability of one.
 *
 * @example binomialLogDensity(1, 2, 0.5) // Math.log(0.5) = -0.6931471805599453
 */
export const binomialLogDensity = /* @__PURE__ */ density(
  forms.binomialLogDensity,
  [binomialRow, xlogy, xlog1py],
  (k: Real, n: Real, p: Real): Real => {
    if (isNotNatural(k) || isNotNatural(n) || gt(k, n) || isNoProbability(p)) return OUTSIDE;
    if ((eq(p, 0) && gt(k, 0)) || (eq(p, 1) && lt(k, n))) return OUTSIDE;
    if (gt(p, 0) && lt(p, 1)) return binomialRow(k, n, p);
    return add(logChoose(n, k), add(xlogy(k, p), xlog1py(sub(n, k), neg(p))));
  },
) as Density2;

/**
 * Success (1) or failure (0), by the probability of success.
 *
 * @example bernoulliLogDensity(1, 0.5) // Math.log(0.5) = -0.6931471805599453
 */
export const bernoulliLogDensity = /* @__PURE__ */ density(
  forms.bernoulliLogDensity,
  [],
  (k: Real, p: Real): Real => {
    if (isNoBit(k) || isNoProbability(p)) return OUTSIDE;
    if (eq(k, 1)) return eq(p, 0) ? OUTSIDE : log(p);
    return eq(p, 1) ? OUTSIDE : log1p(neg(p));
  },
) as Density1;

const isNoBit = (k: Real): boolean => {
  const bit = primalOf(k);
  return bit !== 0 && bit !== 1;
};

/**
 * Success (1) or failure (0), by the logit log p / (1 - p) of the probability of success.
 *
 * @example bernoulliLogitLogDensity(1, 0) // Math.log(0.5) = -0.6931471805599453
 */
export const bernoulliLogitLogDensity = /* @__PURE__ */ density(
  forms.bernoulliLogitLogDensity,
  [],
  (k: Real, logit: Real): Real => {
    if (isNoBit(k)) return OUTSIDE;
    return neg(softplus(eq(k, 1) ? neg(logit) : logit));
  },
) as Density1;

/**
 * The Poisson distribution, by its mean.
 *
 * @example poissonLogDensity(0, 3) // -3
 */
export const poissonLogDensity = /* @__PURE__ */ density(
  forms.poissonLogDensity,
  [poissonRow],
  (k: Real, mean: Real): Real => {
    if (isNotNatural(k) || lt(mean, 0) || (eq(mean, 0) && gt(k, 0))) return OUTSIDE;
    return poissonRow(k, mean);
  },
) as Density1;

/**
 * The negative binomial distribution, by its mean m and the φ in its variance m + m² / φ.
 *
 * @example negativeBinomialLogDensity(0, 1, 1) // Math.log(0.5) = -0.6931471805599453
 */
export const negativeBinomialLogDensity = /* @__PURE__ */ density(
  forms.negativeBinomialLogDensity,
  [negativeBinomialRow],
  (k: Real, mean: Real, phi: Real): Real => {
    if (isNotNatural(k) || lt(mean, 0) || isNotPositive(phi)) return OUTSIDE;
    if (eq(mean, 0) && gt(k, 0)) return OUTSIDE;
    return negativeBinomialRow(k, mean, phi);
  },
) as Density2;

/** A log density of one of several kinds, counted from 0. */
export interface CategoricalDensity {
  (k: number, weights: ArrayLike<number>): number;
  (k: number, weights: Reals): Real;
}

const isNoPlace = (k: number, length: number): boolean =>
  !(Number.isInteger(k) && k >= 0 && k < length);

/**
 * One of several kinds, counted from 0, by their probabilities, which are taken to add up to 1.
 *
 * @example categoricalLogDensity(1, [0.5, 0.25, 0.25]) // Math.log(0.25) = -1.3862943611198906
 */
export const categoricalLogDensity = /* @__PURE__ */ density(
  forms.categoricalLogDensity,
  [],
  (k: number, probabilities: Reals): Real => {
    if (isNoPlace(k, probabilities.length) || isNotPositive(probabilities[k])) return OUTSIDE;
    return log(probabilities[k]);
  },
) as CategoricalDensity;

/**
 * One of several kinds, counted from 0, by logits: logarithms of their probabilities, up to a common summand.
 *
 * @example categoricalLogitLogDensity(1, [0, 0]) // Math.log(0.5) = -0.6931471805599453
 */
export const categoricalLogitLogDensity = /* @__PURE__ */ density(
  forms.categoricalLogitLogDensity,
  [],
  (k: number, logits: Reals): Real =>
    isNoPlace(k, logits.length) ? OUTSIDE : sub(logits[k], logSumExp(logits)),
) as CategoricalDensity;

/** Log densities of vectors. */
import { eq, gt, lt } from '../../../core/comparisons.js';
import { lgamma } from '../../../special/special.js';
import { div, log, mul, sub, sum, add } from '../../../core/primitives/table.js';
import { primalOf, type Real } from '../../../core/real.js';
import type { Reals } from '../../../core/types.js';
import { vectorSizes } from '../errors.js';
import * as forms from './forms.js';
import { xlogy } from './log-rows.js';
import { density, isNotPositive, LOG_2PI, OUTSIDE } from './support.js';

/** The most by which the sum of shares may differ from 1, to allow for rounding. */
const ROUNDING = 1e-8;

/** The log density of shares of a whole. */
export interface DirichletDensity {
  (shares: ArrayLike<number>, weights: ArrayLike<number>): number;
  (shares: Reals, weights: Reals): Real;
}

/**
 * The Dirichlet distribution of shares that add up to 1, by a weight for each.
 *
 * @throws DeltaTapeError if there is not one weight for each share.
 * @example dirichletLogDensity([0.2, 0.3, 0.5], [1, 1, 1]) // Math.log(2) = 0.6931471805599453
 */
export const dirichletLogDensity = /* @__PURE__ */ density(
  forms.dirichletLogDensity,
  [xlogy],
  (shares: Reals, weights: Reals): Real => {
    const [xs, alphas] = [Array.from(shares), Array.from(weights)];
    if (xs.length !== alphas.length) {
      throw vectorSizes('dirichletLogDensity', xs.length, 'weights', alphas.length);
    }
    const total = xs.reduce<number>((sofar, x) => sofar + primalOf(x), 0);
    const isOutside = Math.abs(total - 1) > ROUNDING || xs.some((x) => lt(x, 0));
    if (isOutside || alphas.some(isNotPositive)) return OUTSIDE;
    if (xs.some((x, k) => eq(x, 0) && gt(alphas[k], 1))) return OUTSIDE;
    const terms = xs.map((x, k) => sub(xlogy(sub(alphas[k], 1), x), lgamma(alphas[k])));
    return add(sum(terms), lgamma(sum(alphas)));
  },
) as DirichletDensity;

/** The log density of a vector whose elements vary together. */
export interface MultivariateNormalDensity {
  (xs: ArrayLike<number>, means: ArrayLike<number>, factor: ArrayLike<ArrayLike<number>>): number;
  (xs: Reals, means: Reals, factor: ArrayLike<Reals>): Real;
}

/**
 * The normal distribution of a vector, by its mean and the lower triangular L in its covariance L Lᵀ, whose
 * diagonal is positive. The entries above the diagonal are ignored. O(size²).
 *
 * @throws DeltaTapeError if sizes differ.
 * @example multivariateNormalLogDensity([0, 0], [0, 0], [[1, 0], [1, 1]]) // -Math.log(2 * Math.PI) = -1.8378770664093453
 */
export const multivariateNormalLogDensity = /* @__PURE__ */ density(
  forms.multivariateNormalLogDensity,
  [],
  (xs: Reals, means: Reals, factor: ArrayLike<Reals>): Real => {
    const size = xs.length;
    if (means.length !== size)
      throw vectorSizes('multivariateNormalLogDensity', size, 'means', means.length);
    if (factor.length !== size)
      throw vectorSizes('multivariateNormalLogDensity', size, 'rows of the factor', factor.length);
    const zs: Real[] = [];
    const logs: Real[] = [];
    for (let i = 0; i < size; i++) {
      const row = factor[i];
      if (isNotPositive(row[i])) return OUTSIDE;
      const known = sum(zs.map((z, j) => mul(row[j], z)));
      zs.push(div(sub(sub(xs[i], means[i]), known), row[i]));
      logs.push(log(row[i]));
    }
    const squares = sum(zs.map((z) => mul(z, z)));
    return sub(sub(mul(-0.5, squares), sum(logs)), (size / 2) * LOG_2PI);
  },
) as MultivariateNormalDensity;

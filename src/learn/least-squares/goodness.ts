/** Numbers by which models are compared: how well each fits. */

export interface Goodness {
  readonly reducedChiSquared: number;
  readonly aic: number;
  readonly bic: number;
}

interface Fitted {
  /** Half the sum of the squares of weighed residuals, in units of the square of `unit`; or of their losses. */
  readonly cost: number;
  readonly unit: number;
  readonly residuals: number;
  readonly rank: number;
  /** The sum of the logarithms of the deviations by which residuals were weighed. */
  readonly logDeviations: number;
  /** True if these deviations are right as they are. */
  readonly isAbsolute: boolean;
  readonly isNormal: boolean;
}

/**
 * By the likelihood of normal residuals, of which the scale is a parameter, too, unless it is known. Squares of a unit
 * may overflow where their logarithms do not.
 */
export function goodnessOf(fitted: Fitted): Goodness {
  const { cost, unit, residuals: n, rank, logDeviations, isAbsolute, isNormal } = fitted;
  const freedom = n - rank;
  const chiSquared = 2 * cost * unit * unit;
  const spread = isAbsolute
    ? chiSquared + n * Math.log(2 * Math.PI)
    : n * (Math.log((2 * Math.PI * 2 * cost) / n) + 2 * Math.log(unit) + 1);
  const deviance = isNormal ? spread + 2 * logDeviations : NaN;
  const parameters = isAbsolute ? rank : rank + 1;
  return {
    reducedChiSquared: freedom > 0 ? chiSquared / freedom : NaN,
    aic: deviance + 2 * parameters,
    bic: deviance + Math.log(n) * parameters,
  };
}

/**
 * Unknowns that a fit leaves where the model is flat, such as the rate of exp(−rate x) once that is 0: the residuals do not
 * determine them, though the Jacobian there is not 0 but tiny. A column that is less than rounding error is a suspect; as
 * the unknown itself may be as small, the cost a standard error away decides. O(suspects) evaluations.
 */
import type { Box } from '../runs/bounds.js';
import { norm } from '../runs/vectors.js';
import type { Costs, LeastSquaresPoint } from './costs.js';

/** A column is a suspect if moving the unknown by itself changes residuals by less, in units of their sizes. */
const ROUNDING = 64 * Number.EPSILON;
/** The part of what the linear model promises below which the cost does not change. */
const PART = 1e-3;

/** For each unknown: true if the cost does not change with it. */
export function flatUnknowns(
  costs: Pick<Costs, 'cost'>,
  box: Box | null,
  {
    x,
    value,
    residuals,
    jacobian,
  }: Pick<LeastSquaresPoint, 'x' | 'value' | 'residuals' | 'jacobian'>,
): boolean[] {
  const norms = jacobian.columnNorms();
  const sizes = norms.map((size, j) => size * Math.abs(x[j]));
  const least = ROUNDING * (norm(sizes) + norm(residuals));
  const gain = value / Math.max(1, residuals.length - x.length);
  return Array.from(norms, (size: number, j) => {
    if (!(size > 0 && x[j] !== 0 && sizes[j] <= least && gain > 0)) return false;
    const step = Math.sqrt(2 * gain) / size;
    const isInside = (there: number) =>
      box === null || (there >= box.lower[j] && there <= box.upper[j]);
    return [x[j] + step, x[j] - step].some(
      (there) => isInside(there) && isAsBefore(costs.cost(x.with(j, there)), value, gain),
    );
  });
}

const isAsBefore = (cost: number, before: number, gain: number): boolean =>
  Math.abs(cost - before) <= PART * gain;

/**
 * Robust losses, as in SciPy: ρ(z) of z = (residual / scale)², with ρ(z) ≈ z for small z and slower growth for
 * outliers. Gauss–Newton steps see them as residuals and rows of the Jacobian that are scaled (Triggs et al., 2000).
 */
import type { Vector } from '../runs/vectors.js';
import type { Matrix } from './weighed-jacobian.js';

/** The losses of `leastSquares`: `linear` is the sum of squares, and outliers pull the others less. */
export type Loss = 'linear' | 'soft-l1' | 'huber' | 'cauchy' | 'arctan';

/** ρ, ρ′ and ρ″. */
type Rho = (z: number) => readonly [number, number, number];

export const losses: Readonly<Record<Loss, Rho>> = {
  linear: (z) => [z, 1, 0],
  'soft-l1': (z) => {
    const t = 1 + z;
    return [2 * (z / (Math.sqrt(t) + 1)), t ** -0.5, -0.5 * t ** -1.5];
  },
  huber: (z) => (z <= 1 ? [z, 1, 0] : [2 * z ** 0.5 - 1, z ** -0.5, -0.5 * z ** -1.5]),
  cauchy: (z) => [Math.log1p(z), 1 / (1 + z), -1 / (1 + z) ** 2],
  arctan: (z) => [Math.atan(z), 1 / (1 + z * z), (-2 * z) / (1 + z * z) ** 2],
};

/** Half the sum of the losses. */
export function costOf(residuals: Vector, rho: Rho, scale: number): number {
  let total = 0;
  for (let i = 0; i < residuals.length; i++) {
    const r = residuals[i] / scale;
    total += rho(r * r)[0];
  }
  return 0.5 * scale * scale * total;
}

/** Scales residuals and rows in place, so that the gradient and the curvature of their squares are those of the losses. */
export function reweigh(residuals: Vector, jacobian: Matrix, rho: Rho, scale: number): void {
  const divisors = new Float64Array(residuals.length);
  for (let i = 0; i < residuals.length; i++) {
    const r = residuals[i] / scale;
    const [, first, second] = rho(r * r);
    const root = Math.sqrt(Math.max(first + 2 * second * r * r, Number.EPSILON));
    residuals[i] *= first / root;
    divisors[i] = 1 / root;
  }
  jacobian.divideRows(divisors);
}

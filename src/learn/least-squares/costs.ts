/** The costs that the search for a fit works on, and the points that it reaches. */
import type { Point } from '../runs/progress.js';
import type { Vector } from '../runs/vectors.js';
import type { Matrix } from './weighed-jacobian.js';

/** Residuals as they are weighed. */
export interface Costs {
  /** The divisor of residuals beside their deviations. */
  readonly unit: number;
  /** The first radius of a search, as a part of the size of its start. */
  readonly firstRadius: number;
  cost(x: Vector): number;
  /** The residuals where the cost is half the sum of their squares; null with other losses. */
  residuals(x: Vector): Vector | null;
  /** Residuals and their Jacobian, such that half the sum of squares has the slope of the cost. */
  linear(x: Vector): { readonly residuals: Vector; readonly jacobian: Matrix };
}

export interface LeastSquaresPoint extends Point {
  readonly residuals: Vector;
  readonly jacobian: Matrix;
  readonly gradient: Vector;
}

/** The options that all solvers share. */
import { invalidOption } from '../errors/errors.js';
import { insistOnOptions } from '../errors/options.js';

export interface SolverOptions {
  /**
   * The accuracy of the solution: the largest last step, relative to the unknown, or absolute for
   * unknowns below 1. The solver goes on as long as that brings it nearer. Default 1e-8.
   */
  readonly tolerance?: number;
  /** Default 100; for `fixedPoint` 10,000. */
  readonly maxIterations?: number;
}

export type Limits = Required<SolverOptions>;

export function limitsOf(of: string, options: SolverOptions, iterations: number): Limits {
  insistOnOptions(of, options, { tolerance: true, maxIterations: true });
  const { tolerance = 1e-8, maxIterations = iterations } = options;
  if (!(tolerance > 0)) throw invalidOption('tolerance', 'a positive number', tolerance);
  if (!Number.isInteger(maxIterations) || maxIterations < 1) {
    throw invalidOption('maxIterations', 'a positive integer', maxIterations);
  }
  return { tolerance, maxIterations };
}

/** The largest of some steps, relative to the unknowns. */
export const sizeOf = (steps: readonly number[], xs: readonly number[]): number =>
  Math.max(...steps.map((step, k) => Math.abs(step) / Math.max(1, Math.abs(xs[k]))));

/** Points in phase space, and steps between them (Neal, 2011; Betancourt, 2017). */
import { along, dot } from '../../runs/vectors.js';
import type { Metric } from './metric.js';
import type { Target } from './target.js';

/** Where a chain is. */
export interface Point {
  readonly position: Float64Array;
  readonly logDensity: number;
  readonly gradient: Float64Array;
}

/** The same with a momentum. */
export interface Moving extends Point {
  readonly momentum: Float64Array;
  readonly velocity: Float64Array;
  /** Potential and kinetic energy; Infinity where the log density is not finite. */
  readonly energy: number;
}

/** An error of the energy beyond this is a divergence. */
export const DIVERGENT = 1000;

/** The functions that move a chain. */
export interface Dynamics {
  readonly target: Target;
  readonly metric: Metric;
}

export function moving(point: Point, momentum: Float64Array, metric: Metric): Moving {
  const { position, logDensity, gradient } = point;
  const velocity = metric.velocity(momentum);
  const energy = 0.5 * dot(momentum, velocity) - logDensity;
  return {
    ...{ position, logDensity, gradient, momentum, velocity },
    energy: Number.isFinite(energy) ? energy : Infinity,
  };
}

/** One leapfrog step, which keeps volumes and can be gone back by the opposite step. */
export function leapfrog(
  { position, momentum, gradient }: Moving,
  step: number,
  { target, metric }: Dynamics,
): Moving {
  const half = along(momentum, 0.5 * step, gradient);
  const next = along(position, step, metric.velocity(half));
  const { logDensity, gradient: slopes } = target.at(next);
  const last = along(half, 0.5 * step, slopes);
  return moving({ position: next, logDensity, gradient: slopes }, last, metric);
}

/** The statistics of one transition of a chain. */
export interface Transition {
  readonly point: Point;
  /** The energy of the point, with the momentum that it was reached with. */
  readonly energy: number;
  /** The mean probability that steps were accepted, from which the step size is chosen. */
  readonly acceptance: number;
  /** The number of leapfrog steps that it took. */
  readonly steps: number;
  /** The number of times that a trajectory was doubled. */
  readonly depth: number;
  readonly isDivergent: boolean;
}

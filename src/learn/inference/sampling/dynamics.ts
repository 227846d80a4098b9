/** Points in phase space, and steps between them (Neal, 2011; Betancourt, 2017). */
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

/** What moves a chain. */
export interface Dynamics {
  readonly target: Target;
  readonly metric: Metric;
}

export function moving(point: Point, momentum: Float64Array, metric: Metric): Moving {
  const velocity = metric.velocity(momentum);
  let kinetic = 0;
  for (let k = 0; k < momentum.length; k++) kinetic += 0.5 * momentum[k] * velocity[k];
  const energy = kinetic - point.logDensity;
  return { ...point, momentum, velocity, energy: Number.isFinite(energy) ? energy : Infinity };
}

/** One leapfrog step, which keeps volumes and can be gone back by the opposite step. */
export function leapfrog(
  { position, momentum, gradient }: Moving,
  step: number,
  { target, metric }: Dynamics,
): Moving {
  const half = momentum.map((p, k) => p + 0.5 * step * gradient[k]);
  const velocity = metric.velocity(half);
  const next = position.map((q, k) => q + step * velocity[k]);
  const found = target.at(next);
  const last = half.map((p, k) => p + 0.5 * step * found.gradient[k]);
  return moving({ position: next, ...found }, last, metric);
}

/** What one transition of a chain was like. */
export interface Transition {
  readonly point: Point;
  /** The energy of the point, with the momentum that it was reached with. */
  readonly energy: number;
  /** How likely steps were to be accepted, on average: what the step size is chosen by. */
  readonly acceptance: number;
  /** How many leapfrog steps it took. */
  readonly steps: number;
  /** How often a trajectory was doubled. */
  readonly depth: number;
  readonly isDivergent: boolean;
}

/** Trajectories of leapfrog steps, which are joined as long as they do not turn back (Betancourt, 2017, appendix A). */
import { along } from '../../runs/vectors.js';
import type { Moving } from './dynamics.js';

export interface Trajectory {
  /** Its ends in time: `first` is the earlier one, in whatever direction it grew. */
  readonly first: Moving;
  readonly last: Moving;
  /** The sum of all momenta on it. */
  readonly momenta: Float64Array;
  /** The logarithm of the sum of the weights of its points. */
  readonly logWeight: number;
  /** One of its points, drawn by weights. */
  readonly chosen: Moving;
}

/** A trajectory of one point, with its weight. */
export const ofOnePoint = (point: Moving, logWeight: number): Trajectory => ({
  first: point,
  last: point,
  momenta: point.momentum,
  logWeight,
  chosen: point,
});

export function logAddExp(x: number, y: number): number {
  const top = Math.max(x, y);
  return top === -Infinity ? top : top + Math.log1p(Math.exp(Math.min(x, y) - top));
}

/**
 * True if both ends still move apart, by the generalised criterion: along the sum of momenta in
 * between, which is that of two parts.
 */
function movesApart(
  first: Moving,
  last: Moving,
  momenta: Float64Array,
  others: Float64Array,
): boolean {
  let [here, there] = [0, 0];
  for (let k = 0; k < momenta.length; k++) {
    const momentum = momenta[k] + others[k];
    here += first.velocity[k] * momentum;
    there += last.velocity[k] * momentum;
  }
  return here > 0 && there > 0;
}

/**
 * Two trajectories, one after the other in time, as one; null if it turns back. Also looked at are each of the two
 * together with the nearest point of the other: a U-turn between them is not seen from the ends of both where
 * trajectories close to whole periods.
 *
 * @param isChosen whether the point of the later one is taken, by the two weights
 */
export function joined(
  earlier: Trajectory,
  later: Trajectory,
  isLaterChosen: boolean,
): Trajectory | null {
  const goesOn =
    movesApart(earlier.first, later.last, earlier.momenta, later.momenta) &&
    movesApart(earlier.first, later.first, earlier.momenta, later.first.momentum) &&
    movesApart(earlier.last, later.last, later.momenta, earlier.last.momentum);
  if (!goesOn) return null;
  return {
    first: earlier.first,
    last: later.last,
    momenta: along(earlier.momenta, 1, later.momenta),
    logWeight: logAddExp(earlier.logWeight, later.logWeight),
    chosen: isLaterChosen ? later.chosen : earlier.chosen,
  };
}

/** Holds what the methods of `minimize` have in common. */
import type { Domain } from '../runs/domain.js';
import type { Box } from '../runs/bounds.js';
import { gradientSize } from '../runs/problem.js';
import { stopped } from '../runs/progress.js';
import type { Reason } from '../runs/run.js';
import { largestOf, norm, type Vector } from '../runs/vectors.js';
import { lineSearch } from './line-search.js';
import type { Evaluated, Objective } from './objective.js';
import { isFlat, Settling, type Tolerances } from './settled.js';

/** The parts that a method works with. */
export interface Search {
  readonly objective: Objective;
  readonly start: Vector;
  readonly box: Box | null;
  /** With walls at the edge of the function's domain, as far as they are known. */
  readonly domain: Domain;
  readonly tolerances: Tolerances;
  /** Is told of every iteration. @throws Error if it is the last */
  readonly reached: (point: Evaluated) => void;
  /** Checks that another iteration may begin. @throws Error if not */
  readonly iterating: () => void;
}

/** The next point; null if none is lower. */
export type Step = (from: Evaluated) => Evaluated | null;

export type Method = (search: Search) => Step;

/**
 * Steps from point to point until nothing changes any more.
 *
 * @param boxed takes the steps from where walls have been found on, as the others know no bounds
 */
export function iterate(search: Search, step: Step, boxed: Step): Reason {
  const { objective, start, box, domain, tolerances, reached, iterating } = search;
  const slopeAt = ({ x, gradient, gradientNorm }: Evaluated): number =>
    domain.box === box ? gradientNorm : gradientSize(x, gradient, domain.box);
  let point = objective.at(start);
  reached(point);
  // What the tolerance is for: 1, or less if the start has less.
  const one = 1 / objective.unit;
  const settling = new Settling(tolerances, Math.min(one, point.gradientNorm));
  const first = point.gradientNorm;
  if (first === 0) return 'gradient';
  for (;;) {
    iterating();
    const next = (domain.box === box ? step : boxed)(point);
    const beyond = objective.takeOutside();
    if (beyond !== null) domain.meet(beyond);
    let reason: Reason | null;
    if (next === null) {
      // A start may have been as good as the solution.
      const isFlatHere = isFlat(slopeAt(point), tolerances, one);
      reason = isFlatHere ? 'gradient' : settling.isHidden ? 'value' : 'no-progress';
    } else {
      reached(next);
      reason = settling.reason(point, next, slopeAt(next));
      point = next;
      domain.moved();
    }
    if (reason === null) continue;
    settling.again();
    const isDone = reason === 'gradient' || isSmall(point, slopeAt(point), first);
    if (!isDone && domain.wallsFrom(point.x)) continue;
    if (domain.holds(point.x, point.gradient)) {
      if (domain.hasMoved(point.x, point.gradient)) continue;
      throw stopped('edge-of-domain');
    }
    if (isDone) return settledBy(reason);
    throw stopped(domain.isNear ? 'edge-of-domain' : 'no-progress');
  }
}

function settledBy(reason: Reason): Reason {
  if (reason === 'no-progress') throw stopped(reason);
  return reason;
}

/** Gradients beyond these parts, of the first one and of the value, are not what rounding leaves. */
const [OF_FIRST, OF_VALUE] = [1e-3, 1e-6];

/** True if a gradient can be that of a minimum, as far as its usual size is known. */
function isSmall({ x, value, gradient }: Evaluated, slope: number, first: number): boolean {
  if (slope <= OF_FIRST * first) return true;
  const change = gradient.reduce((total, g, k) => total + Math.abs(g * x[k]), 0);
  return change <= OF_VALUE * Math.abs(value);
}

/** A line search along a direction, or along the gradient if that does not lead down. */
export function stepAlong(
  { objective }: Search,
  from: Evaluated,
  direction: Vector,
  first: number,
  flatness: number,
): Evaluated | null {
  return lineSearch((x) => objective.at(x), from, direction, first, flatness);
}

export const downhill = ({ gradient }: Evaluated): Vector => gradient.map((g) => -g);

/** A first step along the gradient: not longer than 1, nor than the unknowns. */
export const cautious = ({ gradient, x }: Evaluated): number =>
  Math.min(1, Math.max(1, largestOf(x)) / norm(gradient));

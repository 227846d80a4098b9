/** Holds what the methods of `minimize` have in common. */
import type { Box } from '../runs/problem.js';
import { stopped } from '../runs/progress.js';
import type { Reason } from '../runs/run.js';
import { largestOf, norm, type Vector } from '../runs/vectors.js';
import { lineSearch } from './line-search.js';
import type { Evaluated, Objective } from './objective.js';
import { isFlat, Settling, type Tolerances } from './settled.js';

/** What a method works with. */
export interface Search {
  readonly objective: Objective;
  readonly start: Vector;
  readonly box: Box | null;
  readonly tolerances: Tolerances;
  /** Is told of every iteration. @throws Error if it is the last */
  readonly reached: (point: Evaluated) => void;
  /** Whether another iteration may begin. @throws Error if not */
  readonly iterating: () => void;
}

export type Method = (search: Search) => Reason;

/** Steps from point to point until nothing changes any more. */
export function iterate(
  { objective, start, tolerances, reached, iterating }: Search,
  step: (from: Evaluated) => Evaluated | null,
): Reason {
  let point = objective.at(start);
  reached(point);
  // What the tolerance is for: 1, or less if the start has less.
  const one = 1 / objective.unit;
  const settling = new Settling(tolerances, Math.min(one, point.gradientNorm));
  if (point.gradientNorm === 0) return 'gradient';
  for (;;) {
    iterating();
    const next = step(point);
    if (next === null) {
      // A start may have been as good as the solution.
      if (isFlat(point, tolerances, one)) return 'gradient';
      if (settling.isHidden) return 'value';
      throw stopped('no-progress');
    }
    reached(next);
    const reason = settling.reason(point, next);
    point = next;
    if (reason !== null) return reason;
  }
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

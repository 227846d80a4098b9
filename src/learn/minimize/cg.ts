/** Nonlinear conjugate gradients, with the directions of Hager and Zhang (2005) and a strict line search. */
import { dot, minus, norm, type Vector } from '../runs/vectors.js';
import { cautious, downhill, stepAlong, type Method } from './descent.js';
import type { Evaluated } from './objective.js';

const FLATNESS = 0.1;
/** The least factor of the last direction, times -1. */
const FLOOR = 0.4;

export const cg: Method = (search) => {
  let direction: Vector | null = null;
  let last = 0;
  return (from) => {
    for (;;) {
      const d = direction ?? downhill(from);
      const first = direction === null ? cautious(from) : last / -dot(d, from.gradient);
      const next = stepAlong(search, from, d, first, FLATNESS);
      if (next !== null) {
        // The next first step promises as much as this one did.
        const moved = minus(next.x, from.x);
        last = -dot(moved, from.gradient);
        direction = conjugate(d, from, next);
        return next;
      }
      if (direction === null) return null;
      direction = null;
    }
  };
};

/** The next direction; null if that must be downhill again. */
function conjugate(d: Vector, from: Evaluated, { gradient }: Evaluated): Vector | null {
  const y = minus(gradient, from.gradient);
  const curvature = dot(d, y);
  if (!(curvature > 0)) return null;
  const twist = (2 * dot(y, y)) / curvature;
  const beta = (dot(y, gradient) - twist * dot(d, gradient)) / curvature;
  const least = -1 / (norm(d) * Math.min(FLOOR, norm(from.gradient)));
  const factor = Math.max(beta, least);
  const next = d.map((dk, k) => factor * dk - gradient[k]);
  return dot(next, gradient) < 0 ? next : null;
}

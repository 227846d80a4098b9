/**
 * L-BFGS: the directions come from an inverse Hessian that the last steps give. With bounds, an unknown is held for
 * an iteration if it is at a bound and the gradient leads out of the box there. The others move, and a step is bent
 * along the sides of the box (two-metric projection; Bertsekas, 1982).
 */
import { project, type Box } from '../runs/bounds.js';
import { dot, minus, stretched, type Vector } from '../runs/vectors.js';
import { Memory } from './memory.js';
import { cautious, stepAlong, type Method, type Search } from './descent.js';
import type { Evaluated } from './objective.js';

/** The number of steps that are remembered. */
const CAPACITY = 20;
const FLATNESS = 0.9;

export const lbfgs: Method = (search) => {
  const memory = new Memory(CAPACITY);
  return (from) => {
    for (;;) {
      const { box } = search.domain;
      const first = memory.isEmpty ? cautious(from) : 1;
      const next =
        box === null
          ? stepAlong(search, from, memory.direction(from.gradient, null), first, FLATNESS)
          : bentStep(search, box, from, memory);
      if (next !== null) {
        memory.learn(minus(next.x, from.x), minus(next.gradient, from.gradient));
        return next;
      }
      if (memory.isEmpty) return null;
      memory.forget();
    }
  };
};

/** The part of the promised gain that a step must bring. */
const GAIN = 1e-4;
const TRIALS = 60;

function bentStep(
  { objective }: Search,
  box: Box,
  from: Evaluated,
  memory: Memory,
): Evaluated | null {
  const { x, value, gradient } = from;
  const free = x.map((xk, k) =>
    (xk <= box.lower[k] && gradient[k] > 0) || (xk >= box.upper[k] && gradient[k] < 0) ? 0 : 1,
  );
  const direction = memory.direction(gradient, free);
  if (!(dot(direction, gradient) < 0)) return null;
  // A slope at a wall may be very steep, and takes no part.
  let t = memory.isEmpty ? cautious({ ...from, gradient: stretched(gradient, free) }) : 1;
  for (let trial = 0; trial < TRIALS; trial++) {
    const next = bent(x, t, direction, box);
    const gain = dot(gradient, minus(next, x));
    if (next.every((xk, k) => xk === x[k])) return null;
    // Bent far enough, a step may lead up; a shorter one does not.
    if (gain < 0) {
      const point = objective.at(next);
      const isLower = point.value <= value + GAIN * gain && point.value < value;
      if (isLower && Number.isFinite(point.gradientNorm)) return point;
      t = shorter(t, value, gain, point.value);
    } else t /= 2;
  }
  return null;
}

function bent(x: Vector, t: number, direction: Vector, box: Box): Vector {
  const next = x.map((xk, k) => xk + t * direction[k]);
  project(next, box);
  return next;
}

/** By the parabola through what is known, within limits. */
function shorter(t: number, value: number, slope: number, reached: number): number {
  const part = -slope / (2 * (reached - value - slope));
  return (
    t *
    (part >= 0.1 && part <= 0.5 ? part : part < 0.1 ? 0.1 : Number.isFinite(reached) ? 0.5 : 0.1)
  );
}

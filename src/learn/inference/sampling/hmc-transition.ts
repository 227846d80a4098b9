/** One transition of Hamiltonian Monte Carlo: a trajectory of a fixed number of steps, whose end is accepted or not. */
import type { Chance } from './chance.js';
import {
  DIVERGENT,
  leapfrog,
  moving,
  type Dynamics,
  type Point,
  type Transition,
} from './dynamics.js';

export function hmcTransition(
  point: Point,
  stepSize: number,
  dynamics: Dynamics,
  chance: Chance,
  count: number,
): Transition {
  const start = moving(point, dynamics.metric.momentum(chance), dynamics.metric);
  let end = start;
  let steps = 0;
  let isDivergent = false;
  while (steps < count && !isDivergent) {
    end = leapfrog(end, stepSize, dynamics);
    steps++;
    isDivergent = start.energy - end.energy < -DIVERGENT;
  }
  const acceptance = isDivergent ? 0 : Math.min(1, Math.exp(start.energy - end.energy));
  const chosen = chance.uniform() < acceptance ? end : start;
  return { point: chosen, energy: chosen.energy, acceptance, steps, depth: 0, isDivergent };
}

/**
 * One transition of the no-U-turn sampler: a trajectory is doubled, in random directions, until it turns back, and the
 * next point is drawn from it by weights (Hoffman and Gelman, 2014; multinomial as in Betancourt, 2017).
 */
import type { Chance } from './chance.js';
import {
  DIVERGENT,
  leapfrog,
  moving,
  type Dynamics,
  type Moving,
  type Point,
  type Transition,
} from './dynamics.js';
import { joined, logAddExp, ofOnePoint, type Trajectory } from './trajectory.js';

class Doubling {
  steps = 0;
  acceptances = 0;
  isDivergent = false;

  constructor(
    private readonly dynamics: Dynamics,
    private readonly chance: Chance,
    private readonly energy: number,
  ) {}

  /** Goes 2^depth steps on from an end; null if what is gone turns back, or diverges. */
  grow(from: Moving, step: number, depth: number): Trajectory | null {
    if (depth === 0) return this.one(from, step);
    const near = this.grow(from, step, depth - 1);
    if (near === null) return null;
    const far = this.grow(step > 0 ? near.last : near.first, step, depth - 1);
    if (far === null) return null;
    // Within a new part, points are drawn by their weights alone.
    const share = Math.exp(far.logWeight - logAddExp(near.logWeight, far.logWeight));
    return this.join(near, far, step, this.chance.uniform() < share);
  }

  join(near: Trajectory, far: Trajectory, step: number, isFar: boolean): Trajectory | null {
    return step > 0 ? joined(near, far, isFar) : joined(far, near, !isFar);
  }

  private one(from: Moving, step: number): Trajectory | null {
    const next = leapfrog(from, step, this.dynamics);
    const gain = this.energy - next.energy;
    this.steps++;
    this.acceptances += Math.min(1, Math.exp(gain));
    if (gain < -DIVERGENT) this.isDivergent = true;
    return this.isDivergent ? null : ofOnePoint(next, gain);
  }
}

export function nutsTransition(
  point: Point,
  stepSize: number,
  dynamics: Dynamics,
  chance: Chance,
  maxDepth: number,
): Transition {
  const start = moving(point, dynamics.metric.momentum(chance), dynamics.metric);
  const doubling = new Doubling(dynamics, chance, start.energy);
  let chosen = start;
  let trajectory = ofOnePoint(start, 0);
  let depth = 0;
  while (depth < maxDepth) {
    const step = chance.uniform() < 0.5 ? -stepSize : stepSize;
    const end = step > 0 ? trajectory.last : trajectory.first;
    const grown = doubling.grow(end, step, depth);
    if (grown === null) break;
    depth++;
    // Between old and new, the new is preferred: the chain goes farther.
    const isNew = chance.uniform() < Math.exp(grown.logWeight - trajectory.logWeight);
    if (isNew) chosen = grown.chosen;
    const longer = doubling.join(trajectory, grown, step, isNew);
    if (longer === null) break;
    trajectory = longer;
  }
  const { steps, acceptances, isDivergent } = doubling;
  return {
    ...{ point: chosen, energy: chosen.energy, depth, steps, isDivergent },
    acceptance: acceptances / steps,
  };
}

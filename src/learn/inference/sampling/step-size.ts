/** Step sizes: a first one, and its adaptation by dual averaging (Hoffman and Gelman, 2014, 3.2). */
import type { Chance } from './chance.js';
import { leapfrog, moving, type Dynamics, type Point } from './dynamics.js';

/** The figures of that paper. */
const [SHRINKAGE, DELAY, FORGETTING] = [0.05, 10, 0.75];

export class DualAveraging {
  private count = 0;
  private error = 0;
  private logAverage = 0;
  private logStep: number;
  private anchor: number;

  constructor(
    step: number,
    private readonly target: number,
  ) {
    this.logStep = Math.log(step);
    this.anchor = Math.log(10 * step);
  }

  /** Begins anew at a step size. */
  restart(step: number): void {
    this.logStep = Math.log(step);
    this.anchor = Math.log(10 * step);
    this.count = this.error = this.logAverage = 0;
  }

  update(acceptance: number): void {
    this.count++;
    const { count } = this;
    const found = Number.isNaN(acceptance) ? 0 : acceptance;
    this.error += (this.target - found - this.error) / (count + DELAY);
    this.logStep = this.anchor - (Math.sqrt(count) / SHRINKAGE) * this.error;
    const weight = count ** -FORGETTING;
    this.logAverage = weight * this.logStep + (1 - weight) * this.logAverage;
  }

  /** The next one to try. */
  get step(): number {
    return Math.exp(this.logStep);
  }

  /** The average of all of them. */
  get average(): number {
    return this.count === 0 ? this.step : Math.exp(this.logAverage);
  }
}

const [SMALLEST, LARGEST] = [1e-300, 1e7];

/** A step size, found by doubling or halving, at which one step is accepted with about the target probability. */
export function reasonableStep(
  point: Point,
  guess: number,
  dynamics: Dynamics,
  chance: Chance,
  target: number,
): number {
  const isAccepted = (step: number): boolean => {
    const start = moving(point, dynamics.metric.momentum(chance), dynamics.metric);
    return start.energy - leapfrog(start, step, dynamics).energy > Math.log(target);
  };
  const isGrowing = isAccepted(guess);
  let step = guess;
  for (;;) {
    const next = isGrowing ? 2 * step : step / 2;
    if (!(next > SMALLEST && next < LARGEST)) return step;
    step = next;
    if (isAccepted(step) !== isGrowing) return step;
  }
}

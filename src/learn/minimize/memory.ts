/** The inverse Hessian that the last few steps give (L-BFGS; Nocedal, 1980). */
import { dot, type Vector } from '../runs/vectors.js';

interface Pair {
  readonly step: Vector;
  readonly change: Vector;
}

export class Memory {
  private pairs: Pair[] = [];
  constructor(private readonly capacity: number) {}

  get isEmpty(): boolean {
    return this.pairs.length === 0;
  }

  forget(): void {
    this.pairs = [];
  }

  /** Takes a step, and the change of the gradient along it, if the curvature is positive. */
  learn(step: Vector, change: Vector): void {
    if (!(dot(step, change) > Number.EPSILON * dot(change, change))) return;
    this.pairs.push({ step, change });
    if (this.pairs.length > this.capacity) this.pairs.shift();
  }

  /**
   * The direction −H·gradient; with a mask only along what is free. O(capacity · unknowns).
   *
   * @param free 1 for what may move, 0 for what may not
   */
  direction(gradient: Vector, free: Vector | null): Vector {
    const masked = (xs: Vector) => (free === null ? xs : xs.map((x, k) => x * free[k]));
    const d = masked(gradient).map((g) => -g);
    const used = this.pairs
      .map(({ step, change }) => ({ step: masked(step), change: masked(change) }))
      .map((pair) => ({ ...pair, curvature: dot(pair.step, pair.change) }))
      .filter(({ change, curvature }) => curvature > Number.EPSILON * dot(change, change));
    const parts: number[] = [];
    for (let k = used.length - 1; k >= 0; k--) {
      const { step, change, curvature } = used[k];
      const part = dot(step, d) / curvature;
      parts[k] = part;
      for (let j = 0; j < d.length; j++) d[j] -= part * change[j];
    }
    const last = used.at(-1);
    if (last !== undefined) {
      const scale = last.curvature / dot(last.change, last.change);
      for (let j = 0; j < d.length; j++) d[j] *= scale;
    }
    used.forEach(({ step, change, curvature }, k) => {
      const part = parts[k] - dot(change, d) / curvature;
      for (let j = 0; j < d.length; j++) d[j] += part * step[j];
    });
    return d;
  }
}

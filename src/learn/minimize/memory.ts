/** The inverse Hessian that the last few steps give (L-BFGS; Nocedal, 1980). */
import { dot, stretched, type Vector } from '../runs/vectors.js';

interface Pair {
  readonly step: Vector;
  readonly change: Vector;
  /** The inner product of the step and the change. */
  readonly curvature: number;
  /** The inner product of the change with itself. */
  readonly square: number;
}

const pairOf = (step: Vector, change: Vector): Pair => ({
  step,
  change,
  curvature: dot(step, change),
  square: dot(change, change),
});

const isConvex = ({ curvature, square }: Pair): boolean => curvature > Number.EPSILON * square;

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
    const pair = pairOf(step, change);
    if (!isConvex(pair)) return;
    this.pairs.push(pair);
    if (this.pairs.length > this.capacity) this.pairs.shift();
  }

  /**
   * The direction −H·gradient; with a mask only along what is free. O(capacity · unknowns).
   *
   * @param free 1 for what may move, 0 for what may not
   */
  direction(gradient: Vector, free: Vector | null): Vector {
    if (free === null) return directionBy(this.pairs, gradient);
    const masked = this.pairs.map(({ step, change }) =>
      pairOf(stretched(step, free), stretched(change, free)),
    );
    return directionBy(masked.filter(isConvex), stretched(gradient, free));
  }
}

function directionBy(pairs: readonly Pair[], gradient: Vector): Vector {
  const d = new Float64Array(gradient.length);
  for (let j = 0; j < d.length; j++) d[j] = -gradient[j];
  const parts = new Float64Array(pairs.length);
  for (let k = pairs.length - 1; k >= 0; k--) {
    const { step, change, curvature } = pairs[k];
    const part = dot(step, d) / curvature;
    parts[k] = part;
    for (let j = 0; j < d.length; j++) d[j] -= part * change[j];
  }
  const last = pairs.at(-1);
  if (last !== undefined) {
    const scale = last.curvature / last.square;
    for (let j = 0; j < d.length; j++) d[j] *= scale;
  }
  for (let k = 0; k < pairs.length; k++) {
    const { step, change, curvature } = pairs[k];
    const part = parts[k] - dot(change, d) / curvature;
    for (let j = 0; j < d.length; j++) d[j] += part * step[j];
  }
  return d;
}

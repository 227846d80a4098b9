/** Decides when a minimizer has converged. */
import type { Reason } from '../runs/run.js';
import type { Evaluated } from './objective.js';

export interface Tolerances {
  readonly gradientTolerance: number;
  readonly valueTolerance: number;
  readonly stepTolerance: number;
}

/** True if the gradient is as good as 0, compared with its usual size. */
export const isFlat = (slope: number, { gradientTolerance }: Tolerances, usual: number): boolean =>
  slope <= gradientTolerance * usual;

/** The run has settled after so many iterations in succession that change as good as nothing. */
const CALM = 2;

/** From here on a part of the value may be what rounding hides. */
const HIDDEN = 4 * Number.EPSILON;

/** Asked after each iteration. */
export class Settling {
  private calm = 0;
  /** The change of the last iteration, as a part of the value. */
  private change = Infinity;

  /** @param usual the size of gradients that are not small */
  constructor(
    private readonly tolerances: Tolerances,
    private readonly usual: number,
  ) {}

  /** @param slope the largest entry of the gradient, of the part that bounds leave */
  reason(before: Evaluated, now: Evaluated, slope: number): Reason | null {
    if (isFlat(slope, this.tolerances, this.usual)) return 'gradient';
    const { valueTolerance, stepTolerance } = this.tolerances;
    const size = Math.max(Math.abs(before.value), Math.abs(now.value));
    const change = Math.abs(before.value - now.value);
    this.change = change / size;
    const isCalm = change <= valueTolerance * size;
    let isStill = true;
    for (let k = 0; k < now.x.length && isStill; k++) {
      isStill = Math.abs(now.x[k] - before.x[k]) <= stepTolerance * Math.abs(now.x[k]);
    }
    this.calm = isCalm || isStill ? this.calm + 1 : 0;
    if (this.calm < CALM) return null;
    return isCalm ? 'value' : 'step';
  }

  /** Begins anew, after something else has changed. */
  again(): void {
    this.calm = 0;
    this.change = Infinity;
  }

  /**
   * True if rounding of the value may be the reason that no lower point is found: the last iteration
   * gained little already.
   */
  get isHidden(): boolean {
    return this.change <= HIDDEN;
  }
}

/** An augmented primal that has run for pullbacks: for any number of them, or for the next one alone. */
import type { Derivatives } from './derivatives.js';
import type { Halfway } from './two-ways.js';

type Values = readonly unknown[];

export class WayKept {
  /** The reverse sweep, as long as there is one. */
  private next: ((given: Values) => Values) | null;

  private constructor(
    private readonly halfway: Halfway,
    private readonly isForOne: boolean,
  ) {
    this.next = isForOne ? halfway.last : halfway.back;
  }

  /** Runs the augmented primal; null where there is none. */
  static of(
    derivatives: Derivatives,
    inputs: readonly number[],
    values: Values,
    isForOne: boolean,
  ): WayKept | null {
    const halfway = derivatives.wayThere(inputs)?.(values);
    return halfway ? new WayKept(halfway, isForOne) : null;
  }

  /** The results of the function. */
  get results(): Values {
    return this.halfway.results;
  }

  /** The results of the reverse sweep; null where the function has to run again. */
  back(given: Values): Values | null {
    const { next } = this;
    if (this.isForOne) this.next = null;
    return next && next(given);
  }
}

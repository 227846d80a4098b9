/** The outcomes of calls that compiled code was asked for, and the decision whether it is tried. */
import { Learnt } from '../../../functions/reproducible.js';
import { unnoted } from '../../../errors/swallowed.js';

/**
 * The number of times in succession that code may leave before it is tried seldom: at one of this many
 * calls.
 */
const PATIENCE = 3;
const SELDOM = 64;

export class Attempts extends Learnt {
  /** The outcome of the last call, and the reason that it was left, if that is known. */
  last: 'answered' | 'left' | undefined;
  because: string | undefined;
  private failures = 0;
  private waited = 0;

  protected forget(): void {
    this.failures = 0;
    this.waited = 0;
  }

  /** Null where compiled code leaves, or is not tried. */
  attempt<T>(work: () => T | null): T | null {
    // What leaves always costs twice; later arguments may be others.
    const isSeldom = !this.isFresh() && this.failures >= PATIENCE;
    if (isSeldom && ++this.waited % SELDOM !== 0) return null;
    try {
      const found = unnoted(work);
      this.failures = 0;
      if (found === null) this.last = 'left';
      else {
        this.last = 'answered';
        this.because = undefined;
      }
      return found;
    } catch (error) {
      this.last = 'left';
      this.because = error instanceof Error ? error.message : undefined;
      // Whatever ends this code has no effect: the other version says what is wrong, or answers.
      this.failures++;
      return null;
    }
  }
}

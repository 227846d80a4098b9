/** The outcomes of calls that compiled code was asked for, and the decision whether it is tried. */
import { Learnt } from '../../../functions/reproducible.js';
import { unnoted } from '../../../errors/swallowed.js';
import type { Signature } from './taken-kinds.js';

/**
 * The number of times in succession that code may leave before it is tried seldom: at one of this many
 * calls.
 */
const PATIENCE = 3;
const SELDOM = 64;

/** So often reasons are looked for. */
const MOST_REASONS = 16;

/** Why code is not tried that would answer, but later than a run. */
export const SLOWER = 'it computes too little beside the functions that it calls as runs';

export class Attempts extends Learnt {
  /** The outcome of the last call, and the reason that it was left, if that is known. */
  last: Signature['last'];
  because: string | undefined;
  private failures = 0;
  private waited = 0;
  private reasons = 0;

  /** True if the last code that was tried has not left by an error. */
  get isWell(): boolean {
    return this.failures === 0;
  }

  answered(): void {
    this.last = 'answered';
    this.because = undefined;
  }

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
      else this.answered();
      return found;
    } catch (error) {
      this.last = 'left';
      this.because = error instanceof Error ? error.message : undefined;
      // Whatever ends this code has no effect: the other version says what is wrong, or answers.
      this.failures++;
      return null;
    }
  }

  /** Notes why entry refuses, the first time after an answer. */
  refused(reason: () => string | undefined): void {
    if (this.because !== undefined || this.reasons >= MOST_REASONS) return;
    this.reasons++;
    try {
      this.because = reason();
    } catch {
      this.because = undefined;
    }
  }
}

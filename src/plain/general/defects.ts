/** Errors of the compiler itself: a function that meets one is left to runs, and its module is translated all the same. */
import type { Reason } from '../lower/syntax/refusal.js';

/** All that were met. Tests expect none. */
export const defects: unknown[] = [];

/** Returns the result of some work; or that of `refused` on the reason where it throws. */
export function guarded<T>(work: () => T, refused: (reason: Reason) => T): T {
  try {
    return work();
  } catch (error) {
    defects.push(error);
    return refused({
      what: `an error of the compiler itself (${String(error)})`,
      instead: 'tell the authors of delta-tape; until then, a run answers',
      line: undefined,
    });
  }
}

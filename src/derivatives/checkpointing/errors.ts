/** Errors of functions that are run again for the sweep. */
import { DeltaTapeError, refusedByRun, describe } from '../../errors/errors.js';

export const notASize = (what: string, value: unknown) =>
  new DeltaTapeError(
    'invalid-size',
    `${what} must be a natural number, but it is ${describe(value)}.`,
  );

export const notRepeatable = (what: string) =>
  new DeltaTapeError(
    'not-repeatable',
    `${what} did not compute the same numbers when it was recorded again for its derivative. ` +
      'It must depend on its arguments alone: no random numbers, and nothing that it or others change.',
  );

export const elementWritten = (k: number) =>
  refusedByRun(
    'element-written',
    `element ${k} of the list that scan goes through was changed meanwhile. Steps may only read their elements. ` +
      'Return the new value as the output of the step, or write into a copy of the element.',
  );

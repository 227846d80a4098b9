/** What can be wrong with a tree whose parts are to have names. */
import { DeltaTapeError } from '../../core/errors.js';

export const unnamedPart = (problem: string) =>
  new DeltaTapeError(
    'unnamed-part',
    `the parts of a tree cannot be named: ${problem}. Choose other keys, or keep those parts in a tree of their own.`,
  );

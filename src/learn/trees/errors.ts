/** Errors of trees whose parts need names. */
import { DeltaTapeError } from '../../errors/errors.js';

export const unnamedPart = (problem: string) =>
  new DeltaTapeError(
    'unnamed-part',
    `the parts of a tree cannot be named: ${problem}. Choose other keys, or keep those parts in a tree of their own.`,
  );

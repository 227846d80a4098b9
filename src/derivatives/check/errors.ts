/** Errors of the law checker. */
import { DeltaTapeError, describe } from '../../errors/errors.js';

export const checksOneArgument = (second: unknown) =>
  new DeltaTapeError(
    'one-argument',
    `checkGradient takes one argument of the function, then options, but it was given ${describe(second)}. ` +
      'To check several arguments, take a function of a tuple: checkGradient(([x, y]) => f(x, y))([2, 3]).',
  );

export const nothingToCheck = (value: unknown) =>
  new DeltaTapeError(
    'nothing-to-check',
    `the result of the function being checked is ${describe(value)}, which holds no real. ` +
      'Return the reals whose derivatives you want to check.',
  );

export const lawsBroken = (report: string) => new DeltaTapeError('laws-broken', report);

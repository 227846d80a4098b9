/** Errors of this floor. As in errors/errors.ts, the first sentence says what happened, and the next one what to do. */
import { DeltaTapeError } from '../errors/errors.js';

export const vectorLength = (length: number, size: number) =>
  new DeltaTapeError(
    'vector-length',
    `unflatten was given a vector of ${length} reals, but its tree has ${size}. ` +
      'Give it a vector as long as the one that flatten returned.',
  );

export const boundsCross = (place: string) =>
  new DeltaTapeError(
    'bounds-cross',
    `the lower bound is above the upper bound, or not a number, at${place === '' ? ' the start' : ` ${place}`}. ` +
      'Give a lower bound that is at most the upper one.',
  );

export const sigmaNotPositive = () =>
  new DeltaTapeError(
    'sigma-not-positive',
    'the option sigma has an entry that is not a positive number. Give standard deviations; ' +
      'leave out residuals that should have no weight.',
  );

export const noResiduals = () =>
  new DeltaTapeError(
    'no-residuals',
    'the residuals hold no real, so there is nothing to fit. Return a residual for each measurement, ' +
      'and look whether there are any measurements.',
  );

export const notLinear = () =>
  new DeltaTapeError(
    'not-linear',
    'the residuals are not linear in the unknowns that the option linear names. Leave out those that are not.',
  );

export const covarianceTooLarge = (residuals: number, unknowns: number) =>
  new DeltaTapeError(
    'covariance-too-large',
    `the covariances of ${unknowns} unknowns need the whole Jacobian of ${residuals} residuals, which is too large. ` +
      'The solution does not need it: do not read covariance, standardErrors, rank, undetermined, degreesOfFreedom and band.',
  );

export const cannotCross = (
  place: string,
  what: string,
  advice = 'Give numbers, texts, arrays, typed arrays, plain objects, Maps and Sets, and build everything else from them inside the function.',
) =>
  new DeltaTapeError(
    'cannot-cross',
    `${place} is ${what}, which cannot cross to another thread or machine as it is. ${advice}`,
  );

export const noExport = (module: string, name: string) =>
  new DeltaTapeError(
    'no-export',
    `the module ${module} has no function ${name} among its exports. Export it, or correct the name.`,
  );

export const workAborted = () =>
  new DeltaTapeError(
    'work-aborted',
    'the work was aborted by its signal. Answers that were there before were given.',
  );

/** Errors of solvers. As in errors/errors.ts, the first sentence says what happened, and the next one what to do. */
import { counted, DeltaTapeError, describe } from '../errors/errors.js';

export const notFinite = (solver: string, what: string, iterations: number) =>
  new DeltaTapeError(
    'not-finite',
    `the ${what} that ${solver} works on is not finite after ${counted(iterations, 'iteration')}. ` +
      'Start from a guess where it is finite, and check that a solution exists.',
  );

export const notSolved = (solver: string, iterations: number, step: number) =>
  new DeltaTapeError(
    'not-solved',
    `${solver} did not converge: after ${counted(iterations, 'iteration')} its next step is still ${step.toPrecision(2)}, ` +
      'relative to the unknowns. Start from a better guess, or change the options maxIterations or tolerance; ' +
      'a multiple root or a flat minimum cannot be found, and has no derivative.',
  );

export const singularSystem = (solver: string) =>
  new DeltaTapeError(
    'singular-system',
    `${solver} met a singular Jacobian, so the equations do not determine every unknown there. ` +
      'Start from another guess, or remove unknowns that have no effect, and equations that repeat others.',
  );

export const noStrictMinimum = () =>
  new DeltaTapeError(
    'no-strict-minimum',
    'argmin ended where the Hessian is not positive definite: at a saddle, or at a minimum that is not isolated ' +
      'and so has no derivative. Start from another guess, or add a penalty that makes the minimum unique.',
  );

export const notAsManyEquations = (solver: string, equations: number, unknowns: number) =>
  new DeltaTapeError(
    'equations-mismatch',
    `the residual given to ${solver} has ${equations} reals, but the guess has ${unknowns}. ` +
      'Return one real for each unknown.',
  );

export const noUnknowns = (guess: unknown) =>
  new DeltaTapeError(
    'no-unknowns',
    `the guess given to a solver is ${describe(guess)}, which holds no unknowns. ` +
      'Give it a number, or a tree of numbers, to start from.',
  );

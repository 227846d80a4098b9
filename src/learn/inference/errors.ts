/** The errors of inference. */
import { DeltaTapeError } from '../../errors/errors.js';

export const vectorSizes = (density: string, size: number, name: string, found: number) =>
  new DeltaTapeError(
    'vector-sizes',
    `${density} was given a vector of length ${size}, but ${found} ${name}. Give it ${size} ${name}.`,
  );

export const outsideConstraint = (place: string, constraint: string) =>
  new DeltaTapeError(
    'outside-constraint',
    `${place} has reals that are not ${constraint}. Start strictly inside the constraint.`,
  );

export const constraintMismatch = (place: string, problem: string) =>
  new DeltaTapeError(
    'constraint-mismatch',
    `the constraint at ${place} does not fit the start: ${problem}. Give constraints for places that the start has.`,
  );

export const noFiniteStart = (logDensity: number, tries: number) =>
  new DeltaTapeError(
    'no-finite-start',
    `the log density, or its gradient, is not finite at any of the ${tries} places that a chain tried to begin at; ` +
      `the last log density is ${logDensity}. Give another start, constraints that keep parameters in range, ` +
      'or less jitter.',
  );

export const noMode = (reason: string) =>
  new DeltaTapeError(
    'no-mode',
    `there is no Laplace approximation: ${reason}. Give another start, or draw by nuts.`,
  );

export const samplingAborted = () =>
  new DeltaTapeError(
    'sampling-aborted',
    'sampling was aborted by its signal. The draws so far were given to onDraw.',
  );

/** Errors of given patterns, and of functions whose derivative is not sparse. */
import { DeltaTapeError, describe } from '../../errors/errors.js';

export const notAPattern = (value: unknown) =>
  new DeltaTapeError(
    'invalid-pattern',
    `the option sparse is ${describe(value)}, but it must be true, or a pattern { rows, columns } of two lists ` +
      'of the same length. Entry k of the pattern is in row rows[k] and column columns[k].',
  );

export const entryOutside = (
  k: number,
  row: unknown,
  column: unknown,
  height: number,
  width: number,
) =>
  new DeltaTapeError(
    'entry-outside',
    `entry ${k} of the given pattern is at row ${describe(row)} and column ${describe(column)}, but the matrix has ` +
      `${height} rows and ${width} columns. Rows count the reals of the output, columns those of the input, from 0.`,
  );

export const patternTooSmall = (place: string) =>
  new DeltaTapeError(
    'pattern-too-small',
    `the given pattern is too small: in ${place} there is an entry that it does not have. ` +
      'Add what is missing, or use { sparse: true } to find the pattern at this point.',
  );

export const notSparse = (limit: number) =>
  new DeltaTapeError(
    'not-sparse',
    `the pattern has more than ${limit.toLocaleString('en')} entries, too many to hold: the matrix is not sparse. ` +
      'Use its products with vectors (hvp, jvp, vjp), or differentiate with respect to fewer reals.',
  );

export const varyingSparseOutput = (before: number, now: number) =>
  new DeltaTapeError(
    'varying-sparse-output',
    `the output had ${before} reals in one run of the function and ${now} in another, so there is no Jacobian. ` +
      'Let the function depend on its arguments only.',
  );

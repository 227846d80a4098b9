/** Errors of the arguments of a derivative, and of what the option `wrt` names. */
import { DeltaTapeError, describe } from '../../core/errors.js';
import { some, theFunction } from '../errors.js';
import { classWithPrivateFields } from '../private-fields.js';

export const notAChoice = (wrt: unknown) =>
  new DeltaTapeError(
    'invalid-wrt',
    `the option wrt must be a position, a key of argument 0, or a list of either, but it is ${describe(wrt)}.`,
  );

export const repeatedChoice = (choice: number | string) =>
  new DeltaTapeError(
    'repeated-wrt',
    `the option wrt names ${JSON.stringify(choice)} twice. Name each once.`,
  );

export const noSuchArgument = (position: number, count: number) =>
  new DeltaTapeError(
    'missing-argument',
    `the option wrt names argument ${position}, but the call has ${count}. Positions count from 0.`,
  );

export const noSuchEntry = (key: string, arg: unknown, keys: readonly unknown[]) =>
  new DeltaTapeError(
    'missing-entry',
    `the option wrt names the entry ${JSON.stringify(key)} of argument 0, which is ${describe(arg)} ` +
      `with ${keys.length > 0 ? `the entries ${some(keys.map(String))}` : 'no names for entries'}.`,
  );

export function noReals(
  place: string,
  value: unknown,
  instead = 'Choose another by the option wrt, or convert it to numbers.',
) {
  const hiding = classWithPrivateFields(value);
  return new DeltaTapeError(
    'no-reals',
    `${place} is ${describe(value)}, which holds no real. ` +
      (hiding === undefined
        ? instead
        : `Its private fields (#x) cannot be read. ${makeInside(hiding)}`),
  );
}

/** What to do where private fields are in the way. */
const makeInside = (name: string): string =>
  `Differentiate by what it is made of, (x) => f(new ${name}(x)), or declare the fields private x, not #x.`;

export const noPrivateFields = (cause: TypeError, args: readonly unknown[]) =>
  new DeltaTapeError(
    'private-field',
    `a private field is missing: ${cause.message}. Copies have no private fields (#x). ` +
      makeInside(args.map(classWithPrivateFields).find((name) => name !== undefined) ?? 'C'),
    { cause },
  );

export const writtenInPlaces = (written: string, other: string) =>
  new DeltaTapeError(
    'written-alias',
    `${theFunction} wrote into ${written}, which ${other} is or overlaps. ` +
      'Write into a copy, or pass a copy.',
  );

export const changedMeanwhile = (place: string) =>
  new DeltaTapeError(
    'changed-argument',
    `${place} was changed by another name while ${theFunction} ran. ` +
      'Let it write to its argument only.',
  );

export const writtenInRuns = () =>
  new DeltaTapeError(
    'written-between-runs',
    `${theFunction} wrote into a part of its argument that holds no reals, so it is not copied. ` +
      'But here the function runs several times, and must find the same each time. Pass that part as another argument, or write into a copy.',
  );

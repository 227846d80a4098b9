/** Errors of the arguments of a derivative, and of what the option `wrt` names. */
import { DeltaTapeError, counted, describe, some } from '../../errors/errors.js';
import { nearest } from '../../errors/nearest.js';
import { theFunction } from '../errors.js';
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

/** Arguments by position, as they were given. */
const listed = (args: readonly unknown[]): string =>
  some(args.map((arg, position) => `${position} (${describe(arg)})`));

export const noSuchArgument = (position: number, args: readonly unknown[]) =>
  new DeltaTapeError(
    'missing-argument',
    args.length === 0
      ? `the call has no arguments, but the derivative is with respect to argument ${position}. Give the arguments of the function.`
      : `the option wrt names argument ${position}, but positions count from 0 and the call has ` +
          `${counted(args.length, 'argument')}: ${listed(args)}. Choose among these.`,
  );

export const argumentsLeftOut = (
  parameters: number,
  given: number,
  what: string,
  options: ErrorOptions,
) =>
  new DeltaTapeError(
    'arguments-left-out',
    `${theFunction} has ${parameters} parameters, but the call gave it ${counted(given, 'argument')}, and ${what}. ` +
      'Give the others, too; for a parameter that is optional, give undefined.',
    options,
  );

function meant(key: string, keys: readonly unknown[]): string {
  const near = nearest(key, keys.map(String));
  return near === undefined ? 'Choose one of these.' : `Did you mean ${JSON.stringify(near)}?`;
}

export const noSuchEntry = (key: string, arg: unknown, keys: readonly unknown[]) =>
  new DeltaTapeError(
    'missing-entry',
    `the option wrt is ${JSON.stringify(key)}, but argument 0 ` +
      (keys.length > 0
        ? `has the keys ${some(keys.map(String))}. ${meant(key, keys)}`
        : `is ${describe(arg)}, which has no keys. An argument is named by its position: wrt: 0.`),
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

/** The remedy where private fields are in the way. */
const makeInside = (name: string): string =>
  `Differentiate with respect to what it is made of, (x) => f(new ${name}(x)), or declare the fields private x, not #x.`;

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
    `${theFunction} wrote into ${written}, which is the same object as ${other}, or shares memory with it. ` +
      'Write into a copy, or pass a copy.',
  );

export const changedMeanwhile = (place: string) =>
  new DeltaTapeError(
    'changed-argument',
    `${place} was changed through another variable while ${theFunction} ran on a copy of it. ` +
      'Let the function write to its argument only.',
  );

export const writtenInRuns = () =>
  new DeltaTapeError(
    'written-between-runs',
    `${theFunction} wrote into a part of its argument that holds no reals, so it is not copied. ` +
      'But here the function runs several times, and must find the same each time. Pass that part as another argument, or write into a copy.',
  );

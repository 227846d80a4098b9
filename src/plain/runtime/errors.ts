/** Errors of derivative versions, and JavaScript's own errors in the words of the source. */
import { isCopyOfDual } from '../../errors/copy-guard.js';
import { copied, DeltaTapeError, refusedByRun, describe, memberText } from '../../errors/errors.js';

export const notAnIndex = (primal: number) =>
  refusedByRun(
    'dual-as-index',
    `a dual number (its primal is ${primal}) was used as a property key, and only integers are ` +
      'positions. Round it first (Math.floor(x) is a plain number), or use primalOf(x).',
  );

export const notAName = (primal: number) =>
  refusedByRun(
    'dual-as-key',
    `a dual number (its primal is ${primal}) was used as a property key of an object. The stored ` +
      'value would be found again for every number of the same value, whatever its derivative. ' +
      'Round it first (Math.round(x) is a plain number), or use primalOf(x).',
  );

/** JavaScript's own errors, which name an expression of the source. */
export const notAFunction = (text: string) => new TypeError(`${text} is not a function`);
export const notAConstructor = (text: string) => new TypeError(`${text} is not a constructor`);
export const notIterable = (text: string) => new TypeError(`${text} is not iterable`);
export const notDestructured = (text: string, value: null | undefined) =>
  new TypeError(`Cannot destructure '${text}' as it is ${value}.`);

/** The same for a method that is found by its name. */
export const notAMethod = (key: PropertyKey, object: unknown) =>
  notAFunction(`${memberText(key)} of ${describe(object)}`);

/** JavaScript's error for `in` with a number. */
export const notMembers = (key: string) =>
  new TypeError(`Cannot use 'in' operator to search for '${key}' in a number`);

export const otherRuntime = (translator: string, runtime: string) =>
  new DeltaTapeError(
    'other-runtime',
    `a module was translated by delta-tape ${translator}, and delta-tape ${runtime} runs it. ` +
      'Translate it again: build anew, or clear the cache of the bundler.',
  );

export const noVersion = (name: string) =>
  refusedByRun(
    'no-version',
    `${name} uses with or a direct eval, so the names in it can mean anything, and it has no ` +
      "derivative version. Write it without them, or say 'use no grad' in it if nothing in it depends " +
      'on the inputs.',
  );

export const dualInCollection = (what: string, primal: number) =>
  refusedByRun(
    'dual-in-collection',
    `a dual number (its primal is ${primal}) was used as ${what}, where a number would be found ` +
      'again by its value, and a dual number would not. Use primalOf(x) there.',
  );

export const dualInTypedArray = (array: object) =>
  refusedByRun(
    'dual-in-typed-array',
    `a dual number was about to be stored in ${describe(array)} that threads share, or of half ` +
      'precision, which can hold plain numbers only. Use an array of another kind.',
  );

export const notANumber = (value: unknown) =>
  isCopyOfDual(value)
    ? copied('a value that is declared to be a number')
    : refusedByRun(
        'not-a-number',
        `a value is declared to be a number, but it is ${describe(value)}. An object ` +
          'with a valueOf cannot stand for a number there. Pass Number(x), or declare the type of the value ' +
          '(or any).',
      );

export const numberFromText = (primal: number) =>
  refusedByRun(
    'number-from-text',
    `the number ${primal} was read from a text, and a dual number with these digits had been turned into a text. A text ` +
      'has no derivative. Use the number itself, or make the text of primalOf(x). If the text was to round, as toFixed does, ' +
      'round after the derivative: the derivative of a rounded number is 0.',
  );

export const recordedMeanwhile = () =>
  refusedByRun(
    'recorded-meanwhile',
    'in a loop that adds up real numbers, an operator ran other code (a getter or a valueOf), which ' +
      'recorded operations of its own in the middle of the sum. Call a function or a method instead.',
  );

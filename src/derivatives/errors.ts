/**
 * What can go wrong in a derivative: like core/errors.ts, one sentence what
 * happened and one what to do.
 */
import { DeltaTapeError, describe } from '../core/errors.js';
import { classWithPrivateFields } from './private-fields.js';

const theFunction = 'the function being differentiated';

export const asyncFunction = () =>
  new DeltaTapeError(
    'async-function',
    `${theFunction} returned a promise, and derivatives are synchronous: await the data first.`,
  );

export const generatorFunction = () =>
  new DeltaTapeError(
    'generator-function',
    `${theFunction} returned a generator, which runs later. Return what it yields: [...generate(x)].`,
  );

export const functionResult = () =>
  new DeltaTapeError(
    'function-result',
    `${theFunction} returned a function, which has no gradient. ` +
      'Apply it inside, or use jvp or pullbackForm.',
  );

export const escapedFunction = () =>
  new DeltaTapeError(
    'escaped-function',
    'a function with a tangent was called after its derivative run was finished: it escaped from the function ' +
      'that was being differentiated (through an outer variable). Return it from the function, or call it inside.',
  );

export const writtenInPlaces = (written: string, other: string) =>
  new DeltaTapeError(
    'written-alias',
    `${theFunction} wrote into ${written}, which ${other} is, too, or shares memory with. A write to one ` +
      'is not seen in the other. Write into a copy, or give one of them as a copy.',
  );

export const changedMeanwhile = (place: string) =>
  new DeltaTapeError(
    'changed-argument',
    `${place} was changed by another name while ${theFunction} ran, which has a copy. ` +
      'Let it write to its argument only.',
  );

export const writtenInRuns = () =>
  new DeltaTapeError(
    'written-between-runs',
    `${theFunction} wrote into a part of its argument that holds no reals, which it has as it is. It has to ` +
      'run several times here, and each time must see the same. Pass that part as another argument, or let it write into a copy.',
  );

/** Some paths, the first of them by name. */
const some = (paths: readonly string[]): string =>
  paths.slice(0, 5).join(', ') + (paths.length > 5 ? ` and ${paths.length - 5} more` : '');

const untranslated =
  'code that is not translated and asks for the type of a dual number (translate it, or use customGradient)';

export const constantOutput = (paths: readonly string[], isNaN: boolean) => {
  const [is, its, does] = paths.length > 1 ? ['are', 'their', 'do'] : ['is', 'its', 'does'];
  return new DeltaTapeError(
    isNaN ? 'nan-output' : 'constant-output',
    `${some(paths)} ` +
      (isNaN
        ? `${is} NaN, though no input is. Look for operations outside of their domain`
        : `${does} not depend on the inputs, so ${its} derivative is 0. Look for primalOf, stopGradient, inputs that are only compared`) +
      `, and ${untranslated}. If that is meant, use onConstant: 'ignore'.`,
  );
};

export const varyingResult = (place: string) =>
  new DeltaTapeError(
    'varying-result',
    `${place} had another shape when ${theFunction} was run again. ` +
      'Let the shape of its result depend on nothing that changes between runs.',
  );

export const notAFunctional = (value: unknown) =>
  new DeltaTapeError(
    'not-a-functional',
    `a cotangent of a function must take a tangent of that function to one real, but it returned ${describe(value)}. ` +
      'Sum up what it has to say, or apply the tangent to all of its arguments.',
  );

export const notAFunction = (operator: string, value: unknown) =>
  new DeltaTapeError(
    'not-a-function',
    `${operator} takes the function to differentiate, but it was given ${describe(value)}.`,
  );

export const notAChoice = (wrt: unknown) =>
  new DeltaTapeError(
    'invalid-wrt',
    `the option wrt must be a position, the key of an entry of argument 0, or a list of either, but it is ${describe(wrt)}.`,
  );

export const notWithAux = (output: unknown) =>
  new DeltaTapeError(
    'no-aux',
    `with the option aux ${theFunction} must return [real, aux], but it returned ${describe(output)}.`,
  );

export const notAnOrder = (order: unknown) =>
  new DeltaTapeError(
    'invalid-order',
    `the order of a derivative must be a natural number, but it is ${describe(order)}. Give 0, 1, 2, …`,
  );

export function noReals(place: string, value: unknown) {
  const hiding = classWithPrivateFields(value);
  return new DeltaTapeError(
    'no-reals',
    `${place} is ${describe(value)}, which holds no real to differentiate with respect to. ` +
      (hiding === undefined
        ? 'Choose another argument by the option wrt, or convert it to numbers.'
        : `Reals in its private fields (#x) cannot be seen from outside. ${makeInside(hiding)}`),
  );
}

/** What to do where private fields are in the way. */
const makeInside = (name: string): string =>
  `Differentiate by what it is made of, (x) => f(new ${name}(x)), or declare the fields private x, not #x.`;

export const noPrivateFields = (cause: TypeError, args: readonly unknown[]) =>
  new DeltaTapeError(
    'private-field',
    `a private field was missed: ${cause.message}. An object with reals is copied, and a copy has no private fields (#x). ` +
      makeInside(args.map(classWithPrivateFields).find((name) => name !== undefined) ?? 'C'),
    { cause },
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

export const repeatedChoice = (choice: number | string) =>
  new DeltaTapeError(
    'repeated-wrt',
    `the option wrt names ${JSON.stringify(choice)} twice. Name each once.`,
  );

export const invalidRule = (problem: string) =>
  new DeltaTapeError('invalid-rule', `a custom rule is not well defined: ${problem}.`);

export const notRepeatable = (what: string) =>
  new DeltaTapeError(
    'not-repeatable',
    `${what} did not compute the same numbers when it was recorded again for its derivative. ` +
      'It must depend on its arguments alone: no random numbers, and nothing that it or others change.',
  );

export const elementWritten = (k: number) =>
  new DeltaTapeError(
    'element-written',
    `element ${k} of the list that scan goes through was changed while it did. Steps read their elements: ` +
      'give back what is new as the output of the step, or make a copy of the element and write into that.',
  );

export const notASize = (what: string, value: unknown) =>
  new DeltaTapeError(
    'invalid-size',
    `${what} must be a natural number, but it is ${describe(value)}.`,
  );

export const varyingOutput = () =>
  new DeltaTapeError(
    'varying-output',
    'the output had another number of reals in another pass over the function, so there is no Jacobian. ' +
      "Give it one shape, or use plan: 'reverse', which runs it once.",
  );

export const outputsVary = (before: number, now: number) =>
  new DeltaTapeError(
    'varying-sparse-output',
    `the output had ${before} reals in one run of the function and ${now} in another, so there is no Jacobian. ` +
      'Let the function depend on its arguments only.',
  );

export const notSparse = (limit: number) =>
  new DeltaTapeError(
    'not-sparse',
    `the pattern has more than ${limit.toLocaleString('en')} entries, too many to hold: the matrix is not sparse. ` +
      'Use its products with vectors (hvp, jvp, vjp), or differentiate with respect to fewer reals.',
  );

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
      'Add what is missing, or use { sparse: true } to have the pattern found at this point.',
  );

export const nothingToCheck = (value: unknown) =>
  new DeltaTapeError(
    'nothing-to-check',
    `the result of the function being checked is ${describe(value)}, which holds no real. ` +
      'Return the reals whose derivatives are to be checked.',
  );

export const lawsBroken = (report: string) => new DeltaTapeError('laws-broken', report);

export const checksOneArgument = (second: unknown) =>
  new DeltaTapeError(
    'one-argument',
    `a function is checked in one argument, and what follows it are options, but there is ${describe(second)}. ` +
      'For several arguments check a function of a tuple: checkGradient(([x, y]) => f(x, y))([2, 3]).',
  );

/** Errors of the functional language. */
import { DeltaTapeError } from '../errors/errors.js';

export const unknownOperation = (name: string) =>
  new DeltaTapeError(
    'unknown-operation',
    `the operation ${name} is not a primitive of the library, so it has no value and no partials here. Use the name of a primitive, such as mul or sin.`,
  );

export const illTyped = (place: string, expected: string, found: string) =>
  new DeltaTapeError(
    'ill-typed-term',
    `${place} should be ${expected}, but it is ${found}. Give the term another part there.`,
  );

export const outsideLanguage = (what: string, line: number | undefined) =>
  new DeltaTapeError(
    'outside-language',
    `${line === undefined ? '' : `line ${line}: `}${what}. The functional language has reals, tuples, arrays, let (const), ` +
      'conditional expressions, functions that are called by name, and map, map2, reduce, foldl, scanl, scanr, build, shift1L, ' +
      'shift1R and get.',
  );

export const notInUnf = (what: string) =>
  new DeltaTapeError(
    'not-in-unf',
    `${what} has no unary form: Figs. 6 to 10 are about let, pairs, operations, map, map2 and reduce without free variables. ` +
      'Use gradientTerm, which has a transpose for it (§7.3).',
  );

export const noFunctionToRead = (name: string | undefined, count: number) =>
  new DeltaTapeError(
    'no-function-to-read',
    name === undefined
      ? `the text has ${count} functions at its top. Give the name of the one to read.`
      : `the text has no function ${name} at its top. Give the name of one that it has.`,
  );

export const notPrinted = (what: string) =>
  new DeltaTapeError(
    'no-name-in-source',
    `the gradient has ${what}, which has no name in TypeScript. Use functions of Math, or run the gradient with run(gradientTerm(…)).`,
  );

export const noPartial = (name: string) =>
  new DeltaTapeError(
    'no-partial',
    `the function symbol ${name} has no partials, so it has no reverse gradient. Give it the field partial, or make it with symbolOf.`,
  );

export const notLinear = (name: string) =>
  new DeltaTapeError(
    'not-linear-variable',
    `the linear variable ${name} does not occur linearly (Table 1): once in each summand, as a factor, or as the argument of a ` +
      'backpropagator. Make it a variable that is not linear, or write the body as a linear map.',
  );

export const notReduced = () =>
  new DeltaTapeError(
    'not-a-real-term',
    'the term does not reduce to a real, so it has no gradient. Apply its functions, and give each of its free variables a number.',
  );

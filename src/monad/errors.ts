/** Errors of the monad. As in errors/errors.ts, the first sentence says what happened, and the next one what to do. */
import { counted, DeltaTapeError, describe } from '../errors/errors.js';

export const wrongArity = (name: string, expected: number, got: number) =>
  new DeltaTapeError(
    'wrong-arity',
    `${name} takes ${counted(expected, 'argument')}, but it was given ${got}.`,
  );

export const noElement = (length: number, index: number) =>
  new DeltaTapeError(
    'no-element',
    `a vector of ${length} reals has no element ${index}: they count from 0 to ${length - 1}.`,
  );

export const compoundDelta = (tag: string) =>
  new DeltaTapeError(
    'compound-delta',
    `a dual number carries the Delta ${tag}, which has no id. Bind it with deltaLet first, so that it is not duplicated.`,
  );

export const wrongRows = (name: string, expected: number, found: number) =>
  new DeltaTapeError(
    'wrong-partials',
    `the Jacobian of ${name} has ${found} entries where ${expected} are needed: a row for each result, and in it a partial for each element.`,
  );

export const notAPrimitive = (name: string) =>
  new DeltaTapeError(
    'not-a-primitive',
    `${name || 'the function'} has no row of partials, so it cannot be lifted into the monad. ` +
      'Define it with definePrimitive, or write it with the monadic operators.',
  );

export const functionAsOutput = () =>
  new DeltaTapeError(
    'function-as-output',
    'the output of a monadic program holds a function, which has no cotangent (§11 of the paper). ' +
      'Apply it, and return its result; or use vjp of delta-tape, which takes functions as parts of trees.',
  );

export const limitReached = (limit: number) =>
  new DeltaTapeError(
    'repetition-limit',
    `forever ran its computation ${counted(limit, 'time')}, as often as its limit allows. Raise the limit, or look for what should have ended it.`,
  );

export const invalidLimit = (limit: unknown) =>
  new DeltaTapeError(
    'invalid-limit',
    `the limit of forever must be a natural number, but it is ${describe(limit)}. Give it the most times that the computation may run.`,
  );

export const useMonadicOperator = (name: string) =>
  new DeltaTapeError(
    'monadic-operator',
    `the ordinary operator ${name} was applied to a dual number of the monad. ` +
      'Use the monadic operators: const { mul } = operators, and y = yield* mul(x, x).',
  );

export const computationAsValue = () =>
  new DeltaTapeError(
    'computation-as-value',
    'a computation of the monad was used in the place of its result. Inside Do, write `yield* m`; ' +
      'to differentiate a monadic program, use grad, jvp, vjp or jacobian of delta-tape/monad.',
  );

export const notMonadic = (value: unknown) =>
  new DeltaTapeError(
    'not-monadic',
    `a step of a monadic computation returned ${describe(value)} instead of a computation. ` +
      'Return pure(x), or use `yield*` (with the star) on monadic values inside Do.',
  );

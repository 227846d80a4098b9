/** The library without the help of types, and without the protection of types. */
import * as library from 'delta-tape';
import { grad, mul, type Real } from 'delta-tape';

export type Any = (...args: unknown[]) => unknown;
export const untyped = library as unknown as {
  readonly [name: string]: (...args: unknown[]) => Any;
};

function codeOf(attempt: () => unknown): unknown {
  try {
    return attempt();
  } catch (error) {
    return (error as library.DeltaTapeError).code;
  }
}

export const expectError = (attempt: () => unknown, message: RegExp): void => {
  expect(attempt).toThrow(library.DeltaTapeError);
  expect(attempt).toThrow(message);
  // Which codes there are is tested in errors/error-codes.test.ts.
  expect(codeOf(attempt)).toMatch(/^[a-z-]+$/);
};

/** Functions under differentiation, run in every mode. */
export const modes: { readonly [name: string]: (f: (x: never) => unknown) => unknown } = {
  grad: (f) => untyped.grad(f)(2),
  vjp: (f) => untyped.vjp(f)(2),
  jvp: (f) => untyped.jvp(f)([2], [1]),
  taylor: (f) => untyped.taylor(f, 2)(2),
  'nested grad': (f) => grad((x: Real) => untyped.grad(f)(x) as Real)(2),
  'nested taylor': (f) => grad((x: Real) => (untyped.taylor(f, 2)(x) as Real[])[1])(2),
  'nested derivative': (f) => grad((x: Real) => untyped.derivative(f)(x) as Real)(2),
};

/** A dual that has left the function it belongs to. */
export function escaped(take: (f: (x: Real) => Real) => unknown = (f) => grad(f)(2)): Real {
  const outside: Real[] = [];
  take((x) => {
    outside.push(mul(x, x));
    return x;
  });
  return outside[0];
}

/** The error of the library that an attempt ends with. */
export function errorOf(attempt: () => unknown): library.DeltaTapeError {
  try {
    attempt();
  } catch (error) {
    if (error instanceof library.DeltaTapeError) return error;
    throw error;
  }
  throw new Error('there was no error');
}

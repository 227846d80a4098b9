/** The derivative versions of translated functions, remembered with their functions for people to read. */
type AnyFunction = (...args: never[]) => unknown;

const versions = new WeakMap<AnyFunction, readonly AnyFunction[]>();

/** Remembers the derivative version of a function, and the recording version if there is one. */
export function attach<F extends AnyFunction>(f: F, ...own: readonly AnyFunction[]): F {
  versions.set(f, own);
  return f;
}

/** What is remembered of a function; empty for most. */
export const attachedTo = (f: unknown): readonly AnyFunction[] =>
  versions.get(f as AnyFunction) ?? [];

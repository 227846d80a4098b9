/**
 * Copies of duals, as foreign code makes them of what it takes for an object. A dual is a value that
 * never changes, as a number is, so whoever copies a structure should keep it:
 *
 * - Code that asks for the class of an object (lodash) is told that a dual is a number, and its
 *   `constructor` gives the dual itself.
 * - Code that copies all that it finds comes by the run of the dual to its guard, which throws.
 * - A shallow copy of an instance has the same run, and means the same.
 * - Any other copy is refused where the library meets it: it is no instance, or its run is none that
 *   was opened (core/real.ts).
 */

/** What is thrown by the guard, set where errors are made. */
type Refusal = () => Error;

/** What tells a guard, also that of another copy of the library. */
const mark = Symbol.for('delta-tape.guard');

interface DualLike {
  readonly run: { readonly guard?: { readonly [mark]?: true } } | null;
}

/** A part of every run that cannot be copied. Runs have it first, for those that copy in order. */
export function guardThrowing(refusal: Refusal): object {
  const get = (): never => {
    throw refusal();
  };
  return Object.defineProperties({}, { reals: { enumerable: true, get }, [mark]: { value: true } });
}

/** Whether a value that is no dual has the run of one, as what `{ ...x }` gives. */
export function isCopyOfDual(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  return (value as Partial<DualLike> | null)?.run?.guard?.[mark] === true;
}

/** What duals have for a constructor: `new x.constructor(x)` is `x`. */
export const itself = function Dual(x: unknown): unknown {
  return x;
} as () => unknown;

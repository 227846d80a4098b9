/**
 * Foreign code may copy duals, because it takes them for objects. A dual is a value that never changes, as a
 * number is, so code that copies a structure should keep the duals in it:
 *
 * - Code that asks for the class of an object (lodash) learns that a dual is a number, and the `constructor`
 *   of a dual gives the dual itself.
 * - Code that copies all properties reaches the guard in the run of the dual, and the guard throws.
 * - A shallow copy of an instance has the same run, and means the same.
 * - The library refuses any other copy where it meets one: the copy is not an instance, or its run was never
 *   opened (core/real.ts).
 */

/** Makes the error that the guard throws; set where errors are made. */
type Refusal = () => Error;

/** The mark of a guard, which other copies of the library give theirs, too. */
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

/** True if a value that is not a dual has the run of one, such as the result of `{ ...x }`. */
export function isCopyOfDual(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  return (value as Partial<DualLike> | null)?.run?.guard?.[mark] === true;
}

/** A name of its own, since compilers take an accessor that is called so in the text for the constructor. */
export const ownClass = 'constructor';

/** The constructor of duals: `new x.constructor(x)` is `x`. */
export const itself = function Dual(x: unknown): unknown {
  return x;
} as () => unknown;

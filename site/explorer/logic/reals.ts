/** The numbers in a tree of the user, of whose type nothing is known. */
import { flatten } from 'delta-tape/learn';

export const realsOf = (tree: unknown): Float64Array => flatten(tree).vector as Float64Array;

/** The tree with other numbers. */
export const withReals = (tree: readonly unknown[], reals: readonly number[]): unknown[] =>
  flatten([...tree]).unflatten(Float64Array.from(reals));

/** The positions of the arguments that hold numbers: derivatives are taken by these. */
export const positionsOf = (args: readonly unknown[]): number[] =>
  args.flatMap((arg, k) => (realsOf([arg]).length > 0 ? [k] : []));

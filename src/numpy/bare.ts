/**
 * Arrays of numpy-ts are proxies, for the sake of `x[0]`: each property that is read of one takes some hundred times as long
 * as of the array behind it. Derivatives keep for themselves what is behind, bare arrays, which functions of numpy-ts take as well. No
 * user gets one: its `x[0]` is undefined.
 */
import type { NDArray } from './array-types.js';

/** The array behind an array. */
export const bare = <A extends NDArray>(x: A): A => (x._raw ?? x) as A;

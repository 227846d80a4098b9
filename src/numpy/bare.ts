/**
 * Bare arrays. Arrays of numpy-ts are proxies, so that `x[0]` works, and to read a property of a proxy takes some
 * hundred times as long as to read it of the array behind. So derivatives keep the array behind, the bare one;
 * functions of numpy-ts take it as well. No user gets a bare array, because its `x[0]` is undefined.
 */
import type { NDArray } from './array-types.js';

/** The array behind an array. */
export const bare = <A extends NDArray>(x: A): A => (x._raw ?? x) as A;

/**
 * The array operators as functions on arrays of numbers, for programs that run as they stand and are read
 * as terms. Each is one loop.
 */
import { lessThanNone, zeroLike, type Value } from './ground-values.js';

type List<T> = ArrayLike<T>;

/**
 * The array of `f(x)` for each element. O(n).
 *
 * @example map((x: number) => x * x, [1, 2, 3]) // [1, 4, 9]
 */
export function map<A, T>(f: (x: A) => T, xs: List<A>): T[] {
  if (xs === lessThanNone) return lessThanNone;
  const all: T[] = [];
  for (let k = 0; k < xs.length; k++) all.push(f(xs[k]));
  return all;
}

/**
 * The array of `f(x, y)` for the elements of two arrays of one length. O(n).
 *
 * @example map2((x: number, y: number) => x * y, [1, 2], [3, 4]) // [3, 8]
 */
export function map2<A, B, T>(f: (x: A, y: B) => T, xs: List<A>, ys: List<B>): T[] {
  if (xs === lessThanNone || ys === lessThanNone) return lessThanNone;
  const all: T[] = [];
  const count = Math.min(xs.length, ys.length);
  for (let k = 0; k < count; k++) all.push(f(xs[k], ys[k]));
  return all;
}

/**
 * The state after all elements, from the left. O(n).
 *
 * @example foldl((s: number, x: number) => s * x + 1, 1, [2, 3]) // 10
 */
export function foldl<S, A>(f: (state: S, x: A) => S, start: S, xs: List<A>): S {
  let state = start;
  for (let k = 0; k < xs.length; k++) state = f(state, xs[k]);
  return state;
}

/**
 * `foldl` with an associative function and its unit. O(n).
 *
 * @example reduce((x: number, y: number) => x * y, 1, [2, 3, 4]) // 24
 */
export const reduce = <A>(f: (x: A, y: A) => A, unit: A, xs: List<A>): A => foldl(f, unit, xs);

/**
 * All states of `foldl`: one more than there are elements. O(n).
 *
 * @example scanl((s: number, x: number) => s * x, 1, [2, 3, 4]) // [1, 2, 6, 24]
 */
export function scanl<S, A>(f: (state: S, x: A) => S, start: S, xs: List<A>): S[] {
  if (xs === lessThanNone) return [];
  const all = [start];
  for (let k = 0; k < xs.length; k++) all.push(f(all[k], xs[k]));
  return all;
}

/**
 * The same from the right: the start stands last. O(n).
 *
 * @example scanr((s: number, x: number) => s * x, 1, [3, 4]) // [12, 4, 1]
 */
export function scanr<S, A>(f: (state: S, x: A) => S, start: S, xs: List<A>): S[] {
  if (xs === lessThanNone) return [];
  const all = new Array<S>(xs.length + 1);
  all[xs.length] = start;
  for (let k = xs.length - 1; k >= 0; k--) all[k] = f(all[k + 1], xs[k]);
  return all;
}

/** The array of `f(0)` … `f(n - 1)`. O(n). @example build(3, (k) => k * k) // [0, 1, 4] */
export const build = <T>(n: number, f: (k: number) => T): T[] =>
  Array.from({ length: n }, (_, k) => f(k));

/** All elements but the first. O(n). @example shift1L([1, 2, 3]) // [2, 3] */
export const shift1L = <A>(xs: List<A>): A[] =>
  xs.length === 0 ? lessThanNone : Array.from(xs).slice(1);

/** An array after the zero of the first element of another: the transpose of `shift1L`. O(n). @example unshift1L([1, 2], [3]) // [0, 3] */
export const unshift1L = <A>(like: List<A>, xs: List<A>): A[] =>
  like.length === 0 ? [] : [zeroLike(like[0] as Value) as A, ...Array.from(xs)];

/** The same with the zero at the end: the transpose of `shift1R`. O(n). @example unshift1R([1, 2], [3]) // [3, 0] */
export const unshift1R = <A>(like: List<A>, xs: List<A>): A[] =>
  like.length === 0 ? [] : [...Array.from(xs), zeroLike(like[0] as Value) as A];

/** Zeros like an array, and `x` at a place: the transpose of `xs[k]`. O(n). @example put([1, 2], 1, 5) // [0, 5] */
export const put = <A>(like: List<A>, place: number, x: A): A[] =>
  Array.from(like, (one, k) => (k === place ? x : (zeroLike(one as Value) as A)));

/** All elements but the last. O(n). @example shift1R([1, 2, 3]) // [1, 2] */
export const shift1R = <A>(xs: List<A>): A[] =>
  xs.length === 0 ? lessThanNone : Array.from(xs).slice(0, -1);

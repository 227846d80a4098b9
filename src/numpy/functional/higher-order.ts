/**
 * Functional operators on arrays (Huot and Shaikhha). Their functions may use reals and arrays under
 * differentiation from outside. The elements of a vector are reals, those of other arrays are rows.
 */
import type { NDArray } from 'numpy-ts';
import { Dual, isReal, type Real } from '../../core/real.js';
import { call } from '../../derivatives/call.js';
import { loop } from '../../derivatives/checkpointing/loop.js';
import { notASize } from '../../derivatives/checkpointing/errors.js';
import type { AnyFunction } from '../../derivatives/signatures.js';
import type { AnyArray, Operand } from '../array-dual.js';
import { doesNotFit, wrongOption } from '../errors.js';
import { activeUnit } from './errors.js';
import { arrayOf, itemAt, itemOf } from './items.js';
import { byLoop } from './compiled-loops.js';
import { applied } from './recorded.js';
import { along } from '../rows/building-blocks.js';

/** An element of an array: a real of a vector, a row of another array. */
// eslint-disable-next-line @typescript-eslint/no-redundant-type-constituents -- NDArray is any where numpy-ts is not resolved
export type Item = Real | NDArray;

// Methods, so that functions may be written for numbers, or for arrays.
type OfPlace = { of(k: number): Item }['of'];
type OfItem = { of(x: Item, k: number): Item }['of'];
type OfItems = { of(x: Item, y: Item, k: number): Item }['of'];
type Joining = { of(x: Item, y: Item, k: number): Item }['of'];

const each = (name: string, f: AnyFunction, count: number, xs: readonly AnyArray[]): NDArray =>
  (byLoop(name, f, xs, null) ??
    applied({
      name,
      count,
      xs,
      start: null,
      isFromEnd: false,
      apply: (k, items) => call(f, [...items, k]),
    })) as never;

/**
 * The array of `f(0)` … `f(n - 1)`. If `f` gives reals, this is a vector; if `f` gives arrays, which must
 * have one shape, they are its rows. The tape gets one binding.
 *
 * Let `f` compute the same again when it is called again: it runs twice for each element, the second time in
 * the reverse sweep. So the memory is that of one call.
 *
 * @throws DeltaTapeError if `n` is not a size, or if results have different shapes; in the sweep, if `f`
 *   does not repeat itself.
 * @example np.build(3, (k) => k * k).tolist() // [0, 1, 4]
 */
export function build(n: number, f: OfPlace): NDArray {
  if (!Number.isInteger(n) || n < 0) throw notASize('the number of elements of np.build', n);
  return each('build', f as AnyFunction, n, []);
}

/**
 * The array of `f(x, k)` for each element `x` of `xs`, at place `k`. The elements of a vector are reals,
 * those of other arrays are their rows. An array without elements gives an empty vector, and `f` is not
 * called. Cost and errors are those of `build`.
 *
 * @example np.map((x: Real) => mul(x, x), np.array([1, 2, 3])).tolist() // [1, 4, 9]
 */
export function map(f: OfItem, xs: NDArray): NDArray {
  const array = arrayOf('map', xs);
  return each('map', f as AnyFunction, array.shape[0], [array]);
}

/**
 * The array of `f(x, y, k)` for the elements of two arrays of one length. Cost and errors are those of
 * `build`.
 *
 * @throws DeltaTapeError also if the lengths differ.
 * @example np.map2((x: Real, y: Real) => mul(x, y), np.array([1, 2]), np.array([3, 4])).tolist() // [3, 8]
 */
export function map2(f: OfItems, xs: NDArray, ys: NDArray): NDArray {
  const arrays = [xs, ys].map((x) => arrayOf('map2', x));
  const [one, other] = arrays.map(({ shape }) => shape[0]);
  if (one !== other)
    throw doesNotFit(
      'map2',
      arrays.map(({ shape }) => shape),
    );
  return each('map2', f as AnyFunction, one, arrays);
}

/** The state after all elements, one after the other. */
function folded(f: AnyFunction, init: unknown, array: AnyArray): unknown {
  const fast = isReal(init) ? byLoop('fold', f, [array], init) : null;
  if (fast !== null) return fast;
  const step = (state: unknown, k: number): unknown => call(f, [state, itemAt(array, k), k]);
  return loop(array.shape[0], step, init);
}

/**
 * Goes through the elements of `xs` with a state: `f(state, x, k)` gives the next state, the first is
 * `init`, and the result is the last. The state may be any tree of reals and arrays. `init` has a
 * derivative, too. The tape gets one binding for each real or array of the state. Memory and errors are
 * those of `loop`.
 *
 * @example np.fold((state: Real, x: Real) => add(mul(state, x), 1), 1, np.array([2, 3])) // 10
 */
export function fold<S>(f: { of(state: S, x: Item, k: number): S }['of'], init: S, xs: NDArray): S {
  return folded(f as AnyFunction, init, arrayOf('fold', xs)) as S;
}

/**
 * Joins all elements of `xs` by an associative function `f(x, y)`, from left to right. Give the unit of `f`,
 * which is the result for no elements. The unit is a constant. Cost and errors are those of `fold`.
 *
 * @throws DeltaTapeError also if the unit is under differentiation: use `fold` for such a start.
 * @example np.reduce((x: Real, y: Real) => mul(x, y), 1, np.array([2, 3, 4])) // 24
 */
export function reduce(f: Joining, unit: Item, xs: NDArray): Item {
  if (unit instanceof Dual) throw activeUnit();
  return folded(f as AnyFunction, unit, arrayOf('reduce', xs)) as Item;
}

const scanned = (name: string, f: AnyFunction, init: unknown, xs: NDArray, isFromEnd: boolean) => {
  const array = arrayOf(name, xs);
  const start = itemOf(name, init);
  return (byLoop(name, f, [array], start) ??
    applied({
      name,
      count: array.shape[0],
      xs: [array],
      start,
      isFromEnd,
      apply: (k, [x], state) => call(f, [state, x, k]),
    })) as never;
};

type Scanning = { of(state: Item, x: Item, k: number): Item }['of'];

/**
 * The array of all states of a `fold`: `init` first, and then one for each element. States are reals, or
 * arrays of one shape. The tape gets one binding, and all states are kept. Cost and errors are those of
 * `build`.
 *
 * @example np.scanl((state: Real, x: Real) => mul(state, x), 1, np.array([2, 3, 4])).tolist() // [1, 2, 6, 24]
 */
export const scanl = (f: Scanning, init: Item, xs: NDArray): NDArray =>
  scanned('scanl', f as AnyFunction, init, xs, false);

/**
 * The same as `scanl` from the last element to the first: `init` stands last.
 *
 * @example np.scanr((state: Real, x: Real) => mul(state, x), 1, np.array([2, 3, 4])).tolist() // [24, 12, 4, 1]
 */
export const scanr = (f: Scanning, init: Item, xs: NDArray): NDArray =>
  scanned('scanr', f as AnyFunction, init, xs, true);

/**
 * The array without its first `by` elements. If `by` is negative, the last ones are left out instead. The
 * tape gets one binding.
 *
 * @throws DeltaTapeError if `by` is not a whole number.
 * @example np.shift(np.array([1, 2, 3]), -1).tolist() // [1, 2]
 */
export function shift(xs: NDArray, by: number): NDArray {
  const array = arrayOf('shift', xs);
  if (!Number.isInteger(by))
    throw wrongOption(`np.shift: by is ${String(by)}, and it must be a whole number.`);
  const left: Operand = along(array, 0, by >= 0 ? `${by}:` : `:${by}`);
  return left as never;
}

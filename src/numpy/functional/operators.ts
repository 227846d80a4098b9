/**
 * Functional operators on arrays (Huot and Shaikhha). Their functions may use reals and arrays under differentiation
 * from outside. The elements of a vector are reals, those of other arrays are rows.
 */
import type { NDArray } from 'numpy-ts';
import { Dual, type Real } from '../../core/real.js';
import { call } from '../../derivatives/call.js';
import { loop } from '../../derivatives/checkpointing/loop.js';
import { notASize } from '../../derivatives/checkpointing/errors.js';
import type { AnyFunction } from '../../derivatives/signatures.js';
import type { AnyArray, Operand } from '../array-dual.js';
import { doesNotFit, wrongOption } from '../errors.js';
import { activeUnit } from './errors.js';
import { arrayOf, itemAt, itemOf } from './items.js';
import { applied } from './recorded.js';
import { along } from '../rows/parts.js';

/** An element of an array: a real of a vector, a row of another array. */
// eslint-disable-next-line @typescript-eslint/no-redundant-type-constituents -- NDArray is any where numpy-ts is not resolved
export type Item = Real | NDArray;

// Methods, so that functions may be written for numbers, or for arrays.
type OfPlace = { of(k: number): Item }['of'];
type OfItem = { of(x: Item, k: number): Item }['of'];
type OfItems = { of(x: Item, y: Item, k: number): Item }['of'];
type Joining = { of(x: Item, y: Item, k: number): Item }['of'];

const each = (name: string, f: AnyFunction, count: number, xs: readonly AnyArray[]): NDArray =>
  applied({
    name,
    count,
    xs,
    start: null,
    isFromEnd: false,
    apply: (k, items) => call(f, [...items, k]),
  }) as never;

/**
 * The array of `f(0)` … `f(n - 1)`: a vector where `f` gives reals, else an array of the arrays that it gives, which have
 * one shape. One binding. `f` runs twice for each element, once on the way back, which takes no more memory than one
 * call: it must compute the same again.
 *
 * @throws DeltaTapeError if `n` is no size, if results have different shapes; in the sweep, if `f` does not repeat itself.
 * @example np.build(3, (k) => k * k).tolist() // [0, 1, 4]
 */
export function build(n: number, f: OfPlace): NDArray {
  if (!Number.isInteger(n) || n < 0) throw notASize('the number of elements of np.build', n);
  return each('build', f as AnyFunction, n, []);
}

/**
 * The array of `f(x, k)` for each element of `xs`, which is at place `k`. Cost and errors as for `build`. Of an array
 * without elements it is an empty vector, and `f` is not called.
 *
 * @example np.map((x: Real) => mul(x, x), np.array([1, 2, 3])).tolist() // [1, 4, 9]
 */
export function map(f: OfItem, xs: NDArray): NDArray {
  const array = arrayOf('map', xs);
  return each('map', f as AnyFunction, array.shape[0], [array]);
}

/**
 * The array of `f(x, y, k)` for the elements of two arrays of one length. Cost and errors as for `build`.
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
  const step = (state: unknown, k: number): unknown => call(f, [state, itemAt(array, k), k]);
  return loop(array.shape[0], step, init);
}

/**
 * `f(… f(f(init, x₀), x₁) …, xₙ)` for the elements of `xs`; `f(state, x, k)` gives the next state. The state may be any tree
 * of reals and arrays; `init` has its derivative, too. One binding for each real or array of the state. Memory and
 * errors as for `loop`.
 *
 * @example np.fold((state: Real, x: Real) => add(mul(state, x), 1), 1, np.array([2, 3])) // 10
 */
export function fold<S>(f: { of(state: S, x: Item, k: number): S }['of'], init: S, xs: NDArray): S {
  return folded(f as AnyFunction, init, arrayOf('fold', xs)) as S;
}

/**
 * `fold` of an associative function `f(x, y)` with its unit, which is a constant. It is taken from left to right.
 *
 * @throws DeltaTapeError also if the unit is under differentiation: `fold` takes such a start.
 * @example np.reduce((x: Real, y: Real) => mul(x, y), 1, np.array([2, 3, 4])) // 24
 */
export function reduce(f: Joining, unit: Item, xs: NDArray): Item {
  if (unit instanceof Dual) throw activeUnit();
  return folded(f as AnyFunction, unit, arrayOf('reduce', xs)) as Item;
}

const scanned = (name: string, f: AnyFunction, init: unknown, xs: NDArray, isFromEnd: boolean) => {
  const array = arrayOf(name, xs);
  return applied({
    name,
    count: array.shape[0],
    xs: [array],
    start: itemOf(name, init),
    isFromEnd,
    apply: (k, [x], state) => call(f, [state, x, k]),
  }) as never;
};

type Scanning = { of(state: Item, x: Item, k: number): Item }['of'];

/**
 * All states of a `fold`, from `init` on: one more than there are elements. States are reals, or arrays of one shape.
 * One binding; states are kept. Cost and errors as for `build`.
 *
 * @example np.scanl((state: Real, x: Real) => mul(state, x), 1, np.array([2, 3, 4])).tolist() // [1, 2, 6, 24]
 */
export const scanl = (f: Scanning, init: Item, xs: NDArray): NDArray =>
  scanned('scanl', f as AnyFunction, init, xs, false);

/**
 * `scanl` from the last element to the first: `init` stands last.
 *
 * @example np.scanr((state: Real, x: Real) => mul(state, x), 1, np.array([2, 3, 4])).tolist() // [24, 12, 4, 1]
 */
export const scanr = (f: Scanning, init: Item, xs: NDArray): NDArray =>
  scanned('scanr', f as AnyFunction, init, xs, true);

/**
 * An array without its first `by` elements; without the last ones, if `by` is negative. One binding.
 *
 * @throws DeltaTapeError if `by` is no whole number.
 * @example np.shift(np.array([1, 2, 3]), -1).tolist() // [1, 2]
 */
export function shift(xs: NDArray, by: number): NDArray {
  const array = arrayOf('shift', xs);
  if (!Number.isInteger(by))
    throw wrongOption(`np.shift: by is ${String(by)}, and it must be a whole number.`);
  const left: Operand = along(array, 0, by >= 0 ? `${by}:` : `:${by}`);
  return left as never;
}

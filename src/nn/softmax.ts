/**
 * Softmax and related functions, along the last axis of arrays. A lane is a list along that axis.
 *
 * If nothing in a lane is above −Infinity, no element counts: all shares are 0, as for `logSumExp` of reals.
 */
import { registerArrayFunctions } from '../functions/array-functions.js';
import type { NDArray } from 'numpy-ts';
import { isReal } from '../core/real.js';
import { applyRow } from '../numpy/apply.js';
import type { AnyArray, Operand } from '../numpy/array-dual.js';
import { floatTypeOf, made, numbersOf, sizeOf } from '../numpy/elements.js';
import type { NDArray as Floats } from '../numpy/library.js';
import { ops } from '../numpy/ops.js';
import type { ArrayRow } from '../numpy/row.js';
import { inFront } from '../numpy/row-batch.js';
import { elementwise } from '../numpy/rows/elementwise.js';
import { asArray } from './operands.js';
import { axisOf } from '../numpy/rows/reductions.js';

const { subtract, exp } = elementwise;
const { times, sum } = {
  times: (x: Operand, y: Operand) => ops.times(x, y),
  sum: (x: Operand) => ops.sum(x, -1, true),
};

/** The largest number of a lane; NaN if there is one. */
export function topOf(numbers: ArrayLike<number>, from: number, to: number): number {
  let top = -Infinity;
  for (let k = from; k < to; k++) {
    if (numbers[k] > top) top = numbers[k];
    else if (Number.isNaN(numbers[k])) return NaN;
  }
  return top;
}

/** The shares of a lane, which is finite at the top. Infinity takes everything, in equal shares. */
export function share(
  to: { [k: number]: number },
  numbers: ArrayLike<number>,
  from: number,
  end: number,
): void {
  const top = topOf(numbers, from, end);
  let total = 0;
  for (let k = from; k < end; k++) {
    const e = numbers[k] === top ? 1 : Math.exp(numbers[k] - top);
    to[k] = top === -Infinity ? 0 : e;
    total += e;
  }
  if (top === -Infinity) return;
  for (let k = from; k < end; k++) to[k] /= total;
}

/**
 * Returns by how much `log(sum of e^x)` exceeds the largest number, which is finite. The largest is left
 * out of the sum, so that small sums are exact, and the excess is returned alone, so that differences
 * from it are exact, too.
 */
export function excessOf(
  numbers: ArrayLike<number>,
  from: number,
  end: number,
  top: number,
): number {
  let rest = 0;
  let isFirst = true;
  for (let k = from; k < end; k++) {
    if (isFirst && numbers[k] === top) isFirst = false;
    else rest += Math.exp(numbers[k] - top);
  }
  return Math.log1p(rest);
}

const lanesOf = ({ shape }: Floats): readonly [count: number, width: number] => [
  sizeOf(shape.slice(0, -1)),
  shape[shape.length - 1],
];

/** The derivative of shares along a change of the array. The Jacobian of softmax is symmetric. */
export const changeOfShares = (change: Operand, shares: Operand): Operand => {
  const part = times(change, shares);
  return subtract(part, times(shares, sum(part)));
};

const softmaxRow: ArrayRow = {
  name: 'softmax',
  value([x]) {
    const array = x as Floats;
    const [z, to] = made(array.shape, floatTypeOf(array));
    const [numbers, [count, width]] = [numbersOf(array), lanesOf(array)];
    const shares = new Float64Array(count * width);
    for (let k = 0; k < count; k++) share(shares, numbers, k * width, (k + 1) * width);
    to.set(shares);
    return z;
  },
  keeps: () => [1],
  pullback: (c, _, z) => [changeOfShares(c, z)],
  pushforward: ([t], _, z) => changeOfShares(t, z),
  batch: inFront(([x]) => applyRow(softmaxRow, [x], undefined)),
};
export const shares = (x: Operand): Operand => applyRow(softmaxRow, [x], undefined);

const logSoftmaxRow: ArrayRow = {
  name: 'logSoftmax',
  value([x]) {
    const array = x as Floats;
    const [z, to] = made(array.shape, floatTypeOf(array));
    const [numbers, [count, width]] = [numbersOf(array), lanesOf(array)];
    for (let from = 0; from < count * width; from += width) {
      const end = from + width;
      const top = topOf(numbers, from, end);
      const isFinite = Math.abs(top) < Infinity;
      const excess = isFinite ? excessOf(numbers, from, end, top) : 0;
      if (!isFinite) share(to, numbers, from, end);
      for (let k = from; k < end; k++)
        to[k] = isFinite ? numbers[k] - top - excess : Math.log(to[k]);
    }
    return z;
  },
  keeps: () => [1],
  pullback: (c, _, z) => [subtract(c, times(exp(z), sum(c)))],
  pushforward: ([t], _, z) => subtract(t, sum(times(exp(z), t))),
  batch: inFront(([x]) => applyRow(logSoftmaxRow, [x], undefined)),
};

const logSumExpRow: ArrayRow = {
  name: 'logSumExp',
  value([x]) {
    const array = x as Floats;
    const [numbers, [count, width]] = [numbersOf(array), lanesOf(array)];
    const [z, to] = made([...array.shape.slice(0, -1), 1], floatTypeOf(array));
    for (let k = 0; k < count; k++) {
      const [from, end] = [k * width, (k + 1) * width];
      const top = topOf(numbers, from, end);
      to[k] = Math.abs(top) === Infinity ? top : top + excessOf(numbers, from, end, top);
    }
    return z;
  },
  keeps: () => [0],
  pullback: (c, [x]) => [times(c, shares(x))],
  pushforward: ([t], [x]) => sum(times(t, shares(x))),
  batch: inFront(([x]) => applyRow(logSumExpRow, [x], undefined)),
};

/** A function along the last axis, along another. */
function along(name: string, x: NDArray, axis: number, row: ArrayRow): Operand {
  const array = asArray(name, x);
  const { length } = array.shape;
  const at = axisOf(`nn.${name}`, array.shape, axis);
  if (at === length - 1) return applyRow(row, [array], undefined);
  const order = [...array.shape.keys()];
  [order[at], order[length - 1]] = [length - 1, at];
  return ops.transpose(applyRow(row, [ops.transpose(array, order)], undefined) as AnyArray, order);
}

/**
 * The share `e^x / Σ e^x` of each element along an axis, in the shape of `x`. Large elements do not overflow. An element
 * of −Infinity has a share of exactly 0, and so have all elements of a lane in which there is nothing else. Time and
 * memory are linear.
 *
 * @throws DeltaTapeError if `axis` is out of bounds.
 * @example softmax(np.array([0, 0, -Infinity])).tolist() // [0.5, 0.5, 0]
 */
export const softmax = (x: NDArray, axis = -1): NDArray =>
  along('softmax', x, axis, softmaxRow) as never;

/**
 * The logarithm of `softmax(x, axis)`, in the shape of `x`. It is exact even where shares are too small for numbers. Cost
 * and errors are those of `softmax`.
 *
 * @example logSoftmax(np.array([0, -2000])).tolist() // [0, -2000]
 */
export const logSoftmax = (x: NDArray, axis = -1): NDArray =>
  along('logSoftmax', x, axis, logSoftmaxRow) as never;

/**
 * `log Σ e^x` along an axis. Without an axis it is that of all elements, a real. With `keepdims` the axis stays, with
 * length 1. The derivative is `softmax`, and cost and errors are those of `softmax`.
 *
 * @example logSumExp(np.array([1000, -Infinity])) // 1000
 */
export function logSumExp(x: NDArray): number;
export function logSumExp(x: NDArray, axis: number | undefined, keepdims?: boolean): NDArray;
export function logSumExp(x: NDArray, axis?: number, keepdims = false): unknown {
  const array = asArray('logSumExp', x);
  if (axis === undefined) {
    const flat = ops.reshape(array, [sizeOf(array.shape)]);
    const all = applyRow(logSumExpRow, [flat], undefined) as AnyArray;
    return keepdims
      ? ops.reshape(
          all,
          array.shape.map(() => 1),
        )
      : ops.sum(all);
  }
  const withAxis = along('logSumExp', x, axis, logSumExpRow) as AnyArray;
  const at = axisOf('nn.logSumExp', array.shape, axis);
  if (keepdims || isReal(withAxis)) return withAxis;
  const shape = array.shape.filter((_: number, k: number) => k !== at);
  return shape.length === 0 ? ops.sum(withAxis) : ops.reshape(withAxis, shape);
}

registerArrayFunctions({ logSoftmax, logSumExp, softmax });

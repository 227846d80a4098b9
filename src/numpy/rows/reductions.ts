/** Functions that combine the elements along some axes. */
import { applyRow } from '../apply.js';
import { isRealOperand, type AnyArray, type Operand } from '../array-dual.js';
import { inOrder, sizeOf } from '../elements.js';
import { badAxis } from '../errors.js';
import { copiedOption } from '../copied-option.js';
import { ops, type Axis } from '../ops.js';
import { moved } from './moving.js';
import { asArray } from './pointwise.js';
import type { ArrayRow, Batched, Examples } from '../row.js';
import { numpy, type FloatType, type NDArray, type Plain } from '../library.js';

interface Along {
  /** All of them, not negative. */
  readonly axes: readonly number[];
  /** As numpy-ts takes them. */
  readonly axis: Axis;
  readonly keepdims: boolean;
}

export function axesOf(name: string, shape: readonly number[], axis: Axis): number[] {
  if (axis === undefined || axis === null) return shape.map((_, k) => k);
  return [axis].flat().map((one) => axisOf(`np.${name}`, shape, one));
}

/** A place among dimensions, from 0 on. */
export function axisOf(name: string, shape: readonly number[], axis: number): number {
  const at = axis < 0 ? axis + shape.length : axis;
  if (Number.isInteger(at) && at >= 0 && at < shape.length) return at;
  throw badAxis(name, axis, shape);
}

/** The shape with lengths of 1 along the axes. */
const withAxes = (shape: readonly number[], axes: readonly number[]): number[] =>
  shape.map((d, k) => (axes.includes(k) ? 1 : d));

/** The change of a reduced array, broadcast to what was reduced. */
function spreadBack(c: Operand, x: AnyArray, { axes }: Along): Operand {
  const dtype = x.dtype as FloatType;
  const array = isRealOperand(c) ? c : ops.reshape(c, withAxes(x.shape, axes));
  return ops.spread(array, x.shape, dtype);
}

const ownAxis = (axis: Axis): Axis => (axis === null ? undefined : (copiedOption(axis) as Axis));

/** The same axes of each example. */
const ofEach =
  (again: (x: Operand, options: Along) => Operand) =>
  ({ xs: [x], shapes: [shape], options }: Examples<Along>): Batched => {
    const { keepdims } = options;
    const axes = options.axes.map((axis) => axis + 1);
    const array = axes.length === 0 ? x : again(x, { axes, axis: axes, keepdims });
    return { array: array as AnyArray, isReal: axes.length === shape.length && !keepdims };
  };

type Reduction = (x: NDArray, axis?: number) => Plain;

/** One axis after the other: numpy-ts 1.7 loses the memory of what it needs for several, and for `keepdims`. */
function reduced(reduce: Reduction, x: NDArray, { axes, keepdims }: Along): Plain {
  const array = inOrder(x);
  if (axes.length === x.ndim && !keepdims) {
    const z = reduce(array);
    // numpy-ts sums integers in their own type.
    return typeof z === 'number' ? z : Number(z.item());
  }
  let z: NDArray = array;
  for (const axis of [...axes].sort((a, b) => b - a)) {
    const less = reduce(z, axis);
    z = typeof less === 'number' ? asArray(less, x) : less;
  }
  return keepdims ? numpy.reshape(z, withAxes(x.shape, axes)) : z;
}

const sumRow: ArrayRow<Along> = {
  name: 'sum',
  value: ([x], along) =>
    typeof x === 'number' ? x : reduced((a, axis) => numpy.sum(a, axis), x, along),
  pullback: (c, [x], _, __, options) => [spreadBack(c, x as AnyArray, options)],
  pushforward: ([t], _, __, { axis, keepdims }) => sum(t, axis, keepdims),
  batch: ofEach((x, options) => applyRow(sumRow, [x], options)),
};

export function sum(x: Operand, axis?: Axis, keepdims = false): Operand {
  if (isRealOperand(x)) return x;
  const axes = axesOf('sum', x.shape, axis);
  return applyRow(sumRow, [x], { axes, axis: ownAxis(axis), keepdims });
}
ops.sum = sum;

const meanRow: ArrayRow<Along> = {
  name: 'mean',
  value: ([x], along) => reduced((a, axis) => numpy.mean(a, axis), x as NDArray, along),
  pullback: (c, [x], _, __, options) => {
    const array = x as AnyArray;
    const count = sizeOf(options.axes.map((axis) => array.shape[axis]));
    return [spreadBack(ops.times(c, 1 / count), array, options)];
  },
  pushforward: ([t], _, __, { axis, keepdims }) => mean(t, axis, keepdims),
  batch: ofEach((x, options) => applyRow(meanRow, [x], options)),
};

export function mean(x: Operand, axis?: Axis, keepdims = false): Operand {
  if (isRealOperand(x)) return x;
  const axes = axesOf('mean', x.shape, axis);
  return applyRow(meanRow, [x], { axes, axis: ownAxis(axis), keepdims });
}

interface AlongOne {
  readonly axis: number;
}

const flipped = (x: Operand, axis: number): Operand =>
  moved({ name: 'flip', move: ([a]) => numpy.flip(a, axis), back: (c) => flipped(c, axis) }, [x]);

const cumsumRow: ArrayRow<AlongOne> = {
  name: 'cumsum',
  value: ([x], { axis }) => numpy.cumsum(inOrder(x as NDArray), axis),
  pullback: (c, _, __, ___, { axis }) => [flipped(cumsum(flipped(c, axis), axis), axis)],
  pushforward: ([t], _, __, { axis }) => cumsum(t, axis),
  batch: ({ xs: [x], options: { axis } }) => ({
    array: applyRow(cumsumRow, [x], { axis: axis + 1 }) as AnyArray,
    isReal: false,
  }),
};

export function cumsum(x: Operand, axis?: number): Operand {
  const array = isRealOperand(x) ? ops.spread(x, [1], 'float64') : x;
  if (axis === undefined || axis === null) {
    return applyRow(cumsumRow, [ops.reshape(array, [sizeOf(array.shape)])], { axis: 0 });
  }
  const [one] = axesOf('cumsum', array.shape, axis);
  return applyRow(cumsumRow, [array], { axis: one });
}

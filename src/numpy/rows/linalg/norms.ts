/** Norms of vectors and matrices. At 0, where a norm is not smooth, its derivative is 0. */
import type { AnyArray, Operand } from '../../array-dual.js';
import { badOption } from '../../errors.js';
import { ops, type Axis } from '../../ops.js';
import { elementwise as e } from '../elementwise.js';
import { max, min } from '../extremes.js';
import { asOperand, asVector, constantFrom, flat } from '../building-blocks.js';
import { axesOf, sum } from '../reductions.js';
import { shapes } from '../rearranging.js';
import { matrices } from './matrices.js';
import { svdvals } from './decompositions.js';
import { inv } from './solving.js';

export type Order = number | 'fro' | 'nuc' | null | undefined;

function ofVectors(x: Operand, order: Order, axis: Axis, keepdims: boolean): Operand {
  if (order === null || order === undefined || order === 2)
    return e.sqrt(sum(e.square(x), axis, keepdims));
  if (typeof order !== 'number')
    throw badOption('linalg.norm', 'ord', order, 'numbers for vectors');
  const sizes = e.absolute(x);
  if (order === Infinity) return max(sizes, axis, keepdims);
  if (order === -Infinity) return min(sizes, axis, keepdims);
  if (order === 0)
    return sum(
      constantFrom(x, (a) => (a === 0 ? 0 : 1)),
      axis,
      keepdims,
    );
  if (order === 1) return sum(sizes, axis, keepdims);
  return e.power(sum(e.power(sizes, order), axis, keepdims), 1 / order);
}

function ofMatrices(
  x: AnyArray,
  order: Order,
  axes: readonly [number, number],
  keepdims: boolean,
): Operand {
  if (order === null || order === undefined || order === 'fro')
    return e.sqrt(sum(e.square(x), axes, keepdims));
  const last = shapes.moveaxis(x, [...axes], [-2, -1]) as AnyArray;
  const shape = x.shape.map((d: number, k: number) => (axes.includes(k) ? 1 : d));
  const withAxes = (z: Operand): Operand => (keepdims ? ops.reshape(asOperand(z), shape) : z);
  const sums = (axis: number) => sum(e.absolute(last), axis);
  switch (order) {
    case 'nuc':
      return withAxes(sum(svdvals(last), -1));
    case 2:
      return withAxes(max(svdvals(last), -1));
    case -2:
      return withAxes(min(svdvals(last), -1));
    case 1:
      return withAxes(max(sums(-2), -1));
    case -1:
      return withAxes(min(sums(-2), -1));
    case Infinity:
      return withAxes(max(sums(-1), -1));
    case -Infinity:
      return withAxes(min(sums(-1), -1));
    default:
      throw badOption(
        'linalg.norm',
        'ord',
        order,
        "1, -1, 2, -2, ±Infinity, 'fro' or 'nuc' for matrices",
      );
  }
}

export function norm(x: Operand, order?: Order, axis?: Axis | null, keepdims = false): Operand {
  const array = asVector(x);
  const axes = axesOf('linalg.norm', array.shape, axis ?? undefined);
  const isAll = axis === undefined || axis === null;
  const hasOrder = order !== undefined && order !== null;
  if (isAll && !(hasOrder && array.shape.length === 2)) {
    if (hasOrder && array.shape.length !== 1)
      throw badOption('linalg.norm', 'ord', order, 'an axis beside it for such an array');
    return ofVectors(array, order, undefined, keepdims);
  }
  return axes.length === 2
    ? ofMatrices(array, order, axes as unknown as [number, number], keepdims)
    : ofVectors(array, order, axes, keepdims);
}

export function vector_norm(
  x: Operand,
  order: Order = 2,
  axis?: Axis | null,
  keepdims = false,
): Operand {
  const array = asVector(x);
  if (axis !== undefined && axis !== null) return ofVectors(array, order, axis, keepdims);
  const z = ofVectors(flat(array), order, undefined, false);
  return keepdims
    ? ops.reshape(
        asOperand(z),
        array.shape.map(() => 1),
      )
    : z;
}

export function matrix_norm(x: Operand, order: Order = 'fro', keepdims = false): Operand {
  const array = matrices('linalg.matrix_norm', x);
  const count = array.shape.length;
  return ofMatrices(array, order, [count - 2, count - 1], keepdims);
}

export function cond(x: Operand, p?: Order): Operand {
  const array = matrices('linalg.cond', x);
  if (p === undefined || p === null || p === 2 || p === -2) {
    const s = svdvals(array);
    return p === -2 ? e.divide(min(s, -1), max(s, -1)) : e.divide(max(s, -1), min(s, -1));
  }
  return e.multiply(matrix_norm(array, p), matrix_norm(inv(array), p));
}

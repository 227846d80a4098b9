/** Products of matrices and vectors. */
import type { AnyArray, Operand } from '../array-dual.js';
import { doesNotFit } from '../errors.js';
import { ops } from '../ops.js';
import { isReal } from '../../core/real.js';
import { multiply } from './elementwise.js';
import { multiplied } from './product.js';

const asOperand = (x: Operand): AnyArray => (isReal(x) ? ops.spread(x, [], 'float64') : x);

/** `a @ b` of NumPy: vectors are rows on the left and columns on the right. */
export function matmul(x: Operand, y: Operand): Operand {
  const [a, b] = [asOperand(x), asOperand(y)];
  const [m, n] = [a.shape.length, b.shape.length];
  const inner = n === 1 ? b.shape[0] : b.shape[n - 2];
  if (m === 0 || n === 0 || a.shape[m - 1] !== inner)
    throw doesNotFit('matmul', [a.shape, b.shape]);
  const left = m === 1 ? ops.reshape(a, [1, a.shape[0]]) : a;
  const right = n === 1 ? ops.reshape(b, [b.shape[0], 1]) : b;
  const z = multiplied(left, right);
  if (m > 1 && n > 1) return z;
  const { shape } = z as AnyArray;
  const rest = shape.filter(
    (_: number, k: number) =>
      !(m === 1 && k === shape.length - 2) && !(n === 1 && k === shape.length - 1),
  );
  return rest.length === 0 ? ops.sum(z) : ops.reshape(z as AnyArray, rest);
}

/** Of two arrays of which one has no dimensions; a real, if both are so. */
const scaled = (x: Operand, y: Operand): Operand => {
  const z = multiply(x, y);
  return isReal(z) || z.shape.length > 0 ? z : ops.sum(z);
};

/** The sum over the last axis of `a` and the second to last of `b`. */
export function dot(x: Operand, y: Operand): Operand {
  const isNumber = (z: Operand) => isReal(z) || z.shape.length === 0;
  if (isNumber(x) || isNumber(y)) return scaled(x, y);
  const [a, b] = [x as AnyArray, y as AnyArray];
  if (a.shape.length <= 2 && b.shape.length <= 2) {
    const inner = b.shape.length === 1 ? b.shape[0] : b.shape[b.shape.length - 2];
    if (a.shape[a.shape.length - 1] !== inner) throw doesNotFit('dot', [a.shape, b.shape]);
    return matmul(a, b);
  }
  return tensordot(a, b, [[a.shape.length - 1], [Math.max(0, b.shape.length - 2)]]);
}

type Axes = number | readonly [readonly number[] | number, readonly number[] | number];

export function tensordot(x: Operand, y: Operand, axes: Axes = 2): Operand {
  const [a, b] = [asOperand(x), asOperand(y)];
  const [m, n] = [a.shape.length, b.shape.length];
  const places = (list: readonly number[], count: number) =>
    list.map((k) => (k < 0 ? k + count : k));
  const count = typeof axes === 'number' ? axes : 0;
  const summedA =
    typeof axes === 'number'
      ? Array.from({ length: count }, (_, k) => m - count + k)
      : places([axes[0]].flat(), m);
  const summedB =
    typeof axes === 'number'
      ? Array.from({ length: count }, (_, k) => k)
      : places([axes[1]].flat(), n);
  const isFit =
    summedA.length === summedB.length &&
    summedA.every((k, i) => a.shape[k] === b.shape[summedB[i]]);
  if (!isFit) throw doesNotFit('tensordot', [a.shape, b.shape]);
  const freeA = [...a.shape.keys()].filter((k) => !summedA.includes(k));
  const freeB = [...b.shape.keys()].filter((k) => !summedB.includes(k));
  const size = (shape: readonly number[], list: readonly number[]) =>
    list.reduce((p, k) => p * shape[k], 1);
  const inner = size(a.shape, summedA);
  const left = ops.reshape(ops.transpose(a, [...freeA, ...summedA]), [size(a.shape, freeA), inner]);
  const right = ops.reshape(ops.transpose(b, [...summedB, ...freeB]), [
    inner,
    size(b.shape, freeB),
  ]);
  const z = multiplied(left, right);
  const shape = [...freeA.map((k) => a.shape[k]), ...freeB.map((k) => b.shape[k])];
  return shape.length === 0 ? ops.sum(z) : ops.reshape(z as AnyArray, shape);
}

/** The sum over the last axes of both. */
export function inner(x: Operand, y: Operand): Operand {
  const isNumber = (z: Operand) => isReal(z) || z.shape.length === 0;
  if (isNumber(x) || isNumber(y)) return scaled(x, y);
  return tensordot(x, y, [[-1], [-1]]);
}

export function outer(x: Operand, y: Operand): Operand {
  const [a, b] = [asOperand(x), asOperand(y)];
  const flat = (z: AnyArray) => z.shape.reduce((p: number, d: number) => p * d, 1);
  return multiply(ops.reshape(a, [flat(a), 1]), ops.reshape(b, [1, flat(b)]));
}

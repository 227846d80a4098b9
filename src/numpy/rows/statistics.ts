/** Averages and related functions, and the options `where` and `initial` of reductions. */
import type { AnyArray, Operand } from '../array-dual.js';
import { plainOperand } from '../apply.js';
import { ops, type Axis } from '../ops.js';
import { isReal } from '../../core/real.js';
import { composed, total } from './composed.js';
import { prod } from './cumulative.js';
import { elementwise as e } from './elementwise.js';
import { max, min } from './extremes.js';
import { along, asVector, dtypeOf, settled } from './building-blocks.js';
import { matmul } from './products.js';
import { mean, sum } from './reductions.js';
import { shapes } from './rearranging.js';

interface Options {
  readonly where?: Operand;
  readonly initial?: Operand;
}
type Reduction = (x: Operand, axis?: Axis, keepdims?: boolean) => Operand;

/** With the elements where a condition holds, and one more. */
const withOptions =
  (f: Reduction, nothing: number, together: (x: Operand, y: Operand) => Operand) =>
  (x: Operand, axis?: Axis, keepdims = false, { where, initial }: Options = {}): Operand => {
    const given = where === undefined ? x : shapes.where(plainOperand(where), x, nothing);
    // With a start, what is empty has an extreme.
    const isEmpty = !isReal(given) && given.size === 0 && initial !== undefined;
    const z = isEmpty ? e.add(sum(given, axis, keepdims), nothing) : f(given, axis, keepdims);
    return initial === undefined ? z : together(z, initial);
  };

type Rows = readonly [x: AnyArray, count: number];

/** Variables in rows, less their means. */
function centred(m: Operand, y: Operand | undefined, areRows: boolean): Rows {
  const one = (x: Operand): AnyArray => {
    const array = asVector(x);
    if (array.shape.length === 1) return ops.reshape(array, [1, array.shape[0]]);
    return areRows ? array : ops.transpose(array);
  };
  const x = y === undefined ? one(m) : (shapes.concatenate([one(m), one(y)], 0) as AnyArray);
  return [e.subtract(x, mean(x, 1, true)) as AnyArray, x.shape[1]];
}

/** A matrix of one element is a number. */
const single = (z: Operand): Operand =>
  isReal(z) || z.size !== 1 ? z : settled(ops.reshape(z, []));

const covariance = (
  m: Operand,
  y: Operand | undefined,
  areRows: boolean,
  ddof: number,
): AnyArray => {
  const [x, count] = centred(m, y, areRows);
  return e.divide(matmul(x, ops.transpose(x)), Math.max(count - ddof, 0)) as AnyArray;
};

function cov(m: Operand, y?: Operand, rowvar = true, bias = false, ddof?: number): Operand {
  return single(covariance(m, y, rowvar, ddof ?? (bias ? 0 : 1)));
}

function corrcoef(m: Operand, y?: Operand, rowvar = true): Operand {
  const c = covariance(m, y, rowvar, 1);
  const spreads = e.sqrt(shapes.diagonal(c)) as AnyArray;
  const count = c.shape[0];
  const scaled = e.divide(e.divide(c, ops.reshape(spreads, [count, 1])), spreads);
  return single(e.minimum(e.maximum(scaled, -1), 1));
}

function average(
  x: Operand,
  axis?: Axis,
  weights?: Operand,
  keepdims = false,
  returned = false,
): Operand | Operand[] {
  const z = composed.average(x, axis, weights, keepdims);
  if (!returned) return z;
  const ones = isReal(x) ? 1 : ops.spread(1, x.shape, dtypeOf(x));
  return [z, total(x, axis, weights ?? ones, keepdims)];
}

/** Of values that come before and after. */
function diff(
  x: Operand,
  n = 1,
  axis = -1,
  prepend?: Operand | readonly number[],
  append?: Operand | readonly number[],
): Operand {
  const array = asVector(x);
  const part = (z: Operand | readonly number[] | undefined): Operand[] => {
    if (z === undefined || z === null) return [];
    const given = Array.isArray(z) ? (shapes.stack(z as number[], 0) as AnyArray) : (z as Operand);
    if (!isReal(given) && given.shape.length === array.shape.length) return [given];
    const shape = along(array, axis < 0 ? axis + array.shape.length : axis, ':1').shape;
    return [ops.spread(given, shape, dtypeOf(array))];
  };
  const parts = [...part(prepend), array, ...part(append)];
  return composed.diff(
    parts.length === 1 ? array : (shapes.concatenate(parts, axis) as AnyArray),
    n,
    axis,
  );
}

export const statistics = {
  sum: withOptions(sum, 0, e.add),
  prod: withOptions(prod, 1, e.multiply),
  max: withOptions(max, -Infinity, e.maximum),
  min: withOptions(min, Infinity, e.minimum),
  average,
  cov,
  corrcoef,
  diff,
};

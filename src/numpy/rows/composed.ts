/** Functions that are composed of others under differentiation. */
import type { AnyArray, Operand } from '../array-dual.js';
import { sizeOf } from '../elements.js';
import { ops, type Axis } from '../ops.js';
import { elementwise as e } from './elementwise.js';
import { isReal } from '../../core/real.js';
import { sliced } from './views.js';
import { axesOf, mean, sum } from './reductions.js';
import { shapes } from './rearranging.js';

const shapeOf = (x: Operand): readonly number[] => (isReal(x) ? [] : x.shape);

function variance(x: Operand, axis?: Axis, ddof = 0, keepdims = false): Operand {
  const shape = shapeOf(x);
  const count = sizeOf(axesOf('var', shape, axis).map((k) => shape[k]));
  const deviation = e.subtract(x, mean(x, axis, true));
  return e.divide(sum(e.square(deviation), axis, keepdims), count > ddof ? count - ddof : NaN);
}

const std = (x: Operand, axis?: Axis, ddof = 0, keepdims = false): Operand =>
  e.sqrt(variance(x, axis, ddof, keepdims));

/** Weights along an axis, as they stand in the array. */
function weightsFor(x: Operand, axis: Axis, weights: Operand): Operand {
  const shape = shapeOf(x);
  if (isReal(weights) || weights.shape.length !== 1 || shape.length <= 1) return weights;
  const axes = axesOf('average', shape, axis);
  return ops.reshape(
    weights,
    shape.map((d, k) => (axes.includes(k) ? d : 1)),
  );
}

/** Of the weights that an average divides by. */
export const total = (x: Operand, axis: Axis, weights: Operand, keepdims: boolean): Operand =>
  sum(shapes.broadcast_to(weightsFor(x, axis, weights), shapeOf(x)), axis, keepdims);

function average(x: Operand, axis?: Axis, weights?: Operand, keepdims = false): Operand {
  if (weights === undefined) return mean(x, axis, keepdims);
  const weighted = sum(e.multiply(x, weightsFor(x, axis, weights)), axis, keepdims);
  return e.divide(weighted, total(x, axis, weights, keepdims));
}

/** At a tie with a bound the element counts, as for `maximum` and `minimum`. */
function clip(
  x: Operand,
  low: Operand | null | undefined,
  high: Operand | null | undefined,
): Operand {
  const above = low === null || low === undefined ? x : e.maximum(x, low);
  return high === null || high === undefined ? above : e.minimum(above, high);
}

function diff(x: AnyArray, n = 1, axis = -1): Operand {
  const [along] = axesOf('diff', x.shape, axis);
  let z: Operand = x;
  for (let k = 0; k < n; k++) {
    const part = (from: string) => {
      const text = [...x.shape.keys()].map((at) => (at === along ? from : ':'));
      return sliced(z, text);
    };
    z = e.subtract(part('1:'), part(':-1'));
  }
  return z;
}

const trace = (x: AnyArray, offset = 0, axis1 = 0, axis2 = 1): Operand =>
  sum(shapes.diagonal(x, offset, axis1, axis2), -1);

const vdot = (x: AnyArray, y: AnyArray): Operand =>
  sum(e.multiply(shapes.ravel(x), shapes.ravel(y)));

export const composed = {
  var: variance,
  variance,
  std,
  average,
  clip,
  diff,
  trace,
  vdot,
};

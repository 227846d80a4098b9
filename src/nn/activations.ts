/** Activations: functions of each element. */
import { registerArrayFunctions } from '../functions/array-functions.js';
import type { NDArray } from 'numpy-ts';
import * as table from '../core/primitives/table.js';
import { applyRow } from '../numpy/apply.js';
import type { Operand } from '../numpy/array-dual.js';
import { floatTypeOf, made, numbersOf } from '../numpy/elements.js';
import type { NDArray as Floats } from '../numpy/library.js';
import { ops } from '../numpy/ops.js';
import type { ArrayRow } from '../numpy/row.js';
import { inFront } from '../numpy/row-batch.js';
import { pointwise } from '../numpy/rows/pointwise.js';
import { asElements } from './operands.js';
import { kernel } from './kernels.js';

/** The elements of `c` where those of `z` are above 0, and 0 elsewhere. Linear in `c`. */
const gateRow: ArrayRow = {
  name: 'relu',
  value([c, z]) {
    const [array, to] = made((c as Floats).shape, floatTypeOf(c as Floats));
    const [from, open] = [numbersOf(c as Floats), numbersOf(z as Floats)];
    for (let k = 0; k < to.length; k++) to[k] = open[k] > 0 ? from[k] : 0;
    return array;
  },
  keeps: () => [1],
  pullback: (c, [, z]) => [applyRow(gateRow, [c, z], undefined), 0],
  pushforward: ([t], [, z]) => (t === 0 ? 0 : applyRow(gateRow, [t, z], undefined)),
  batch: inFront((xs) => applyRow(gateRow, xs, undefined)),
};

const reluOf = pointwise({
  name: 'relu',
  scalar: table.relu,
  value: kernel((to, from) => {
    for (let k = 0; k < to.length; k++) to[k] = from[k] <= 0 ? 0 : from[k];
  }),
  formulas: [[(c, _, z) => applyRow(gateRow, [c, z], undefined), ['z']]],
});

const sigmoidOf: (x: Operand) => Operand = pointwise({
  name: 'sigmoid',
  scalar: table.sigmoid,
  value: kernel((to, from) => {
    for (let k = 0; k < to.length; k++) {
      const e = Math.exp(-Math.abs(from[k]));
      to[k] = (from[k] >= 0 ? 1 : e) / (1 + e);
    }
  }),
  formulas: [[(c, [x], z) => ops.times(c, ops.times(z, sigmoidOf(ops.negative(x)))), [0, 'z']]],
});

const softplusOf = pointwise({
  name: 'softplus',
  scalar: table.softplus,
  value: kernel((to, from) => {
    for (let k = 0; k < to.length; k++)
      to[k] = Math.max(from[k], 0) + Math.log1p(Math.exp(-Math.abs(from[k])));
  }),
  formulas: [[(c, [x]) => ops.times(c, sigmoidOf(x)), [0]]],
});

/**
 * `max(x, 0)` of each element, in the shape of `x`. At 0 the derivative is 0, as for `relu` of delta-tape. NaN stays
 * NaN. Time and memory are linear.
 *
 * @throws DeltaTapeError if `x` is neither an array nor a real.
 * @example relu(np.array([-1, 0, 2])).tolist() // [0, 0, 2]
 */
export const relu = (x: NDArray): NDArray => reluOf(asElements('relu', x)) as never;

/**
 * `1 / (1 + e^-x)` of each element, in the shape of `x`. It does not overflow, and its derivatives are exact far from 0.
 * Time and memory are linear.
 *
 * @throws DeltaTapeError if `x` is neither an array nor a real.
 * @example sigmoid(np.array([0, -1000])).tolist() // [0.5, 0]
 */
export const sigmoid = (x: NDArray): NDArray => sigmoidOf(asElements('sigmoid', x)) as never;

/**
 * `log(1 + e^x)` of each element, in the shape of `x`. It does not overflow. Time and memory are linear.
 *
 * @throws DeltaTapeError if `x` is neither an array nor a real.
 * @example softplus(np.array([-1000, 1000])).tolist() // [0, 1000]
 */
export const softplus = (x: NDArray): NDArray => softplusOf(asElements('softplus', x)) as never;

registerArrayFunctions({ relu, sigmoid, softplus });

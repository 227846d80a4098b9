/** Brings the elements of arrays to mean 0 and variance 1, along features or along a batch. */
import { applyRow } from '../numpy/apply.js';
import type { AnyArray, Operand } from '../numpy/array-dual.js';
import { floatTypeOf, made, numbersOf } from '../numpy/elements.js';
import type { NDArray as Floats } from '../numpy/library.js';
import { ops } from '../numpy/ops.js';
import type { ArrayRow } from '../numpy/row.js';
import { composed } from '../numpy/rows/composed.js';
import { elementwise } from '../numpy/rows/elementwise.js';
import { mean } from '../numpy/rows/reductions.js';
import { badOption } from './errors.js';

const { add, subtract, multiply, reciprocal, sqrt } = elementwise;

interface Along {
  /** The axis of a matrix that is summed over. */
  readonly axis: 0 | 1;
  readonly epsilon: number;
}

export interface Moments {
  readonly means: Float64Array;
  /** Divided by the number of elements. */
  readonly variances: Float64Array;
}

/** Of the rows of a matrix, or of its columns. The second pass keeps the digits of variances. */
export function momentsOf(
  numbers: ArrayLike<number>,
  [m, n]: readonly number[],
  axis: 0 | 1,
): Moments {
  const [lanes, length] = axis === 0 ? [n, m] : [m, n];
  const means = new Float64Array(lanes);
  const variances = new Float64Array(lanes);
  const laneAt = (i: number, j: number) => (axis === 0 ? j : i);
  for (let i = 0, k = 0; i < m; i++)
    for (let j = 0; j < n; j++) means[laneAt(i, j)] += numbers[k++];
  for (let lane = 0; lane < lanes; lane++) means[lane] /= length;
  for (let i = 0, k = 0; i < m; i++) {
    for (let j = 0; j < n; j++) {
      const lane = laneAt(i, j);
      const deviation = numbers[k++] - means[lane];
      variances[lane] += deviation * deviation;
    }
  }
  for (let lane = 0; lane < lanes; lane++) variances[lane] /= length;
  return { means, variances };
}

/** `(x - mean) / √(variance + ε)` of a matrix, along its rows or columns. */
const standardRow: ArrayRow<Along> = {
  name: 'standardise',
  value([x], { axis, epsilon }) {
    const array = x as Floats;
    const [numbers, [m, n]] = [numbersOf(array), array.shape];
    const { means, variances } = momentsOf(numbers, array.shape, axis);
    const scales = variances.map((variance) => 1 / Math.sqrt(variance + epsilon));
    const [z, to] = made(array.shape, floatTypeOf(array));
    for (let i = 0, k = 0; i < m; i++) {
      for (let j = 0; j < n; j++, k++) {
        const lane = axis === 0 ? j : i;
        to[k] = (numbers[k] - means[lane]) * scales[lane];
      }
    }
    return z;
  },
  keeps: () => [0, 1],
  // The Jacobian is symmetric.
  pullback: (c, [x], z, _, along) => [standardChange(c, x, z, along)],
  pushforward: ([t], [x], z, along) => standardChange(t, x, z, along),
  /** Rows of all examples are rows of one matrix; so are columns, beside each other. */
  batch({ xs: [x], shapes: [[m, n]], size, options }) {
    if (options.axis === 1) {
      const rows = standardised(ops.reshape(x as AnyArray, [size * m, n]), options);
      return { array: ops.reshape(rows, [size, m, n]), isReal: false };
    }
    const beside = ops.reshape(ops.transpose(x as AnyArray, [1, 0, 2]), [m, size * n]);
    const columns = ops.reshape(standardised(beside, options), [m, size, n]);
    return { array: ops.transpose(columns, [1, 0, 2]), isReal: false };
  },
};

/** The change, less what changes mean and variance. */
function standardChange(c: Operand, x: Operand, z: Operand, { axis, epsilon }: Along): Operand {
  const scale = reciprocal(sqrt(add(composed.var(x, axis, 0, true), epsilon)));
  const along = ops.times(z, mean(ops.times(c, z), axis, true));
  return ops.times(subtract(subtract(c, mean(c, axis, true)), along), scale);
}

export const standardised = (matrix: AnyArray, along: Along): AnyArray =>
  applyRow(standardRow, [matrix], along) as AnyArray;

/** Then each feature multiplied, and moved. */
export const scaled = (x: Operand, scale?: AnyArray, offset?: AnyArray): Operand => {
  const wide = scale === undefined ? x : multiply(x, scale);
  return offset === undefined ? wide : add(wide, offset);
};

export function insistOnEpsilon(name: string, epsilon: number): void {
  if (!(epsilon >= 0)) throw badOption(name, 'epsilon must be at least 0', epsilon);
}

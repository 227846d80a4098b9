/** Rows of a table. */
import { registerArrayFunctions } from '../functions/array-functions.js';
import type { NDArray } from 'numpy-ts';
import type { AnyArray, Operand } from '../numpy/array-dual.js';
import { holdsExamples } from '../numpy/batch-run.js';
import { sizeOf } from '../numpy/elements.js';
import { ops } from '../numpy/ops.js';
import { asOperand, flat } from '../numpy/rows/building-blocks.js';
import { pickedBy } from '../numpy/rows/picked-lanes.js';
import { transposes } from './transposes.js';
import { withDims, wholeNumbers } from './operands.js';
import type { Labels } from './cross-entropy.js';

interface Rows {
  readonly ids: Int32Array;
  readonly width: number;
  /** Of the table. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

const rowsOf = transposes<Rows>(
  'embedding',
  {
    shape: ({ to }) => to,
    loop(to, from, { ids, width }) {
      for (let k = 0; k < ids.length; k++)
        for (let j = 0; j < width; j++) to[k * width + j] = from[ids[k] * width + j];
    },
  },
  {
    shape: ({ from }) => from,
    loop(to, from, { ids, width }) {
      for (let k = 0; k < ids.length; k++)
        for (let j = 0; j < width; j++) to[ids[k] * width + j] += from[k * width + j];
    },
  },
);

/** Of ids that differ from example to example. */
function ofExamples(table: AnyArray, ids: Operand): Operand {
  const [count, width] = table.shape;
  const { shape } = asOperand(ids);
  const from = ops.reshape(table, [count * width]);
  const rows = pickedBy('embedding', from, [flat(ids)], sizeOf(shape) * width, ([by]) => {
    const { numbers } = wholeNumbers('embedding', by, count);
    const places = new Int32Array(numbers.length * width);
    for (let k = 0; k < places.length; k++)
      places[k] = numbers[Math.floor(k / width)] * width + (k % width);
    return { places, gap: Infinity };
  });
  return ops.reshape(rows, [...shape, width]);
}

/**
 * The rows of a table that `ids` name. The table has shape [count, width]; ids of shape [...] give an array of shape
 * [..., width]. The gradient with respect to a row is the sum over all places that name it. Time is linear in the result, and in
 * the reverse sweep in the table, too.
 *
 * @throws DeltaTapeError if the table is not a matrix, or if an id is not a whole number below `count`.
 * @example embedding(np.array([[1, 2], [3, 4]]), [1, 1]).tolist() // [[3, 4], [3, 4]]
 */
export function embedding(table: NDArray, ids: Labels): NDArray {
  const array = withDims('embedding', table, 'the table', 'count, width');
  const [count, width] = array.shape;
  if (holdsExamples(ids)) return ofExamples(array, ids as Operand) as never;
  const { numbers, shape } = wholeNumbers('embedding', ids, count);
  const options = { ids: numbers, width, from: array.shape, to: [...shape, width] };
  return rowsOf(array, options) as never;
}

registerArrayFunctions({ embedding });

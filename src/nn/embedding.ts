/** Rows of a table. */
import type { NDArray } from 'numpy-ts';
import { transposes } from './linear.js';
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

/**
 * The rows of a table of shape [count, width] that `ids` name, of shape [..., width] for ids of shape [...]. The
 * gradient of a row is the sum over its places. Time is linear in the result, and in the table on the way back.
 *
 * @example embedding(np.array([[1, 2], [3, 4]]), [1, 1]).tolist() // [[3, 4], [3, 4]]
 */
export function embedding(table: NDArray, ids: Labels): NDArray {
  const array = withDims('embedding', table, 'the table', 'count, width');
  const [count, width] = array.shape;
  const { numbers, shape } = wholeNumbers('embedding', ids, count);
  const options = { ids: numbers, width, from: array.shape, to: [...shape, width] };
  return rowsOf(array, options) as never;
}

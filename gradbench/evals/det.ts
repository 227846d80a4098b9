/** A determinant by expansion into minors, and its gradient. */
import { grad } from 'delta-tape';
import { list, same, type Vector } from '../numbers.js';
import type { Functions } from '../protocol.js';
import { timed } from '../timed.js';

/**
 * The determinant of the matrix that the rows from `row` on have in the columns of a linked list:
 * `after[size]` is the first, `after[c]` follows c, and `size` ends it. O((size - row)!).
 */
function minor(a: Float64Array, size: number, row: number, after: Int32Array): number {
  if (row === size - 1) return a[row * size + after[size]];
  let total = 0;
  let sign = 1;
  let before = size;
  for (let column = after[size]; column < size; column = after[column]) {
    after[before] = after[column];
    total += sign * a[row * size + column] * minor(a, size, row + 1, after);
    after[before] = column;
    before = column;
    sign = -sign;
  }
  return total;
}

/** The determinant of a square matrix, given row by row. */
export function determinant(a: Float64Array, size: number): number {
  const after = new Int32Array(size + 1);
  for (let column = 0; column < size; column++) after[column] = column + 1;
  return minor(a, size, 0, after);
}

interface Input {
  readonly A: Vector;
  readonly ell: number;
}

const read = ({ A, ell }: Input) => ({ a: Float64Array.from(A), size: ell });
const gradient = grad(determinant);

export const functions: Functions = {
  primal: timed(read, ({ a, size }) => determinant(a, size), same),
  gradient: timed(read, ({ a, size }) => gradient(a, size), list),
};

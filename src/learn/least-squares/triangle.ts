/**
 * The triangle R of a tall matrix Q R, by Householder reflections. Rows come in blocks, and each block is reflected into the
 * triangle of those above it (Golub and Van Loan, 5.2.3): nothing as tall as the matrix is made.
 */
import { Matrix } from '../../vendor/matrix.js';
import { norm, type Vector } from '../runs/vectors.js';

/** Rows in a block. */
const BLOCK = 256;

/** Gives a column of a block: the entries of some rows. */
type Fill = (column: number, first: number, to: Vector) => void;

/** R has as many rows as columns; where the matrix has fewer rows, the last ones of R are 0. O(rows · columns²). */
export function triangleOf(rows: number, columns: number, fill: Fill): Matrix {
  const triangle = Matrix.zeros(columns, columns);
  const all = Array.from({ length: columns }, () => new Float64Array(Math.min(rows, BLOCK)));
  for (let first = 0; first < rows; first += BLOCK) {
    const size = Math.min(BLOCK, rows - first);
    const block = all.map((column) => column.subarray(0, size));
    block.forEach((column, j) => fill(j, first, column));
    for (let j = 0; j < columns; j++) reflect(triangle, block, j);
  }
  return triangle;
}

/** Reflects a column of a block into the diagonal, and the columns behind it likewise. */
function reflect(triangle: Matrix, block: readonly Vector[], j: number): void {
  const mirror = block[j];
  const rest = norm(mirror);
  if (rest === 0) return;
  const before = triangle.get(j, j);
  const length = Math.hypot(before, rest);
  const diagonal = before > 0 ? -length : length;
  const head = before - diagonal;
  for (let i = 0; i < mirror.length; i++) mirror[i] /= head;
  triangle.set(j, j, diagonal);
  for (let k = j + 1; k < block.length; k++) {
    const column = block[k];
    let along = triangle.get(j, k);
    for (let i = 0; i < mirror.length; i++) along += mirror[i] * column[i];
    along *= -head / diagonal;
    triangle.set(j, k, triangle.get(j, k) - along);
    for (let i = 0; i < mirror.length; i++) column[i] -= along * mirror[i];
  }
}

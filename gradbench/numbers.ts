/** Numbers of JSON as the objectives want them, and back. */

export type Vector = readonly number[];
export type Matrix = readonly Vector[];

/** The rows of a matrix one after the other. */
export function flat(matrix: Matrix): Float64Array {
  const width = matrix.length === 0 ? 0 : matrix[0].length;
  const out = new Float64Array(matrix.length * width);
  matrix.forEach((row, i) => {
    if (row.length !== width) throw new RangeError(`row ${i} has not the length of row 0`);
    out.set(row, i * width);
  });
  return out;
}

/** The list with rows of this width that `flat` would join to the given list. */
export function rows(list: Float64Array, width: number): number[][] {
  const count = width === 0 ? 0 : list.length / width;
  return Array.from({ length: count }, (_, i) =>
    Array.from(list.subarray(i * width, (i + 1) * width)),
  );
}

export const same = (x: number) => x;
export const list = (x: Float64Array) => Array.from(x);

/** Views: kernels of numpy-ts 1.7 take some for what stands at the start of their memory. */
import { P, array, flat, type Array_ } from './support.js';

describe('Of a row of a matrix', () => {
  const row = array([
    [0.3, 0.7, 0.1],
    [0.2, 0.5, 0.9],
  ]).slice('1');
  const copy = array(flat(row));
  const matrix = array([
    [
      [1, 2],
      [3, 4],
    ],
    [
      [5, 6],
      [7, 9],
    ],
  ]).slice('1');

  test.each<[string, (x: Array_) => unknown]>([
    ['square', (x) => P.square(x)],
    ['diag', (x) => P.diag(x)],
    ['diagflat', (x) => P.diagflat(x)],
    ['minimum with a number', (x) => P.minimum(x, 0.4)],
    ['convolve', (x) => P.convolve(x, x)],
    ['trapezoid', (x) => P.trapezoid(x)],
  ])('%s is that of a copy.', (_, f) => {
    expect(flat(f(row))).toEqual(flat(f(copy)));
  });

  test('the determinant is that of a copy.', () => {
    const { det } = P.linalg as unknown as { det: (x: Array_) => number };
    expect(det(matrix)).toBeCloseTo(3, 10);
  });

  test('arrays of integers are taken as they stand, too.', () => {
    const integers = (P.array as (x: unknown, d: string) => Array_)(
      [
        [1, 2],
        [3, 4],
      ],
      'int32',
    ).slice('1');
    expect(flat(P.square(integers))).toEqual([9, 16]);
  });
});

import fc from 'fast-check';
import { curvatureOf, inverseOf, times } from '../../src/solve/linear.js';

const square = (n: number) =>
  fc.array(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: n, maxLength: n }), {
    minLength: n,
    maxLength: n,
  });
const matrices = fc.integer({ min: 1, max: 5 }).chain(square);
/**
 * Strongly diagonal, so far from singular; other entries are 0 or not tiny, since units
 * may make a pivot of them.
 */
const regular = matrices.map((rows) =>
  rows.map((row, i) => row.map((x, j) => (i === j ? 6 : 0) + Math.round(4 * x) / 4)),
);
const unit = (n: number, k: number) => Array.from({ length: n }, (_, i) => (i === k ? 1 : 0));

describe('The inverse of a matrix', () => {
  test('undoes it, in any units.', () => {
    const exponents = fc.array(fc.integer({ min: -60, max: 60 }), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(regular, exponents, (rows, powers) => {
        const inUnits = rows.map((row, i) =>
          row.map((x, j) => x * 2 ** powers[i] * 2 ** powers[5 + j]),
        );
        const inverse = inverseOf(inUnits)!;
        rows.forEach((_, k) => {
          const column = inUnits.map((row) => row[k]);
          const size = 2 ** powers[5 + k];
          times(inverse, column).forEach((x, i) => {
            expect((x * 2 ** powers[5 + i]) / size).toBeCloseTo(unit(rows.length, k)[i], 8);
          });
        });
      }),
    );
  });

  test.each([
    [[[0]]],
    [[[NaN]]],
    [[[Infinity]]],
    [
      [
        [1, 2],
        [0.1, 0.2],
      ],
    ],
    [
      [
        [1e9, 3e9],
        [1e-9, 3e-9],
      ],
    ],
    [
      [
        [1, 0],
        [3, 0],
      ],
    ],
    [
      [
        [0.1, 0.2, 0.3],
        [0.4, 0.5, 0.6],
        [0.7, 0.8, 0.9],
      ],
    ],
  ])('of %j does not exist.', (rows) => {
    expect(inverseOf(rows)).toBeNull();
  });
});

describe('The curvature', () => {
  /** The inverse of what is much less than 1e-150 is out of range. */
  const inRange = (x: number) => (Math.abs(x) < 1e-150 ? 0 : x);
  const symmetric = matrices.map((rows) =>
    rows.map((row, i) => row.map((x, j) => inRange(x + rows[j][i]))),
  );

  test('goes downhill, whatever the Hessian.', () => {
    fc.assert(
      fc.property(symmetric, (hessian) => {
        const gradient = hessian.map((_, k) => k - 1.5);
        const step = curvatureOf(hessian).downhill(gradient);
        const slope = step.reduce((total, d, k) => total + d * gradient[k], 0);
        expect(slope).toBeLessThan(0);
      }),
    );
  });

  test('of a positive definite Hessian has its inverse, and Newton steps.', () => {
    fc.assert(
      fc.property(regular, (rows) => {
        const hessian = rows.map((row, i) => row.map((x, j) => x + rows[j][i]));
        const { inverse, downhill } = curvatureOf(hessian);
        const expected = inverseOf(hessian)!;
        inverse!.forEach((row, i) =>
          row.forEach((x, j) => expect(x).toBeCloseTo(expected[i][j], 12)),
        );
        const gradient = hessian.map((_, k) => k - 1.5);
        const newton = times(expected, gradient);
        downhill(gradient).forEach((x, k) => expect(x).toBeCloseTo(-newton[k], 12));
      }),
    );
  });

  test('has no inverse where it is negative or 0 in some direction.', () => {
    expect(curvatureOf([[-1]]).inverse).toBeNull();
    expect(curvatureOf([[0]]).inverse).toBeNull();
    expect(
      curvatureOf([
        [1, 2],
        [2, 1],
      ]).inverse,
    ).toBeNull();
    expect(
      curvatureOf([
        [1e12, 1],
        [1, 1e-12],
      ]).inverse,
    ).toBeNull();
  });
});

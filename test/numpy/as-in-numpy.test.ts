/** Calls of which numpy-ts gives something else than NumPy: what NumPy gives, or an error. Values are those of NumPy 2. */
import { errorOf } from '../learn/support.js';
import { P, N, flat, array, gradOf, jvpOf } from './support.js';

const floats = (data: unknown) => N.array(data);
const of = (dtype: string, data: unknown) => N.array(data, dtype);
const shape = (x: unknown) => (x as { shape: readonly number[] }).shape;
const nan = NaN;
const square = floats([
  [1, 2, 3],
  [4, 5, 6],
]);

test.each<[string, () => unknown, readonly (number | boolean)[]]>([
  [
    'Joined arrays have a dtype that holds all',
    () => P.concatenate([of('uint8', [200, 3]), floats([0.5, -1.5])]),
    [200, 3, 0.5, -1.5],
  ],
  [
    'Stacked ones, too',
    () => P.stack([of('bool', [true, false]), floats([0.5, -1])]),
    [1, 0, 0.5, -1],
  ],
  ['Columns, too', () => P.column_stack([of('int32', [1, 2]), floats([0.5, -1])]), [1, 0.5, 2, -1]],
  [
    'What is selected, too',
    () => P.select([of('bool', [true, false])], [of('uint8', [7, 8])], 0.5),
    [7, 0.5],
  ],
  [
    'What is chosen, too',
    () => P.where(of('bool', [true, false]), of('bool', [true, true]), floats([3.25, 3.25])),
    [1, 3.25],
  ],
  [
    'Booleans and numbers are added as numbers',
    () => P.add(of('bool', [true, false]), -1.5),
    [-0.5, -1.5],
  ],
  [
    'Bytes and fractions are numbers',
    () => P.minimum(of('uint8', [134, 3]), -1.25),
    [-1.25, -1.25],
  ],
  ['Bounds are not cut', () => P.clip(of('bool', [false, true]), -1, 0.5), [0, 0.5]],
  [
    'Whole numbers are divided downwards',
    () => P.floor_divide(of('int64', [3n, 4n, 5n]), of('int64', [-3n])),
    [-1, -2, -2],
  ],
  [
    'Whole numbers broadcast',
    () => P.arctan2(floats([[0, 1]]), of('int32', [1])),
    [0, Math.PI / 4],
  ],
  [
    'Bytes have a Kronecker product',
    () => P.kron(of('int32', [1, -2]), of('bool', [true, false])),
    [1, 0, -2, 0],
  ],
  [
    'Whole numbers have variances along two axes',
    () =>
      P.var(
        of('int32', [
          [
            [-4, 3],
            [1, -2],
          ],
        ]),
        [0, 1],
      ),
    [6.25, 6.25],
  ],
  [
    'Weights may be booleans',
    () =>
      P.average(
        of('int32', [
          [0, 5],
          [4, -2],
        ]),
        0,
        of('bool', [
          [false, true],
          [true, true],
        ]),
      ),
    [4, 1.5],
  ],
  ['A sum keeps its axes', () => P.sum(square, undefined, true), [21]],
  ['NaN is not zero', () => P.argwhere(floats([0, nan, 2])), [1, 2]],
  ['NaN is counted', () => [P.count_nonzero(floats([1, nan, 0]))], [2]],
  ['NaN is true', () => P.where(floats([nan, 0]), 1, 2), [1, 2]],
  ['NaN has no sign', () => P.sign(floats([-2, nan])), [-1, nan]],
  ['NaN is beyond the last bin', () => P.digitize(floats([nan, 1.5]), floats([1, 2])), [2, 1]],
  [
    'Infinity is close to itself only',
    () => P.isclose(floats([1, Infinity]), floats([Infinity, Infinity])),
    [0, 1],
  ],
  [
    'A trace lies beside the diagonal',
    () => [
      P.trace(
        of('int32', [
          [3, -2, -3],
          [4, -2, -2],
        ]),
        1,
      ),
    ],
    [-4],
  ],
  ['A trace outside is 0', () => [P.trace(of('int32', [[0, -1, 1]]), -2)], [0]],
  [
    'Bits are packed in a row',
    () =>
      P.packbits(
        of('bool', [
          [true, false],
          [false, true],
        ]),
      ),
    [144],
  ],
  ['A list of ends may be nested', () => P.ediff1d(floats([1, 4]), [[7, 8]]), [3, 7, 8]],
  ['Booleans are inserted', () => P.insert(of('bool', [false]), 0, floats([2])), [1, 0]],
  [
    'A histogram of nothing has a range',
    () => (P.histogram(N.zeros([0]), 2) as unknown[])[1],
    [0, 0.5, 1],
  ],
  [
    'Covariances of columns',
    () =>
      P.cov(
        floats([
          [1, 2],
          [3, 5],
        ]),
        floats([
          [0, 1],
          [1, 0],
        ]),
        false,
      ),
    [2, 3, 1, -1, 3, 4.5, 1.5, -1.5, 1, 1.5, 0.5, -0.5, -1, -1.5, -0.5, 0.5],
  ],
  [
    'NaN is the greatest',
    () =>
      P.argmax(
        floats([
          [1, nan],
          [2, 0],
        ]),
        1,
      ),
    [1, 0],
  ],
  [
    'NaN is passed over',
    () =>
      P.nanargmin(
        floats([
          [nan, 5],
          [2, 0],
        ]),
        1,
      ),
    [1, 1],
  ],
  [
    'The middle of a product is as long as the longer one',
    () => P.convolve(floats([-4, 2]), floats([133, 57, 81]), 'same'),
    [-532, 38, -210],
  ],
  ['NaN is in no intersection', () => P.intersect1d(floats([1, nan]), floats([nan, 1, 2])), [1]],
  [
    'One large whole number is divided downwards',
    () => P.floor_divide(of('int64', [-3n]), of('int64', [4n])),
    [-1],
  ],
  ['Quotients are whole', () => (P.divmod(of('int32', [-7]), 2) as [unknown])[0], [-4]],
  [
    'Counts begin with 0, whatever memory held',
    () => {
      for (let k = 0; k < 50; k++) P.sqrt(floats(Array.from({ length: 9 }, () => k + 2)));
      return P.bincount(of('int32', [3, 8, 3]));
    },
    [0, 0, 0, 2, 0, 0, 0, 0, 1],
  ],
  [
    'Whole numbers have medians along two axes',
    () =>
      P.median(
        of('int64', [
          [
            [1n, 4n],
            [1n, 4n],
          ],
          [
            [4n, 3n],
            [5n, 4n],
          ],
        ]),
        [2, 0],
      ),
    [3.5, 4],
  ],
  [
    'Sums of products have a dtype that holds all',
    () =>
      P.einsum(
        'ij,jk->k',
        of('int32', [[1, 2]]),
        floats([
          [0.5, 1],
          [0.25, -1],
        ]),
      ),
    [1, -1],
  ],
  ['One length is a shape', () => P.zeros(2, 'f4'), [0, 0]],
  ['Values are cut to whole numbers', () => P.full([2], -1.5, 'int32'), [-1, -1]],
])('%s.', (_, call, wanted) => {
  const given = call();
  const found = (Array.isArray(given) ? (given as unknown[]) : flat(given)).map(Number);
  expect(found).toHaveLength(wanted.length);
  found.forEach((x, k) =>
    Number.isNaN(wanted[k]) ? expect(x).toBeNaN() : expect(x).toBeCloseTo(Number(wanted[k]), 12),
  );
});

test('Shapes are those of NumPy.', () => {
  expect(shape(P.sum(square, undefined, true))).toEqual([1, 1]);
  expect(shape(P.quantile(square, 0.5, undefined, true))).toEqual([1, 1]);
  expect(shape(P.searchsorted(floats([1, 2]), square))).toEqual([2, 3]);
  const { inverse_indices: inverse } = P.unique_inverse(square) as { inverse_indices: unknown };
  expect(shape(inverse)).toEqual([2, 3]);
  expect(flat(P.cov(floats([[1, 2, 4]])))).toHaveLength(1);
  expect(shape(P.hstack([N.array(3)]))).toEqual([1]);
});

test.each<[string, () => unknown]>([
  ['array-axis', () => P.sum(0.5, [0, 0])],
  ['repeated-axis', () => P.mean(square, [0, 0])],
  ['repeated-axis', () => P.min(square, [0, -2])],
  ['array-axis', () => P.concatenate([square], 2)],
  ['array-axis', () => P.delete(N.zeros([0, 3]), 0, 2)],
  ['repeated-axis', () => P.trace(square, 0, 0, -2)],
  ['array-shapes', () => P.min(N.zeros([0, 3]), 0)],
  ['array-shapes', () => P.nanargmin(N.zeros([0]))],
  ['array-shapes', () => P.hsplit(square, 2)],
  ['array-shapes', () => P.reshape(floats([1]), [2, -1, 3])],
  ['array-index', () => P.compress(floats([0, 0, 0, 1]), square, 0)],
  ['array-index', () => P.delete(floats([1, 2]), -3)],
  ['array-option', () => P.eye(-1)],
  ['array-option', () => P.broadcast_to(floats([1]), [2, -1])],
  ['array-option', () => P.bincount(floats([0.5, 2]))],
  ['array-option', () => P.diff(square, -1)],
  ['array-option', () => P.histogram(floats([1, nan]))],
  ['array-option', () => P.histogram(square, 0)],
  ['array-option', () => P.nanargmax(floats([nan, nan]))],
  ['array-option', () => P.tile(floats([1]), -1)],
  ['array-option', () => P.setxor1d(floats([1, nan]), floats([1]))],
  ['array-shapes', () => P.take_along_axis(square, of('int32', [[0, 1, 0]]), 1)],
])('What NumPy refuses is refused (%s).', (code, call) => {
  expect(errorOf(call)).toBe(code);
});

test('A sum that keeps its axes has its gradient.', () => {
  const f = (x: unknown) => P.sum(P.square(P.sum(x, undefined, true)));
  expect(flat(gradOf(f)(array([1, 2])))).toEqual([6, 6]);
});

describe('Under differentiation a function gives the numbers that it gives without:', () => {
  const whole = of('int32', [3, 4]);
  test.each<[string, (x: unknown) => unknown, readonly number[]]>([
    ['append, beside whole numbers', (x) => P.append(whole, x), [0.5, 2.25]],
    ['concatenate, beside whole numbers', (x) => P.concatenate([whole, x]), [0.5, 2.25]],
    ['where, beside whole numbers', (x) => P.where(of('bool', [0, 1]), whole, x), [0.5, 2.25]],
    ['where, of a condition that is NaN', (x) => P.where(floats([nan, 0]), x, 7), [0.5, 2.25]],
    ['compress', (x) => P.compress(floats([nan, 0]), x), [0.5, 2.25]],
    ['sign of NaN', (x) => P.sign(x), [nan, 2]],
    ['count_nonzero of NaN', (x) => P.count_nonzero(x), [nan, 2]],
    ['searchsorted', (x) => P.searchsorted(floats([0, 1]), P.reshape(x, [2, 1])), [0.5, 2.25]],
    ['all, with its axes', (x) => P.all(x, undefined, true), [0.5, 2.25]],
    ['variances without freedom', (x) => P.var(x, undefined, 3), [0.5, 2.25]],
    ['products of numbers', (x) => P.kron(P.sum(x), N.array(2)), [0.5, 2.25]],
    ['ends of differences', (x) => P.ediff1d(x, [[1, 2]]), [0.5, 2.25]],
    ['values and where they were', (x) => inverse(P.unique_inverse(P.reshape(x, [1, 2]))), [2, 1]],
  ])('%s.', (_, f, at) => {
    const point = floats(at);
    const { value } = jvpOf(f)([point], [P.ones_like(point)]) as unknown as { value: unknown };
    const wanted = f(point);
    expect([shapeOf(value), String(value)]).toEqual([shapeOf(wanted), String(wanted)]);
  });

  test('and values that a dtype cannot hold are refused.', () => {
    const f = (x: unknown) => P.sum(P.insert(of('bool', [true]), 0, x));
    expect(errorOf(() => gradOf(f)(array([0.5])))).toBe('array-option');
  });
});

const shapeOf = (x: unknown): unknown => (typeof x === 'number' ? [] : shape(x));
const inverse = (found: unknown): unknown =>
  (found as { inverse_indices: unknown }).inverse_indices;

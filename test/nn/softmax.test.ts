/** Softmax and its kin, and cross-entropies: their meaning on reals, large numbers, −Infinity, and labels. */
import { add, div, exp, grad, logSumExp, mul, neg, sub, sum, type Real } from 'delta-tape';
import { agrees, array, flat, N, P, views, type Array_, type OfArrays } from '../numpy/support.js';
import { F, means, sample, type Lists } from './support.js';

const shares = (xs: Real[]): Real[] => {
  const all = logSumExp(xs);
  return xs.map((x) => exp(sub(x, all)));
};
const logs = (xs: Real[]): Real[] => xs.map((x) => sub(x, logSumExp(xs)));
/** Of each list of reals, at any depth. */
const lanes =
  (f: (xs: Real[]) => Lists) =>
  (x: Lists): Lists =>
    Array.isArray((x as Lists[])[0]) ? (x as Lists[]).map(lanes(f)) : f(x as Real[]);
const turned = (rows: Real[][]): Real[][] => rows[0].map((_, j) => rows.map((row) => row[j]));

describe('softmax, logSoftmax and logSumExp', () => {
  const x = sample([2, 4]);

  test.each([
    ['softmax', shares],
    ['logSoftmax', logs],
    ['logSumExp', (xs: Real[]) => logSumExp(xs)],
  ] as const)('%s means what it says, along each axis.', (name, f) => {
    for (const at of [
      x,
      ...Object.values(views([3, 2])),
      sample([2, 2, 3]),
      sample([5]),
      sample([3, 1]),
    ])
      means((a) => F[name](a, -1), lanes(f), [at]);
    const across = (rows: Real[][]) => {
      const columns: Lists[] = turned(rows).map((column) => f(column));
      return name === 'logSumExp' ? columns : turned(columns as Real[][]);
    };
    means((a) => F[name](a, 0), across, [x]);
    agrees({ f: (a) => F[name](a, -1), xs: [N.zeros([0, 3]) as Array_] });
  });

  test('logSumExp is a real of all elements, and keeps axes.', () => {
    means(
      (a) => F.logSumExp(a),
      (rows: Real[][]) => logSumExp(rows.flat()),
      [x],
    );
    expect((F.logSumExp(x, 1, true) as Array_).shape).toEqual([2, 1]);
    expect((F.logSumExp(x, undefined, true) as Array_).shape).toEqual([1, 1]);
    expect(typeof F.logSumExp(array([1, 2]))).toBe('number');
    expect(typeof F.logSumExp(array([1, 2]), 0)).toBe('number');
  });

  const gradient = (f: OfArrays, at: Array_) =>
    flat(
      (grad as unknown as (g: OfArrays) => OfArrays)((a) =>
        P.sum(P.multiply(f(a), array([1, 2, 4]))),
      )(at),
    );

  test('Large numbers do not overflow, and −Infinity counts for exactly 0.', () => {
    const at = array([1000, 1000, -Infinity]);
    expect(flat(F.softmax(at))).toEqual([0.5, 0.5, 0]);
    expect(flat(F.logSoftmax(at))).toEqual([-Math.LN2, -Math.LN2, -Infinity]);
    expect(flat(F.logSumExp(at))).toEqual([1000 + Math.LN2]);
    expect(gradient((a) => F.softmax(a), at)).toEqual([-0.25, 0.25, 0]);
    expect(gradient((a) => F.logSumExp(a, 0, true), at)).toEqual([3.5, 3.5, 0]);
  });

  test('Nothing counts where all is −Infinity; Infinity takes all.', () => {
    const [none, one] = [array([-Infinity, -Infinity, -Infinity]), array([0, Infinity, 5])];
    expect(flat(F.softmax(none))).toEqual([0, 0, 0]);
    expect(flat(F.logSumExp(none))).toEqual([-Infinity]);
    expect(flat(F.logSoftmax(none))).toEqual([-Infinity, -Infinity, -Infinity]);
    expect(gradient((a) => F.logSumExp(a, 0, true), none)).toEqual([0, 0, 0]);
    expect(gradient((a) => F.softmax(a), none)).toEqual([0, 0, 0]);
    expect(flat(F.softmax(one))).toEqual([0, 1, 0]);
    expect(flat(F.logSoftmax(one))).toEqual([-Infinity, 0, -Infinity]);
    expect(flat(F.softmax(array([NaN, 1])))).toEqual([NaN, NaN]);
  });

  test('A small sum beside a large element is exact.', () => {
    expect(flat(F.logSumExp(array([0, -40])))).toEqual([Math.exp(-40)]);
  });

  test('An axis that is not there is refused.', () => {
    expect(() => F.softmax(x, 2)).toThrow(
      'nn.softmax: axis 2 is out of bounds for an array of shape (2, 4).',
    );
  });
});

describe('crossEntropy', () => {
  const scores = sample([3, 4]);
  const labels = [2, 0, 3];
  const each = (rows: Real[][]) => rows.map((row, k) => sub(logSumExp(row), row[labels[k]]));

  test('of labels is the logarithm of the sum less the score.', () => {
    means(
      (x) => F.crossEntropy(x, labels),
      (rows) => div(sum(each(rows)), 3),
      [scores],
    );
    means(
      (x) => F.crossEntropy(x, labels, { reduction: 'sum' }),
      (rows) => sum(each(rows)),
      [scores],
    );
    means((x) => F.crossEntropy(x, labels, { reduction: 'none' }), each, [scores]);
    for (const x of Object.values(views([3, 4])))
      means(
        (a) => F.crossEntropy(a, Int32Array.from(labels)),
        (rows) => div(sum(each(rows)), 3),
        [x],
      );
    means(
      (x) => F.crossEntropy(x, 1),
      (row: Real[]) => sub(logSumExp(row), row[1]),
      [sample([3])],
    );
    means(
      (x) => F.crossEntropy(x, array([[1, 0]], 'int32')),
      ([[a, b]]: Real[][][]) => div(add(sub(logSumExp(a), a[1]), sub(logSumExp(b), b[0])), 2),
      [sample([1, 2, 3])],
    );
  });

  test('of probabilities is that of each class by its weight, and they have derivatives.', () => {
    const weighted = (rows: Real[][], chances: Real[][]) =>
      div(neg(sum(rows.flatMap((row, i) => logs(row).map((l, j) => mul(l, chances[i][j]))))), 3);
    means((x, p) => F.crossEntropy(x, p), weighted, [scores, sample([3, 4], 5)]);
    const oneHot = F.oneHot(labels, 4);
    expect(F.crossEntropy(scores, oneHot)).toBeCloseTo(
      F.crossEntropy(scores, labels) as unknown as number,
      14,
    );
    const masked = array([[0, -Infinity]]);
    expect(F.crossEntropy(masked, array([[1, 0]]))).toBe(0);
  });

  const gradient = (at: Array_, label: number) =>
    flat((grad as unknown as (g: OfArrays) => OfArrays)((a) => F.crossEntropy(a, [label]))(at));

  test('is stable, with an exact 0 where −Infinity has no share.', () => {
    const at = array([[2000, -Infinity, 2000]]);
    expect(F.crossEntropy(at, [0])).toBeCloseTo(Math.LN2, 12);
    expect(gradient(at, 0)).toEqual([-0.5, 0, 0.5]);
    expect(F.crossEntropy(at, [1])).toBe(Infinity);
    expect(gradient(at, 1)).toEqual([0.5, -1, 0.5]);
    expect(F.crossEntropy(array([[800, -800]]), [1])).toBe(1600);
    expect(F.crossEntropy(array([[Infinity, Infinity, 0]]), [0])).toBeCloseTo(Math.LN2, 15);
    expect(F.crossEntropy(array([[-Infinity, -Infinity]]), [0])).toBe(Infinity);
  });

  test('of one class is 0; of no examples NaN, or a sum of 0.', () => {
    expect(F.crossEntropy(array([[7]]), [0])).toBe(0);
    const none = N.zeros([0, 3]) as Array_;
    expect(F.crossEntropy(none, [])).toBe(NaN);
    expect(F.crossEntropy(none, [], { reduction: 'sum' })).toBe(0);
    expect((F.crossEntropy(none, [], { reduction: 'none' }) as Array_).shape).toEqual([0]);
    agrees({ f: (x) => F.crossEntropy(x, [], { reduction: 'sum' }), xs: [none] });
  });

  test.each([
    [[0, 1], 'labels of scores of shape [3, 4] must have shape [3]'],
    [[0, 1, 4], 'a whole number from 0 to 3'],
    [[0, 1, -1], 'a whole number from 0 to 3'],
    [[0, 1, 0.5], 'a whole number from 0 to 3'],
    ['012', 'takes an array'],
  ])('refuses labels %j.', (wrong, words) => {
    expect(() => F.crossEntropy(scores, wrong)).toThrow(words);
  });

  test('refuses another reduction, and labels that move.', () => {
    expect(() => F.crossEntropy(scores, labels, { reduction: 'all' })).toThrow(
      "'mean', 'sum' or 'none'",
    );
    const f = (x: Array_) => F.crossEntropy(scores, x);
    expect(() =>
      (grad as unknown as (g: OfArrays) => OfArrays)(f as OfArrays)(array([0, 1, 2])),
    ).toThrow('shape');
  });
});

test('oneHot has the axis of classes last.', () => {
  expect(F.oneHot([[1], [0]], 2).tolist()).toEqual([[[0, 1]], [[1, 0]]]);
  expect(F.oneHot(array([2], 'int64'), 3, 'float32').dtype).toBe('float32');
  expect(F.oneHot([], 3).shape).toEqual([0, 3]);
  expect(() => F.oneHot([3], 3)).toThrow('from 0 to 2');
  expect(() => F.oneHot([0], 3, 'int32')).toThrow("dtype must be 'float64' or 'float32'");
});

/** Where different kernels compute one function: by sizes, types, and how operands are stored. */
import { derivative, tanh, type Real } from 'delta-tape';
import { agrees, array, flat, gradOf, hvpOf, like, N, P, views, type Array_ } from './support.js';

const filled = (shape: readonly number[], dtype = 'float64'): Array_ => {
  const size = shape.reduce((p, d) => p * d, 1);
  const numbers = Array.from({ length: size }, (_, k) => Math.sin(1 + 1.7 * k));
  return N.reshape(array(numbers, dtype), [...shape]) as Array_;
};

/** Row by column. */
function multiplied(x: Array_, y: Array_): number[] {
  const [xs, ys] = [x, y].map((a) => a.tolist() as number[][]);
  const columns = y.shape[1];
  return xs.flatMap((row) =>
    Array.from({ length: columns }, (_, j) => row.reduce((sum, a, k) => sum + a * ys[k][j], 0)),
  );
}

describe('The product', () => {
  const sizes = [
    [7, 9, 1],
    [1, 9, 7],
    [40, 9, 1],
    [1, 9, 40],
    [6, 1, 7],
    [1, 50, 1],
    [5, 8, 6],
  ];
  test.each(sizes)('of matrices of %i × %i and %i columns, stored in all ways.', (n, k, m) => {
    const right = views([k, m], 5);
    Object.values(views([n, k])).forEach((x, at) => {
      const y = Object.values(right)[(at + 2) % 6];
      const f = (a: Array_, b: Array_) => P.matmul(a, b);
      const found = flat(f(x, y));
      multiplied(x, y).forEach((a, i) => expect(found[i]).toBeCloseTo(a, 12));
      if (at === 1) agrees({ f, xs: [x, y] });
      if (at === 3) agrees({ f: (a, b) => P.matmul(P.transpose(b), P.transpose(a)), xs: [x, y] });
    });
  });

  test('of no numbers is 0.', () => {
    const [x, y] = [N.zeros([3, 0]), N.zeros([0, 1])] as Array_[];
    expect(flat(P.matmul(x, y))).toEqual([0, 0, 0]);
    agrees({ f: (a, b) => P.matmul(a, b), xs: [x, y] });
    agrees({ f: (a, b) => P.matmul(a, b), xs: [x, N.zeros([0, 4]) as Array_] });
  });

  test.each([
    ['float32', 'float64'],
    ['float64', 'float32'],
    ['float32', 'float32'],
  ])('of factors in %s and %s.', (left, right) => {
    const x = filled([12, 9], left);
    for (const [a, b] of [
      [x, filled([9, 1], right)],
      [filled([1, 12], right), x],
    ]) {
      const found = flat(P.matmul(a, b));
      multiplied(a, b).forEach((value, k) => expect(found[k]).toBeCloseTo(value, 5));
      const gradient = gradOf((p: Array_) => P.sum(P.matmul(p, b)))(a);
      expect(gradient.dtype).toBe(a.dtype);
      const ones = N.ones([a.shape[0], b.shape[1]]) as Array_;
      const expected = multiplied(ones, b.T);
      flat(gradient).forEach((value, k) => expect(value).toBeCloseTo(expected[k], 5));
    }
  });

  test('lets a cotangent of 0 win over infinite factors, whichever is looked at.', () => {
    for (const columns of [1, 2, 60]) {
      const x = N.full([4, 9], Infinity) as Array_;
      const w = N.zeros([9, columns]) as Array_;
      const unused = (a: Array_) => P.sum(P.multiply(P.matmul(x, a), N.zeros([4, columns])));
      expect(flat(gradOf(unused)(w)).every((a) => a === 0)).toBe(true);
    }
  });
});

describe('tanh', () => {
  test('has all digits far out, to second order.', () => {
    const xs = [0, 0.3, -2.6, 2.7, -9, 15, -30, 300];
    const x = array(xs);
    const first = (a: Real) => derivative((b: Real) => tanh(b))(a);
    const second = (a: number) => derivative((b: Real) => first(b) as Real)(a) as number;
    const ones = like(x, Array<number>(8).fill(1));
    const f = (a: Array_) => P.sum(P.tanh(a));
    const near = (a: number, b: number) =>
      expect(Math.abs(a - b)).toBeLessThanOrEqual(4e-15 * Math.abs(b));
    flat(gradOf(f)(x)).forEach((a, k) => near(a, first(xs[k]) as number));
    flat(hvpOf(f)(x, ones)).forEach((a, k) => near(a, second(xs[k])));
  });
});

describe('Broadcasting', () => {
  const pairs = [
    [
      [3, 1, 2],
      [4, 1],
    ],
    [
      [1, 5, 3],
      [4, 1, 3],
    ],
    [[40, 5], [5]],
    [
      [40, 5],
      [40, 1],
    ],
    [[1], [7, 3]],
    [[1, 1], [1]],
  ] as const;
  test.each(['subtract', 'multiply', 'maximum'])('of np.%s.', (name) => {
    for (const [one, other] of pairs) {
      const [x, y] = [views(one), views(other, 8)];
      for (const way of Object.keys(x)) {
        const [a, b] = [x[way], y[way]];
        const found = P[name](a, b) as Array_;
        const theirs = N[name](N.copy(a), N.copy(b)) as Array_;
        expect([found.shape, flat(found)]).toEqual([theirs.shape, flat(theirs)]);
        if (way === 'transposed') agrees({ f: (p, q) => P[name](p, q), xs: [a, b] });
      }
    }
  });
});

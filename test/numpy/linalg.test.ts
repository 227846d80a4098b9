/** Linear algebra: in both modes, against differences, to second order, on single matrices and stacks. */
import { grad } from 'delta-tape';
import {
  agrees,
  agreesTwice,
  array,
  flat,
  N,
  P,
  views,
  type Array_,
  type OfArrays,
} from './support.js';

type Group = Record<string, (...args: unknown[]) => unknown>;
const L = P.linalg as unknown as Group;
const theirs = N.linalg as unknown as Group;

const a = array([
  [2.1, 0.3, 0.7],
  [0.4, 1.5, -0.2],
  [-0.6, 0.5, 1.8],
]);
const b = array([
  [1.7, -0.3, 0.2],
  [0.6, 2.5, 0.4],
  [0.1, -0.5, 1.3],
]);
const stack = N.stack([a, b]) as Array_;
const tall = array([
  [0.3, 1.2],
  [0.9, 0.4],
  [1.6, 0.7],
]);
const wide = N.copy(N.transpose(tall)) as Array_;
const v = array([0.5, 1.1, 0.8]);
/** Positive definite, of any matrix. */
const definite = (x: Array_): unknown =>
  P.add(P.matmul(x, P.matrix_transpose(x)), P.multiply(0.5, N.identity(x.shape[0])));
/** Some of its eigenvalues are complex. */
const turning = array([
  [0.5, -1.2, 0.3],
  [1.1, 0.4, -0.2],
  [0.2, 0.6, -0.9],
]);
const both = (z: unknown): unknown => P.concatenate([P.ravel(P.real(z)), P.ravel(P.imag(z))]);
const all = (parts: unknown): unknown =>
  P.concatenate(Object.values(parts as object).map((x) => P.ravel(x)));

const cases: Readonly<Record<string, readonly (readonly [OfArrays, ...Array_[]])[]>> = {
  inv: [
    [(x) => L.inv(x), a],
    [(x) => L.inv(x), stack],
  ],
  det: [
    [(x) => L.det(x), a],
    [(x) => L.det(x), stack],
    [
      (x) => L.det(x),
      array([
        [1, 2, 3],
        [4, 5, 6],
        [7, 8, 9],
      ]),
    ],
    [
      (x) => L.det(x),
      array([
        [1, 2],
        [2, 4],
      ]),
    ],
    [(x) => L.det(x), N.zeros([2, 2]) as Array_],
    [(x) => L.det(x), array([[0.3]])],
  ],
  slogdet: [
    [(x) => (L.slogdet(x) as { logabsdet: unknown }).logabsdet, a],
    [(x) => (L.slogdet(x) as { logabsdet: unknown }).logabsdet, stack],
  ],
  solve: [
    [(x, y) => L.solve(x, y), a, v],
    [(x, y) => L.solve(x, y), a, tall],
    [(x, y) => L.solve(x, y), stack, tall],
    [(x, y) => L.solve(x, y), a, stack],
    [(x, y) => L.solve(x, y), stack, v],
  ],
  cholesky: [
    [(x) => L.cholesky(definite(x)), a],
    [(x) => L.cholesky(P.add(x, P.multiply(3, N.identity(3))), true), stack],
  ],
  pinv: [
    [(x) => L.pinv(x), tall],
    [(x) => L.pinv(x), wide],
    [(x) => L.pinv(x), stack],
  ],
  matrix_power: [
    [(x) => L.matrix_power(x, 3), a],
    [(x) => L.matrix_power(x, -2), stack],
    [(x) => P.multiply(L.matrix_power(x, 0), x), a],
  ],
  multi_dot: [
    [(x, y) => L.multi_dot([x, y, x]), wide, tall],
    [(x, y) => L.multi_dot([x, x, y]), a, v],
    [(x, y) => L.multi_dot([y, x, y]), a, v],
  ],
  tensorinv: [[(x) => L.tensorinv(P.reshape(x, [3, 1, 3]), 1), a]],
  tensorsolve: [[(x, y) => L.tensorsolve(P.reshape(x, [3, 1, 3]), P.reshape(y, [3, 1])), a, v]],
  eigh: [
    [
      (x) => all(L.eigh(x)),
      array([
        [2, 0.3],
        [0.5, 1],
      ]),
    ],
    // The signs of vectors are the kernel's, and jump.
    [(x) => P.square(all(L.eigh(definite(x)))), a],
    [(x) => P.square(all(L.eigh(x))), stack],
  ],
  eigvalsh: [[(x) => L.eigvalsh(x), stack]],
  eigvals: [
    [(x) => both(L.eigvals(x)), a],
    [(x) => both(L.eigvals(x)), turning],
    [(x) => both(L.eigvals(x)), N.stack([turning, a]) as Array_],
    [(x) => L.eigvals(x), array([[0.7]])],
  ],
  eig: [
    [(x) => both((L.eig(x) as { v: unknown }).v), b],
    [(x) => both((L.eig(x) as { v: unknown }).v), turning],
    [(x) => P.multiply(both((L.eig(x) as { w: unknown }).w), P.sum(x)), turning],
    [(x) => both((L.eig(x) as { v: unknown }).v), N.stack([turning, b]) as Array_],
  ],
  qr: [
    [(x) => all(L.qr(x)), a],
    [(x) => all(L.qr(x)), tall],
    [(x) => all(L.qr(x)), wide],
    [(x) => all(L.qr(x)), stack],
    [(x) => L.qr(x, 'r'), tall],
  ],
  svd: [
    [(x) => all(L.svd(x)), a],
    [(x) => all(L.svd(x, false)), tall],
    [(x) => all(L.svd(x, false)), wide],
    [(x) => all(L.svd(x, false)), stack],
  ],
  svdvals: [[(x) => L.svdvals(x), tall]],
  lstsq: [
    [
      (x, y) =>
        P.concatenate([
          (L.lstsq(x, y) as { x: unknown }).x,
          (L.lstsq(x, y) as { residuals: unknown }).residuals,
        ]),
      tall,
      v,
    ],
    [(x, y) => (L.lstsq(x, y) as { x: unknown }).x, wide, array([0.4, 1.3])],
    [(x, y) => (L.lstsq(x, y) as { s: unknown }).s, tall, v],
  ],
  norm: [
    [(x) => L.norm(x), a],
    ...[1, -1, 2, -2, Infinity, -Infinity, 'fro', 'nuc'].map(
      (ord) => [(x: Array_) => L.norm(x, ord), tall] as const,
    ),
    ...[1, 2, 3, Infinity, -Infinity].map((ord) => [(x: Array_) => L.norm(x, ord), v] as const),
    [(x) => L.norm(x, null, 1, true), tall],
    [(x) => L.norm(x, 'fro', [0, 2], true), stack],
    [(x) => L.norm(x, 1, [2, 0], true), stack],
  ],
  vector_norm: [
    [(x) => L.vector_norm(x, 3, 0), tall],
    [(x) => L.vector_norm(x, 1, undefined, true), tall],
  ],
  matrix_norm: [[(x) => L.matrix_norm(x, 2, true), stack]],
  cond: [
    [(x) => L.cond(x), a],
    [(x) => L.cond(x, 1), a],
    [(x) => L.cond(x, 'fro'), a],
  ],
  cross: [[(x, y) => L.cross(x, y), a, v]],
  outer: [[(x, y) => L.outer(x, y), v, v]],
  trace: [[(x) => L.trace(x), a]],
  matmul: [[(x, y) => L.matmul(x, y), a, v]],
};

describe('Functions of linear algebra', () => {
  test.each(Object.keys(cases))('%s agrees in all modes, and to second order.', (name) => {
    for (const [f, ...xs] of cases[name]) {
      agrees({ f, xs });
      xs.forEach((_, k) => {
        const order = [xs[k], ...xs.slice(0, k), ...xs.slice(k + 1)];
        agreesTwice({
          f: (x, ...rest) => f(...rest.slice(0, k), x, ...rest.slice(k)),
          xs: order,
          close: 1e-4,
        });
      });
      if (name !== 'det') agrees({ f, xs: xs.map((x) => x.astype('float32')), close: 1e-2 });
    }
  });

  test.each(['inv', 'det', 'eigvalsh', 'svdvals', 'pinv'])('%s takes views.', (name) => {
    for (const x of Object.values(views([3, 3])))
      agrees({ f: (y) => L[name](P.add(P.multiply(0.2, y), N.identity(3))), xs: [x] });
  });

  test.each(['inv', 'det', 'eigvalsh', 'svdvals', 'pinv', 'cond'])(
    '%s is that of numpy-ts.',
    (name) => {
      const symmetric = P.matmul(a, a.T);
      flat(L[name](symmetric)).forEach((z, k) =>
        expect(z).toBeCloseTo(flat(theirs[name](symmetric))[k], 9),
      );
    },
  );
});

type Scalar = (f: OfArrays) => OfArrays;
const gradient = grad as unknown as Scalar;

describe('Eigenvalues and eigenvectors', () => {
  const parts = (x: unknown) => L.eig(x) as { w: Array_; v: Array_ };

  test('are those of the matrix, with vectors of length 1 whose largest component is positive.', () => {
    for (const x of [a, b, turning, N.multiply(turning, 1e6) as Array_]) {
      const { w, v } = parts(x);
      const [re, im] = [P.real, P.imag].map((part) => part(v) as Array_);
      const left = [P.matmul(x, re), P.matmul(x, im)].flatMap(flat);
      const z = P.multiply(v, w);
      const size = flat(P.max(P.abs(x) as Array_))[0];
      [P.real(z), P.imag(z)]
        .flatMap(flat)
        .forEach((y, k) => expect(Math.abs(y - left[k])).toBeLessThan(1e-13 * size));
      flat(P.sum(P.add(P.square(re), P.square(im)), 0)).forEach((y) =>
        expect(y).toBeCloseTo(1, 13),
      );
    }
  });

  test('are real arrays if all are real, and complex ones else.', () => {
    expect(parts(a).w.dtype).toBe('complex128');
    expect(
      parts(
        array([
          [1, 2],
          [3, 4],
        ]),
      ).v.dtype,
    ).toBe('float64');
    expect(parts(turning.astype('float32')).v.dtype).toBe('complex64');
    expect(parts(N.zeros([0, 0])).w.shape).toEqual([0]);
    expect(parts(N.zeros([2, 3, 3])).v.shape).toEqual([2, 3, 3]);
  });

  test('of views, and of what is not finite.', () => {
    for (const x of Object.values(views([3, 3])))
      agrees({ f: (y) => both(L.eigvals(P.add(P.multiply(0.2, y), turning))), xs: [x] });
    const missing = L.eigvals(
      array([
        [1, NaN],
        [0, 1],
      ]),
    );
    expect(flat(P.isnan(P.real(missing)))).toEqual([1, 1]);
  });

  test('have gradients in closed form: of their sum, their product, and their squares.', () => {
    const slope = (f: (w: unknown) => unknown) =>
      flat(gradient((x) => P.real(f(L.eigvals(x))))(turning));
    const near = (actual: number[], expected: unknown) =>
      flat(expected).forEach((y, k) => expect(actual[k]).toBeCloseTo(y, 10));
    near(
      slope((w) => P.sum(w)),
      N.identity(3),
    );
    near(
      slope((w) => P.sum(P.multiply(w, w))),
      P.multiply(2, turning.T),
    );
    near(
      slope((w) => P.sum(P.log(w))),
      P.transpose(L.inv(turning)),
    );
  });
});

describe('At edges', () => {
  test('the determinant of a singular matrix has its cofactors for a gradient.', () => {
    expect(
      flat(
        gradient((x) => L.det(x))(
          array([
            [1, 2],
            [2, 4],
          ]),
        ),
      ),
    ).toEqual([4, -2, -2, 1]);
    expect(flat(gradient((x) => L.det(x))(N.zeros([3, 3]) as Array_)).every((d) => d === 0)).toBe(
      true,
    );
  });

  test('equal eigenvalues have gradients, and their vectors have none.', () => {
    const twice = N.multiply(N.identity(2), 2) as Array_;
    expect(flat(gradient((x) => P.sum(L.eigvalsh(x)))(twice))).toEqual([1, 0, 0, 1]);
    const ofVectors = gradient((x) => P.sum((L.eigh(x) as { v: unknown }).v))(twice);
    expect(flat(ofVectors).some((d) => !Number.isFinite(d))).toBe(true);
  });

  test('the gradient of a norm at 0 is 0.', () => {
    expect(flat(gradient((x) => L.norm(x))(N.zeros([3]) as Array_))).toEqual([0, 0, 0]);
  });

  test.each<[string, () => unknown, string]>([
    [
      'a singular matrix',
      () =>
        L.inv(
          array([
            [1, 2],
            [2, 4],
          ]),
        ),
      'singular matrix, of shape (2, 2)',
    ],
    [
      'a singular system',
      () =>
        L.solve(
          array([
            [1, 2],
            [2, 4],
          ]),
          array([1, 2]),
        ),
      'singular matrix',
    ],
    ['a matrix that is not square', () => L.det(tall), 'square matrices'],
    ['shapes that do not fit', () => L.solve(a, array([1, 2])), '(3, 3) and (2,)'],
    [
      'vectors that are not determined',
      () => gradient((x) => P.sum((L.svd(x) as { u: unknown }).u))(tall),
      'full_matrices',
    ],
    [
      'a complete QR decomposition',
      () => gradient((x) => P.sum((L.qr(x, 'complete') as { q: unknown }).q))(tall),
      'mode',
    ],
    [
      'eigenvalues that are equal',
      () => gradient((x) => P.sum(P.real(L.eigvals(x))))(N.identity(2) as Array_),
      'the eigenvalue 1 occurs twice, or nearly',
    ],
    [
      'eigenvalues whose vectors are equal but for rounding',
      () =>
        gradient((x) => P.sum(P.real(L.eigvals(x))))(
          array([
            [3, 1],
            [-1, 1],
          ]),
        ),
      'occurs twice, or nearly',
    ],
  ])('%s: refused, with the reason.', (_, f, message) => {
    expect(f).toThrow(message);
  });

  test('ranks are constants.', () => {
    expect(
      flat(gradient((x) => P.multiply(L.matrix_rank(x), P.sum(x)))(v.size === 3 ? a : b))[0],
    ).toBe(3);
  });
});

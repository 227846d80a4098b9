/** Second derivatives of symmetric functions of eigenvalues, where some are equal. */
import fc from 'fast-check';
import { grad, hessian, hvp, jvp } from 'delta-tape';
import { array, flat, P, type Array_ } from './support.js';

const L = P.linalg as unknown as Record<string, (x: unknown) => unknown>;
type OfMatrix = (x: Array_) => number;
const ofEigenvalues =
  (f: (w: unknown) => unknown): OfMatrix =>
  (x) =>
    f(L.eigvalsh(x)) as number;

/** Functions of the eigenvalues, and the second derivative of their sum as a quotient of differences of `f'`. */
const cases: [string, OfMatrix, slope: (x: number) => number, curvature: (x: number) => number][] =
  [
    ['Σ λ²', ofEigenvalues((w) => P.sum(P.square(w))), (x) => 2 * x, () => 2],
    ['Σ λ³', ofEigenvalues((w) => P.sum(P.power(w, 3))), (x) => 3 * x * x, (x) => 6 * x],
    ['Σ log λ', ofEigenvalues((w) => P.sum(P.log(w))), (x) => 1 / x, (x) => -1 / (x * x)],
    ['Σ exp λ', ofEigenvalues((w) => P.sum(P.exp(w))), Math.exp, Math.exp],
  ];

type Rows = number[][];
const product = (a: Rows, b: Rows): Rows =>
  a.map((row) => b[0].map((_, j) => row.reduce((s, x, k) => s + x * b[k][j], 0)));
const transposed = (a: Rows): Rows => a[0].map((_, j) => a.map((row) => row[j]));
const between = (q: Rows, inner: Rows): Rows => product(product(q, inner), transposed(q));
const diagonal = (w: readonly number[]): Rows =>
  w.map((x, i) => w.map((_, j) => (i === j ? x : 0)));
const symmetric = (a: Rows): Rows => a.map((row, i) => row.map((x, j) => (x + a[j][i]) / 2));

/** Rotations in the planes of neighbouring axes. */
function rotation(n: number, angles: readonly number[]): Rows {
  let q = diagonal(new Array<number>(n).fill(1));
  angles.slice(0, n - 1).forEach((angle, k) => {
    const r = diagonal(new Array<number>(n).fill(1));
    r[k][k] = r[k + 1][k + 1] = Math.cos(angle);
    r[k][k + 1] = -(r[k + 1][k] = Math.sin(angle));
    q = product(q, r);
  });
  return q;
}

/** The formula of Daleckii and Krein. */
function expected(
  q: Rows,
  w: readonly number[],
  t: Rows,
  slope: (x: number) => number,
  curvature: (x: number) => number,
): number[] {
  const inside = between(transposed(q), symmetric(t));
  const changed = inside.map((row, i) =>
    row.map((x, j) =>
      w[i] === w[j] ? x * curvature(w[i]) : (x * (slope(w[i]) - slope(w[j]))) / (w[i] - w[j]),
    ),
  );
  return between(q, changed).flat();
}

function near(actual: readonly number[], wanted: readonly number[], tolerance = 1e-8): void {
  const scale = 1 + Math.max(...wanted.map(Math.abs));
  expect(actual).toHaveLength(wanted.length);
  actual.forEach((x, k) => expect(Math.abs(x - wanted[k])).toBeLessThan(tolerance * scale));
}

const direction = [
  [1, 0.5, -0.3],
  [0.5, 1, 0.7],
  [-0.3, 0.7, 2],
];

describe.each(cases)('The second derivative of %s', (_, f, slope, curvature) => {
  test.each([[[1, 1, 1]], [[1, 1, 2]], [[2, 1, 1]], [[0.5, 1, 2]]])('at diag(%p)', (w) => {
    const q = rotation(3, []);
    const wanted = expected(q, w, direction, slope, curvature);
    const x = array(diagonal(w));
    near(flat(hvp(f)(x, array(direction) as never)), wanted);
    near(flat(jvp(grad(f))([x], [array(direction)] as never).tangent as never), wanted);
  });

  test('at random matrices with equal eigenvalues, along any direction.', () => {
    const entries = fc.double({ min: -1, max: 1, noNaN: true });
    const levels = fc.array(fc.constantFrom(0.5, 1, 1.5, 3), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(levels, fc.array(entries, { minLength: 30, maxLength: 30 }), (w, numbers) => {
        const n = w.length;
        const q = rotation(
          n,
          numbers.slice(25).map((x) => 3 * x),
        );
        const t = w.map((_, i) => numbers.slice(5 * i, 5 * i + n));
        const x = array(symmetric(between(q, diagonal(w))));
        near(flat(hvp(f)(x, array(t) as never)), expected(q, w, t, slope, curvature));
      }),
      { numRuns: 60 },
    );
  });

  test('as a whole Hessian.', () => {
    const w = [1, 1, 2];
    const whole = flat(hessian(f)(array(diagonal(w))) as never);
    for (let k = 0; k < 9; k++) {
      const unit = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (3 * i + j === k ? 1 : 0)));
      const wanted = expected(rotation(3, []), w, unit, slope, curvature);
      near(
        wanted.map((_, i) => whole[9 * i + k]),
        wanted,
      );
    }
  });
});

const secondWith = (f: OfMatrix, x: Rows, t: Rows): number[] =>
  flat(grad((y: Array_) => P.sum(P.multiply(grad(f)(y), array(t))) as number)(array(x)) as never);

test('A gradient of a gradient is right at single eigenvalues, and never a wrong number at equal ones.', () => {
  for (const [, f, slope, curvature] of cases) {
    const single = [0.5, 1, 2];
    const wanted = expected(rotation(3, []), single, direction, slope, curvature);
    near(secondWith(f, diagonal(single), direction), wanted);
    expect(secondWith(f, diagonal([1, 1, 2]), direction)).toContainEqual(NaN);
    const along = diagonal([3, 1, 2]);
    near(
      secondWith(f, diagonal([1, 1, 2]), along),
      expected(rotation(3, []), [1, 1, 2], along, slope, curvature),
    );
  }
});

test('A single eigenvalue has no second derivative where it is equal to others.', () => {
  const largest = ofEigenvalues((w) => P.max(w));
  const weighted = ofEigenvalues((w) => P.sum(P.multiply(w, array([1, 2, 3]))));
  for (const f of [largest, weighted]) {
    const second = (w: number[]) => flat(hvp(f)(array(diagonal(w)), array(direction) as never));
    expect(second([1, 2, 2])).toContainEqual(NaN);
    expect(second([1, 2, 3]).every(Number.isFinite)).toBe(true);
  }
});

test('Eigenvalues change as those of the direction do.', () => {
  const x = array(diagonal([1, 1, 2]));
  const { tangent } = jvp((y: Array_) => L.eigvalsh(y))([x], [array(direction)] as never);
  near(flat(tangent as never), [0.5, 1.5, 2]);
});

test('A third derivative at equal eigenvalues is not a wrong number.', () => {
  const [, cubes] = cases[1];
  const second = (x: Array_, t: Rows) => hvp(cubes)(x, array(t) as never) as Array_;
  const third = (at: Rows, t: Rows, s: Rows) =>
    flat(jvp((x: Array_) => second(x, t))([array(at)], [array(s)] as never).tangent as never);
  const swap = [
    [0, 1],
    [1, 0],
  ];
  expect(third(diagonal([1, 1]), swap, diagonal([1, 2]))).toContainEqual(NaN);
  near(third(diagonal([1, 3]), swap, diagonal([1, 2])), [0, 9, 9, 0]);
  const scaled = jvp(
    (s: number) =>
      hvp(cubes)(array(diagonal([1, 1])), P.multiply(s, array(swap)) as never) as Array_,
  );
  expect(flat(scaled([0], [1]).tangent as never)).toContainEqual(NaN);
});

test('Stacks of matrices have equal eigenvalues one by one.', () => {
  const [, , slope, curvature] = cases[3];
  const all = [
    [1, 1, 2],
    [0.5, 1, 2],
    [2, 2, 2],
  ];
  const f: OfMatrix = (x) => P.sum(P.exp(L.eigvalsh(x))) as number;
  const x = array(all.map(diagonal) as never);
  const t = array(all.map(() => direction) as never);
  const wanted = all.flatMap((w) => expected(rotation(3, []), w, direction, slope, curvature));
  near(flat(hvp(f)(x, t as never)), wanted);
});

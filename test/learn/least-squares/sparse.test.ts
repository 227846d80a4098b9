/** Sparse fits: they end where dense ones do, with the same uncertainty, and never hold a whole Jacobian. */
import { jacobian, mul, sub, type Real } from 'delta-tape';
import { leastSquares, randomTree, zipTrees, type LeastSquaresOptions } from 'delta-tape/learn';
import { plain } from 'delta-tape/plain';
import { DenseMatrix, SparseMatrix } from '../../../src/learn/least-squares/weighed-jacobian.js';
import { errorOf } from '../support.js';

type Scene = { cameras: { turn: number; place: number[] }[]; points: number[][] };
type Sighting = { camera: number; point: number; seen: number[] };

/** A small scene: cameras that turn about one axis, and points, of which three are known. */
const errors = plain(({ cameras, points }: Scene, sightings: Sighting[], known: number[][]) =>
  sightings.flatMap(({ camera, point, seen }) => {
    const { turn, place } = cameras[camera];
    const p = point < known.length ? known[point] : points[point - known.length];
    const [x, y, z] = [p[0] - place[0], p[1] - place[1], p[2] - place[2]];
    const [right, deep] = [
      Math.cos(turn) * x - Math.sin(turn) * z,
      Math.sin(turn) * x + Math.cos(turn) * z,
    ];
    return [right / deep - seen[0], y / deep - seen[1]];
  }),
);
const known = [
  [-2, -1, 0],
  [2, 1, 1],
  [0, -2, 2],
];
const truth: Scene = {
  cameras: [0, 1, 2, 3].map((k) => ({ turn: 0.1 * k, place: [k - 2, 0.3 * k, -8] })),
  points: randomTree(
    Array.from({ length: 10 }, () => [0, 0, 0]),
    { seed: 1 },
  ),
};
const unseen: Sighting[] = [0, 1, 2, 3].flatMap((camera) =>
  [...known, ...truth.points].map((_, point) => ({ camera, point, seen: [0, 0] })),
);
const views = errors(truth, unseen, known);
const noise = randomTree([...views], { seed: 2, scale: 1e-3 });
const sightings = unseen.map((sighting, k) => ({
  ...sighting,
  seen: [views[2 * k] + noise[2 * k], views[2 * k + 1] + noise[2 * k + 1]],
}));
const guess = zipTrees((a, b) => a + b, truth, randomTree(truth, { seed: 3, scale: 0.1 }));

type Options = LeastSquaresOptions<typeof errors, Scene>;
const adjusted = (options: Options) =>
  leastSquares(errors, guess, { ...options, args: [sightings, known] });

describe('A bundle adjustment', () => {
  const dense = adjusted({});

  test.each(['lm', 'dogleg'] as const)('by %s ends where the dense one does.', (method) => {
    const run = adjusted({ method, sparse: true });
    expect(run.converged).toBe(true);
    expect(run.value).toBeCloseTo(dense.value, 12);
    run.solution.points.flat().forEach((x, k) => {
      expect(x).toBeCloseTo(dense.solution.points.flat()[k], 7);
    });
    expect(run.evaluations.functions).toBeLessThan(2 * dense.evaluations.functions + 5);
  });

  test('has the same uncertainty.', () => {
    const run = adjusted({ sparse: true });
    expect(run.rank).toBe(46);
    expect(run.degreesOfFreedom).toBe(dense.degreesOfFreedom);
    const [ours, theirs] = [run, dense].map(({ standardErrors: { points } }) => points.flat());
    ours.forEach((error, k) => expect(error / theirs[k]).toBeCloseTo(1, 6));
    const at = plain((scene: Scene) => scene.points[0][2]);
    expect(run.band(at).standardErrors).toBeCloseTo(dense.band(at).standardErrors, 9);
  });

  test('has the same outliers.', () => {
    const loss = { loss: 'cauchy', lossScale: 0.01, sigma: 2 } as const;
    const run = adjusted({ ...loss, sparse: true });
    expect(run.value).toBeCloseTo(adjusted(loss).value, 9);
  });
});

/** A chain: each residual depends on two neighbours. The minimum is where all are 1. */
const chained = (x: Real[]): Real[] =>
  x.slice(1).flatMap((next, k) => [mul(10, sub(next, mul(x[k], x[k]))), sub(1, x[k])]);

describe('A sparse fit', () => {
  const start = new Array<number>(400).fill(0.5);

  test('takes as many passes as the Jacobian is wide, found or given.', () => {
    const pattern = jacobian(chained, { sparse: true })(start);
    expect(pattern.passes).toBeLessThan(4);
    for (const sparse of [true, pattern]) {
      const run = leastSquares(chained, start, { sparse });
      expect(run.converged).toBe(true);
      for (const x of run.solution) expect(x).toBeCloseTo(1, 8);
    }
  });

  test('keeps bounds.', () => {
    const few = start.slice(0, 30);
    const upper = few.map((_, k) => (k === 7 ? 0.8 : 5));
    const options = { bounds: { lower: -2, upper } };
    const run = leastSquares(chained, few, { ...options, sparse: true });
    expect(run.solution[7]).toBe(0.8);
    expect(run.value).toBeCloseTo(leastSquares(chained, few, options).value, 8);
  });

  test('says which unknowns are left open.', () => {
    const run = leastSquares((x: Real[]) => [sub(x[0], 1), sub(x[0], 3)], [5, 7], { sparse: true });
    expect(run.solution[0]).toBeCloseTo(2, 10);
    expect([run.solution[1], run.undetermined]).toEqual([7, ['[1]']]);
  });

  test('of no unknowns, and of none that matter, ends at once.', () => {
    const none = leastSquares((_: object) => [1, 2], {}, { sparse: true });
    expect([none.value, none.reason]).toEqual([2.5, 'gradient']);
    const flat = leastSquares((x: Real[]) => [mul(0, x[0]), 3], [4], { sparse: true });
    expect([flat.value, flat.converged]).toEqual([4.5, true]);
  });

  test('refuses a pattern that is too small, and covariances that are too many.', () => {
    const small = { rows: [0], columns: [0] };
    expect(errorOf(() => leastSquares(chained, [1, 2], { sparse: small }))).toBe(
      'pattern-too-small',
    );
    const many = new Array<number>(5000).fill(1);
    const run = leastSquares(chained, many, { sparse: true });
    expect(run.reason).toBe('exact');
    expect(errorOf(() => run.standardErrors)).toBe('covariance-too-large');
  });
});

describe('A Jacobian by its entries', () => {
  const entries = {
    rows: Int32Array.of(0, 0, 1, 2),
    columns: Int32Array.of(0, 2, 1, 2),
    values: Float64Array.of(3, 4, 1e200, 1e200),
    shape: [3, 3] as const,
    passes: 0,
  };
  const both = () => {
    const sparse = new SparseMatrix({ ...entries, values: entries.values.slice() });
    return [sparse, new DenseMatrix(3, 3, sparse.dense())];
  };

  test('is the matrix that it stands for.', () => {
    const x = Float64Array.of(1, 2, 3);
    const [sparse, dense] = both();
    expect(sparse.times(x)).toEqual(dense.times(x));
    expect(sparse.pulled(x)).toEqual(dense.pulled(x));
    expect(sparse.columnNorms()).toEqual(dense.columnNorms());
    expect(sparse.without((j) => j === 2).dense()).toEqual(dense.without((j) => j === 2).dense());
    for (const matrix of [sparse, dense]) matrix.divideRows(x);
    expect(sparse.dense()).toEqual(dense.dense());
    expect([sparse.isFinite, dense.isFinite]).toEqual([true, true]);
    for (const matrix of [sparse, dense]) matrix.divideRows(Float64Array.of(0, 1, 1));
    expect([sparse.isFinite, dense.isFinite]).toEqual([false, false]);
  });
});

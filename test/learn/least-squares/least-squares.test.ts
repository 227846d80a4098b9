/** Fits: options, losses, bounds, what they tell of their parameters, and how they end. */
import { List } from 'immutable';
import { add, div, exp, grad, log, mul, pow, sqrt, sub, type Real } from 'delta-tape';
import { leastSquares, type Iteration, type Loss } from 'delta-tape/learn';
import { plain } from 'delta-tape/plain';
import { array, P, type Array_ } from '../../numpy/support.js';
import { studentQuantile } from '../../../src/learn/least-squares/student.js';
import { errorOf } from '../support.js';

type Line = { a: Real; b: Real };
const xs = [0, 1, 2, 3, 4, 5];
const ys = [1.1, 2.9, 5.2, 6.8, 9.1, 11.2];
const line = ({ a, b }: Line, y: number[] = ys): Real[] =>
  y.map((yk, k) => sub(add(a, mul(b, xs[k])), yk));

/** The normal equations of a line, with weights. */
function exactLine(y: number[], weights = y.map(() => 1)) {
  const total = (f: (k: number) => number) => y.reduce((sum, _, k) => sum + weights[k] * f(k), 0);
  const [s, sx, sxx] = [total(() => 1), total((k) => xs[k]), total((k) => xs[k] ** 2)];
  const [sy, sxy] = [total((k) => y[k]), total((k) => xs[k] * y[k])];
  const d = s * sxx - sx * sx;
  const [a, b] = [(sxx * sy - sx * sxy) / d, (s * sxy - sx * sy) / d];
  const rss = total((k) => (a + b * xs[k] - y[k]) ** 2);
  const covariance = [
    [sxx / d, -sx / d],
    [-sx / d, s / d],
  ];
  return { a, b, rss, covariance };
}

describe('A fit of a line', () => {
  const exact = exactLine(ys);

  test.each(['lm', 'dogleg'] as const)('by %s is that of the normal equations.', (method) => {
    const run = leastSquares(line, { a: 0, b: 0 }, { method });
    expect(run.solution.a).toBeCloseTo(exact.a, 12);
    expect(run.solution.b).toBeCloseTo(exact.b, 12);
    expect(run.value).toBeCloseTo(exact.rss / 2, 12);
    expect(run.converged).toBe(true);
    expect(run.residuals[0]).toBeCloseTo(exact.a - ys[0], 12);
    const variance = exact.rss / 4;
    expect(run.covariance.a.a).toBeCloseTo(exact.covariance[0][0] * variance, 12);
    expect(run.covariance.a.b).toBeCloseTo(exact.covariance[0][1] * variance, 12);
    expect(run.covariance.b.b).toBeCloseTo(exact.covariance[1][1] * variance, 12);
    expect(run.standardErrors.b).toBeCloseTo(Math.sqrt(exact.covariance[1][1] * variance), 12);
    expect([run.rank, run.degreesOfFreedom, run.undetermined]).toEqual([2, 4, []]);
  });

  test('takes a step or two.', () => {
    const { evaluations, iterations, history } = leastSquares(line, { a: 0, b: 0 });
    expect(iterations).toBeLessThanOrEqual(3);
    expect(history.map(({ iteration }) => iteration)).toEqual([...history.keys()]);
    expect(evaluations.functions).toBeLessThanOrEqual(9);
  });

  test('weighs residuals by sigma, one by one or all.', () => {
    const sigma = [1, 1, 1, 10, 10, 10];
    const weighted = exactLine(
      ys,
      sigma.map((s) => 1 / s ** 2),
    );
    const run = leastSquares(line, { a: 0, b: 0 }, { sigma, absoluteSigma: true });
    expect(run.solution.b).toBeCloseTo(weighted.b, 10);
    expect(run.covariance.b.b).toBeCloseTo(weighted.covariance[1][1], 10);
    const relative = leastSquares(line, { a: 0, b: 0 }, { sigma });
    expect(relative.covariance.b.b).toBeCloseTo((weighted.covariance[1][1] * weighted.rss) / 4, 10);
    const all = leastSquares(line, { a: 0, b: 0 }, { sigma: 2, absoluteSigma: true });
    expect(all.covariance.b.b).toBeCloseTo(4 * exact.covariance[1][1], 10);
    expect(all.residuals[0]).toBeCloseTo(exact.a - ys[0], 10);
  });

  test('has a band by Student’s t, narrowest in the middle.', () => {
    const run = leastSquares(line, { a: 0, b: 0 });
    const at = (p: Line, places: number[]): Real[] => places.map((x) => add(p.a, mul(p.b, x)));
    const { value, standardErrors, lower, upper } = run.band(at, { args: [[0, 2.5, 10]] });
    const variance = exact.rss / 4;
    const [[aa, ab], [, bb]] = exact.covariance;
    [0, 2.5, 10].forEach((x, k) => {
      const error = Math.sqrt(variance * (aa + 2 * x * ab + x * x * bb));
      expect(value[k]).toBeCloseTo(exact.a + exact.b * x, 10);
      expect(standardErrors[k]).toBeCloseTo(error, 10);
      expect(upper[k] - value[k]).toBeCloseTo(2.7764451051977987 * error, 8);
      expect(value[k] - lower[k]).toBeCloseTo(2.7764451051977987 * error, 8);
    });
    const narrow = run.band(at, { args: [[0]], level: 0.5 });
    expect(narrow.upper[0]).toBeLessThan(upper[0]);
    expect(errorOf(() => run.band(at, { args: [[0]], level: 1 }))).toBe('invalid-option');
  });
});

describe('Student’s t', () => {
  // From tables; the last from the normal distribution.
  test.each([
    [0.95, 1, 12.706204736],
    [0.95, 2, 4.302652729],
    [0.99, 5, 4.032142983],
    [0.95, 12, 2.17881283],
    [0.5, 7, 0.711141778],
    [0.95, Infinity, 1.959963985],
  ])('at level %d for %d degrees of freedom is that of tables.', (level, freedom, t) => {
    expect(studentQuantile(level, freedom)).toBeCloseTo(t, 8);
  });

  test('is NaN without a degree of freedom.', () => {
    expect(studentQuantile(0.95, 0)).toBeNaN();
  });
});

describe('Trees', () => {
  test('of every kind are fitted in their own shape.', () => {
    const f = (p: { list: List<Real>; floats: Float64Array; map: Map<string, Real> }): Real[] => [
      sub(p.list.get(0)!, 1),
      sub(mul(2, p.floats[0]), 4),
      sub(p.map.get('m')!, 3),
      sub(p.floats[1], 5),
    ];
    const start = { list: List([0]), floats: new Float64Array(2), map: new Map([['m', 0]]) };
    const run = leastSquares(f, start);
    expect(run.solution.list.toArray()[0]).toBeCloseTo(1, 12);
    expect(run.solution.floats[0]).toBeCloseTo(2, 12);
    expect(run.solution.map.get('m')).toBeCloseTo(3, 12);
    expect(run.standardErrors.floats).toBeInstanceOf(Float64Array);
    expect(run.reason).toBe('exact');
  });

  test('of arrays of numpy-ts, residuals too.', () => {
    const { multiply, subtract, add: plus } = P;
    const x = array([0, 1, 2, 3]);
    const y = array([1, 3, 5, 7.5]);
    const f = (p: { w: Array_; c: Real }) => subtract(plus(multiply(p.w, x), p.c), y);
    const run = leastSquares(f as never, { w: array([0]), c: 0 } as never) as unknown as {
      solution: { w: Array_; c: number };
      covariance: { w: { w: Array_; c: Array_ }; c: { c: number } };
      residuals: Array_;
    };
    expect((run.solution.w.tolist() as number[])[0]).toBeCloseTo(2.15, 10);
    expect(run.solution.c).toBeCloseTo(0.9, 10);
    expect(run.covariance.w.w.shape).toEqual([1, 1]);
    expect(run.covariance.w.c.shape).toEqual([1]);
    const variance = 0.075 / 2;
    expect((run.covariance.w.w.tolist() as number[][])[0][0]).toBeCloseTo(variance / 5, 10);
    expect(run.residuals.shape).toEqual([4]);
  });

  test('of one number, and of none.', () => {
    const one = leastSquares((x: Real) => sub(mul(x, x), 2), 1);
    expect(one.solution).toBeCloseTo(Math.SQRT2, 12);
    const none = leastSquares((_: object) => [1, 2], {});
    expect([none.value, none.converged, none.covariance]).toEqual([2.5, true, {}]);
  });

  test('of plain TypeScript, with data as arguments.', () => {
    const decay = plain((p: { rate: number; size: number }, t: number[], y: number[]) =>
      t.map((tk, k) => p.size * Math.exp(-p.rate * tk) - y[k]),
    );
    const y = xs.map((x) => 3 * Math.exp(-0.7 * x));
    const run = leastSquares(decay, { rate: 1, size: 1 }, { args: [xs, y] });
    expect(run.solution.rate).toBeCloseTo(0.7, 10);
    expect(run.solution.size).toBeCloseTo(3, 10);
  });
});

describe('Scales of the unknowns', () => {
  test('change no iteration.', () => {
    const f = (s: number) => (p: Real[]) =>
      xs.map((x, k) => sub(mul(mul(p[0], s), exp(mul(-0.5, mul(p[1], x)))), ys[ys.length - 1 - k]));
    const [plainly, scaled] = [1, 1e8].map((s) => leastSquares(f(s), [10 / s, 1]));
    expect(scaled.iterations).toBe(plainly.iterations);
    expect(scaled.solution[0] * 1e8).toBeCloseTo(plainly.solution[0], 6);
    expect(scaled.standardErrors[0] * 1e8).toBeCloseTo(plainly.standardErrors[0], 6);
  });
});

describe('Outliers', () => {
  const wild = ys.map((y, k) => (k === 4 ? y + 40 : y));

  test.each<Loss>(['soft-l1', 'huber', 'cauchy', 'arctan'])('hardly move a fit by %s.', (loss) => {
    const start = { a: 0, b: 2 };
    const run = leastSquares(line, start, { args: [wild], loss, lossScale: 0.2 });
    expect(run.converged).toBe(true);
    expect(Math.abs(run.solution.b - 2.02)).toBeLessThan(0.1);
    const squares = leastSquares(line, start, { args: [wild] });
    expect(Math.abs(squares.solution.b - 2.02)).toBeGreaterThan(1);
  });

  test.each<[Loss, (z: number) => number]>([
    ['linear', (z) => z],
    ['soft-l1', (z) => 2 * (Math.sqrt(1 + z) - 1)],
    ['huber', (z) => (z <= 1 ? z : 2 * Math.sqrt(z) - 1)],
    ['cauchy', (z) => Math.log(1 + z)],
    ['arctan', (z) => Math.atan(z)],
  ])('count as the loss %s says.', (loss, rho) => {
    const run = leastSquares(line, { a: 0, b: 2 }, { args: [wild], loss, lossScale: 2 });
    const cost = run.residuals.reduce((total, r) => total + 0.5 * 4 * rho((r / 2) ** 2), 0);
    expect(run.value).toBeCloseTo(cost, 10);
  });
});

describe('Bounds', () => {
  const rosenbrock = ([x, y]: Real[]): Real[] => [mul(10, sub(y, mul(x, x))), sub(1, x)];

  test.each(['lm', 'dogleg'] as const)('hold for %s, where they matter.', (method) => {
    const bounds = { upper: [0.5, 2], lower: -3 };
    const run = leastSquares(rosenbrock, [-1.2, 1], { method, bounds });
    expect(run.converged).toBe(true);
    expect(run.solution[0]).toBe(0.5);
    expect(run.solution[1]).toBeCloseTo(0.25, 10);
  });

  test('change nothing where they do not.', () => {
    const run = leastSquares(rosenbrock, [-1.2, 1], {
      bounds: { lower: -5, upper: [5, Infinity] },
    });
    expect(run.solution[0]).toBeCloseTo(1, 12);
    expect(run.solution[1]).toBeCloseTo(1, 12);
  });

  test('take in a start outside.', () => {
    const run = leastSquares((x: Real) => sub(x, 3), 10, { bounds: { upper: 2 } });
    expect([run.solution, run.converged, run.iterations]).toEqual([2, true, 0]);
  });

  test('keep the function where it is defined.', () => {
    const f = (p: Real[]) => [log(p[0]), sqrt(add(p[1], 1e-4))];
    const run = leastSquares(f, [5, 5], { bounds: { lower: [1e-3, 0] } });
    expect(run.solution[0]).toBeCloseTo(1, 8);
    expect(run.solution[1]).toBeLessThan(1e-6);
    const kink = leastSquares((p: Real[]) => [sub(sqrt(p[0]), 0.1)], [1], { bounds: { lower: 0 } });
    expect(kink.solution[0]).toBeCloseTo(0.01, 10);
  });
});

describe('A fit that the residuals leave open', () => {
  test('says which unknowns, and has no finite errors for them.', () => {
    const f = (p: { a: Real; b: Real; c: Real }) =>
      xs.map((x, k) => sub(add(add(p.a, p.b), mul(p.c, x)), ys[k]));
    const run = leastSquares(f, { a: 0, b: 0, c: 0 });
    expect(run.converged).toBe(true);
    expect([run.rank, run.undetermined]).toEqual([2, ['a', 'b']]);
    expect([run.standardErrors.a, run.standardErrors.b]).toEqual([Infinity, Infinity]);
    expect([run.covariance.a.a, run.covariance.a.b, run.covariance.a.c]).toEqual([
      Infinity,
      NaN,
      NaN,
    ]);
    const variance = (2 * run.value) / 4;
    expect(run.standardErrors.c).toBeCloseTo(Math.sqrt((variance * 6) / 105), 8);
    const exact = exactLine(ys);
    expect(run.solution.a + run.solution.b).toBeCloseTo(exact.a, 10);
  });

  test('knows what they tell together: the band of a line is that of the same line with fewer unknowns.', () => {
    const open = leastSquares(
      (p: { a: Real; b: Real; c: Real }) =>
        xs.map((x, k) => sub(add(add(p.a, p.b), mul(p.c, x)), ys[k])),
      { a: 0, b: 0, c: 0 },
    );
    const whole = leastSquares(
      (p: { a: Real; c: Real }) => xs.map((x, k) => sub(add(p.a, mul(p.c, x)), ys[k])),
      { a: 0, c: 0 },
    );
    const band = open.band((p: { a: Real; b: Real; c: Real }) => add(add(p.a, p.b), mul(p.c, 9)));
    const other = whole.band((p: { a: Real; c: Real }) => add(p.a, mul(p.c, 9)));
    expect(band.standardErrors).toBeCloseTo(other.standardErrors, 10);
    expect(open.band((p: { a: Real }) => p.a).standardErrors).toBe(Infinity);
  });

  test('as an unknown that nothing depends on.', () => {
    const run = leastSquares((p: Real[]) => [sub(p[0], 1), sub(p[0], 2), sub(p[0], 4)], [0, 7]);
    expect(run.solution[1]).toBe(7);
    expect(run.undetermined).toEqual(['[1]']);
    expect([run.standardErrors[1], Number.isFinite(run.standardErrors[0])]).toEqual([
      Infinity,
      true,
    ]);
  });

  test('as too few residuals.', () => {
    const run = leastSquares((p: Real[]) => [sub(add(p[0], p[1]), 3)], [0, 0]);
    expect(run.solution[0] + run.solution[1]).toBeCloseTo(3, 12);
    expect(run.standardErrors).toEqual([Infinity, Infinity]);
    const square = leastSquares((p: Real[]) => [sub(p[0], 3)], [0]);
    expect([square.standardErrors, square.degreesOfFreedom]).toEqual([[Infinity], 0]);
  });
});

describe('A run', () => {
  const hard = ([x, y]: Real[]): Real[] => [mul(10, sub(y, mul(x, x))), sub(1, x)];

  test('that starts at the solution stays there.', () => {
    expect(leastSquares(hard, [1, 1])).toMatchObject({ iterations: 0, reason: 'exact' });
    const flat = leastSquares((p: Real[]) => [mul(0, p[0]), 1], [4]);
    expect(flat).toMatchObject({ solution: [4], reason: 'gradient', converged: true });
  });

  test('ends at its limits, and says so.', () => {
    const loss = 'soft-l1';
    expect(leastSquares(hard, [-1.2, 1], { loss, maxIterations: 2 })).toMatchObject({
      iterations: 2,
      converged: false,
      reason: 'max-iterations',
    });
    const run = leastSquares(hard, [-1.2, 1], { loss, maxEvaluations: 5 });
    expect(run.reason).toBe('max-evaluations');
    expect(run.evaluations.functions).toBeLessThanOrEqual(5);
    let calls = 0;
    const slow = (p: Real[]) => {
      const end = Date.now() + 20;
      while (Date.now() < end) calls++;
      return hard(p);
    };
    expect(leastSquares(slow, [-1.2, 1], { loss, maxSeconds: 0.05 }).reason).toBe('max-seconds');
    expect(calls).toBeGreaterThan(0);
  });

  test('is watched, and ended by a signal.', () => {
    const controller = new AbortController();
    const seen: Iteration<number[]>[] = [];
    const run = leastSquares(hard, [-1.2, 1], {
      loss: 'soft-l1',
      signal: controller.signal,
      onIteration: (at) => {
        seen.push(at);
        if (at.iteration === 3) controller.abort();
      },
    });
    expect(run).toMatchObject({ iterations: 3, converged: false, reason: 'aborted' });
    expect(seen.map(({ value }) => value)).toEqual(run.history.map(({ value }) => value));
    expect(seen[3].solution).toEqual(run.solution);
    expect(run.value).toBeLessThan(seen[0].value);
  });

  test('that leaves where the function is finite comes back.', () => {
    const f = (p: Real[]) => xs.slice(1).map((x) => sub(log(mul(p[0], x)), Math.log(2 * x)));
    const run = leastSquares(f, [1e-6]);
    expect(run.solution[0]).toBeCloseTo(2, 10);
    expect(leastSquares(f, [-1])).toMatchObject({ reason: 'not-finite', converged: false });
  });

  test('of a function without a minimum ends.', () => {
    const run = leastSquares((x: Real) => exp(x), 0, { maxIterations: 50 });
    expect(run.value).toBeLessThan(1e-10);
    expect(run.iterations).toBeLessThanOrEqual(50);
  });
});

describe('Errors', () => {
  const start = { a: 0, b: 0 };
  test.each<[string, string, () => unknown]>([
    ['another method', 'invalid-option', () => leastSquares(line, start, { method: 'x' as never })],
    ['another loss', 'invalid-option', () => leastSquares(line, start, { loss: 'x' as never })],
    [
      'a negative tolerance',
      'invalid-option',
      () => leastSquares(line, start, { valueTolerance: -1 }),
    ],
    ['no iterations', 'invalid-option', () => leastSquares(line, start, { maxIterations: 0 })],
    [
      'bounds of another shape',
      'tree-mismatch',
      () => leastSquares(line, start, { bounds: { lower: { a: [0] } as never } }),
    ],
    [
      'bounds that cross',
      'bounds-cross',
      () => leastSquares(line, start, { bounds: { lower: 1, upper: 0 } }),
    ],
    ['sigma of another shape', 'tree-mismatch', () => leastSquares(line, start, { sigma: [1] })],
    ['sigma of 0', 'sigma-not-positive', () => leastSquares(line, start, { sigma: 0 })],
    ['no weight', 'sigma-not-positive', () => leastSquares(line, start, { sigma: Infinity })],
    ['no data', 'no-residuals', () => leastSquares(line, start, { args: [[]] })],
    ['no return', 'no-residuals', () => leastSquares((_: Line): Real[] => undefined!, start)],
    [
      'a fit under differentiation',
      'does-not-nest',
      () => grad((c: Real) => leastSquares((x: Real) => sub(pow(x, 2), c), 1).solution)(2),
    ],
    [
      'a dual start',
      'does-not-nest',
      () => grad((c: Real) => leastSquares((x: Real) => x, c as number).solution)(2),
    ],
  ])('name %s.', (_, code, f) => {
    expect(errorOf(f)).toBe(code);
  });
});

test('A fit from so far that squares vanish in units of its start does not call itself exact.', () => {
  const residuals = (x: Real) => [sub(x, 1), mul(2, sub(x, 3))];
  const { converged, reason } = leastSquares(residuals, 1e300);
  expect([converged, reason]).toEqual([false, 'no-progress']);
  expect(leastSquares(residuals, 1e100).solution).toBeCloseTo(2.6);
  expect(leastSquares((x: Real) => [mul(x, 2)], 1e300)).toMatchObject({
    solution: 0,
    reason: 'exact',
  });
});

describe('A fit does not depend on units:', () => {
  const scales = [5e-324, 1e-300, 1e-200, 1e-160, 1e-12, 1e12, 1e160, 1e200, 1e300];
  const line = (p: { a: Real; b: Real }, scale: number) =>
    xs.map((x, k) => mul(scale, sub(add(p.a, mul(p.b, x)), ys[k])));
  const plain = leastSquares(line, { a: 0, b: 0 }, { args: [1] });

  test.each(scales.slice(1))('residuals times %p.', (scale) => {
    const run = leastSquares(line, { a: 0, b: 0 }, { args: [scale] });
    expect([run.converged, run.evaluations]).toEqual([true, plain.evaluations]);
    expect(run.solution.b / plain.solution.b).toBeCloseTo(1, 10);
    expect(run.standardErrors.b / plain.standardErrors.b).toBeCloseTo(1, 8);
    const sure = leastSquares(line, { a: 0, b: 0 }, { args: [scale], absoluteSigma: true });
    const same = { args: [1] as [number], absoluteSigma: true, sigma: 1 / scale };
    const given = leastSquares(line, { a: 0, b: 0 }, same);
    expect(sure.standardErrors.b / given.standardErrors.b).toBeCloseTo(1, 8);
  });

  test.each(scales.slice(1))('an unknown times %p.', (scale) => {
    const run = leastSquares(
      (p: { a: Real; b: Real }, by: number) =>
        xs.map((x, k) => sub(add(p.a, mul(div(p.b, by), x)), ys[k])),
      { a: 0, b: 0 },
      { args: [scale] },
    );
    expect(run.converged).toBe(true);
    expect(run.solution.b / scale / plain.solution.b).toBeCloseTo(1, 10);
    expect(run.standardErrors.b / scale / plain.standardErrors.b).toBeCloseTo(1, 8);
  });

  test('where digits are lost, it does not take the start for the solution.', () => {
    const run = leastSquares(line, { a: 0, b: 0 }, { args: [5e-324] });
    expect(run.history[0].value).toBe(0);
    expect(run.solution.b / plain.solution.b).toBeCloseTo(1, 1);
    const robust = leastSquares(line, { a: 0, b: 0 }, { args: [1e-200], loss: 'huber' });
    expect([robust.converged, robust.reason]).toEqual([false, 'no-progress']);
  });
});

test('A step that is refused is bent along the valley.', () => {
  const valley = ([a, b]: Real[]) => [mul(10, sub(b, mul(a, a))), sub(1, a)];
  const run = leastSquares(valley, [-1.2, 1]);
  expect([run.converged, run.solution]).toEqual([true, [1, 1]]);
  expect(run.evaluations.functions).toBeLessThan(10);
  // With a robust loss the residuals that were promised are not known, and nothing is bent.
  expect(leastSquares(valley, [-1.2, 1], { loss: 'huber' }).evaluations.functions).toBeGreaterThan(
    10,
  );
});

test('Residuals must be as many each time.', () => {
  let runs = 0;
  const growing = (x: Real) => Array.from({ length: ++runs > 2 ? 3 : 2 }, () => sub(mul(x, x), 3));
  expect(errorOf(() => leastSquares(growing, 1))).toBe('tree-mismatch');
});

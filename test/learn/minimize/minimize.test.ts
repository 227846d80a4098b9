/** Minimizers: every method, shapes of unknowns, bounds, and how runs end. */
import { Map as ImmutableMap } from 'immutable';
import {
  add,
  cos,
  exp,
  grad,
  log,
  mul,
  pow,
  primalOf as primal,
  sub,
  sum,
  type Real,
} from 'delta-tape';
import { minimize, type Iteration, type MinimizeMethod } from 'delta-tape/learn';
import { plain } from 'delta-tape/plain';
import { array, P, type Array_ } from '../../numpy/support.js';
import { errorOf } from '../support.js';

const methods: MinimizeMethod[] = ['lbfgs', 'cg', 'newton-cg', 'trust-region'];
const rosenbrock = (x: Real[]): Real =>
  add(mul(100, pow(sub(x[1], mul(x[0], x[0])), 2)), pow(sub(1, x[0]), 2));
const start = [-1.2, 1];

describe.each(methods)('By %s', (method) => {
  test('Rosenbrock’s valley is followed to its end, and never upwards.', () => {
    const run = minimize(rosenbrock, start, { method });
    expect(run.converged).toBe(true);
    run.solution.forEach((x) => expect(x).toBeCloseTo(1, 7));
    const values = run.history.map(({ value }) => value);
    expect(values).toEqual([...values].sort((a, b) => b - a));
    expect(run.history[0]).toMatchObject({ iteration: 0, value: rosenbrock(start), step: 0 });
    expect(run.history.at(-1)!.iteration).toBe(run.iterations);
    expect(run.evaluations.functions + run.evaluations.products).toBeLessThan(300);
  });

  test('the minimum of a quadratic is that of its equations, also where it is long and thin.', () => {
    const scales = Array.from({ length: 20 }, (_, k) => 10 ** (k / 5));
    const bowl = (x: Real[]) => sum(scales.map((s, k) => mul(s, pow(sub(x[k], k), 2))));
    const run = minimize(
      bowl,
      scales.map(() => 0),
      { method },
    );
    expect(run.converged).toBe(true);
    run.solution.forEach((x, k) => expect(x).toBeCloseTo(k, 5));
  });

  test('one number is a start.', () => {
    const run = minimize((x) => add(exp(x), exp(mul(-2, x))), 3, { method });
    expect(run.solution).toBeCloseTo(Math.log(2) / 3, 7);
  });

  test('a start at the minimum stays there.', () => {
    const run = minimize(rosenbrock, [1, 1], { method });
    expect(run).toMatchObject({ solution: [1, 1], iterations: 0, reason: 'gradient' });
    expect(run.evaluations).toEqual({ functions: 1, derivatives: 1, products: 0 });
  });

  test('a flat function is at its minimum, and so is one of nothing.', () => {
    const flat = minimize((x: Real[]) => mul(0, x[0]), [3], { method });
    expect(flat).toMatchObject({ solution: [3], converged: true });
    const none = minimize((_: object) => 4, {}, { method });
    expect(none).toMatchObject({ solution: {}, value: 4, converged: true, gradientNorm: 0 });
  });

  test('saddles and hills are left.', () => {
    const f = (x: Real[]) => add(cos(x[0]), sub(pow(x[1], 4), pow(x[1], 2)));
    const run = minimize(f, [0.1, 0.01], { method });
    expect(run.converged).toBe(true);
    expect(run.value).toBeCloseTo(-1.25, 10);
  });

  test('places where the function is not finite are walked around.', () => {
    const f = (x: Real[]) => add(sub(mul(1e-3, x[0]), log(x[0])), sub(mul(50, x[1]), log(x[1])));
    const run = minimize(f, [1, 1], { method });
    expect(run.converged).toBe(true);
    expect(run.solution[0]).toBeCloseTo(1000, 0);
    expect(run.solution[1]).toBeCloseTo(0.02, 6);
  });

  test('a function without a minimum ends, and the run does not say that it arrived.', () => {
    const run = minimize((x: Real[]) => add(x[0], mul(2, x[1])), [0, 0], {
      method,
      maxIterations: 300,
    });
    expect(run.converged).toBe(false);
    expect(run.value).toBeLessThan(-1000);
  });

  test('a start that is not finite is said to be so.', () => {
    const run = minimize((x: Real[]) => log(x[0]), [-1], { method });
    expect(run).toMatchObject({ converged: false, reason: 'not-finite', iterations: 0 });
  });

  test('a wrong gradient is noticed.', () => {
    const wrong = (x: Real[]) =>
      add(mul(primal(x[0]), primal(x[0])), mul(-1, sub(x[0], primal(x[0]))));
    const run = minimize(wrong, [3], { method, maxIterations: 50 });
    expect(run.converged).toBe(false);
  });

  test('limits end a run, and are its reason.', () => {
    expect(minimize(rosenbrock, start, { method, maxIterations: 3 })).toMatchObject({
      iterations: 3,
      reason: 'max-iterations',
      converged: false,
    });
    const run = minimize(rosenbrock, start, { method, maxEvaluations: 7 });
    expect(run.reason).toBe('max-evaluations');
    expect(run.evaluations.functions + run.evaluations.products).toBe(7);
  });

  test('it is watched, and stopped between two iterations or inside one.', () => {
    const controller = new AbortController();
    const seen: Iteration<number[]>[] = [];
    const run = minimize(rosenbrock, start, {
      method,
      signal: controller.signal,
      onIteration: (at) => {
        seen.push(at);
        if (at.iteration === 4) controller.abort();
      },
    });
    expect(run).toMatchObject({ iterations: 4, reason: 'aborted', converged: false });
    expect(seen.at(-1)!.solution).toEqual(run.solution);
    const other = new AbortController();
    let calls = 0;
    const counted = (x: Real[]) => {
      if (++calls === 6) other.abort();
      return rosenbrock(x);
    };
    const inside = minimize(counted, start, { method, signal: other.signal });
    expect([inside.reason, calls]).toEqual(['aborted', 6]);
  });
});

describe('Unknowns', () => {
  test('are trees of every kind, and data are arguments.', () => {
    const f = plain(
      (p: { w: Float64Array; rate: number; by: Map<string, number> }, target: number[]) =>
        (p.w[0] - target[0]) ** 2 +
        (p.w[1] - target[1]) ** 2 +
        (p.rate - p.w[0]) ** 2 +
        (p.by.get('k')! - 5) ** 2,
    );
    const from = { w: new Float64Array(2), rate: 0, by: new Map([['k', 0]]) };
    const { solution } = minimize(f, from, { args: [[3, 4]] });
    expect(solution.w).toBeInstanceOf(Float64Array);
    [...solution.w, solution.rate, solution.by.get('k')!].forEach((x, k) =>
      expect(x).toBeCloseTo([3, 4, 3, 5][k], 7),
    );
    expect(from.w).toEqual(new Float64Array(2));
    const immutable = minimize(
      (m: ImmutableMap<string, Real>) => pow(sub(m.get('a')!, 2), 2),
      ImmutableMap([['a', 0]]),
    );
    expect(immutable.solution.get('a')).toBeCloseTo(2, 7);
  });

  test('are arrays of numpy-ts, with every method.', () => {
    const f = (x: Array_) =>
      P.sum(
        P.square(
          P.subtract(
            x,
            array([
              [1, 2],
              [3, 4],
            ]),
          ),
        ),
      ) as Real;
    for (const method of methods) {
      const run = minimize(
        f as never,
        array([
          [0, 0],
          [0, 0],
        ]) as never,
        { method },
      ) as unknown as { solution: Array_ };
      expect(run.solution.shape).toEqual([2, 2]);
      (run.solution.tolist() as number[][])
        .flat()
        .forEach((x, k) => expect(x).toBeCloseTo(k + 1, 7));
    }
  });

  test('by the thousand take few evaluations.', () => {
    const n = 2000;
    const chain = plain((x: Float64Array) => {
      let total = (x[0] - 1) ** 2;
      for (let k = 1; k < x.length; k++) total += (x[k] - x[k - 1]) ** 2 + 0.1 * (x[k] - 2) ** 2;
      return total;
    });
    const run = minimize(chain, new Float64Array(n));
    expect(run.converged).toBe(true);
    expect(run.evaluations.functions).toBeLessThan(400);
  });
});

describe('Bounds', () => {
  test('hold, and the solution lies at those that matter.', () => {
    const seen: number[][] = [];
    const watched = (x: Real[]) => {
      seen.push(x.map((xk) => Number(primal(xk))));
      return rosenbrock(x);
    };
    const run = minimize(watched, start, { bounds: { lower: -3, upper: [0.5, 2] } });
    expect(run.converged).toBe(true);
    expect(run.solution[0]).toBe(0.5);
    expect(run.solution[1]).toBeCloseTo(0.25, 7);
    expect(seen.every(([x, y]) => x >= -3 && x <= 0.5 && y >= -3 && y <= 2)).toBe(true);
  });

  test('that do not matter change nothing of the solution.', () => {
    const run = minimize(rosenbrock, start, { bounds: { lower: -5, upper: 5 } });
    run.solution.forEach((x) => expect(x).toBeCloseTo(1, 7));
  });

  test('hold of many unknowns, of which half are at them, and are left again.', () => {
    const n = 50;
    const target = Array.from({ length: n }, (_, k) => Math.sin(k));
    const f = (x: Real[]) =>
      add(sum(target.map((t, k) => mul(k + 1, pow(sub(x[k], t), 2)))), mul(1e-3, pow(sum(x), 2)));
    const run = minimize(
      f,
      target.map(() => 0),
      { bounds: { lower: 0 } },
    );
    expect(run.converged).toBe(true);
    const slopes = grad(f)(run.solution);
    run.solution.forEach((x, k) => {
      expect(x).toBeGreaterThanOrEqual(0);
      if (x > 0) expect(Math.abs(slopes[k])).toBeLessThan(1e-5);
      else expect(slopes[k]).toBeGreaterThanOrEqual(0);
    });
  });

  test('that leave one point give that.', () => {
    const run = minimize(rosenbrock, start, { bounds: { lower: [2, 3], upper: [2, 3] } });
    expect(run).toMatchObject({ solution: [2, 3], converged: true, iterations: 0 });
  });
});

describe('Errors', () => {
  test.each<[string, string, () => unknown]>([
    [
      'another method',
      'invalid-option',
      () => minimize(rosenbrock, start, { method: 'x' as never }),
    ],
    [
      'bounds for another method',
      'invalid-option',
      () => minimize(rosenbrock, start, { method: 'cg', bounds: { lower: 0 } }),
    ],
    [
      'a tolerance that is none',
      'invalid-option',
      () => minimize(rosenbrock, start, { gradientTolerance: NaN }),
    ],
    [
      'bounds of another shape',
      'tree-mismatch',
      () => minimize(rosenbrock, start, { bounds: { lower: [1] } }),
    ],
    [
      'bounds that cross',
      'bounds-cross',
      () => minimize(rosenbrock, start, { bounds: { lower: 1, upper: -1 } }),
    ],
    [
      'a function that returns no real',
      'output-not-real',
      () => minimize(((x: Real[]) => x) as never, start as never),
    ],
    [
      'a run under differentiation',
      'does-not-nest',
      () => grad((c: Real) => minimize((x: Real[]) => pow(sub(x[0], c), 2), [0]).solution[0])(2),
    ],
  ])('name %s.', (_, code, f) => {
    expect(errorOf(f)).toBe(code);
  });
});

describe('A minimum does not depend on the unit of the function:', () => {
  const valley = (x: Real[], scale: number) =>
    mul(scale, add(1, add(pow(sub(x[0], 3), 2), mul(10, pow(sub(x[1], mul(x[0], x[0])), 2)))));

  test.each(['lbfgs', 'cg', 'newton-cg', 'trust-region'] as const)('%s.', (method) => {
    for (const scale of [1e-300, 1e-100, 1e-20, 1e-12, 1e-6, 1e6, 1e12, 1e100, 1e300]) {
      const run = minimize(valley, [0, 0], { method, args: [scale] });
      expect([scale, run.converged]).toEqual([scale, true]);
      expect(run.solution[0]).toBeCloseTo(3, 5);
      expect(run.value / scale).toBeCloseTo(1, 10);
    }
  });

  test('a start that is the minimum is found to be so, if rounding hides any other.', () => {
    const near = minimize(valley, [3 + 1e-10, 9], { args: [1] });
    expect([near.converged, near.evaluations.functions < 60]).toEqual([true, true]);
    const bounded = minimize(valley, [3 + 1e-12, 9], { args: [1], bounds: { lower: 0 } });
    expect(bounded.converged).toBe(true);
  });
});

describe('Starts', () => {
  test.each<[string, unknown]>([
    ['integers', new Int32Array([1])],
    ['integers among others', { weights: new Uint8Array(3), name: 'a' }],
    ['a text', '1'],
  ])('that hold no real are refused: %s.', (_, start) => {
    expect(errorOf(() => minimize(() => 1, start as number))).toBe('no-reals');
  });

  test.each<[string, object]>([
    ['an object', {}],
    ['an array', []],
    ['arrays in an object', { a: [], b: new Float64Array(0) }],
  ])('that are empty are right: %s.', (_, start) => {
    expect(minimize((() => 7) as (tree: object) => number, start).value).toBe(7);
  });

  test('under differentiation are refused, with what to take.', () => {
    const through = grad(
      (p: Real) => minimize((x: Real) => pow(sub(x, 1), 2), p as number).solution,
    );
    expect(() => through(2)).toThrow('use root, fixedPoint or argmin of delta-tape/solve');
  });
});

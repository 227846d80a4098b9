/** Fits and minimizations at the edge of their function's domain, and bounds of some unknowns. */
import fc from 'fast-check';
import { plain } from 'delta-tape/plain';
import { leastSquares, minimize } from 'delta-tape/learn';
import { errorOf } from '../support.js';

type P = { a: number; b: number };
const start = { a: 0, b: 1 };
const numbersOf = ({ solution }: { solution: object }) => Object.values(solution) as number[];

describe('At the edge of the domain', () => {
  test.each(['lm', 'dogleg'] as const)('a fit by %s goes on along it, and says so.', (method) => {
    const f = plain((p: P) => [p.a - 3, p.b < 0 ? NaN : p.b + 1]);
    const run = leastSquares(f, start, { method });
    expect(run.solution.a).toBeCloseTo(3, 10);
    expect(run.solution.b).toBeGreaterThanOrEqual(0);
    expect(run.solution.b).toBeLessThan(1e-9);
    expect([run.converged, run.reason]).toEqual([false, 'edge-of-domain']);
    expect(run.edge).toEqual({ parameters: ['b'], residual: '[1]', row: 1, value: NaN });
    expect(String(run)).toContain('residual [1] is NaN beyond the edge that b has reached');
    expect(run.gradientNorm).toBeCloseTo(1, 6);
  });

  test('infinite residuals are one, too.', () => {
    const f = plain((p: P) => ({ x: p.a - 3, y: p.b < 0 ? Infinity : p.b + 1, z: p.a + p.b - 1 }));
    const { solution, reason, edge } = leastSquares(f, start);
    expect(solution.a).toBeCloseTo(2, 8);
    expect(solution.b).toBeCloseTo(0, 8);
    expect(reason).toBe('edge-of-domain');
    expect(edge).toEqual({ parameters: ['b'], residual: 'y', row: 1, value: Infinity });
  });

  test('a power of a zero is one, where the others are fitted.', () => {
    const times = [0, 1, 2, 3, 4, 5];
    const seen = [2, 1.2, 0.7, 0.4, 0.3, 0.2];
    const f = plain((p: P) => times.map((t, k) => seen[k] - p.a * t ** p.b), {
      scope: { times, seen },
    });
    const { solution, reason, edge } = leastSquares(f, { a: 1, b: 1 });
    expect(solution.a).toBeCloseTo((1.2 + 0.7 + 0.4 + 0.3 + 0.2) / 5, 8);
    expect([solution.b < 1e-9, reason]).toEqual([true, 'edge-of-domain']);
    expect(edge).toMatchObject({ parameters: ['b'], residual: '[0]', row: 0 });
  });

  test.each(['lbfgs', 'cg', 'newton-cg', 'trust-region'] as const)(
    'a minimization by %s goes on along it, also where its slope has no limit.',
    (method) => {
      for (const f of [
        plain((p: P) => (p.a - 3) ** 2 + Math.sqrt(p.b)),
        plain((p: P) => (p.a - 3) ** 2 + (p.b < 0 ? NaN : p.b + p.b * p.b)),
      ]) {
        const run = minimize(f, start, { method });
        expect(run.solution.a).toBeCloseTo(3, 6);
        expect(run.solution.b).toBeCloseTo(0, 9);
        expect([run.converged, run.reason]).toEqual([false, 'edge-of-domain']);
        expect(run.edge).toEqual({ parameters: ['b'], value: NaN });
      }
    },
  );

  test('of which both unknowns are a part, a run does not claim a minimum.', () => {
    const f = plain((p: P) => (p.a + 2) ** 2 + (p.b + 1) ** 2 + (p.a + p.b < 0 ? NaN : 0));
    const run = minimize(f, { a: 3, b: 4 });
    expect([run.converged, run.reason]).toEqual([false, 'edge-of-domain']);
    const fit = leastSquares(
      plain((p: P) => [p.a + 2, p.a + p.b < 0 ? NaN : p.b + 1]),
      { a: 3, b: 4 },
    );
    expect([fit.converged, fit.reason]).toEqual([false, 'edge-of-domain']);
    expect(fit.edge!.parameters.length).toBeGreaterThan(0);
  });

  test('a solution inside is found, though steps lead out.', () => {
    const times = [0, 1, 2, 3, 4];
    const f = plain((p: P) => times.map((t) => Math.sqrt(p.a - p.b * t) - Math.sqrt(4.1 - t)), {
      scope: { times },
    });
    for (const from of [
      { a: 9, b: 0 },
      { a: 20, b: 4.9 },
    ]) {
      const { solution, converged } = leastSquares(f, from);
      expect([solution.a, solution.b, converged]).toEqual([
        expect.closeTo(4.1, 9),
        expect.closeTo(1, 9),
        true,
      ]);
    }
  });

  test('an edge that moves with other unknowns is left again.', () => {
    // b must be above a, which has to go from 4 to 0.
    const f = plain((p: P) => [10 * (p.b - 1), p.b < p.a ? NaN : p.a / 10]);
    const { solution } = leastSquares(f, { a: 4, b: 5 });
    expect(numbersOf({ solution })[1]).toBeCloseTo(1, 5);
  });

  test('a start outside is named.', () => {
    const f = plain((p: P) => ({ one: p.b - 1, logs: [p.b, Math.log(p.a)] }));
    const run = leastSquares(f, { a: -1, b: 0 });
    expect([run.converged, run.reason]).toEqual([false, 'not-finite']);
    expect(run.edge).toEqual({ parameters: [], residual: 'logs[1]', row: 2, value: NaN });
    expect(String(run)).toContain('residual logs[1] is NaN at the start');
    expect(
      minimize(
        plain((x: number) => 1 / x),
        0,
      ).edge,
    ).toEqual({ parameters: [], value: Infinity });
  });

  test('nothing is told of an edge by runs that end elsewhere.', () => {
    expect(
      leastSquares(
        plain((p: P) => [p.a - 3, p.b]),
        start,
      ).edge,
    ).toBeNull();
    expect(
      minimize(
        plain((p: P) => (p.a - 3) ** 2 + p.b ** 2),
        start,
      ).edge,
    ).toBeNull();
  });

  test('in a kink, where no slope is small, no run claims to have converged.', () => {
    const fit = leastSquares(
      plain((p: P) => [Math.abs(p.a) + 1, p.b - 1]),
      { a: 3, b: 0 },
    );
    expect([fit.converged, fit.reason]).toEqual([false, 'no-progress']);
    const run = minimize(
      plain((p: P) => Math.abs(p.a - 1) + 1 + p.b ** 2),
      { a: 3.3, b: 1 },
    );
    expect(run.converged && run.gradientNorm > 1e-3).toBe(false);
  });

  test('whatever it is like, no fit claims to have converged with a steep gradient.', () => {
    const f = plain((p: { x: number[] }, goal: number[], edge: number[]) =>
      p.x.map((x, k) => (x < edge[k] ? NaN : x - goal[k] + (k > 0 ? 0.3 * p.x[k - 1] : 0))),
    );
    const numbers = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(numbers, numbers, (goal, edge) => {
        const from = { x: edge.map((e) => e + 1) };
        const run = leastSquares(f, from, { args: [goal, edge] });
        expect(run.converged && run.gradientNorm > 1e-6).toBe(false);
        expect(['gradient', 'value', 'step', 'exact', 'edge-of-domain']).toContain(run.reason);
        // The same with bounds in the place of the edge is the right answer.
        const bounded = leastSquares(f, from, {
          args: [goal, edge],
          bounds: { lower: { x: edge } },
        });
        expect(run.value).toBeCloseTo(bounded.value, 6);
      }),
      { numRuns: 50 },
    );
  });
});

describe('Bounds of some unknowns', () => {
  const f = plain((p: { size: number; rate: number; more: number[] }) => [
    p.size - 3,
    p.rate + 2,
    p.more[0] + 1,
    p.more[1] - 5,
  ]);
  const from = { size: 1, rate: 1, more: [1, 1] };

  test('leave the others free.', () => {
    expect(leastSquares(f, from, { bounds: { lower: { rate: 0 } } }).solution).toEqual({
      size: expect.closeTo(3, 10) as number,
      rate: 0,
      more: [expect.closeTo(-1, 10), expect.closeTo(5, 10)],
    });
    const sides = { lower: { more: [0, undefined] }, upper: { size: 2, more: [undefined, 4] } };
    const fit = leastSquares(f, from, { bounds: sides });
    expect(fit.solution.size).toBe(2);
    expect(fit.solution.more).toEqual([0, 4]);
    expect(fit.converged).toBe(true);
  });

  test('may be one number for a whole part.', () => {
    const { solution } = leastSquares(f, from, { bounds: { lower: { more: 0 } } });
    expect(solution.more).toEqual([0, expect.closeTo(5, 10)]);
    const sum = plain((p: P) => (p.a - 3) ** 2 + (p.b + 2) ** 2);
    expect(minimize(sum, start, { bounds: { lower: { b: 0 } } }).solution).toEqual({
      a: expect.closeTo(3, 7) as number,
      b: 0,
    });
  });

  test('of what is no unknown are refused, with the nearest one.', () => {
    const wrong = { lower: { rat: 0 } } as object;
    expect(() => leastSquares(f, from, { bounds: wrong })).toThrow(
      /no option rat. Did you mean rate\?/,
    );
    expect(errorOf(() => leastSquares(f, from, { bounds: { lower: { more: [0, 0, 0] } } }))).toBe(
      'tree-mismatch',
    );
    expect(
      errorOf(() => leastSquares(f, from, { bounds: { lower: { rate: 'low' } as never } })),
    ).toBe('tree-mismatch');
    expect(errorOf(() => leastSquares(f, from, { bounds: { lower: { rate: NaN } } }))).toBe(
      'bounds-cross',
    );
    expect(
      errorOf(() => leastSquares(f, from, { bounds: { lower: { rate: 1 }, upper: { rate: 0 } } })),
    ).toBe('bounds-cross');
  });
});

/** Variable projection: fits of residuals that are linear in some unknowns. */
import { leastSquares, multiStart } from 'delta-tape/learn';
import { plain } from 'delta-tape/plain';
import { errorOf } from '../support.js';

/** BoxBOD of NIST (StRD): biochemical oxygen demand, of Box, Hunter and Hunter (1978). */
const days = [1, 2, 3, 5, 7, 10];
const demand = [109, 149, 149, 191, 213, 224];
type Demand = { size: number; rate: number };
const boxBod = plain((p: Demand, t: number[], y: number[]) =>
  y.map((yk, k) => yk - p.size * (1 - Math.exp(-p.rate * t[k]))),
);
const args: [number[], number[]] = [days, demand];

type Decay = { sizes: number[]; rates: number[] };
const times = Array.from({ length: 20 }, (_, k) => k / 4);
const decay = plain((p: Decay, t: number[]) =>
  t.map(
    (x, k) =>
      3 * Math.exp(-0.5 * x) +
      Math.exp(-3 * x) +
      0.01 * Math.sin(9 * k) -
      p.sizes[0] * Math.exp(-p.rates[0] * x) -
      p.sizes[1] * Math.exp(-p.rates[1] * x),
  ),
);
const from = { sizes: [0, 0], rates: [0.3, 4] };

describe('With linear unknowns', () => {
  test.each([
    { size: 1, rate: 1 },
    { size: 100, rate: 0.75 },
  ])('BoxBOD is fitted from %j to the digits that NIST certifies.', (start) => {
    const run = leastSquares(boxBod, start, { args, linear: ['size'] });
    expect(run.converged).toBe(true);
    expect(run.solution.size / 213.80940889).toBeCloseTo(1, 6);
    expect(run.solution.rate / 0.54723748542).toBeCloseTo(1, 6);
    expect(run.standardErrors.size / 12.354515176).toBeCloseTo(1, 5);
    expect(run.standardErrors.rate / 0.10455993237).toBeCloseTo(1, 5);
    expect(2 * run.value).toBeCloseTo(1168.0088766, 6);
    expect(run.degreesOfFreedom).toBe(4);
  });

  test('a fit is that of all unknowns at once, wherever these start.', () => {
    const all = leastSquares(decay, { sizes: [2, 2], rates: [0.3, 4] }, { args: [times] });
    const run = leastSquares(decay, from, { args: [times], linear: ['sizes'] });
    expect([all.converged, run.converged]).toEqual([true, true]);
    expect(run.value / all.value).toBeCloseTo(1, 8);
    run.solution.rates.forEach((rate, k) => expect(rate).toBeCloseTo(all.solution.rates[k], 5));
    run.solution.sizes.forEach((size, k) => expect(size).toBeCloseTo(all.solution.sizes[k], 5));
    run.standardErrors.sizes.forEach((error, k) =>
      expect(error / all.standardErrors.sizes[k]).toBeCloseTo(1, 4),
    );
    expect(run.iterations).toBeLessThanOrEqual(all.iterations + 1);
    const other = leastSquares(
      decay,
      { ...from, sizes: [1e6, -1e6] },
      { args: [times], linear: ['sizes'] },
    );
    expect(other.value / all.value).toBeCloseTo(1, 6);
  });

  test('the others may have bounds.', () => {
    const bounds = { upper: { rate: 0.3 } };
    const run = leastSquares(boxBod, { size: 1, rate: 0.1 }, { args, linear: ['size'], bounds });
    const all = leastSquares(boxBod, { size: 200, rate: 0.1 }, { args, bounds });
    expect(run.solution.rate).toBe(0.3);
    expect(run.solution.size / all.solution.size).toBeCloseTo(1, 8);
  });

  test('deviations and fixed parameters count as without them.', () => {
    const sigma = [3, 4, 4, 5, 9, 9];
    type Offset = { size: number; rate: number };
    const fixed = plain(
      (p: Offset, floor: number) =>
        demand.map((y, k) => y - floor - p.size * (1 - Math.exp(-p.rate * days[k]))),
      { scope: { demand, days } },
    );
    const options = { sigma, args: [20] as [number], absoluteSigma: true };
    const all = leastSquares(fixed, { size: 180, rate: 0.5 }, options);
    const run = leastSquares(fixed, { size: -1, rate: 3 }, { ...options, linear: ['size'] });
    expect([all.converged, run.converged]).toEqual([true, true]);
    for (const of of ['size', 'rate'] as const) {
      expect(run.solution[of] / all.solution[of]).toBeCloseTo(1, 7);
      expect(run.standardErrors[of] / all.standardErrors[of]).toBeCloseTo(1, 6);
    }
    expect(run.correlations.size.rate).toBeCloseTo(all.correlations.size.rate, 6);
  });

  test('many starts go to the same solution, and may lie anywhere.', async () => {
    const starts = [0.01, 0.5, 20].map((rate) => ({ size: 0, rate }));
    const { best, runs } = await multiStart(leastSquares, boxBod, starts, {
      args,
      linear: ['size'],
    });
    expect(best.solution.rate).toBeCloseTo(0.54723748542, 6);
    expect(runs.filter(({ converged }) => converged).length).toBeGreaterThanOrEqual(2);
  });

  test('a fit in which all unknowns are linear takes no iteration.', () => {
    const line = plain((p: { a: number; b: number }) => [1, 2, 4].map((y, x) => y - p.a - p.b * x));
    const run = leastSquares(line, { a: 0, b: 0 }, { linear: ['a', 'b'] });
    expect([run.converged, run.iterations]).toEqual([true, 0]);
    expect(run.solution.b).toBeCloseTo(1.5, 12);
    expect(run.solution.a).toBeCloseTo(5 / 6, 12);
  });

  test('limits end a run, of which the result is complete.', () => {
    for (const limits of [{ maxEvaluations: 3 }, { maxIterations: 1 }]) {
      const run = leastSquares(boxBod, { size: 1, rate: 1 }, { args, linear: ['size'], ...limits });
      expect(run.converged).toBe(false);
      expect(run.reason).toMatch(/^max-/);
      expect(run.standardErrors.size).toBeGreaterThan(0);
      expect(run.residuals).toHaveLength(6);
    }
  });

  test('places, bounds and functions that do not fit are refused.', () => {
    const fit = (options: object) => () =>
      leastSquares(boxBod, { size: 1, rate: 1 }, { args, ...options });
    expect(errorOf(fit({ linear: ['sizes'] }))).toBe('invalid-option');
    expect(errorOf(fit({ linear: ['size'], bounds: { lower: 0 } }))).toBe('invalid-option');
    expect(errorOf(fit({ linear: ['size'], loss: 'huber' }))).toBe('invalid-option');
    expect(errorOf(fit({ linear: ['rate'] }))).toBe('not-linear');
  });
});

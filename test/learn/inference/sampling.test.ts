/** The samplers: known moments, the same bits for the same seed, and what tells that something is wrong. */
import { add, log, mul, neg, sqrt, sub, sum, type Real } from 'delta-tape';
import {
  betaLogDensity,
  cauchyLogDensity,
  exponentialLogDensity,
  gammaLogDensity,
  hmc,
  interval,
  multivariateNormalLogDensity,
  normalLogDensity,
  nuts,
  ordered,
  positive,
  simplex,
  summary,
  dirichletLogDensity,
  type Constraint,
  type Samples,
} from 'delta-tape/learn/inference';
import { windowsOf } from '../../../src/learn/inference/sampling/warmup.js';
import { joined, ofOnePoint } from '../../../src/learn/inference/sampling/trajectory.js';
import { FreeParameters } from '../../../src/learn/inference/constraints/free-parameters.js';
import { leapfrog, moving, type Moving } from '../../../src/learn/inference/sampling/dynamics.js';
import { diagonalMetric } from '../../../src/learn/inference/sampling/metric.js';
import { Target } from '../../../src/learn/inference/sampling/target.js';
import { errorOf } from '../support.js';
import { cholesky } from './integrals.js';

const short = { chains: 2, warmup: 200, draws: 250, seed: 1 };

/** True if means and deviations are within this many of their Monte Carlo errors of known ones. */
function isWithin(
  samples: Samples<unknown>,
  of: (draw: never) => number,
  mean: number,
  deviation: number,
): boolean {
  const found = summary(samples, of as (draw: unknown) => number);
  return (
    Math.abs(found.mean - mean) < 4 * found.meanError &&
    Math.abs(found.deviation - deviation) < 4 * found.deviationError
  );
}

describe('The no-U-turn sampler', () => {
  test('finds the moments of a normal distribution of many scales.', () => {
    const scales = [0.1, 1, 20];
    const bell = (x: Real[]) => sum(x.map((y, k) => normalLogDensity(y, k, scales[k])));
    const samples = nuts(bell, [0, 0, 0], short);
    scales.forEach((scale, k) => {
      expect(isWithin(samples, (x: number[]) => x[k], k, scale)).toBe(true);
    });
    const { chains, divergences } = samples;
    expect(divergences).toBe(0);
    expect(chains.map(({ draws }) => draws.length)).toEqual([250, 250]);
    for (const { stats, ebfmi } of chains) {
      expect(ebfmi).toBeGreaterThan(0.6);
      expect(Math.abs(stats.acceptance.reduce((s, x) => s + x) / 250 - 0.8)).toBeLessThan(0.15);
      expect(Math.max(...stats.steps)).toBeLessThan(32);
      expect(stats.steps.every((steps, k) => steps < 2 ** (stats.depth[k] + 1))).toBe(true);
      // The warm-up has found the variances, within a factor.
      stats.inverseMass.forEach((variance, k) => {
        expect(Math.abs(Math.log(variance / scales[k] ** 2))).toBeLessThan(0.8);
      });
    }
  });

  test('finds a correlation, in fewer steps with a dense metric.', () => {
    const factor = cholesky([
      [1, 0.99],
      [0.99, 1],
    ]);
    const ridge = (x: Real[]) => multivariateNormalLogDensity(x, [0, 0], factor);
    const [diagonal, dense] = (['diagonal', 'dense'] as const).map((metric) =>
      nuts(ridge, [0, 0], { ...short, metric }),
    );
    for (const samples of [diagonal, dense]) {
      expect(isWithin(samples, ([x, y]: number[]) => x * y, 0.99, Math.sqrt(1 + 0.99 ** 2))).toBe(
        true,
      );
      expect(isWithin(samples, ([x, y]: number[]) => x - y, 0, Math.sqrt(0.02))).toBe(true);
    }
    const steps = (samples: Samples<unknown>) =>
      samples.chains.reduce((s, { stats }) => s + stats.steps.reduce((t, x) => t + x), 0);
    expect(steps(dense)).toBeLessThan(0.5 * steps(diagonal));
  });

  test('draws what is constrained: positive, in an interval, a simplex, in order.', () => {
    const density = (p: { rate: Real; share: Real; parts: Real[]; two: Real[] }) =>
      add(
        add(gammaLogDensity(p.rate, 3, 2), betaLogDensity(p.share, 2, 5)),
        add(
          dirichletLogDensity(p.parts, [1, 2, 5]),
          add(normalLogDensity(p.two[0], 0, 1), normalLogDensity(p.two[1], 0, 1)),
        ),
      );
    const start = { rate: 1, share: 0.5, parts: [0.2, 0.3, 0.5], two: [-1, 1] };
    const constraints = {
      rate: positive,
      share: interval(0, 1),
      parts: simplex(3),
      two: ordered(2),
    };
    const samples = nuts(density, start, { ...short, constraints });
    type P = typeof start;
    expect(isWithin(samples, ({ rate }: P) => rate, 1.5, Math.sqrt(3) / 2)).toBe(true);
    expect(isWithin(samples, ({ share }: P) => share, 2 / 7, Math.sqrt(10 / 49 / 8))).toBe(true);
    expect(isWithin(samples, ({ parts }: P) => parts[2], 5 / 8, Math.sqrt(15 / 64 / 9))).toBe(true);
    // The larger one of two normal numbers.
    const larger = [1 / Math.sqrt(Math.PI), Math.sqrt(1 - 1 / Math.PI)] as const;
    expect(isWithin(samples, ({ two }: P) => two[1], ...larger)).toBe(true);
    expect(samples.draws.every(({ two: [a, b] }) => a < b)).toBe(true);
  });

  test('would be noticed to draw from another distribution, with a wrong log-Jacobian.', () => {
    const wrong: Constraint = {
      ...positive,
      constrain: (free) => ({ ...positive.constrain(free), logJacobian: 0 }),
    };
    const draws = (s: Constraint) =>
      nuts((x: Real) => gammaLogDensity(x, 3, 2), 1, { ...short, constraints: s });
    expect(isWithin(draws(positive), (x: number) => x, 1.5, Math.sqrt(3) / 2)).toBe(true);
    expect(isWithin(draws(wrong), (x: number) => x, 1.5, Math.sqrt(3) / 2)).toBe(false);
  });

  test('gives the same bits for the same seed, and others for another one.', () => {
    const bell = (x: Real[]) => sum(x.map((y) => normalLogDensity(y, 0, 1)));
    const draws = (seed: number) =>
      nuts(bell, [0, 0], { chains: 2, warmup: 50, draws: 20, seed }).draws;
    expect(draws(3)).toEqual(draws(3));
    expect(draws(3)).not.toEqual(draws(4));
    const [one, other] = [draws(3).slice(0, 20), draws(3).slice(20)];
    expect(one).not.toEqual(other);
  });

  test('takes data as further arguments, which are given as they are.', () => {
    const data = { ys: [1, 2, 3], label: 'a' };
    const density = (mean: Real, given: typeof data) => {
      expect(given.label).toBe('a');
      return sum(given.ys.map((y) => normalLogDensity(y, mean, 1)));
    };
    const samples = nuts(density, 0, { ...short, args: [data] });
    expect(isWithin(samples, (x: number) => x, 2, Math.sqrt(1 / 3))).toBe(true);
  });

  test('says where it cannot begin, and what options are none.', () => {
    const nowhere = (x: Real) => log(sub(mul(x, 0), 1));
    expect(errorOf(() => nuts(nowhere, 1))).toBe('no-finite-start');
    const bell = (x: Real) => neg(mul(x, x));
    expect(errorOf(() => nuts(bell, 1, { seed: 0.5 }))).toBe('invalid-option');
    expect(errorOf(() => nuts(bell, 1, { targetAcceptance: 1 }))).toBe('invalid-option');
    expect(errorOf(() => nuts(bell, 1, { metric: 'round' as 'dense' }))).toBe('invalid-option');
    expect(errorOf(() => nuts(bell, 1, { draws: 0 }))).toBe('invalid-option');
    expect(errorOf(() => nuts(bell, 1, { jitter: -1 }))).toBe('invalid-option');
  });

  test('is ended by a signal.', () => {
    const signal = { aborted: false };
    const seen: number[] = [];
    const onDraw = ({ draw }: { draw: number }) => {
      seen.push(draw);
      signal.aborted = draw === 5;
    };
    const bell = (x: Real) => neg(mul(x, x));
    expect(errorOf(() => nuts(bell, 1, { signal, onDraw }))).toBe('sampling-aborted');
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  test('takes gradients that are not finite for places that are not reached.', () => {
    const half = (x: Real) => sub(sqrt(x), x);
    const samples = nuts(half, 1, { ...short, jitter: 0.1, constraints: interval(1e-9, Infinity) });
    expect(samples.draws.every(Number.isFinite)).toBe(true);
    // Out of the constraint, the density of a half-line is 0.
    const open = nuts((x: Real) => exponentialLogDensity(x, 1), 1, { ...short, jitter: 0.1 });
    expect(open.draws.every((x) => x >= 0)).toBe(true);
    expect(open.divergences).toBeGreaterThan(0);
    expect(summary(open).warnings.join()).toContain('trajectories diverged');
  });
});

describe('Hamiltonian Monte Carlo', () => {
  test('finds the moments of a normal distribution.', () => {
    const bell = (x: Real[]) => sum(x.map((y, k) => normalLogDensity(y, k, 1 + k)));
    const samples = hmc(bell, [0, 0], { ...short, steps: 5 });
    expect(isWithin(samples, (x: number[]) => x[0], 0, 1)).toBe(true);
    expect(isWithin(samples, (x: number[]) => x[1], 1, 2)).toBe(true);
    expect(samples.chains[0].stats.steps.every((steps) => steps === 5)).toBe(true);
  });

  test('takes the step size that it is given, without warm-up.', () => {
    const bell = (x: Real) => normalLogDensity(x, 0, 1);
    const { chains } = hmc(bell, 0, { warmup: 0, stepSize: 0.5, draws: 10, chains: 1 });
    expect(chains[0].stats.stepSize).toBe(0.5);
    expect([...chains[0].stats.inverseMass]).toEqual([1]);
  });
});

test('A leapfrog step is gone back by the opposite one, and keeps the energy to the third order.', () => {
  const f = (x: Real[]) => sum(x.map((y, k) => cauchyLogDensity(y, k, 1)));
  const target = new Target('nuts', f, [], new FreeParameters('nuts', [0, 0], undefined));
  const metric = diagonalMetric(Float64Array.of(0.5, 2));
  const position = Float64Array.of(0.7, -0.4);
  const start = moving({ position, ...target.at(position) }, Float64Array.of(1, -0.3), metric);
  const step = (size: number) => leapfrog(start, size, { target, metric });
  const back = leapfrog(step(0.3), -0.3, { target, metric });
  [...back.position, ...back.momentum].forEach((x, k) =>
    expect(x).toBeCloseTo([...position, ...start.momentum][k], 12),
  );
  const error = (size: number) => Math.abs(step(size).energy - start.energy);
  expect(error(0.02) / error(0.01)).toBeGreaterThan(7);
});

describe('The windows of a warm-up', () => {
  test('are those of Stan: 75, then 25, 50, 100, 200 and 500, then 50.', () => {
    expect(windowsOf(1000)).toEqual({ start: 75, ends: [100, 150, 250, 450, 950] });
    expect(windowsOf(150)).toEqual({ start: 75, ends: [100] });
    expect(windowsOf(500)).toEqual({ start: 75, ends: [100, 150, 250, 450] });
  });

  test('are one if there is little time, and none if there is less.', () => {
    expect(windowsOf(100)).toEqual({ start: 15, ends: [90] });
    expect(windowsOf(10)).toEqual({ start: 10, ends: [] });
    expect(windowsOf(0)).toEqual({ start: 0, ends: [] });
  });
});

describe('A trajectory', () => {
  const at = (...momentum: number[]): Moving => {
    const vector = Float64Array.from(momentum);
    return {
      ...{ position: vector, logDensity: 0, gradient: vector, energy: 0 },
      ...{ momentum: vector, velocity: vector },
    };
  };
  const point = (...momentum: number[]) => ofOnePoint(at(...momentum), 0);

  test('is joined while its ends move apart, with the sum of weights and momenta.', () => {
    const two = joined(point(1, 0), point(1, 1), true)!;
    expect([...two.momenta]).toEqual([2, 1]);
    expect(two.logWeight).toBeCloseTo(Math.LN2, 12);
    expect([...two.chosen.momentum]).toEqual([1, 1]);
    expect([...joined(point(1, 0), point(1, 1), false)!.chosen.momentum]).toEqual([1, 0]);
  });

  test('ends where an end moves back along the sum of momenta.', () => {
    expect(joined(point(1, 0), point(-2, 0), true)).toBeNull();
    expect(joined(point(-2, 0), point(1, 0), true)).toBeNull();
  });

  test('ends where the U-turn is between both parts, which only the checks across them see.', () => {
    // The ends agree, and the sum as well; the inner ends turn back.
    const across = { ...point(3, 0), last: at(-1, 0), momenta: Float64Array.of(5, 0) };
    expect(joined(across, point(3, 0), true)).toBeNull();
    const before = { ...point(3, 0), first: at(-1, 0), momenta: Float64Array.of(5, 0) };
    expect(joined(point(3, 0), before, true)).toBeNull();
    expect(joined(point(3, 0), point(3, 0), true)).not.toBeNull();
  });
});

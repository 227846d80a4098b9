/** Fits from many starts, bootstrap, sweeps and functions of one's own: here, and in threads with the same bits. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { add, mul, pow, sin, sub, type Real } from 'delta-tape';
import {
  bootstrap,
  leastSquares,
  minimize,
  multiStart,
  sweep,
  type TrialContext,
} from 'delta-tape/learn';
import { bcaLevels, quantileOf } from '../../../src/learn/ensembles/intervals.js';

const waves = (x: Real): Real => add(sin(x), mul(0.01, pow(sub(x, 9), 2)));

describe('multiStart', () => {
  test('finds the best of many minima, with all that the solver tells of it.', async () => {
    const starts = [-8, -2, 4, 11, 17];
    const { best, index, runs } = await multiStart(minimize, waves, starts);
    const alone = starts.map((start) => minimize(waves, start));
    expect(runs.map(({ solution }) => solution)).toEqual(alone.map(({ solution }) => solution));
    expect(best.value).toBe(Math.min(...alone.map(({ value }) => value)));
    expect(best.history.length).toBeGreaterThan(1);
    expect(runs[index].value).toBe(best.value);
  });

  test('has covariances where the solver is leastSquares, and takes its options and arguments.', async () => {
    const residuals = ({ a, b }: { a: Real; b: Real }, ys: readonly number[]) =>
      ys.map((y, x) => sub(y, mul(a, sin(mul(b, x)))));
    const ys = [0, 0.9, 1.4, 1.3, 0.6, -0.3, -1.1, -1.5];
    const starts = [0.1, 0.6, 2, 3].map((b) => ({ a: 1, b }));
    const { best } = await multiStart(leastSquares, residuals, starts, { args: [ys], sigma: 0.1 });
    expect(best.solution.b).toBeCloseTo(0.69, 1);
    expect(best.standardErrors.a).toBeGreaterThan(0);
  });

  test('passes over runs that are NaN, and refuses starts that all are, or none, and what depends on the clock.', async () => {
    const half = (x: Real): Real => (Number(x) < 0 ? NaN : pow(sub(x, 1), 2));
    const f = (x: Real): Real => (x as number) && half(x);
    const edge = (x: Real): Real => pow(sub(pow(x, 0.5), 1), 2);
    const { index } = await multiStart(minimize, edge, [-1, 4]);
    expect(index).toBe(1);
    await expect(multiStart(minimize, edge, [-1, -4])).rejects.toThrow('starts');
    await expect(multiStart(minimize, f, [])).rejects.toThrow('at least one');
    const clock = { maxSeconds: 1 } as never;
    await expect(multiStart(minimize, edge, [1], clock)).rejects.toThrow('maxSeconds');
  });
});

describe('bootstrap', () => {
  const data = [576, 635, 558, 578, 666, 580, 555, 661, 651, 605, 653, 575, 545, 572, 594];
  const mean = (xs: readonly number[]) => xs.reduce((total, x) => total + x, 0) / xs.length;

  test('has the standard error of a mean, and intervals that hold it.', async () => {
    const { value, standardErrors, lower, upper, replicates } = await bootstrap(mean, data, {
      resamples: 4000,
    });
    expect(value).toBe(mean(data));
    expect(replicates).toHaveLength(4000);
    const spread = Math.sqrt(data.reduce((s, x) => s + (x - value) ** 2, 0)) / data.length;
    expect(standardErrors / spread).toBeCloseTo(1, 1);
    expect((value - lower) / spread).toBeGreaterThan(1.6);
    expect((upper - value) / spread).toBeLessThan(2.5);
  });

  test('takes trees, and the same seed gives the same numbers.', async () => {
    const both = (xs: readonly number[]) => ({
      mean: mean(xs),
      ends: [Math.min(...xs), Math.max(...xs)],
    });
    const options = { resamples: 60, seed: 3, method: 'percentile' } as const;
    const one = await bootstrap(both, data, options);
    expect(await bootstrap(both, data, options)).toEqual(one);
    expect(await bootstrap(both, data, { ...options, seed: 4 })).not.toEqual(one);
    expect(one.lower.ends[0]).toBe(545);
  });

  test('corrects levels as the book does, and not where nothing is to correct.', () => {
    const sorted = Float64Array.from({ length: 1001 }, (_, k) => k);
    const even = Float64Array.of(-1, 0, 1);
    expect(bcaLevels(500, sorted, even, 0.025)[0]).toBeCloseTo(0.025, 10);
    // Bias Φ⁻¹(0.6) = 0.2533, skewness of one outlier: (−1, −1, −1, 3) gives cubes 24, squares 12, so 0.0962; by a table of Φ:
    const [low, high] = bcaLevels(600.5, sorted, Float64Array.of(1, 1, 1, -3), 0.05);
    const cdf = [0.1655, 0.995];
    expect(low).toBeCloseTo(cdf[0], 2);
    expect(high).toBeCloseTo(cdf[1], 2);
    expect(bcaLevels(-1, sorted, even, 0.05)).toEqual([0, 0]);
    expect(quantileOf(Float64Array.of(1, 2, 4), 0.75)).toBe(3);
    expect(quantileOf(Float64Array.of(1, NaN), 0.5)).toBeNaN();
  });
});

describe('sweep', () => {
  const objective = ({ rate, width }: { rate: number; width: number }, { budget }: TrialContext) =>
    Math.abs(Math.log10(rate) + 2) + Math.abs(width - 3) + 1 / budget;

  test('tries all of a grid, in order.', async () => {
    const space = { rate: [1, 0.1, 0.01], width: [2, 3] };
    const { best, trials } = await sweep(objective, space);
    expect(trials.map(({ settings }) => Object.values(settings))).toEqual(
      [1, 0.1, 0.01].flatMap((rate) => [2, 3].map((width) => [rate, width])),
    );
    expect(best.settings).toEqual({ rate: 0.01, width: 3 });
  });

  const ranges = {
    rate: { from: 1e-4, to: 1, scale: 'log' },
    width: { from: 1, to: 5, whole: true },
  } as const;

  test('draws settings within their ranges, evenly.', async () => {
    const { trials } = await sweep(objective, ranges, { search: 'random', count: 500 });
    const widths = trials.map(({ settings }) => settings.width);
    expect(new Set(widths)).toEqual(new Set([1, 2, 3, 4, 5]));
    const small = trials.filter(({ settings }) => settings.rate < 1e-2).length;
    expect(Math.abs(small - 250)).toBeLessThan(50);
    for (const width of [1, 5])
      expect(Math.abs(widths.filter((x) => x === width).length - 100)).toBeLessThan(40);
  });

  test('gives the best of many more and more to spend.', async () => {
    const calls = new Map<number, number>();
    const seeds = new Set<number>();
    const counted = (settings: { rate: number; width: number }, context: TrialContext) => {
      calls.set(context.budget, (calls.get(context.budget) ?? 0) + 1);
      seeds.add(context.seed);
      return objective(settings, context);
    };
    const options = { search: 'halving', count: 27, budget: [1, 20], factor: 3 } as const;
    const { best, trials } = await sweep(counted, ranges, options);
    expect([...calls]).toEqual([
      ...[
        [1, 27],
        [3, 9],
        [9, 3],
        [20, 1],
      ],
    ]);
    expect(seeds.size).toBe(27);
    const first = trials.map(({ settings }) => objective(settings, { budget: 1, seed: 0 }));
    expect(objective(best.settings, { budget: 1, seed: 0 })).toBe(Math.min(...first));
  });

  test('takes NaN for worse than all, and refuses spaces and options that make no sense.', async () => {
    const { best } = await sweep(({ x }) => (x < 2 ? NaN : x), { x: [1, 2, 3] });
    expect(best.value).toBe(2);
    await expect(sweep(() => NaN, { x: [1] })).rejects.toThrow('is a number');
    await expect(sweep(() => 1, { x: { from: 0, to: 1 } })).rejects.toThrow('in a grid');
    const random = { search: 'random', count: 1 } as const;
    await expect(sweep(() => 1, { x: { from: 0, to: 1, scale: 'log' } }, random)).rejects.toThrow(
      'space.x',
    );
    await expect(sweep(() => 1, { x: { from: 2, to: 1 } }, random)).rejects.toThrow('space.x');
    await expect(sweep(() => 1, { x: [1] }, { count: 2 } as never)).rejects.toThrow('left out');
    await expect(sweep(() => 'a' as never, { x: [1] })).rejects.toThrow('gives a number');
  });
});

test('All have the same bits here, and in one, two and three threads; functions take inputs as they go, and end by their errors.', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ensembles-'));
  try {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(__dirname, '../../..'), join(folder, 'node_modules/delta-tape'), 'junction');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
    writeFileSync(
      join(folder, 'model.js'),
      `import { mul, pow, sin, sub, add } from 'delta-tape';
      export const waves = (x) => add(sin(x), mul(0.01, pow(sub(x, 9), 2)));
      export const residuals = ({ a, b }, ys) => ys.map((y, x) => sub(y, mul(a, sin(mul(b, x)))));
      export const spread = (xs) => Math.sqrt(xs.reduce((s, x) => s + x * x, 0)) / xs.length;
      export const objective = ({ rate }, { budget, seed }) => Math.abs(Math.log(rate)) + (seed % 7) / budget;
      export const call = (x, { seed }) => Float64Array.of(x / 3, seed);
      export const squares = async (x, { index, seed }) => [x * x, index, seed];
      export const bad = (x) => { throw new RangeError('at ' + x); };
      export const closure = () => () => 1;`,
    );
    writeFileSync(
      join(folder, 'program.js'),
      `import { bootstrap, here, leastSquares, map, minimize, multiStart, sweep } from 'delta-tape/learn';
      import { threads } from 'delta-tape/learn/node';
      const module = new URL('./model.js', import.meta.url);
      const of = (name) => ({ module, export: name });
      const found = new Set();
      for (const executor of [here, threads(1), threads(2), threads(3)]) {
        const starts = [-8, -2, 4, 11, 17];
        const fits = await multiStart(minimize, of('waves'), starts, { executor });
        const args = [[0, 0.9, 1.4, 1.3, 0.6, -0.3]];
        const pairs = [0.1, 0.6, 2].map((b) => ({ a: 1, b }));
        const squares = await multiStart(leastSquares, of('residuals'), pairs, { executor, args, sigma: 0.1 });
        const intervals = await bootstrap(of('spread'), [1, 4, 2, 7, 3], { executor, resamples: 90, seed: 2 });
        const space = { rate: { from: 0.01, to: 10, scale: 'log' } };
        const trials = await sweep(of('objective'), space, { executor, search: 'halving', count: 9, budget: [1, 9] });
        const calls = [];
        for await (const y of map(module, 'call', [1, 2, 3, 4, 5, 6, 7], { executor, seed: 9 })) calls.push([...y]);
        found.add(JSON.stringify([fits, squares.best.covariance, squares.runs, intervals, trials, calls]));
        if (executor !== here)
          await map(module, 'closure', [1], { executor }).next().catch(({ code }) => console.log(code));
        await executor.close();
      }
      console.log(found.size, [...found][0].length > 2000);
      let taken = 0;
      function* endless() { for (;;) yield taken++; }
      const seeds = new Set();
      const answers = [];
      for await (const [square, index, seed] of map(module, 'squares', endless())) {
        seeds.add(seed);
        if (answers.push([square, index]) === 4) break;
      }
      console.log(JSON.stringify(answers), seeds.size, taken);
      const none = AbortSignal.abort();
      for (const [name, signal] of [['bad'], ['missing'], ['toString'], ['squares', none]])
        await map(module, name, [1, 2], { signal }).next().catch(({ name, code, message }) => console.log(code ?? name + message));`,
    );
    const { stdout, stderr } = spawnSync(process.execPath, ['program.js'], {
      ...{ cwd: folder, encoding: 'utf8', timeout: 100_000 },
    });
    expect((stdout + stderr).trim().split('\n')).toEqual([
      ...['cannot-cross', 'cannot-cross', 'cannot-cross', '1 true'],
      '[[0,0],[1,1],[4,2],[9,3]] 4 4',
      ...['RangeErrorat 1', 'no-export', 'no-export', 'work-aborted'],
    ]);
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 5, retryDelay: 200 });
  }
});

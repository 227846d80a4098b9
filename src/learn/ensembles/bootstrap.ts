/** Confidence intervals of any statistic, by drawing again from the data (Efron). */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { invalidOption } from '../../errors/errors.js';
import { insistOnOptions } from '../../errors/options.js';
import { seedOf } from '../../derivatives/check/seed.js';
import type { AnyFunction } from '../../derivatives/signatures.js';
import { TreeElements } from '../../derivatives/tree-elements.js';
import {
  answersOf,
  type ExecutorOption,
  type TaskOptions,
  type Work,
} from '../executors/executor.js';
import { here } from '../executors/here.js';
import { functionHere } from '../executors/loaded.js';
import type { Exported } from '../runs/exported.js';
import { numbersOf } from '../runs/reals.js';
import { bcaLevels, quantileOf } from './intervals.js';

/** The options of `bootstrap`. */
export interface BootstrapOptions extends ExecutorOption, TaskOptions {
  /** The number of times that data are drawn. Default 1000. */
  readonly resamples?: number;
  /** The probability that an interval covers the statistic. Default 0.95. */
  readonly level?: number;
  /**
   * The ends of intervals: quantiles corrected for bias and skewness, which is the default and takes the statistic without each
   * example in turn; or the quantiles themselves.
   */
  readonly method?: 'bca' | 'percentile';
  /** A whole number from which all chance follows. Default 0. */
  readonly seed?: number;
}

/** The result of `bootstrap`: trees in the shape of the statistic. */
export interface Bootstrap<Y> {
  /** Of the data themselves. */
  readonly value: Y;
  readonly standardErrors: Y;
  readonly lower: Y;
  readonly upper: Y;
  /** The statistic of each drawn sample. */
  readonly replicates: readonly Y[];
}

/** Samples that a task draws: their cost is that of one message. */
const TOGETHER = 25;

interface Shared {
  readonly data: readonly unknown[];
  readonly seed: number;
}

/** Samples, or data without one of their examples. */
interface Range {
  readonly kind: 'drawn' | 'without';
  readonly from: number;
  readonly to: number;
}

type Statistic = (sample: readonly unknown[]) => unknown;

function drawn(data: readonly unknown[], seed: number): unknown[] {
  const generator = xoroshiro128plus(seed);
  return data.map(() => data[uniformInt(generator, 0, data.length - 1)]);
}

export function beginBootstrap(f: AnyFunction, shared: unknown): (range: unknown) => Float64Array {
  const { data, seed } = shared as Shared;
  const statistic = f as unknown as Statistic;
  const numbers = (sample: readonly unknown[]) =>
    numbersOf(new TreeElements(statistic(sample), 'the statistic').reals, 'bootstrap');
  return (range) => {
    const { kind, from, to } = range as Range;
    const rows: number[] = [];
    for (let k = from; k < to; k++) {
      const sample =
        kind === 'drawn' ? drawn(data, seedOf(seed, k)) : data.filter((_, j) => j !== k);
      rows.push(...numbers(sample));
    }
    return Float64Array.from(rows);
  };
}

/**
 * Standard errors and confidence intervals of a statistic, such as a fit, by computing it for samples that are drawn from the data
 * with replacement. The statistic is a number or a tree of numbers. O(resamples) statistics, and with `bca` one more for each example.
 *
 * @throws DeltaTapeError if there are fewer than two examples, or an option is out of range; what the statistic throws.
 * @example
 * const mean = (xs: readonly number[]) => xs.reduce((total, x) => total + x) / xs.length;
 * const { value, lower, upper } = await bootstrap(mean, [1, 2, 4, 8, 16], { resamples: 200 });
 * lower < value && value < upper // true
 */
export async function bootstrap<T, Y = unknown>(
  statistic: ((sample: readonly T[]) => Y) | Exported,
  data: readonly T[],
  options: BootstrapOptions = {},
): Promise<Bootstrap<Y>> {
  insistOnOptions('bootstrap', options, {
    ...{ executor: true, signal: true, resamples: true, level: true, method: true, seed: true },
  });
  const { executor = here, signal, resamples = 1000, level = 0.95 } = options;
  const { method = 'bca', seed = 0 } = options;
  if (!Number.isInteger(resamples) || resamples < 1)
    throw invalidOption('resamples', 'a positive integer', resamples);
  if (!(level > 0 && level < 1)) throw invalidOption('level', 'between 0 and 1', level);
  if (method !== 'bca' && method !== 'percentile')
    throw invalidOption('method', 'bca or percentile', method);
  if (!Number.isInteger(seed)) throw invalidOption('seed', 'a whole number', seed);
  if (data.length < 2) throw invalidOption('data', 'at least two examples', data);
  const of = statistic as Exported | AnyFunction;
  const f = (await functionHere(of)) as unknown as Statistic;
  const shape = new TreeElements(f(data), 'the statistic');
  const values = numbersOf(shape.reals, 'bootstrap');
  const size = values.length;

  const ranges = (kind: Range['kind'], count: number): Range[] =>
    Array.from({ length: Math.ceil(count / TOGETHER) }, (_, k) => ({
      ...{ kind, from: k * TOGETHER },
      to: Math.min(count, (k + 1) * TOGETHER),
    }));
  const draws = ranges('drawn', resamples);
  const without = method === 'bca' ? ranges('without', data.length) : [];
  const shared: Shared = { data, seed };
  const work: Work = {
    ...{ kind: 'bootstrap', begin: beginBootstrap, of, role: 'the statistic', shared },
  };
  const found = await answersOf<Float64Array>(executor, work, [...draws, ...without], { signal });
  const rowsOf = (parts: readonly Float64Array[]): Float64Array[] =>
    parts.flatMap((part) =>
      Array.from({ length: part.length / (size || 1) }, (_, k) =>
        part.slice(k * size, (k + 1) * size),
      ),
    );
  const replicates = rowsOf(found.slice(0, draws.length));
  const jackknife = rowsOf(found.slice(draws.length));
  const tree = (numbers: ArrayLike<number>): Y => shape.rebuild(Float64Array.from(numbers)) as Y;
  const columns = Array.from(values, (value, j) => {
    const sorted = Float64Array.from(replicates, (row) => row[j]).sort();
    const tail = (1 - level) / 2;
    const levels =
      method === 'bca'
        ? bcaLevels(
            value,
            sorted,
            Float64Array.from(jackknife, (row) => row[j]),
            tail,
          )
        : [tail, 1 - tail];
    return { lower: quantileOf(sorted, levels[0]), upper: quantileOf(sorted, levels[1]), sorted };
  });
  return {
    value: tree(values),
    standardErrors: tree(columns.map(({ sorted }) => deviationOf(sorted))),
    lower: tree(columns.map(({ lower }) => lower)),
    upper: tree(columns.map(({ upper }) => upper)),
    replicates: replicates.map(tree),
  };
}

function deviationOf(xs: Float64Array): number {
  const mean = xs.reduce((total, x) => total + x, 0) / xs.length;
  return Math.sqrt(xs.reduce((total, x) => total + (x - mean) ** 2, 0) / (xs.length - 1));
}

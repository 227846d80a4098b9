/** A search for the settings with which something is best: hyperparameters. */
import { invalidOption } from '../../errors/errors.js';
import { insistOnOptions } from '../../errors/options.js';
import { seedOf } from '../../derivatives/check/seed.js';
import type { AnyFunction } from '../../derivatives/signatures.js';
import type { Executor, ExecutorOption, TaskOptions, Tasks, Work } from '../executors/executor.js';
import { here } from '../executors/here.js';
import type { Exported } from '../runs/exported.js';
import { gridOf, randomSettings, type SettingsOf, type Space } from './search-space.js';

/** The second argument of objectives. */
export interface TrialContext {
  /** Another whole number for each trial, and the same for each budget. */
  readonly seed: number;
  /** The amount to spend, such as a number of epochs; 1 but for `halving`. */
  readonly budget: number;
}

/** A value to be made small, with so much to spend. */
export type Objective<S> = (settings: S, context: TrialContext) => number | Promise<number>;

/** All settings of a grid, or settings that are drawn; or many with little to spend, of which the best get more (successive halving). */
export type Search =
  | { readonly search?: 'grid' }
  | { readonly search: 'random'; readonly count: number }
  | {
      readonly search: 'halving';
      /** The number of settings that begin. */
      readonly count: number;
      /** The budget of each at first, and at last. */
      readonly budget: readonly [least: number, most: number];
      /** One of so many goes on, with so many times the budget. Default 3. */
      readonly factor?: number;
    };

/** The options of `sweep`. */
export type SweepOptions = Search &
  ExecutorOption &
  TaskOptions & {
    /** A whole number from which all chance follows. Default 0. */
    readonly seed?: number;
  };

/** Settings with what came of them. */
export interface Trial<S> {
  readonly settings: S;
  /** Of the objective at the largest budget that it had; NaN if it has none. */
  readonly value: number;
  readonly budget: number;
}

/** The result of `sweep`. */
export interface Sweep<S> {
  /** The least value with the largest budget; of equal ones the first. */
  readonly best: Trial<S>;
  readonly trials: readonly Trial<S>[];
}

interface Sent {
  readonly settings: unknown;
  readonly trial: number;
  readonly budget: number;
}

export function beginTrials(f: AnyFunction, shared: unknown): (input: unknown) => unknown {
  const objective = f as unknown as Objective<unknown>;
  const seed = shared as number;
  return (input) => {
    const { settings, trial, budget } = input as Sent;
    return objective(settings, { seed: seedOf(seed, trial), budget });
  };
}

/**
 * Tries settings from a space, and gives the value of each. A space has, for each setting, a list of what it may be, or a range
 * `{ from, to, scale?: 'log', whole?: true }`. The objective is a closure, or named by its module and its export. A trial whose
 * value is NaN is worse than all others.
 *
 * @throws DeltaTapeError if the space or an option is not valid, or if all values are NaN; what the objective throws.
 * @example
 * const objective = ({ rate }: { rate: number }) => (Math.log10(rate) + 2) ** 2;
 * const { best } = await sweep(objective, { rate: [1, 0.1, 0.01, 0.001] });
 * best.settings // { rate: 0.01 }
 */
export async function sweep<P extends Space>(
  objective: Objective<SettingsOf<P>> | Exported,
  space: P,
  options: SweepOptions = {},
): Promise<Sweep<SettingsOf<P>>> {
  const given = options as SweepOptions & {
    readonly count?: number;
    readonly budget?: readonly [number, number];
    readonly factor?: number;
  };
  const { search = 'grid', executor = here, seed = 0, signal } = given;
  if (!['grid', 'random', 'halving'].includes(search))
    throw invalidOption('search', 'grid, random or halving', search);
  insistOnOptions<object>('sweep', given, {
    ...{ search: true, executor: true, seed: true, signal: true },
    ...{ count: true, budget: true, factor: true },
  });
  const without = {
    grid: ['count', 'budget', 'factor'],
    random: ['budget', 'factor'],
    halving: [],
  };
  for (const name of without[search])
    if (Object.hasOwn(given, name))
      throw invalidOption(name, `left out where search is ${search}`, Reflect.get(given, name));
  if (!Number.isInteger(seed)) throw invalidOption('seed', 'a whole number', seed);
  const { count = 1, budget = [1, 1], factor = 3 } = given;
  if (!Number.isInteger(count) || count < 1)
    throw invalidOption('count', 'a positive integer', count);
  if (!(factor > 1)) throw invalidOption('factor', 'above 1', factor);
  const [least, most] = budget;
  if (!(least > 0 && least <= most && most < Infinity))
    throw invalidOption('budget', 'two positive numbers, of which the first is not larger', budget);
  const all =
    search === 'grid'
      ? gridOf(space)
      : Array.from({ length: count }, (_, k) => randomSettings(space, seedOf(seed, k)));
  const trials = await tried(executor, objective as Exported | AnyFunction, all, {
    ...{ seed, signal, least, most, factor },
  });
  const best = inOrderOfValue(trials.filter(({ budget: b }) => b === most))[0];
  if (best === undefined || Number.isNaN(best.value))
    throw invalidOption('space', 'settings with which the objective is a number', space);
  return { best: best as Trial<SettingsOf<P>>, trials: trials as Trial<SettingsOf<P>>[] };
}

/** From the least value on; NaN last, and equal ones as they stood. */
const inOrderOfValue = <T extends { readonly value: number }>(trials: readonly T[]): T[] =>
  [...trials].sort(
    ({ value: one }, { value: other }) =>
      Number(Number.isNaN(one)) - Number(Number.isNaN(other)) ||
      (one < other ? -1 : Number(one > other)),
  );

/** All trials, rung by rung. */
async function tried(
  executor: Executor,
  of: Exported | AnyFunction,
  all: readonly unknown[],
  plan: TaskOptions & Readonly<Record<'seed' | 'least' | 'most' | 'factor', number>>,
): Promise<Trial<unknown>[]> {
  const { seed, signal, least, most, factor } = plan;
  const work: Work = {
    kind: 'trials',
    begin: beginTrials,
    of,
    role: 'the objective',
    shared: seed,
  };
  const tasks: Tasks = executor.open(work);
  const trials: Trial<unknown>[] = [];
  try {
    let going = all.map((settings, trial) => ({ settings, trial, value: NaN }));
    for (let budget = least; ; budget = Math.min(most, budget * factor)) {
      const sent = going.map(({ settings, trial }): Sent => ({ settings, trial, budget }));
      let k = 0;
      for await (const value of tasks.run(sent, { signal })) {
        const { settings, trial } = sent[k];
        if (typeof value !== 'number')
          throw invalidOption('objective', 'one that gives a number', value);
        going[k++].value = value;
        trials[trial] = { settings, value, budget };
      }
      if (budget >= most) return trials;
      const kept = Math.max(1, Math.floor(going.length / factor));
      going = inOrderOfValue(going)
        .slice(0, kept)
        .sort((one, other) => one.trial - other.trial);
    }
  } finally {
    tasks.end();
  }
}

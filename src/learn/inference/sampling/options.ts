/** The options of samplers. */
import { invalidOption } from '../../../errors/errors.js';
import { insistOnOptions, type OptionNames } from '../../../errors/options.js';
import type { Executor } from '../../executors/executor.js';
import type { Signal, WithArgs } from '../../runs/run.js';
import { positive as positiveOption } from '../../runs/progress.js';
import type { Constraints } from '../constraints/free-parameters.js';
import type { Progress } from '../../training/reports.js';
import type { DrawReport } from './draw-report.js';

/** Numbers and words alone, which can go to another thread. */
export interface SamplerSettings {
  /** The number of chains, each with a seed of its own. Default 4. */
  readonly chains?: number;
  /**
   * The number of transitions of each chain that find the step size and the mass matrix, and are not
   * kept. Default 1000.
   */
  readonly warmup?: number;
  /** The number of draws of each chain that are kept. Default 1000. */
  readonly draws?: number;
  /** A whole number, from which all chance follows. Default 0. */
  readonly seed?: number;
  /** The form of the mass matrix: its diagonal only, which is the default, or all covariances. */
  readonly metric?: 'diagonal' | 'dense';
  /**
   * The mean probability with which steps should be accepted: higher values make smaller steps. Default
   * 0.8.
   */
  readonly targetAcceptance?: number;
  /** The step size to begin with. Default: one that is found. Without warm-up it is that of all draws. */
  readonly stepSize?: number;
  /** The distance from the start within which chains begin, in each free real. Default 1. */
  readonly jitter?: number;
}

/** The options of all samplers. */
export interface SampleOptions<F, X> extends SamplerSettings, WithArgs<F> {
  /** The constraints on the parameters, in the places of the tree that they constrain. */
  readonly constraints?: Constraints<X>;
  /** Is called after each draw. */
  readonly onDraw?: (report: DrawReport) => void;
  /** Shows how far the sampling is, such as `terminalProgress()` of `delta-tape/learn/node`. */
  readonly progress?: Progress;
  /** Is asked before each draw, and ends the sampling by an error. */
  readonly signal?: Signal;
}

/** The options of `nuts`. */
export interface NutsOptions<F, X> extends SampleOptions<F, X> {
  /** The most times that a trajectory is doubled. Default 10, which is 1023 steps. */
  readonly maxDepth?: number;
}

/** The options of `hmc`. */
export interface HmcOptions<F, X> extends SampleOptions<F, X> {
  /** The number of leapfrog steps of a transition. Default 16. */
  readonly steps?: number;
}

/** The options of samplers whose chains an executor draws. It tells of a chain when it has ended. */
export type ElsewhereOptions<O> = Omit<O, 'args' | 'onDraw'> & {
  /** Where the chains are drawn: `here`, `threads(n)` or `machines({ redis })`. */
  readonly executor: Executor;
  /** Data: arguments after the parameters. */
  readonly args?: readonly unknown[];
};

/** The settings of a sampler, checked, with what they are by default. */
export interface Plan {
  readonly kind: 'nuts' | 'hmc';
  /** The largest depth, or the number of steps. */
  readonly length: number;
  readonly chains: number;
  readonly warmup: number;
  readonly draws: number;
  readonly seed: number;
  readonly isDense: boolean;
  readonly targetAcceptance: number;
  readonly stepSize: number | null;
  readonly jitter: number;
}

/** The settings of both samplers, whatever the types. */
export type Settings = SamplerSettings & { readonly maxDepth?: number; readonly steps?: number };

function natural(name: string, value: number): number {
  if (!Number.isInteger(value) || value < 0) throw invalidOption(name, 'a natural number', value);
  return value;
}

/** The options of samplers beside their settings, which are checked elsewhere. */
interface Others {
  readonly args?: unknown;
  readonly constraints?: unknown;
  readonly onDraw?: unknown;
  readonly progress?: unknown;
  readonly signal?: unknown;
  readonly executor?: Executor;
}

const commonNames: OptionNames<SamplerSettings & Others> = {
  ...{ chains: true, warmup: true, draws: true, seed: true, metric: true, targetAcceptance: true },
  ...{ stepSize: true, jitter: true, args: true, constraints: true, onDraw: true },
  progress: true,
  signal: true,
  executor: true,
};

export function planOf(kind: Plan['kind'], settings: Settings & Others): Plan {
  const own = kind === 'nuts' ? { maxDepth: true } : { steps: true };
  insistOnOptions<object>(kind, settings, { ...commonNames, ...own });
  if (settings.executor !== undefined && settings.onDraw !== undefined) {
    throw invalidOption(
      'onDraw',
      'left out where there is an executor: progress tells of chains',
      settings.onDraw,
    );
  }
  const { chains = 4, warmup = 1000, draws = 1000, seed = 0, metric = 'diagonal' } = settings;
  const { targetAcceptance = 0.8, stepSize, jitter = 1, maxDepth = 10, steps = 16 } = settings;
  if (!Number.isInteger(seed)) throw invalidOption('seed', 'a whole number', seed);
  if (!['diagonal', 'dense'].includes(metric)) {
    throw invalidOption('metric', 'diagonal or dense', metric);
  }
  if (!(targetAcceptance > 0 && targetAcceptance < 1)) {
    throw invalidOption('targetAcceptance', 'a number between 0 and 1', targetAcceptance);
  }
  if (!(jitter >= 0 && jitter < Infinity)) {
    throw invalidOption('jitter', 'a number of at least 0', jitter);
  }
  return {
    ...{ kind, seed, targetAcceptance, jitter, isDense: metric === 'dense' },
    length:
      kind === 'nuts'
        ? positiveOption('maxDepth', maxDepth, true)
        : positiveOption('steps', steps, true),
    chains: positiveOption('chains', chains, true),
    warmup: natural('warmup', warmup),
    draws: positiveOption('draws', draws, true),
    stepSize: stepSize === undefined ? null : positiveOption('stepSize', stepSize),
  };
}

/** The options of a training. */
import { invalidOption } from '../../errors/errors.js';
import { insistOnOptions } from '../../errors/options.js';
import type { Executor, ExecutorOption } from '../executors/executor.js';
import { functionHere } from '../executors/loaded.js';
import type { Signal } from '../runs/run.js';
import { adam } from '../optimizers/optimizers.js';
import type { Optimizer } from '../optimizers/optimizer.js';
import { isExported, type Exported } from '../runs/exported.js';
import type { BatchLoss } from './batch-gradient.js';
import type { CheckpointStore, Settings } from './training-state.js';
import { datasetOf, type Dataset } from './data.js';
import type { Progress } from './reports.js';

/** The options of `train`, beside `data` and `validation`. */
export interface TrainOptions<P, B> extends ExecutorOption {
  /** The tree of numbers to begin with. It stays as it is. */
  readonly params: P;
  /**
   * The mean loss of a batch. It is differentiated with respect to its first argument alone; that and the batch must not be written. All
   * chance in it must come from the seed in its third argument. As the name of an export of a module, it can be
   * computed in threads and on other machines.
   */
  readonly loss: BatchLoss<P, B> | Exported;
  /** By default `adam()`. */
  readonly optimizer?: Optimizer;
  /** The number of times that all examples are seen. */
  readonly epochs: number;
  /** The number of examples of a step. Default 32. */
  readonly batchSize?: number;
  /** True if the examples are put in a new random order for each epoch. Default true. */
  readonly shuffle?: boolean;
  /** A whole number from which all chance follows. Default 0. */
  readonly seed?: number;
  /**
   * Into how many parts a batch is cut, whose gradients are computed by themselves and added. Default 1; 8 where the
   * loss is an export of a module.
   */
  readonly chunks?: number;
  /**
   * The functions that are computed from the examples for validation after each epoch, beside their
   * loss, by name.
   */
  readonly metrics?: Readonly<Record<string, BatchLoss<P, B>>>;
  /**
   * To stop when the loss of validation has not become less by more than `minImprovement` (default 0) for so many
   * epochs. The best parameters are returned then.
   */
  readonly earlyStopping?: { readonly patience: number; readonly minImprovement?: number };
  /**
   * Where to keep all that the rest of the training depends on: after each epoch, and after every so many steps. A
   * training that finds one there goes on from it, to the same bits.
   */
  readonly checkpoint?: { readonly store: CheckpointStore; readonly every?: number };
  /**
   * Ends the training after the step that is under way, which an `AbortSignal` ends at once in other threads. A checkpoint is
   * kept.
   */
  readonly signal?: Signal;
  /** The receiver of reports of each step and epoch. */
  readonly progress?: Progress;
}

/** The options of a training, checked, with what they are by default. */
export interface Plan {
  readonly params: unknown;
  /** In this thread. */
  readonly loss: BatchLoss<unknown, unknown>;
  /** Where the gradients of chunks are computed, if that is elsewhere. */
  readonly executor: Executor | null;
  /** As it is sent there. */
  readonly given: BatchLoss<unknown, unknown> | Exported;
  readonly data: Dataset<unknown>;
  /** The data, if they are a list. */
  readonly examples: readonly unknown[] | null;
  readonly validation: Dataset<unknown> | null;
  readonly optimizer: Optimizer;
  readonly epochs: number;
  readonly batchSize: number;
  readonly shuffle: boolean;
  readonly seed: number;
  readonly chunks: number;
  readonly metrics: readonly (readonly [string, BatchLoss<unknown, unknown>])[];
  readonly patience: number;
  readonly minImprovement: number;
  readonly store: CheckpointStore | null;
  readonly every: number;
  readonly signal: Signal;
  readonly progress: Progress;
}

/** The options of a training, whatever the types. */
export type Given = TrainOptions<unknown, unknown> & {
  readonly data: unknown;
  readonly validation?: unknown;
};

/** The number of chunks of a loss that can go elsewhere, if nobody says. */
const CHUNKS = 8;

/** The loss as a function of this thread. */
export const lossHere = async ({ loss }: Given): Promise<BatchLoss<unknown, unknown>> =>
  (await functionHere(loss)) as BatchLoss<unknown, unknown>;

function insistOnNames(options: Given): void {
  insistOnOptions('train', options, {
    ...{ params: true, loss: true, executor: true, optimizer: true, epochs: true, batchSize: true },
    ...{ shuffle: true, seed: true, chunks: true, metrics: true, earlyStopping: true },
    ...{ checkpoint: true, signal: true, progress: true, data: true, validation: true },
  });
  const { earlyStopping = { patience: 1 }, checkpoint, progress = {} } = options;
  const of = (name: string) => `the option ${name} of train`;
  insistOnOptions(of('earlyStopping'), earlyStopping, { patience: true, minImprovement: true });
  if (checkpoint !== undefined)
    insistOnOptions(of('checkpoint'), checkpoint, { store: true, every: true });
  insistOnOptions(of('progress'), progress, {
    onStep: true,
    onEpoch: true,
    onDraw: true,
    onEnd: true,
  });
}

/** @param loss what the option comes to in this thread */
export function planOf(options: Given, loss: BatchLoss<unknown, unknown>): Plan {
  insistOnNames(options);
  const { params, optimizer = adam(), shuffle = true, metrics = {} } = options;
  const { epochs, batchSize = 32, seed = 0, checkpoint, earlyStopping } = options;
  const { executor = null, chunks = isExported(options.loss) ? CHUNKS : 1 } = options;
  if (typeof loss !== 'function') throw invalidOption('loss', 'a function', loss);
  if (!Number.isInteger(epochs) || epochs < 0) {
    throw invalidOption('epochs', 'a natural number', epochs);
  }
  if (!Number.isInteger(seed)) throw invalidOption('seed', 'a whole number', seed);
  const { patience = Infinity, minImprovement = 0 } = earlyStopping ?? {};
  const validation =
    options.validation === undefined ? null : datasetOf(options.validation, 'validation');
  if (validation === null && earlyStopping !== undefined) {
    throw invalidOption('validation', 'examples, if there is earlyStopping', undefined);
  }
  if (validation === null && Object.keys(metrics).length > 0) {
    throw invalidOption('validation', 'examples, if there are metrics', undefined);
  }
  if (!(minImprovement >= 0)) {
    throw invalidOption('minImprovement', 'a number of at least 0', minImprovement);
  }
  return {
    ...{
      params,
      loss,
      executor,
      given: options.loss,
      optimizer,
      shuffle,
      seed,
      epochs,
      validation,
      minImprovement,
    },
    data: datasetOf(options.data, 'data'),
    examples: Array.isArray(options.data) ? options.data : null,
    batchSize: positive('batchSize', batchSize),
    chunks: positive('chunks', chunks),
    metrics: Object.entries(metrics),
    patience: patience === Infinity ? patience : positive('patience', patience),
    store: checkpoint?.store ?? null,
    every: checkpoint?.every === undefined ? Infinity : positive('every', checkpoint.every),
    signal: options.signal ?? { aborted: false },
    progress: options.progress ?? {},
  };
}

function positive(name: string, value: number): number {
  if (!Number.isInteger(value) || value < 1) throw invalidOption(name, 'a positive integer', value);
  return value;
}

/** The columns of a history, in order. */
export const columnsOf = ({ validation, metrics }: Plan): string[] => [
  'loss',
  ...(validation === null ? [] : ['validationLoss']),
  ...metrics.map(([name]) => `metrics.${name}`),
];

/** The settings that must be the same where a training goes on. It may have more epochs than before. */
export const settingsOf = (plan: Plan): Settings => ({
  'number of examples': plan.data.size,
  batchSize: plan.batchSize,
  shuffle: plan.shuffle,
  seed: plan.seed,
  chunks: plan.chunks,
  earlyStopping: plan.patience < Infinity,
  columns: columnsOf(plan),
});

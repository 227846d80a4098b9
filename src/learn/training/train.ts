/** Training: steps along the gradients of batches, epoch by epoch. */
import { DeltaTapeError } from '../../errors/errors.js';
import { primalOf } from '../../core/real.js';
import { seedOf } from '../../derivatives/check/seed.js';
import { stepOf } from '../optimizers/optimizer.js';
import { Parameters } from '../optimizers/parameter-vector.js';
import type { OptimizerState } from '../optimizers/transform.js';
import {
  chunksOf,
  joined,
  sumsBy,
  type BatchGradient,
  type BatchLoss,
  type Chunk,
  type LossContext,
  type NotFinite,
} from './batch-gradient.js';
import { GradientsElsewhere } from './gradients-elsewhere.js';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from './training-state.js';
import { partsOfSize, type Dataset } from './data.js';
import { lossNotFinite } from './errors.js';
import { culpritsOf } from './not-finite.js';
import {
  columnsOf,
  lossHere,
  planOf,
  settingsOf,
  type Given,
  type Plan,
  type TrainOptions,
} from './options.js';
import type { Ending, EpochReport } from './reports.js';
import { breathing } from './breathing.js';
import { shuffled } from './shuffled.js';

/** The result of `train`. */
export interface Trained<P> {
  /** The last parameters; with `earlyStopping` those of the least loss of validation. */
  readonly params: P;
  /** Of the optimizer, after the last step. */
  readonly state: OptimizerState;
  readonly reason: Ending;
  readonly steps: number;
  readonly history: readonly EpochReport[];
}

/**
 * Trains parameters to make a loss small. The same options give the same bits, whether or not the training
 * was interrupted.
 *
 * `data` are the examples: an array, or `{ size, batch }`. `validation` are more of them, for the loss and
 * the metrics after each epoch. A step costs a gradient of the loss of its batch and a step of the
 * optimizer; an epoch takes ⌈examples / batchSize⌉ of them, and the losses of the examples for validation.
 *
 * @throws DeltaTapeError if a loss or a gradient is NaN or infinite: it names the first operation that gave
 *   such a number, with its line; if an option is out of range; if a checkpoint belongs to another training.
 * @example
 * const line = ({ slope }: { slope: Real }, points: [number, number][]): Real =>
 *   mul(0.5, points.map(([x, y]) => pow(sub(mul(slope, x), y), 2)).reduce(add));
 * const { params } = await train({ params: { slope: 0 }, loss: line, data: [[1, 2], [2, 4]], epochs: 300, seed: 1 });
 * params.slope > 0.2 // true
 */
export function train<P, T>(
  options: TrainOptions<P, T[]> & {
    readonly data: readonly T[];
    readonly validation?: readonly T[];
  },
): Promise<Trained<P>>;
export function train<P, B>(
  options: TrainOptions<P, B> & { readonly data: Dataset<B>; readonly validation?: Dataset<B> },
): Promise<Trained<P>>;
export async function train(options: object): Promise<Trained<unknown>> {
  const given = options as Given;
  const training = new Training(planOf(given, await lossHere(given)));
  return training.run();
}

class Training {
  private snapshot: Snapshot<unknown>;
  /** Of the shape of the parameters all the time. */
  private readonly parameters: Parameters;
  private readonly breathe = breathing();
  private readonly sums: ReturnType<typeof sumsBy>;
  /** Null if the gradients are computed here. */
  private elsewhere: GradientsElsewhere | null = null;

  constructor(private readonly plan: Plan) {
    const { params, optimizer, loss } = plan;
    this.parameters = new Parameters(params);
    this.sums = sumsBy(loss, this.parameters);
    const position = {
      epoch: 0,
      batches: 0,
      steps: 0,
      lossSum: 0,
      bestEpoch: -1,
      bestLoss: Infinity,
    };
    this.snapshot = { params, state: optimizer.init(params), best: null, position, history: [] };
  }

  async run(): Promise<Trained<unknown>> {
    const { plan } = this;
    let reason: Ending | 'failed' = 'failed';
    try {
      reason = await this.end();
    } finally {
      this.elsewhere?.end();
      plan.progress.onEnd?.(reason);
    }
    const { params, best, state, position, history } = this.snapshot;
    return {
      ...{ state, reason, steps: position.steps },
      params: plan.patience < Infinity && best !== null ? best : params,
      history: history.map((_, k) => this.report(k)),
    };
  }

  /** Goes on from where the training was, to its end. */
  private async end(): Promise<Ending> {
    const { plan } = this;
    const bytes = await plan.store?.read();
    if (bytes !== undefined) {
      this.snapshot = decodeSnapshot(bytes, plan.params, plan.optimizer, settingsOf(plan));
    }
    const { params, executor, given, examples } = plan;
    const { steps } = this.snapshot.position;
    this.elsewhere = executor && new GradientsElsewhere(executor, given, params, examples, steps);
    let reason = this.ending();
    while (reason === undefined) reason = (await this.epoch()) ?? this.ending();
    return reason;
  }

  /** Returns how the training ends, if it is at its end between two epochs. */
  private ending(): Ending | undefined {
    const { epochs, patience } = this.plan;
    const { epoch, bestEpoch } = this.snapshot.position;
    if (epoch > 0 && epoch - 1 - Math.max(bestEpoch, 0) >= patience) return 'stopped-early';
    return epoch >= epochs ? 'finished' : undefined;
  }

  /** The rest of an epoch. */
  private async epoch(): Promise<Ending | undefined> {
    const { data, seed, shuffle, batchSize, signal, every } = this.plan;
    const { epoch } = this.snapshot.position;
    const order = shuffle
      ? shuffled(data.size, seedOf(seed, epoch))
      : Array.from({ length: data.size }, (_, k) => k);
    const batches = partsOfSize(order, batchSize);
    while (this.snapshot.position.batches < batches.length) {
      const loss = signal.aborted ? null : await this.step(batches[this.snapshot.position.batches]);
      if (loss === null) {
        await this.save();
        return 'aborted';
      }
      const { steps } = this.snapshot.position;
      if (steps % every === 0) await this.save();
      const { epochs, progress } = this.plan;
      const all = epochs * batches.length;
      progress.onStep?.({ step: steps, steps: all, epoch: epoch + 1, epochs, loss });
      await this.breathe();
    }
    this.endEpoch();
    await this.save();
    this.plan.progress.onEpoch?.(this.report(epoch));
    return undefined;
  }

  /** One step; it gives the loss before it, or null if the signal ended the step, which then was none. */
  private async step(positions: readonly number[]): Promise<number | null> {
    const { data, chunks: count, seed, optimizer } = this.plan;
    const { params, state, position } = this.snapshot;
    const { steps: step, epoch } = position;
    const chunks = chunksOf(data, positions, count, { seed, step, epoch, training: true });
    const numbers = this.parameters.read(params, 'parameters');
    const found = await this.gradient(numbers, chunks);
    if (found === null) return null;
    if (found.tag === 'not-finite') throw this.error(found, chunks[found.chunk]);
    const { loss, gradient } = found;
    const next = stepOf(optimizer, this.parameters, params, numbers, gradient, state);
    this.snapshot = {
      ...this.snapshot,
      ...next,
      position: {
        ...position,
        steps: step + 1,
        batches: position.batches + 1,
        lossSum: position.lossSum + positions.length * loss,
      },
    };
    return loss;
  }

  /** By the executor, if there is one; null if the signal ended it. */
  private async gradient(
    numbers: Float64Array,
    chunks: readonly Chunk[],
  ): Promise<BatchGradient | null> {
    const { elsewhere, plan } = this;
    if (elsewhere === null)
      return joined([this.sums(this.snapshot.params, chunks, 0, chunks.length)], chunks.length);
    try {
      return await elsewhere.at(numbers, chunks, plan.signal);
    } catch (error) {
      if (plan.signal.aborted && error instanceof DeltaTapeError && error.code === 'work-aborted')
        return null;
      throw error;
    }
  }

  /** The error for a loss or a gradient that is not finite. */
  private error({ of, value }: NotFinite, { batch, context }: Chunk): Error {
    const culprits = culpritsOf(this.plan.loss, this.snapshot.params, batch, context);
    return lossNotFinite(of, value, context.step, culprits);
  }

  /** Ends an epoch: computes its figures and reports them. */
  private endEpoch(): void {
    const { data, validation, loss, metrics, minImprovement, patience } = this.plan;
    const { params, position, history } = this.snapshot;
    const row = [position.lossSum / data.size];
    if (validation !== null) {
      row.push(
        ...[loss, ...metrics.map(([, metric]) => metric)].map((f) => this.mean(f, validation)),
      );
    }
    const isBest = validation !== null && row[1] < position.bestLoss - minImprovement;
    this.snapshot = {
      ...this.snapshot,
      best: isBest && patience < Infinity ? params : this.snapshot.best,
      history: [...history, row],
      position: {
        ...position,
        ...(isBest && { bestEpoch: position.epoch, bestLoss: row[1] }),
        ...{ epoch: position.epoch + 1, batches: 0, lossSum: 0 },
      },
    };
  }

  /** The mean of a loss over examples. */
  private mean(f: BatchLoss<unknown, unknown>, data: Dataset<unknown>): number {
    const { batchSize, seed } = this.plan;
    const { params, position } = this.snapshot;
    const { steps: step, epoch } = position;
    const all = Array.from({ length: data.size }, (_, k) => k);
    const context: LossContext = { seed: seedOf(seed, step), step, epoch, training: false };
    return (
      partsOfSize(all, batchSize).reduce(
        (sum, part) => sum + part.length * primalOf(f(params, data.batch(part), context)),
        0,
      ) / data.size
    );
  }

  private async save(): Promise<void> {
    const { plan, snapshot } = this;
    if (plan.store !== null) await plan.store.write(encodeSnapshot(snapshot, settingsOf(plan)));
  }

  private report(epoch: number): EpochReport {
    const { plan, snapshot } = this;
    const row = snapshot.history[epoch];
    const named = columnsOf(plan).map((name, k) => [name.replace('metrics.', ''), row[k]] as const);
    const measured = named.slice(plan.validation === null ? 1 : 2);
    return {
      ...{ epoch: epoch + 1, epochs: plan.epochs, loss: row[0] },
      ...(plan.validation !== null && { validationLoss: row[1] }),
      ...(measured.length > 0 && { metrics: Object.fromEntries(measured) }),
    };
  }
}

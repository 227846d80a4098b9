/** The gradients of a training as tasks: parameters and positions of examples go out, sums come back. */
import type { AnyFunction } from '../../derivatives/signatures.js';
import type { Executor, Tasks, Work } from '../executors/executor.js';
import { Parameters } from '../optimizers/parameter-vector.js';
import type { Exported } from '../runs/exported.js';
import type { Signal } from '../runs/run.js';
import {
  joined,
  sumsBy,
  type BatchGradient,
  type BatchLoss,
  type Chunk,
  type Sums,
} from './batch-gradient.js';
import { datasetOf, partsOfCount } from './data.js';

/** The data that all steps need. */
interface Shared {
  /** A tree like all parameters of the training. */
  readonly params: unknown;
  /** All examples; null where each step sends its batch. */
  readonly examples: readonly unknown[] | null;
}

/** A chunk whose batch stays where the examples are known. */
interface SentChunk extends Omit<Chunk, 'batch' | 'positions'> {
  /** Positions of examples, as whole numbers that are shared as they are, or the batch itself. */
  readonly examples: unknown;
}

/** A share of a step. */
interface Share {
  /** The parameters in their order. */
  readonly numbers: Float64Array;
  readonly chunks: readonly SentChunk[];
  /** Which of so many chunks of the batch is the first. */
  readonly first: number;
  readonly count: number;
}

export function beginGradients(f: AnyFunction, shared: unknown): (input: unknown) => Sums {
  const { params, examples } = shared as Shared;
  const parameters = new Parameters(params);
  const sums = sumsBy(f as BatchLoss<unknown, unknown>, parameters);
  const data = examples === null ? null : datasetOf(examples, 'data');
  const batch = (sent: unknown) =>
    data === null ? sent : data.batch(Array.from(sent as Uint32Array));
  return (input) => {
    const { numbers, chunks, first, count } = input as Share;
    const filled = chunks.map(({ examples: sent, ...rest }) => ({
      ...rest,
      positions: [],
      batch: batch(sent),
    }));
    return sums(parameters.rebuild(numbers.slice()), filled, first, count);
  };
}

export class GradientsElsewhere {
  private readonly tasks: Tasks;

  /** @param steps made before */
  constructor(
    private readonly executor: Executor,
    of: Exported | AnyFunction,
    params: unknown,
    private readonly examples: readonly unknown[] | null,
    steps: number,
  ) {
    const shared: Shared = { params, examples };
    const kind = { kind: 'gradients', begin: beginGradients };
    const work: Work = { ...kind, of, role: 'the loss', shared, done: steps };
    this.tasks = executor.open(work);
  }

  /**
   * Loss and gradient of a batch, which is the mean of its chunks.
   *
   * @param numbers the parameters in their order, only read
   */
  async at(
    numbers: Float64Array,
    chunks: readonly Chunk[],
    signal: Signal,
  ): Promise<BatchGradient> {
    const isKnown = this.examples !== null;
    const sent = chunks.map(({ context, share, positions, batch }): SentChunk => ({
      ...{ context, share },
      examples: isKnown ? Uint32Array.from(positions) : batch,
    }));
    let first = 0;
    const shares = partsOfCount(sent, this.executor.width).map((own): Share => {
      const share = { numbers, chunks: own, first, count: chunks.length };
      first += own.length;
      return share;
    });
    const sums: Sums[] = [];
    for await (const found of this.tasks.run(shares, { signal })) sums.push(found as Sums);
    return joined(sums, chunks.length);
  }

  end(): void {
    this.tasks.end();
  }
}

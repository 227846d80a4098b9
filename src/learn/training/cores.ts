/** Other threads, as training sees them: `Workers` of delta-tape/learn/node has some. */
import type { AnyFunction } from '../../derivatives/signatures.js';
import type { Exported } from '../runs/exported.js';
import type { Signal } from '../runs/run.js';
import type { BatchGradient, Chunk } from './batch-gradient.js';

export interface Cores {
  /** The function itself, for what is done in this thread. */
  load(of: Exported): Promise<AnyFunction>;
  /**
   * The gradients of a training, which begins.
   *
   * @param params a tree like all that follow
   * @param examples all examples, if chunks are of their positions; they must not change
   */
  gradients(of: Exported, params: unknown, examples: readonly unknown[] | null): CoresGradients;
  /** Tells that a function stays on one core. */
  tellOfClosure(what: string): void;
}

/** Who computes the gradients of one training. */
export interface CoresGradients {
  /**
   * Loss and gradient of a batch, which is the mean of its chunks; null if the signal ended them.
   *
   * @param numbers the parameters in their order, only read
   */
  at(
    numbers: Float64Array,
    chunks: readonly Chunk[],
    signal?: Signal,
  ): Promise<BatchGradient | null>;
  /** Nothing is asked for any more. */
  end(): void;
}

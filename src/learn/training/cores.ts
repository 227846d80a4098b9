/** Other threads, as training sees them: `Workers` of delta-tape/learn/node has some. */
import type { AnyFunction } from '../../derivatives/signatures.js';
import type { Exported } from '../runs/exported.js';
import type { Signal } from '../runs/run.js';
import type { BatchGradient, Chunk } from './batch-gradient.js';

/** Threads that compute gradients of batches: the `Workers` of delta-tape/learn/node, or your own. */
export interface Cores {
  /** The function itself, for what is done in this thread. */
  load(of: Exported): Promise<AnyFunction>;
  /** Loss and gradient of a batch, which is the mean of its chunks; null if the signal ended them. */
  gradient(
    of: Exported,
    params: unknown,
    chunks: readonly Chunk[],
    signal?: Signal,
  ): Promise<BatchGradient | null>;
  /** Tells that a function stays on one core. */
  tellOfClosure(what: string): void;
}

/** Other threads, as training sees them: `Workers` of delta-tape/learn/node has some. */
import type { AnyFunction } from '../../derivatives/signatures.js';
import type { Exported } from '../runs/exported.js';
import type { Signal } from '../runs/run.js';
import type { BatchGradient, LossContext } from './batch-gradient.js';

/** What a loss is given, beside the parameters. */
export interface BatchInContext {
  readonly batch: unknown;
  readonly context: LossContext;
}

export interface Cores {
  /** The function itself, for what is done in this thread. */
  load(of: Exported): Promise<AnyFunction>;
  /** Loss and gradient of each batch, in order; null if the signal ended them. */
  gradients(
    of: Exported,
    params: unknown,
    batches: readonly BatchInContext[],
    signal?: Signal,
  ): Promise<BatchGradient[] | null>;
  /** Tells that a function stays on one core. */
  tellOfClosure(what: string): void;
}

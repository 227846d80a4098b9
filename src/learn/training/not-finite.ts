/**
 * Finds where a loss became NaN or infinite: it computes the batch once more in a watched run, which sees every
 * operation. Ordinary steps pay nothing for this.
 */
import { nextLevel, watchDeepest } from '../../core/open-runs.js';
import { primalOf, type Operation, type Real, type Run } from '../../core/real.js';
import { callSite } from '../../errors/call-site.js';
import { Watcher } from '../../core/watcher.js';
import { grad } from '../../derivatives/grad.js';
import type { BatchLoss, LossContext } from './batch-gradient.js';

/** An operation on reals that depend on the parameters, or on arrays of them. */
export interface Culprit {
  readonly operation: string;
  /** Its arguments; none for a function of arrays. */
  readonly values: readonly number[];
  readonly result: number;
  /** File, line and column, where the stack tells. */
  readonly source: string | undefined;
}

export interface Culprits {
  /** The first operation that gave NaN. */
  readonly nan: Culprit | undefined;
  /** The first that gave an infinite number. */
  readonly infinite: Culprit | undefined;
}

class Search extends Watcher {
  nan: Culprit | undefined;
  infinite: Culprit | undefined;

  constructor() {
    super(null, 0, Infinity);
  }

  override applied(operation: Operation, args: readonly Real[], _run: Run): void {
    if (this.nan !== undefined) return;
    const values = args.map(primalOf);
    const result = operation.value(values);
    if (Number.isFinite(result)) return;
    if (!Number.isNaN(result) && this.infinite !== undefined) return;
    const culprit = { operation: operation.name, values, result, source: callSite() };
    if (Number.isNaN(result)) this.nan = culprit;
    else this.infinite = culprit;
  }
}

export function culpritsOf<P, B>(
  loss: BatchLoss<P, B>,
  params: P,
  batch: B,
  context: LossContext,
): Culprits {
  const search = new Search();
  const level = nextLevel();
  const watched = (...args: [P, B, LossContext]): Real => {
    watchDeepest(search, level);
    return loss(...args);
  };
  try {
    grad(watched as (...args: unknown[]) => Real)(params, batch, context);
  } catch {
    // What was seen until then counts.
  }
  return search;
}

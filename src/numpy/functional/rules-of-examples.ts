/**
 * Rules of users on many examples. A rule may look at numbers and decide by them, so it is applied to one example after
 * the other. Each example has a binding of its own.
 */
import { without } from '../../core/open-runs.js';
import { isReal, type Real, type Rule } from '../../core/real.js';
import { BatchedArray, BatchedReal, isBatched, type BatchRun } from '../batch-run.js';
import { asReal } from '../block-run.js';
import { noExamples } from '../errors.js';
import { ops } from '../ops.js';
import { sliced } from '../rows/views.js';
import { arrayOfItems, itemAt } from './items.js';

/** The part of an argument that belongs to example `k`. */
function exampleOf(run: BatchRun, x: unknown, k: number): Real {
  if (!isBatched(x)) return x as Real;
  if (x instanceof BatchedReal) return x.run === run ? asReal(itemAt(x.batch, k)) : x;
  if (x.host !== run) return asReal(x);
  if (x.ndim > 0) return asReal(itemAt(x.batch, k));
  return asReal(ops.reshape(sliced(x.batch, [`${k}:${k + 1}`]) as never, []));
}

/** Applies a rule to all examples of a run. */
export function appliedToEach(run: BatchRun, rule: Rule, args: readonly Real[]): Real[] {
  // The shapes of results are known by results only.
  if (run.size === 0) throw noExamples(`${rule.name}, of no examples,`);
  const each = Array.from({ length: run.size }, (_, k) => {
    const own = args.map((x) => exampleOf(run, x, k));
    return without(run.level, 'aside', () => rule.at(own).values);
  });
  return each[0].map((first, j) => {
    const array = arrayOfItems(
      rule.name,
      each.map((values) => values[j]),
      'float64',
    );
    return isReal(first) ? new BatchedReal(run, array) : asReal(new BatchedArray(run, array));
  });
}

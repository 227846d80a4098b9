/** The batch run of `vmap`: scalar operations, their partials and rules on many examples. */
import type { Operation, Real, Run, Rule } from '../../core/real.js';
import { BatchRun, BatchedReal } from '../batch-run.js';
import { elementwiseOf } from '../rows/pointwise.js';
import { partialsOfExamples } from './partials-of-examples.js';
import { appliedToEach } from './rules-of-examples.js';

export class ExamplesRun extends BatchRun {
  apply(operation: Operation, args: readonly Real[]): Real {
    const xs = args.map((x) => (x instanceof BatchedReal && x.run === this ? x.batch : x));
    return new BatchedReal(this, elementwiseOf(operation, xs));
  }

  override partials(...call: Parameters<NonNullable<Run['partials']>>) {
    return partialsOfExamples(...call);
  }

  override applyRule(rule: Rule, args: readonly Real[]): Real[] {
    return appliedToEach(this, rule, args);
  }
}

/** Means of the parameters over the steps. They are often better than the last parameters. */
import { invalidOption } from '../../errors/errors.js';
import { insistOnOptions } from '../../errors/options.js';
import { optimizerOf, type Optimizer } from './optimizer.js';
import {
  knownState,
  numberIn,
  stateIn,
  vectorIn,
  type OptimizerState,
  stateOf,
} from './transform.js';
import { Parameters } from './parameter-vector.js';

/** An optimizer that keeps a mean of the parameters. */
export interface AveragingOptimizer extends Optimizer {
  /** The mean of the parameters so far, as a tree like them; they themselves before the first step. */
  average<P>(params: P, state: OptimizerState): P;
}

/** The options of `averaged`. */
export interface AverageOptions {
  /**
   * The part of the mean that stays at each step, so that later parameters count for more: an
   * exponential moving average, without a share of the first parameters. By default all steps count the
   * same (Polyak and Ruppert).
   */
  readonly decay?: number;
}

/**
 * The same optimizer, which also keeps a mean of the parameters after each step. It remembers one number more for each
 * parameter, and a step is O(number of parameters) more.
 *
 * @throws DeltaTapeError if `decay` is out of range.
 * @example
 * const optimizer = averaged(sgd({ learningRate: 1 }));
 * const one = optimizer.step({ x: 3 }, { x: 1 }, optimizer.init({ x: 3 }));
 * const two = optimizer.step(one.params, { x: 2 }, one.state);
 * [two.params, optimizer.average(two.params, two.state)] // [{ x: 0 }, { x: 1 }]
 */
export function averaged(optimizer: Optimizer, options: AverageOptions = {}): AveragingOptimizer {
  insistOnOptions('averaged', options, { decay: true });
  const { decay } = options;
  if (decay !== undefined && !(decay >= 0 && decay < 1)) {
    throw invalidOption('decay', 'from 0 to below 1', decay);
  }
  const inner = optimizer.transform;
  const outer = optimizerOf({
    start: (params, places) =>
      stateOf({
        steps: 0,
        mean: params.slice(),
        inner: inner.start(params, places),
      }),
    apply(gradient, state, params, places) {
      const { update, state: own } = inner.apply(gradient, stateIn(state, 'inner'), params, places);
      const steps = numberIn(state, 'steps') + 1;
      const mean = vectorIn(state, 'mean').slice();
      // The share of the newest parameters, so that all shares are 1 together.
      const share = decay === undefined ? 1 / steps : (1 - decay) / (1 - decay ** steps);
      for (let k = 0; k < mean.length; k++) mean[k] += share * (params[k] + update[k] - mean[k]);
      return { update, state: state.merge({ steps, mean, inner: own }) };
    },
  });
  return {
    ...outer,
    average<P>(params: P, state: OptimizerState): P {
      const known = knownState(state, () => outer.init(params));
      const mean = vectorIn(stateIn(known, 'inner'), 'mean').slice();
      return new Parameters(params).rebuild(mean) as P;
    },
  };
}

/** Parts from which optimizers are built, as in optax. */
import { invalidOption } from '../../errors/errors.js';
import { optimizerOf, type Optimizer } from './optimizer.js';
import { scheduleOf, type Schedule } from './schedules.js';
import { numberIn, stateIn, type Transform, stateOf } from './transform.js';
import { scale } from '../runs/vectors.js';

/** The number that changes no number when it is added: 0 would change the sign of -0. */
const NOTHING = -0;

/** A transform that remembers nothing. */
const stateless = (change: (update: Float64Array, params: Float64Array) => void): Transform => ({
  start: () => stateOf({}),
  apply(update, state, params) {
    change(update, params);
    return { update, state };
  },
});

export const chained = (transforms: readonly Transform[]): Transform => ({
  start: (params, places) =>
    stateOf(Object.fromEntries(transforms.map((part, k) => [k, part.start(params, places)]))),
  apply(gradient, before, params, places) {
    let update = gradient;
    let state = before;
    transforms.forEach((part, k) => {
      const own = part.apply(update, stateIn(before, String(k)), params, places);
      update = own.update;
      state = state.set(String(k), own.state);
    });
    return { update, state };
  },
});

export const scaledBy = (rate: Schedule, sign: 1 | -1): Transform => ({
  start: () => stateOf({ steps: 0 }),
  apply(update, state) {
    const steps = numberIn(state, 'steps');
    scale(update, sign * rate(steps));
    return { update, state: state.set('steps', steps + 1) };
  },
});

/**
 * Parts one after another: each gets the result of the one before. The last one should be an optimizer such
 * as `adam`, or `scaleByLearningRate`, since its result is added to the parameters. A step costs the steps
 * of all parts.
 *
 * @example
 * const optimizer = chain(clipByGlobalNorm(1), sgd({ learningRate: 0.5 }));
 * optimizer.step([0, 0], [3, 4], optimizer.init([0, 0])).params // [-0.30000000000000004, -0.4]
 */
export const chain = (...parts: readonly Optimizer[]): Optimizer =>
  optimizerOf(chained(parts.map(({ transform }) => transform)));

/**
 * The gradient, made as short as `maxNorm` if it is longer: the norm is that of all parameters together.
 * O(number of parameters).
 *
 * @throws DeltaTapeError if the number is not positive.
 * @example
 * const optimizer = chain(clipByGlobalNorm(5), scaleByLearningRate(1));
 * optimizer.step([0, 0], [30, 40], optimizer.init([0, 0])).params // [-3, -4]
 */
export function clipByGlobalNorm(maxNorm: number): Optimizer {
  if (!(maxNorm > 0)) throw invalidOption('maxNorm', 'a positive number', maxNorm);
  return optimizerOf(
    stateless((update) => {
      const norm = normOf(update);
      if (norm <= maxNorm) return;
      for (let k = 0; k < update.length; k++) update[k] = (update[k] / norm) * maxNorm;
    }),
  );
}

/** The Euclidean norm, which does not overflow where it need not. */
function normOf(vector: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < vector.length; k++) largest = Math.max(largest, Math.abs(vector[k]));
  if (largest === 0 || !(largest < Infinity)) return largest;
  let sum = 0;
  for (let k = 0; k < vector.length; k++) sum += (vector[k] / largest) ** 2;
  return largest * Math.sqrt(sum);
}

/**
 * Each number of the gradient, cut to the range from `-maxSize` to `maxSize`. O(number of parameters).
 *
 * @throws DeltaTapeError if the number is not positive.
 * @example
 * const optimizer = chain(clip(5), scaleByLearningRate(1));
 * optimizer.step([0, 0], [3, 40], optimizer.init([0, 0])).params // [-3, -5]
 */
export function clip(maxSize: number): Optimizer {
  if (!(maxSize > 0)) throw invalidOption('maxSize', 'a positive number', maxSize);
  return optimizerOf(
    stateless((update) => {
      for (let k = 0; k < update.length; k++) {
        update[k] = Math.max(-maxSize, Math.min(maxSize, update[k]));
      }
    }),
  );
}

export const decayed = (rate: number): Transform =>
  stateless((update, params) => {
    for (let k = 0; k < update.length; k++) update[k] += rate * params[k];
  });

/**
 * The gradient plus `rate` times the parameters: before `adam` that is a penalty on their squares, as part
 * of a loss. O(number of parameters).
 *
 * @throws DeltaTapeError if the number is negative.
 * @example
 * const optimizer = chain(weightDecay(0.5), scaleByLearningRate(1));
 * optimizer.step([4], [1], optimizer.init([4])).params // [1]
 */
export function weightDecay(rate: number): Optimizer {
  if (!(rate >= 0)) throw invalidOption('rate', 'a number of at least 0', rate);
  return optimizerOf(decayed(rate));
}

/**
 * Multiplies its input by a factor that may change from step to step. O(number of parameters).
 *
 * @throws DeltaTapeError if the factor is a number below 0, or not finite.
 *
 * @example
 * const optimizer = chain(scaleBySchedule((step) => step + 2), scaleByLearningRate(1));
 * optimizer.step([0], [1], optimizer.init([0])).params // [-2]
 */
export const scaleBySchedule = (factor: number | Schedule): Optimizer =>
  optimizerOf(scaledBy(scheduleOf(factor, 'factor'), 1));

/**
 * The end of a chain of parts: its input, times the learning rate, is subtracted from the parameters.
 * O(number of parameters).
 *
 * @throws DeltaTapeError if the rate is a number below 0, or not finite.
 *
 * @example scaleByLearningRate(0.5).step([3], [2], scaleByLearningRate(0.5).init([3])).params // [2]
 */
export const scaleByLearningRate = (rate: number | Schedule): Optimizer =>
  optimizerOf(scaledBy(scheduleOf(rate, 'learningRate'), -1));

/**
 * Leaves parameters as they are, to the bit: for `groups`. O(number of parameters).
 *
 * @example frozen().step([3], [2], frozen().init([3])).params // [3]
 */
export const frozen = (): Optimizer =>
  optimizerOf(stateless((update) => void update.fill(NOTHING)));

/**
 * An optimizer that makes one step of the mean of `every` gradients. In between, parameters stay as they
 * are: so a batch may be larger than what memory allows at once. It remembers one number more for each
 * parameter.
 *
 * @throws DeltaTapeError if the number is not a positive integer.
 * @example
 * const optimizer = accumulate(sgd({ learningRate: 1 }), 2);
 * const one = optimizer.step([0], [1], optimizer.init([0]));
 * [one.params, optimizer.step(one.params, [3], one.state).params] // [[0], [-2]]
 */
export function accumulate(optimizer: Optimizer, every: number): Optimizer {
  if (!Number.isInteger(every) || every < 1) {
    throw invalidOption('every', 'a positive integer', every);
  }
  const inner = optimizer.transform;
  return optimizerOf({
    start: (params, places) =>
      stateOf({
        count: 0,
        sum: new Float64Array(params.length),
        inner: inner.start(params, places),
      }),
    apply(gradient, state, params, places) {
      const sum = (state.get('sum') as Float64Array).slice();
      for (let k = 0; k < sum.length; k++) sum[k] += gradient[k];
      const count = numberIn(state, 'count') + 1;
      if (count < every) {
        return { update: gradient.fill(NOTHING), state: state.merge({ count, sum }) };
      }
      for (let k = 0; k < sum.length; k++) gradient[k] = sum[k] / every;
      const own = inner.apply(gradient, stateIn(state, 'inner'), params, places);
      return {
        update: own.update,
        state: state.merge({ count: 0, sum: sum.fill(0), inner: own.state }),
      };
    },
  });
}

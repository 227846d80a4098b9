/** Optimizers of trees, made of transforms of vectors. */
import { otherState } from './errors.js';
import { stateIn, type OptimizerState, type Transform, stateOf } from './transform.js';
import { Parameters } from './parameter-vector.js';

/** What a step gives. */
export interface OptimizerStep<P> {
  /** In the shape of the parameters before, and with the float types of their arrays. */
  readonly params: P;
  readonly state: OptimizerState;
}

/**
 * A way to go from parameters and a gradient to better parameters. Nothing is changed in place: what is remembered from
 * step to step is a state of its own, so that a run can be repeated, branched, and saved (`tensorsOf(state)`).
 */
export interface Optimizer {
  /** The state before the first step. */
  init(params: unknown): OptimizerState;
  /**
   * One step. The gradient is a tree of the shape of the parameters. O(number of parameters).
   *
   * @throws DeltaTapeError if the gradient is of another shape, or the state of other parameters.
   */
  step<P>(params: P, gradient: unknown, state: OptimizerState): OptimizerStep<P>;
  /** What is done to vectors, for `chain` and the like. */
  readonly transform: Transform;
}

/**
 * The optimizer that a transform of vectors makes: what the transform gives is added to the parameters. This is how you write
 * an optimizer, or a part for `chain`, of your own. A step is O(number of parameters), and what the transform does.
 *
 * @example
 * const halves = optimizerOf({
 *   start: () => stateOf({}),
 *   apply: (update, state) => ({ update: update.map((x) => -x / 2), state }),
 * });
 * halves.step([3], [2], halves.init([3])).params // [2]
 */
export function optimizerOf(transform: Transform): Optimizer {
  return {
    transform,
    init(params) {
      const { vector, places } = new Parameters(params);
      return stateOf({ size: vector.length, inner: transform.start(vector, places) });
    },
    step<P>(params: P, gradient: unknown, state: OptimizerState): OptimizerStep<P> {
      const parameters = new Parameters(params);
      const { vector, places } = parameters;
      if (state.get('size') !== vector.length) {
        throw otherState(`${String(state.get('size'))} parameters, but there are ${vector.length}`);
      }
      const slopes = parameters.read(gradient, 'gradient');
      const before = stateIn(state, 'inner');
      const { update, state: inner } = transform.apply(slopes, before, vector, places);
      for (let k = 0; k < update.length; k++) update[k] += vector[k];
      return { params: parameters.rebuild(update) as P, state: state.set('inner', inner) };
    },
  };
}

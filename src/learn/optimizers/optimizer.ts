/** Optimizers of trees, made of transforms of vectors. */
import { otherState } from './errors.js';
import { stateIn, stateOf, knownState, type OptimizerState, type Transform } from './transform.js';
import { Parameters } from './parameter-vector.js';
import { addTo } from '../runs/vectors.js';

/** The result of a step. */
export interface OptimizerStep<P> {
  /** In the shape of the parameters before, and with the float types of their arrays. */
  readonly params: P;
  readonly state: OptimizerState;
}

/**
 * A way to go from parameters and a gradient to better parameters. Nothing is changed in place: the memory
 * from step to step is a separate state, so that a run can be repeated, branched, and saved
 * (`tensorsOf(state)`).
 */
export interface Optimizer {
  /** The state before the first step. */
  init(params: unknown): OptimizerState;
  /**
   * One step. The gradient is a tree of the shape of the parameters. A state may come from
   * `JSON.parse(JSON.stringify(state))`, which keeps all numbers that are finite. O(number of parameters).
   *
   * @throws DeltaTapeError if the gradient is of another shape, or the state of other parameters.
   */
  step<P>(params: P, gradient: unknown, state: OptimizerState): OptimizerStep<P>;
  /** The transform of vectors, for `chain` and the like. */
  readonly transform: Transform;
}

/** The same on the numbers of the parameters, in their order. */
interface Moved {
  readonly numbers: Float64Array;
  readonly state: OptimizerState;
}

type OnNumbers = (
  parameters: Parameters,
  numbers: Float64Array,
  slopes: Float64Array,
  state: OptimizerState,
) => Moved;

/** The steps of optimizers on numbers, by their functions: those of users' own are not among them. */
const onNumbers = new WeakMap<object, OnNumbers>();
const stepIn = ({ step }: { readonly step: object }): object => step;

/**
 * Makes an optimizer from a transform of vectors: the result of the transform is added to the parameters.
 * This is how you write an optimizer, or a part for `chain`, of your own. A step is O(number of parameters),
 * plus the cost of the transform.
 *
 * @example
 * const halves = optimizerOf({
 *   start: () => stateOf({}),
 *   apply: (update, state) => ({ update: update.map((x) => -x / 2), state }),
 * });
 * halves.step([3], [2], halves.init([3])).params // [2]
 */
export function optimizerOf(transform: Transform): Optimizer {
  const begun = ({ vector, places }: Parameters) =>
    stateOf({ size: vector.length, inner: transform.start(vector, places) });
  const move: OnNumbers = (parameters, numbers, slopes, given) => {
    const state = knownState(given, () => begun(parameters));
    if (state.get('size') !== numbers.length) {
      throw otherState(`${String(state.get('size'))} parameters, but there are ${numbers.length}`);
    }
    const before = stateIn(state, 'inner');
    const { update, state: inner } = transform.apply(slopes, before, numbers, parameters.places);
    addTo(update, numbers);
    return { numbers: update, state: state.set('inner', inner) };
  };
  const optimizer: Optimizer = {
    transform,
    init: (params) => begun(new Parameters(params)),
    step<P>(params: P, gradient: unknown, before: OptimizerState): OptimizerStep<P> {
      const parameters = new Parameters(params);
      const slopes = parameters.read(gradient, 'gradient');
      const { numbers, state } = move(parameters, parameters.vector, slopes, before);
      return { params: parameters.rebuild(numbers) as P, state };
    },
  };
  onNumbers.set(stepIn(optimizer), move);
  return optimizer;
}

/**
 * One step of parameters that have been taken apart: the gradient becomes no tree, if the optimizer needs
 * none.
 *
 * @param params the tree
 * @param numbers those in it, only read
 * @param gradient the caller's no more
 */
export function stepOf(
  optimizer: Optimizer,
  parameters: Parameters,
  params: unknown,
  numbers: Float64Array,
  gradient: Float64Array,
  before: OptimizerState,
): OptimizerStep<unknown> {
  const move = onNumbers.get(stepIn(optimizer));
  if (move === undefined) return optimizer.step(params, parameters.rebuild(gradient), before);
  const { numbers: moved, state } = move(parameters, numbers, gradient, before);
  return { params: parameters.rebuild(moved), state };
}

/** The rules of optimizers, as transforms: each turns a gradient into a step, before the learning rate scales it. */
import { numberIn, vectorIn, type Transform, stateOf } from './transform.js';

const zeros = (params: Float64Array) => new Float64Array(params.length);

/** A smoothed sum of gradients (Polyak), or with `nesterov` a look ahead along it (Sutskever and others, 2013). */
export const momentum = (decay: number, nesterov: boolean): Transform => ({
  start: (params) => stateOf({ velocity: zeros(params) }),
  apply(update, state) {
    const velocity = vectorIn(state, 'velocity').slice();
    for (let k = 0; k < update.length; k++) {
      velocity[k] = decay * velocity[k] + update[k];
      update[k] = nesterov ? update[k] + decay * velocity[k] : velocity[k];
    }
    return { update, state: state.set('velocity', velocity) };
  },
});

/** Adam (Kingma and Ba, 2015): the mean gradient over the root of the mean square, both corrected for their start at 0. */
export function adamRule(beta1: number, beta2: number, epsilon: number): Transform {
  // A loop alone, as in runs/vectors.ts.
  const take = (
    update: Float64Array,
    mean: Float64Array,
    square: Float64Array,
    meanScale: number,
    squareScale: number,
  ): void => {
    for (let k = 0; k < update.length; k++) {
      const slope = update[k];
      mean[k] = beta1 * mean[k] + (1 - beta1) * slope;
      square[k] = beta2 * square[k] + (1 - beta2) * slope * slope;
      update[k] = mean[k] / meanScale / (Math.sqrt(square[k]) / squareScale + epsilon);
    }
  };
  return {
    start: (params) => stateOf({ steps: 0, mean: zeros(params), square: zeros(params) }),
    apply(update, state) {
      const steps = numberIn(state, 'steps') + 1;
      const mean = vectorIn(state, 'mean').slice();
      const square = vectorIn(state, 'square').slice();
      take(update, mean, square, 1 - beta1 ** steps, Math.sqrt(1 - beta2 ** steps));
      return { update, state: state.merge({ steps, mean, square }) };
    },
  };
}

/** Adagrad (Duchi, Hazan and Singer, 2011): by the root of the sum of squares. */
export const adagradRule = (initial: number, epsilon: number): Transform => ({
  start: (params) => stateOf({ sum: zeros(params).fill(initial) }),
  apply(update, state) {
    const sum = vectorIn(state, 'sum').slice();
    for (let k = 0; k < update.length; k++) {
      sum[k] += update[k] * update[k];
      update[k] /= Math.sqrt(sum[k]) + epsilon;
    }
    return { update, state: state.set('sum', sum) };
  },
});

/** RMSProp (Hinton, 2012): by the root of the mean square; `centered` takes the square of the mean away from it. */
export const rmspropRule = (decay: number, epsilon: number, centered: boolean): Transform => ({
  start: (params) => stateOf({ square: zeros(params), ...(centered && { mean: zeros(params) }) }),
  apply(update, state) {
    const square = vectorIn(state, 'square').slice();
    const mean = centered ? vectorIn(state, 'mean').slice() : null;
    for (let k = 0; k < update.length; k++) {
      const slope = update[k];
      square[k] = decay * square[k] + (1 - decay) * slope * slope;
      let spread = square[k];
      if (mean !== null) {
        mean[k] = decay * mean[k] + (1 - decay) * slope;
        // By rounding it might be below 0.
        spread = Math.max(0, spread - mean[k] * mean[k]);
      }
      update[k] = slope / (Math.sqrt(spread) + epsilon);
    }
    return { update, state: state.merge({ square, ...(mean !== null && { mean }) }) };
  },
});

/** Lion (Chen and others, 2023): the sign of a smoothed gradient. */
export const lionRule = (beta1: number, beta2: number): Transform => ({
  start: (params) => stateOf({ mean: zeros(params) }),
  apply(update, state) {
    const mean = vectorIn(state, 'mean').slice();
    for (let k = 0; k < update.length; k++) {
      const slope = update[k];
      update[k] = Math.sign(beta1 * mean[k] + (1 - beta1) * slope);
      mean[k] = beta2 * mean[k] + (1 - beta2) * slope;
    }
    return { update, state: state.set('mean', mean) };
  },
});

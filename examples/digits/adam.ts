/** Adam (Kingma and Ba, 2015): steps of a steady length along a smoothed gradient. */
import type { Numbers } from './training.js';

const SMOOTHING = 0.9;
const SCALING = 0.999;
const EPSILON = 1e-8;

export type Update = (gradient: readonly Numbers[], rate: number) => void;

/** An optimiser of the given parameters, which it changes in place. */
export function adam(parameters: readonly Numbers[]): Update {
  const means = parameters.map(({ length }) => new Float64Array(length));
  const squares = parameters.map(({ length }) => new Float64Array(length));
  let steps = 0;

  return (gradient, rate) => {
    steps++;
    const stepSize = (rate * Math.sqrt(1 - SCALING ** steps)) / (1 - SMOOTHING ** steps);
    parameters.forEach((values, p) => {
      const [slopes, mean, square] = [gradient[p], means[p], squares[p]];
      for (let k = 0; k < values.length; k++) {
        const slope = slopes[k];
        mean[k] += (1 - SMOOTHING) * (slope - mean[k]);
        square[k] += (1 - SCALING) * (slope * slope - square[k]);
        values[k] -= (stepSize * mean[k]) / (Math.sqrt(square[k]) + EPSILON);
      }
    });
  };
}

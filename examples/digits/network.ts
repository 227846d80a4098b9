/** A network that reads a digit: 784 pixels, 48 hidden units, 10 scores. */
import {
  add,
  div,
  logSumExp,
  max,
  mul,
  sub,
  sum,
  tanh,
  type D,
  type Real,
  type Reals,
} from 'delta-tape';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { PIXELS, type Example } from './images.js';

export interface Layer {
  /** The weight from input i to output j is at i × outputs + j. */
  readonly weights: Float64Array;
  readonly biases: Float64Array;
}

export interface Network {
  readonly hidden: Layer;
  readonly output: Layer;
}

/** The mean cross-entropy of what the network says about some examples. */
export function loss(network: D<Network>, examples: readonly Example[]): Real {
  const losses = examples.map(({ image, label }) => {
    const scores = scoresOf(network, image);
    return sub(logSumExp(scores), scores[label]);
  });
  return div(sum(losses), examples.length);
}

/** The digit that the network reads. */
export function read(network: Network, image: Float64Array): number {
  const scores = scoresOf(network, image);
  return scores.indexOf(max(...scores));
}

/** How much an image looks like a 0, a 1, … a 9. */
const scoresOf = ({ hidden, output }: D<Network>, image: Float64Array): Real[] =>
  apply(output, apply(hidden, image).map(tanh));

function apply({ weights, biases }: D<Layer>, inputs: Reals): Real[] {
  const outputs = Array.from(biases);
  for (let i = 0; i < inputs.length; i++) {
    const input = inputs[i];
    if (input === 0) continue; // Most of an image is empty paper.
    for (let j = 0; j < outputs.length; j++) {
      outputs[j] = add(outputs[j], mul(input, weights[i * outputs.length + j]));
    }
  }
  return outputs;
}

/** A network that knows nothing yet. */
export const newNetwork = (random: RandomGenerator, hiddenUnits = 48): Network => ({
  hidden: newLayer(PIXELS, hiddenUnits, random),
  output: newLayer(hiddenUnits, 10, random),
});

function newLayer(inputs: number, outputs: number, random: RandomGenerator): Layer {
  const bound = Math.sqrt(6 / (inputs + outputs));
  const weight = () => bound * (2 * uniformFloat64(random) - 1);
  return {
    weights: Float64Array.from({ length: inputs * outputs }, weight),
    biases: new Float64Array(outputs),
  };
}

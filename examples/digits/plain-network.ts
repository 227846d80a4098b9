/** A network that reads digits, in plain loops: 784 pixels, 48 hidden units, 10 scores. */
import { valueAndGrad } from 'delta-tape';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { PIXELS, type Example } from './images.js';
import type { Learner } from './training.js';

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
export function loss(network: Network, examples: readonly Example[]): number {
  let total = 0;
  for (const { image, label } of examples) {
    const scores = scoresOf(network, image);
    const top = Math.max(...scores);
    let sum = 0;
    for (let j = 0; j < scores.length; j++) sum += Math.exp(scores[j] - top);
    total += top + Math.log(sum) - scores[label];
  }
  return total / examples.length;
}

/** The digits that the network reads. */
export const read = (network: Network, examples: readonly Example[]): number[] =>
  examples.map(({ image }) => {
    const scores = scoresOf(network, image);
    return scores.indexOf(Math.max(...scores));
  });

/** The scores of an image as a 0, a 1, … a 9. */
function scoresOf({ hidden, output }: Network, image: Float64Array): Float64Array {
  const units = apply(hidden.weights, hidden.biases, image);
  for (let j = 0; j < units.length; j++) units[j] = Math.tanh(units[j]);
  return apply(output.weights, output.biases, units);
}

function apply(weights: Float64Array, biases: Float64Array, inputs: Float64Array): Float64Array {
  const outputs = new Float64Array(biases.length);
  for (let j = 0; j < outputs.length; j++) outputs[j] = biases[j];
  for (let i = 0; i < inputs.length; i++) {
    const input = inputs[i];
    if (input === 0) continue; // Most of an image is empty paper.
    for (let j = 0; j < outputs.length; j++) outputs[j] += input * weights[i * outputs.length + j];
  }
  return outputs;
}

const lossAndGradient = valueAndGrad(loss);
const numbersOf = ({ hidden, output }: Network): Float64Array[] => [
  hidden.weights,
  hidden.biases,
  output.weights,
  output.biases,
];

export const learner = (network: Network): Learner => ({
  parameters: numbersOf(network),
  lesson(batch) {
    const { value, gradient } = lossAndGradient(network, batch);
    return { loss: value, gradient: numbersOf(gradient) };
  },
});

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

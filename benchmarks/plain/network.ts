/** The network in plain TypeScript, as one writes it: a layer makes its output. */
import { HIDDEN, LAYER1, LAYER2, LAYER3, type Sample } from '../network-layout.js';

function neuron(p: Float64Array, start: number, input: Float64Array): number {
  let total = p[start];
  for (let i = 0; i < input.length; i++) total += p[start + 1 + i] * input[i];
  return total;
}

function hidden(p: Float64Array, start: number, input: Float64Array): Float64Array {
  const output = new Float64Array(HIDDEN);
  for (let j = 0; j < HIDDEN; j++) {
    output[j] = Math.tanh(neuron(p, start + j * (1 + input.length), input));
  }
  return output;
}

export function loss(p: Float64Array, samples: readonly Sample[]): number {
  let total = 0;
  for (const { input, target } of samples) {
    const error = neuron(p, LAYER3, hidden(p, LAYER2, hidden(p, LAYER1, input))) - target;
    total += error * error;
  }
  return total / samples.length;
}

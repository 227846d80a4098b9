/**
 * A small network: 2-16-16-1 with tanh, 337 parameters in one flat array, mean
 * squared error over samples.
 */
import { add, div, mul, sub, tanh, type Real, type Reals } from 'delta-tape';
import { networkGradient } from './network-adjoint.js';
import { HIDDEN, LAYER1, LAYER2, LAYER3, PARAMETERS, type Sample } from './network-layout.js';
import type { Workload } from './workload.js';

function neuron(p: Float64Array, start: number, input: Float64Array): number {
  let total = p[start];
  for (let i = 0; i < input.length; i++) total += p[start + 1 + i] * input[i];
  return total;
}

/**
 * Writes a hidden layer's output into memory that is kept, and returns it: the fastest known way.
 */
function hidden(p: Float64Array, start: number, input: Float64Array, output: Float64Array) {
  for (let j = 0; j < HIDDEN; j++) {
    output[j] = Math.tanh(neuron(p, start + j * (1 + input.length), input));
  }
  return output;
}

const first = new Float64Array(HIDDEN);
const second = new Float64Array(HIDDEN);

function plainLoss(p: Float64Array, samples: readonly Sample[]): number {
  let total = 0;
  for (const { input, target } of samples) {
    const layer2 = hidden(p, LAYER2, hidden(p, LAYER1, input, first), second);
    const error = neuron(p, LAYER3, layer2) - target;
    total += error * error;
  }
  return total / samples.length;
}

function neuronOfReals(p: Reals, start: number, input: Reals): Real {
  let total = p[start];
  for (let i = 0; i < input.length; i++) total = add(total, mul(p[start + 1 + i], input[i]));
  return total;
}

function hiddenOfReals(p: Reals, start: number, input: Reals): Real[] {
  const output: Real[] = [];
  for (let j = 0; j < HIDDEN; j++) {
    output.push(tanh(neuronOfReals(p, start + j * (1 + input.length), input)));
  }
  return output;
}

function libraryLoss(p: Reals, samples: readonly Sample[]): Real {
  let total: Real = 0;
  for (const { input, target } of samples) {
    const layer2 = hiddenOfReals(p, LAYER2, hiddenOfReals(p, LAYER1, input));
    const error = sub(neuronOfReals(p, LAYER3, layer2), target);
    total = add(total, mul(error, error));
  }
  return div(total, samples.length);
}

export const samplesOf = (size: number): Sample[] =>
  Array.from({ length: size }, (_, k) => {
    const [a, b] = [Math.sin(k), Math.cos(2 * k)];
    return { input: Float64Array.of(a, b), target: a * b };
  });

export function network(size: number): Workload {
  const samples = samplesOf(size);
  return {
    name: `network, ${size} samples`,
    point: Float64Array.from({ length: PARAMETERS }, (_, k) => 0.5 * Math.sin(7 * k)),
    plain: (p) => plainLoss(p, samples),
    handWritten: networkGradient(samples),
    library: (p) => libraryLoss(p, samples),
  };
}

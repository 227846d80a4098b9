/** A small network of layers, as objects in a list. */
import { grad } from 'delta-tape';

export interface Layer {
  weights: number[][];
  biases: number[];
}

const dot = (a: number[], b: number[]): number => a.reduce((sum, x, i) => sum + x * b[i], 0);

function forward(layers: Layer[], input: number[]): number[] {
  let h = input;
  for (const { weights, biases } of layers) {
    h = biases.map((b, j) => Math.tanh(b + dot(weights[j], h)));
  }
  return h;
}

export function loss(layers: Layer[], inputs: number[][], targets: number[]): number {
  let total = 0;
  for (let k = 0; k < inputs.length; k++) {
    const [y] = forward(layers, inputs[k]);
    total += (y - targets[k]) ** 2;
  }
  return total / inputs.length;
}

export const gradient = grad(loss);

// A neuron that leaks where it is not active.
export function neuron(weights: number[], inputs: number[], bias: number): number {
  let z = bias;
  for (let i = 0; i < weights.length; i++) z += weights[i] * inputs[i];
  return z > 0 ? Math.tanh(z) : 0.1 * z;
}

export const at = [[0.5, -1, 0.8], [1, 0.4, 0.7], 0.2];

/** A neuron that leaks where it is not active. */
export function neuron(weights: Float64Array, inputs: Float64Array, bias: number): number {
  let z = bias;
  for (let i = 0; i < weights.length; i++) z += weights[i] * inputs[i];
  return z > 0 ? Math.tanh(z) : 0.1 * z;
}

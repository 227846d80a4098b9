export interface Layer {
  weights: number[][];
  biases: number[];
}

function apply(layer: Layer, inputs: readonly number[]): number[] {
  return layer.biases.map((bias, i) => {
    let sum = bias;
    for (let j = 0; j < inputs.length; j++) sum += layer.weights[i][j] * inputs[j];
    return sum;
  });
}

export interface Network {
  hidden: Layer;
  output: Layer;
}

/** The mean squared error of a network with one hidden layer. */
export function networkLoss(
  network: Network,
  inputs: readonly (readonly number[])[],
  targets: readonly number[],
): number {
  let loss = 0;
  for (let k = 0; k < inputs.length; k++) {
    const hidden = apply(network.hidden, inputs[k]).map((x) => Math.tanh(x));
    const error = apply(network.output, hidden)[0] - targets[k];
    loss += error ** 2;
  }
  return loss / inputs.length;
}

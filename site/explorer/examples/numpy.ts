// A network in NumPy: the mean square of its errors, by its weights and biases.
import * as np from 'delta-tape/numpy';

type Vector = np.NDArray<'float64'>;

const inputs = np.array([
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
]);
const wanted = np.array([0, 1, 1, 0]);

export function loss(first: Vector, bias: Vector, second: Vector) {
  const hidden = np.tanh(np.add(np.matmul(inputs, first), bias));
  const output = np.matmul(hidden, second);
  return np.mean(np.square(np.subtract(output, wanted)));
}

export const at = [
  np.array([
    [0.9, -0.7, 0.3],
    [0.8, -0.6, -0.4],
  ]),
  np.array([0.1, 0.5, -0.2]),
  np.array([0.7, 0.4, -0.9]),
];

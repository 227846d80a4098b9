/** A network of one hidden layer, 784-128-10: tanh, softmax cross-entropy, batches of 64. */
import { valueAndGrad } from 'delta-tape';
import * as nn from 'delta-tape/nn';
import * as np from 'delta-tape/numpy';
import { Random } from './random.js';
import type { Variant } from './variant.js';

export const [BATCH, INPUTS, HIDDEN, CLASSES] = [64, 784, 128, 10];

export type FloatType = 'float64' | 'float32';
type Floats = Float64Array | Float32Array;
type NDArray = ReturnType<typeof np.zeros>;

/** Weights and biases of both layers, and what they are shown. */
export interface Problem {
  readonly w1: Floats;
  readonly b1: Floats;
  readonly w2: Floats;
  readonly b2: Floats;
  readonly x: Floats;
  readonly labels: readonly number[];
}

export function problem(dtype: FloatType): Problem {
  const random = new Random();
  const numbers = (count: number, scale: number): Floats => {
    const doubles = random.numbers(count, scale);
    return dtype === 'float64' ? doubles : Float32Array.from(doubles);
  };
  return {
    w1: numbers(INPUTS * HIDDEN, Math.sqrt(3 / INPUTS)),
    b1: numbers(HIDDEN, 0.1),
    w2: numbers(HIDDEN * CLASSES, Math.sqrt(3 / HIDDEN)),
    b2: numbers(CLASSES, 0.1),
    x: numbers(BATCH * INPUTS, 1),
    labels: random.labels(BATCH, CLASSES),
  };
}

/** The shapes of the parameters, by name. */
export const SHAPES = {
  w1: [INPUTS, HIDDEN],
  b1: [HIDDEN],
  w2: [HIDDEN, CLASSES],
  b2: [CLASSES],
} as const;
type Name = keyof typeof SHAPES;
export const NAMES = Object.keys(SHAPES) as Name[];
type Network = Readonly<Record<Name, NDArray>>;

export const arrayOf = (numbers: Floats, shape: readonly number[], dtype: FloatType): NDArray => {
  const array = np.zeros([...shape], dtype);
  (array.data as Floats).set(numbers);
  return array;
};

/** The numbers of some arrays one after the other. */
export const flat = (arrays: readonly { readonly data: unknown }[]): number[] =>
  arrays.flatMap(({ data }) => Array.from(data as Floats));

const networkOf = (given: Problem, dtype: FloatType): Network => ({
  w1: arrayOf(given.w1, SHAPES.w1, dtype),
  b1: arrayOf(given.b1, SHAPES.b1, dtype),
  w2: arrayOf(given.w2, SHAPES.w2, dtype),
  b2: arrayOf(given.b2, SHAPES.b2, dtype),
});

export const loss = (
  { w1, b1, w2, b2 }: Network,
  x: NDArray,
  labels: readonly number[],
): number => {
  const hidden = np.tanh(np.add(np.matmul(x, w1), b1));
  return nn.crossEntropy(np.add(np.matmul(hidden, w2), b2), labels);
};

/** The library's. */
export function library(given: Problem, dtype: FloatType): Variant {
  const network = networkOf(given, dtype);
  const x = arrayOf(given.x, [BATCH, INPUTS], dtype);
  const both = valueAndGrad(loss);
  return {
    name: 'library',
    run: () => np.tidy(() => both(network, x, given.labels).value),
    gradient: () => {
      const { gradient } = both(network, x, given.labels);
      return flat(NAMES.map((name) => gradient[name]));
    },
  };
}

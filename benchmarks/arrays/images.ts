/**
 * A small convolutional network on digits of 28 × 28 pixels, in single precision, batches of 32: windows of 5 × 5 to 8 and to 16
 * channels, each with a pool of 2 × 2, and layers of 64 and 10.
 */
import { valueAndGrad } from 'delta-tape';
import * as nn from 'delta-tape/nn';
import * as np from 'delta-tape/numpy';
import { arrayOf, flat } from './network.js';
import { Random } from './random.js';
import { tensorFlow, timedBy, type Tensor } from './tensorflow.js';
import type { Variant } from './variant.js';

type NDArray = ReturnType<typeof np.zeros>;

const BATCH = 32;
const SIDE = 28;
const FEATURES = 4 * 4 * 16;
const SHAPES: readonly (readonly number[])[] = [
  [5, 5, 1, 8],
  [8],
  [5, 5, 8, 16],
  [16],
  [FEATURES, 64],
  [64],
  [64, 10],
  [10],
];

const product = (shape: readonly number[]): number => shape.reduce((size, d) => size * d, 1);

/** Parameters, images and labels. */
function problem() {
  const random = new Random();
  const parameters = SHAPES.map((shape) => {
    const scale = shape.length === 1 ? 0.1 : Math.sqrt(6 / product(shape.slice(0, -1)));
    return Float32Array.from(random.numbers(product(shape), scale));
  });
  const images = Float32Array.from(random.numbers(BATCH * SIDE * SIDE).map(Math.abs));
  return { parameters, images, labels: random.labels(BATCH, 10) };
}

const loss = (
  parameters: readonly NDArray[],
  images: NDArray,
  labels: readonly number[],
): number => {
  const [k1, b1, k2, b2, w3, b3, w4, b4] = parameters;
  const edges = nn.relu(nn.maxPool(nn.conv2d(images, k1, { bias: b1 }), { size: 2 }));
  const shapes = nn.relu(nn.maxPool(nn.conv2d(edges, k2, { bias: b2 }), { size: 2 }));
  const units = nn.relu(np.add(np.matmul(np.reshape(shapes, [BATCH, FEATURES]), w3), b3));
  return nn.crossEntropy(np.add(np.matmul(units, w4), b4), labels);
};

export function library(): Variant {
  const given = problem();
  const parameters = given.parameters.map((numbers, k) => arrayOf(numbers, SHAPES[k], 'float32'));
  const images = arrayOf(given.images, [BATCH, SIDE, SIDE, 1], 'float32');
  const both = valueAndGrad(loss);
  return {
    name: 'library',
    run: () => np.tidy(() => both(parameters, images, given.labels).value),
    gradient: () => flat([...both(parameters, images, given.labels).gradient]),
  };
}

export async function byTensorFlow(): Promise<Variant> {
  const tf = await tensorFlow();
  const given = problem();
  const at = given.parameters.map((numbers, k) => tf.tensor(numbers, SHAPES[k]));
  const images = tf.tensor(given.images, [BATCH, 1, SIDE, SIDE, 1]);
  const labels = tf.oneHot(tf.tensor1d(given.labels, 'int32'), 10);
  // On WebAssembly it has the gradient of conv3d and none of conv2d, so images have a depth of 1.
  const convolved = (x: Tensor, kernel: Tensor, side: number, channels: number) =>
    tf.reshape(tf.conv3d(x, kernel, [1, 1, 1], 'valid'), [BATCH, side, side, channels]);
  const pooled = (x: Tensor, bias: Tensor) => tf.relu(tf.maxPool(tf.add(x, bias), 2, 2, 'valid'));
  const timed = timedBy(
    tf,
    (k1, b1, k2, b2, w3, b3, w4, b4) => {
      const edges = pooled(convolved(images, tf.reshape(k1, [1, 5, 5, 1, 8]), 24, 8), b1);
      const deep = tf.reshape(edges, [BATCH, 1, 12, 12, 8]);
      const shapes = pooled(convolved(deep, tf.reshape(k2, [1, 5, 5, 8, 16]), 8, 16), b2);
      const units = tf.relu(tf.add(tf.matMul(tf.reshape(shapes, [BATCH, FEATURES]), w3), b3));
      return tf.losses.softmaxCrossEntropy(labels, tf.add(tf.matMul(units, w4), b4));
    },
    at,
  );
  return { name: 'TensorFlow.js', ...timed };
}

/** A convolutional network that reads digits, in NumPy's functions. */
import { valueAndGrad } from 'delta-tape';
import * as nn from 'delta-tape/nn';
import * as np from 'delta-tape/numpy';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { PIXELS, SIDE, type Example } from './images.js';
import type { Learner, Numbers } from './training.js';

// The same numbers on every machine.
np.wasmConfig.useRelaxedSimd = false;

type NDArray = ReturnType<typeof np.zeros>;

interface Layer {
  readonly weights: NDArray;
  readonly biases: NDArray;
}

export interface Network {
  /** Eight kinds of edges, in windows of 5 × 5 pixels. */
  readonly edges: Layer;
  /** Sixteen kinds of shapes, in windows of 5 × 5 places of edges. */
  readonly shapes: Layer;
  readonly hidden: Layer;
  readonly output: Layer;
}

/** The scores of each image as a 0, a 1, … a 9. */
function scoresOf({ edges, shapes, hidden, output }: Network, images: NDArray): NDArray {
  const found = [edges, shapes].reduce((maps: NDArray, { weights, biases }) => {
    const seen = nn.conv2d(maps, weights, { bias: biases });
    return nn.relu(nn.maxPool(seen, { size: 2 }));
  }, images);
  const features = np.reshape(found, [images.shape[0], -1]);
  const units = nn.relu(np.add(np.matmul(features, hidden.weights), hidden.biases));
  return np.add(np.matmul(units, output.weights), output.biases);
}

/** The mean cross-entropy of what the network says about some images. */
export const loss = (network: Network, images: NDArray, labels: readonly number[]): number =>
  nn.crossEntropy(scoresOf(network, images), labels);

/** Images side by side, of shape [images, rows, columns, 1]. */
export function imagesOf(examples: readonly Example[]): NDArray {
  const images = np.zeros([examples.length, SIDE, SIDE, 1], 'float32');
  examples.forEach(({ image }, k) => (images.data as Float32Array).set(image, k * PIXELS));
  return images;
}

/** The digits that the network reads. */
export function read(network: Network, examples: readonly Example[]): number[] {
  const readings: number[] = [];
  for (let k = 0; k < examples.length; k += 50) {
    const found = np.tidy(() => {
      const scores = scoresOf(network, imagesOf(examples.slice(k, k + 50)));
      return (np.argmax(scores, 1) as NDArray).tolist() as unknown[];
    });
    readings.push(...found.map(Number));
  }
  return readings;
}

const lossAndGradient = valueAndGrad(loss);
const layersOf = ({ edges, shapes, hidden, output }: Network) => [edges, shapes, hidden, output];
const numbersOf = (network: Network): Numbers[] =>
  layersOf(network).flatMap(({ weights, biases }) => [weights.data, biases.data] as Numbers[]);

export const learner = (network: Network): Learner => ({
  parameters: numbersOf(network),
  lesson: (batch) =>
    np.tidy(() => {
      const labels = batch.map(({ label }) => label);
      const { value, gradient } = lossAndGradient(network, imagesOf(batch), labels);
      return { loss: value, gradient: numbersOf(gradient).map((slopes) => slopes.slice()) };
    }),
});

/** A network that knows nothing yet. */
export const newNetwork = (random: RandomGenerator): Network => ({
  edges: newLayer([5, 5, 1, 8], random),
  shapes: newLayer([5, 5, 8, 16], random),
  hidden: newLayer([4 * 4 * 16, 64], random),
  output: newLayer([64, 10], random),
});

function newLayer(shape: number[], random: RandomGenerator): Layer {
  const outputs = shape[shape.length - 1];
  const weights = np.zeros(shape, 'float32');
  const bound = Math.sqrt((6 * outputs) / weights.size);
  (weights.data as Float32Array).set(
    Float64Array.from({ length: weights.size }, () => bound * (2 * uniformFloat64(random) - 1)),
  );
  return { weights, biases: np.zeros([outputs], 'float32') };
}

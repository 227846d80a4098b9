/** The gradient of the network as a person writes it in numpy-ts. */
import * as np from 'numpy-ts';
import {
  arrayOf,
  BATCH,
  CLASSES,
  flat,
  INPUTS,
  SHAPES,
  type FloatType,
  type Problem,
} from './network.js';
import type { Variant } from './variant.js';

export function byHandInNumpy({ labels, ...given }: Problem, dtype: FloatType): Variant {
  const w1 = arrayOf(given.w1, SHAPES.w1, dtype);
  const b1 = arrayOf(given.b1, SHAPES.b1, dtype);
  const w2 = arrayOf(given.w2, SHAPES.w2, dtype);
  const b2 = arrayOf(given.b2, SHAPES.b2, dtype);
  const x = arrayOf(given.x, [BATCH, INPUTS], dtype);
  const hits = np.zeros([BATCH, CLASSES], dtype);
  labels.forEach((label, k) => hits.set([k, label], 1));

  const both = () => {
    const made: { dispose(): void }[] = [];
    const own = <A extends { dispose(): void }>(array: A): A => {
      made.push(array);
      return array;
    };
    // Products of transposed views take twenty times as long.
    const turned = (array: typeof x) => own(np.copy(own(np.transpose(array))));

    const hidden = own(np.tanh(own(np.add(own(np.matmul(x, w1)), b1))));
    const scores = own(np.add(own(np.matmul(hidden, w2)), b2));
    const shifted = own(np.subtract(scores, own(np.max(scores, 1, true))));
    const powers = own(np.exp(shifted));
    const totals = own(np.sum(powers, 1, true));
    const chosen = own(np.multiply(hits, shifted));
    const value = (np.sum(own(np.log(totals))) - np.sum(chosen)) / BATCH;

    const shares = own(np.divide(powers, totals));
    const ofScores = own(np.multiply(own(np.subtract(shares, hits)), 1 / BATCH));
    const ofW2 = np.matmul(turned(hidden), ofScores);
    const ofB2 = np.sum(ofScores, 0);
    const ofTanh = own(np.matmul(ofScores, turned(w2)));
    const squares = own(np.multiply(hidden, hidden));
    const ofSums = own(np.subtract(ofTanh, own(np.multiply(ofTanh, squares))));
    const ofW1 = np.matmul(turned(x), ofSums);
    const ofB1 = np.sum(ofSums, 0);
    for (const array of made) array.dispose();
    return { value, gradient: [ofW1, ofB1, ofW2, ofB2] };
  };
  return {
    name: 'numpy-ts by hand',
    run() {
      const { value, gradient } = both();
      for (const array of gradient) array.dispose();
      return value;
    },
    gradient: () => flat(both().gradient),
  };
}

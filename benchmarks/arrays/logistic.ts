/** Logistic regression, 2,000 examples of 50 numbers. */
import { grad } from 'delta-tape';
import * as nn from 'delta-tape/nn';
import * as np from 'delta-tape/numpy';
import { arrayOf } from './network.js';
import type { loss } from './plain-logistic.js';
import { Random } from './random.js';
import { translated } from './translated.js';
import type { Variant } from './variant.js';

type NDArray = ReturnType<typeof np.zeros>;

const [EXAMPLES, FEATURES, DECAY] = [2000, 50, 0.01];

function problem() {
  const random = new Random();
  return {
    w: random.numbers(FEATURES),
    x: random.numbers(EXAMPLES * FEATURES),
    labels: Float64Array.from(random.labels(EXAMPLES, 2), (label) => 2 * label - 1),
  };
}

/** As a person writes it for speed. */
export function byHand(): Variant {
  const { w, x, labels } = problem();
  const gradient = () => {
    const slopes = w.map((a) => DECAY * a);
    for (let i = 0; i < labels.length; i++) {
      const from = i * w.length;
      let score = 0;
      for (let j = 0; j < w.length; j++) score += w[j] * x[from + j];
      const slope = -labels[i] / (1 + Math.exp(labels[i] * score)) / labels.length;
      for (let j = 0; j < w.length; j++) slopes[j] += slope * x[from + j];
    }
    return slopes;
  };
  return { name: 'loops by hand', run: () => gradient()[0], gradient };
}

export async function plain(): Promise<Variant> {
  const { w, x, labels } = problem();
  const module = await translated<{ loss: typeof loss }>('benchmarks/arrays/plain-logistic.ts');
  const gradient = grad(module.loss);
  return {
    name: 'plain TypeScript',
    run: () => gradient(w, x, labels, DECAY)[0],
    gradient: () => gradient(w, x, labels, DECAY),
  };
}

const lossOfArrays = (w: NDArray, x: NDArray, labels: NDArray): number => {
  const margins = np.multiply(labels, np.matmul(x, w));
  const decay = np.multiply(np.sum(np.square(w)), 0.5 * DECAY);
  return np.add(np.mean(nn.softplus(np.negative(margins))), decay) as number;
};

export function library(): Variant {
  const given = problem();
  const w = arrayOf(given.w, [FEATURES], 'float64');
  const x = arrayOf(given.x, [EXAMPLES, FEATURES], 'float64');
  const labels = arrayOf(given.labels, [EXAMPLES], 'float64');
  const gradient = grad(lossOfArrays);
  return {
    name: 'library',
    run: () => np.tidy(() => gradient(w, x, labels).iget(0) as number),
    gradient: () => gradient(w, x, labels).tolist() as number[],
  };
}

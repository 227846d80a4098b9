/** The gradient of the network as a person writes it in loops. */
import { BATCH, CLASSES, HIDDEN, INPUTS, type Problem } from './network.js';
import type { Variant } from './variant.js';

/** Adds the product of a matrix of n × k and one of k × m. */
function addProduct(z: Float64Array, x: Float64Array, y: Float64Array, n: number, k: number): void {
  const m = y.length / k;
  for (let i = 0; i < n; i++) {
    for (let l = 0; l < k; l++) {
      const factor = x[i * k + l];
      for (let j = 0, at = i * m, from = l * m; j < m; j++) z[at++] += factor * y[from++];
    }
  }
}

/** Adds the product of the transpose of a matrix of n × k and one of n × m. */
function addLeft(z: Float64Array, x: Float64Array, y: Float64Array, n: number, k: number): void {
  const m = y.length / n;
  for (let i = 0; i < n; i++) {
    for (let l = 0; l < k; l++) {
      const factor = x[i * k + l];
      for (let j = 0, at = l * m, from = i * m; j < m; j++) z[at++] += factor * y[from++];
    }
  }
}

/** Each row of a matrix starts as a list. */
function repeated(row: Float64Array, count: number): Float64Array {
  const z = new Float64Array(count * row.length);
  for (let i = 0; i < count; i++) z.set(row, i * row.length);
  return z;
}

/** Adds the rows of a matrix. */
function addRows(z: Float64Array, x: Float64Array): void {
  for (let k = 0; k < x.length;) for (let j = 0; j < z.length; j++) z[j] += x[k++];
}

export function byHandInLoops({ w1, b1, w2, b2, x, labels }: Problem): Variant {
  const [v1, c1, v2, c2, inputs] = [w1, b1, w2, b2, x] as Float64Array[];
  const both = () => {
    const hidden = repeated(c1, BATCH);
    addProduct(hidden, inputs, v1, BATCH, INPUTS);
    for (let k = 0; k < hidden.length; k++) hidden[k] = Math.tanh(hidden[k]);
    const scores = repeated(c2, BATCH);
    addProduct(scores, hidden, v2, BATCH, HIDDEN);

    let value = 0;
    for (let i = 0; i < BATCH; i++) {
      const from = i * CLASSES;
      const own = scores.subarray(from, from + CLASSES);
      let [greatest, total] = [-Infinity, 0];
      for (let j = 0; j < CLASSES; j++) if (own[j] > greatest) greatest = own[j];
      value -= own[labels[i]] - greatest;
      for (let j = 0; j < CLASSES; j++) total += own[j] = Math.exp(own[j] - greatest);
      value += Math.log(total);
      for (let j = 0; j < CLASSES; j++) own[j] /= total * BATCH;
      own[labels[i]] -= 1 / BATCH;
    }

    const ofW2 = new Float64Array(v2.length);
    const ofB2 = new Float64Array(c2.length);
    addLeft(ofW2, hidden, scores, BATCH, HIDDEN);
    addRows(ofB2, scores);
    const ofHidden = new Float64Array(hidden.length);
    for (let i = 0; i < BATCH; i++) {
      for (let l = 0; l < HIDDEN; l++) {
        let total = 0;
        for (let j = 0; j < CLASSES; j++) total += scores[i * CLASSES + j] * v2[l * CLASSES + j];
        const at = i * HIDDEN + l;
        ofHidden[at] = total * (1 - hidden[at] * hidden[at]);
      }
    }
    const ofW1 = new Float64Array(v1.length);
    const ofB1 = new Float64Array(c1.length);
    addLeft(ofW1, inputs, ofHidden, BATCH, INPUTS);
    addRows(ofB1, ofHidden);
    return { value: value / BATCH, gradient: [ofW1, ofB1, ofW2, ofB2] };
  };
  return {
    name: 'loops by hand',
    run: () => both().value,
    gradient: () => both().gradient.flatMap((part) => Array.from(part)),
  };
}

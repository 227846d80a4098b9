/** The likelihood of a mixture of normal distributions. */
import { grad } from 'delta-tape';

export interface Mixture {
  weights: number[];
  means: number[];
  scales: number[];
}

function logSumExp(xs: number[]): number {
  const top = Math.max(...xs);
  let sum = 0;
  for (const x of xs) sum += Math.exp(x - top);
  return top + Math.log(sum);
}

export function logLikelihood({ weights, means, scales }: Mixture, data: number[]): number {
  const total = logSumExp(weights);
  let sum = 0;
  for (const x of data) {
    const terms = weights.map((weight, k) => {
      const z = (x - means[k]) / Math.exp(scales[k]);
      return weight - total - scales[k] - 0.5 * z * z;
    });
    sum += logSumExp(terms);
  }
  return sum - 0.5 * data.length * Math.log(2 * Math.PI);
}

export const score = grad(logLikelihood);

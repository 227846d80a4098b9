/** The logarithm of a sum of exponentials, and its gradient. */
import { grad } from 'delta-tape';
import { list, same, type Vector } from '../numbers.js';
import type { Functions } from '../protocol.js';
import { timed } from '../timed.js';

/** log Σ exp xᵢ, without overflow: the greatest is taken out of the sum. */
export function logSumExp(x: Float64Array): number {
  let greatest = -Infinity;
  for (let i = 0; i < x.length; i++) {
    if (x[i] > greatest) greatest = x[i];
  }
  let total = 0;
  for (let i = 0; i < x.length; i++) total += Math.exp(x[i] - greatest);
  return greatest + Math.log(total);
}

const read = ({ x }: { readonly x: Vector }) => Float64Array.from(x);

export const functions: Functions = {
  primal: timed(read, logSumExp, same),
  gradient: timed(read, grad(logSumExp), list),
};

/** A polynomial fitted to the sign function by linear least squares, and the gradient of the error. */
import { grad } from 'delta-tape';
import { list, same, type Vector } from '../numbers.js';
import type { Functions } from '../protocol.js';
import { timed } from '../timed.js';

/** Half the squared error of the polynomial with coefficients x at n points from -1 to 1. */
export function squaredError(x: Float64Array, n: number): number {
  let total = 0;
  for (let i = 0; i < n; i++) {
    const t = -1 + (2 * i) / (n - 1);
    let error = Math.sign(t);
    let power = 1;
    for (let j = 0; j < x.length; j++) {
      error -= x[j] * power;
      power *= t;
    }
    total += error * error;
  }
  return total / 2;
}

interface Input {
  readonly x: Vector;
  readonly n: number;
}

const read = ({ x, n }: Input) => ({ x: Float64Array.from(x), n });
const gradient = grad(squaredError);

export const functions: Functions = {
  primal: timed(read, ({ x, n }) => squaredError(x, n), same),
  gradient: timed(read, ({ x, n }) => gradient(x, n), list),
};

/** Dropout: leaves out random elements (Srivastava and others, 2014). */
import { mersenne } from 'pure-rand/generator/mersenne';
import type { NDArray } from 'numpy-ts';
import { insistOnOptions } from '../errors/options.js';
import { floatTypeOf, made } from '../numpy/elements.js';
import { ops } from '../numpy/ops.js';
import { badOption } from './errors.js';
import { asArray } from './operands.js';

export interface Dropout {
  /** The chance of each element to become 0, from 0 to below 1. */
  readonly rate: number;
  /** A whole number: the same one leaves out the same elements. Take another for each step and layer. */
  readonly seed: number;
}

/**
 * Makes each element 0 with probability `rate`, and divides the others by `1 - rate`, which preserves means.
 * The result has the shape of `x`. As in PyTorch and JAX, call it only in training.
 *
 * The elements depend on the seed alone. So a second computation, by `checkpoint` or in a nested derivative,
 * gives the same result. Time and memory are linear.
 *
 * @throws DeltaTapeError if `rate` is not from 0 to below 1, or if `seed` is not a whole number.
 * @example dropout(np.ones([4]), { rate: 0.5, seed: 1 }).tolist() // [0, 2, 2, 2]
 */
export function dropout(x: NDArray, options: Dropout): NDArray {
  insistOnOptions('dropout', options, { rate: true, seed: true });
  const { rate, seed } = options;
  if (!(rate >= 0 && rate < 1))
    throw badOption('dropout', 'rate must be at least 0 and below 1', rate);
  if (!Number.isInteger(seed)) throw badOption('dropout', 'seed must be a whole number', seed);
  const array = asArray('dropout', x);
  const [mask, to] = made(array.shape, floatTypeOf(array));
  // Its first draws are as good for seeds in a row, such as the numbers of steps.
  const generator = mersenne(seed);
  const limit = rate * 2 ** 32;
  const scale = 1 / (1 - rate);
  for (let k = 0; k < to.length; k++) to[k] = generator.next() >>> 0 < limit ? 0 : scale;
  return ops.times(array, mask) as never;
}

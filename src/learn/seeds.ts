/**
 * Seeds made from other seeds, and random orders. All random numbers of a training or a sampling follow from one number,
 * wherever it is started again.
 */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/**
 * A 32-bit seed for one of the many purposes of a seed (the last step of MurmurHash3, for each number). Generators take
 * such a seed only: the first numbers of a seed that is small itself are all alike.
 */
export function seedOf(seed: number, ...purpose: readonly number[]): number {
  let hash = seed | 0;
  for (const number of purpose) {
    hash = Math.imul(hash ^ Math.imul(number + 1, 0x9e3779b1), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash;
}

/** The numbers from 0 to below `size` in random order (Fisher and Yates). */
export function shuffled(size: number, seed: number): number[] {
  const generator = xoroshiro128plus(seed);
  const order = Array.from({ length: size }, (_, k) => k);
  for (let last = size - 1; last > 0; last--) {
    const chosen = uniformInt(generator, 0, last);
    [order[last], order[chosen]] = [order[chosen], order[last]];
  }
  return order;
}

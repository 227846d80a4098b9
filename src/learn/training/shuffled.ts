/** Random orders, in which a training sees its examples. */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

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

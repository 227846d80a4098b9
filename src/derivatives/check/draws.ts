/** Random directions. Their entries have few digits, so that sums and halves of them are exact. */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { seedOf } from './seed.js';

/** Draws lists of numbers between 1/2 and 3/2, of either sign. */
export type Draw = (count: number) => number[];

export function draws(seed: number): Draw {
  const generator = xoroshiro128plus(seedOf(seed, 0));
  const one = () => {
    const size = uniformInt(generator, 512, 1535) / 1024;
    return uniformInt(generator, 0, 1) === 0 ? size : -size;
  };
  return (count) => Array.from({ length: count }, one);
}

/** The power of two just below |x|; 1 for 0 and what is not finite. */
export const magnitude = (x: number): number =>
  x === 0 || !Number.isFinite(x) ? 1 : 2 ** Math.max(-1000, Math.floor(Math.log2(Math.abs(x))));

/** The random numbers of one chain: the same for the same seed. */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { normalSampler } from '../../trees/random.js';

export class Chance {
  /** Between 0 and 1. */
  readonly uniform: () => number;
  readonly normal: () => number;

  constructor(seed: number) {
    const generator = xoroshiro128plus(seed);
    this.uniform = () => uniformFloat64(generator);
    this.normal = normalSampler(this.uniform);
  }
}

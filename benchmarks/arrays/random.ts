/** Numbers of the inputs, the same in every process. */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export class Random {
  private readonly generator = xoroshiro128plus(31337);

  /** From -1 to 1, times a scale. */
  readonly numbers = (count: number, scale = 1): Float64Array =>
    Float64Array.from({ length: count }, () => scale * (2 * uniformFloat64(this.generator) - 1));

  /** Whole numbers below an end. */
  readonly labels = (count: number, end: number): number[] =>
    Array.from({ length: count }, () => uniformInt(this.generator, 0, end - 1));
}

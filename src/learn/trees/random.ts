/** Random trees, the same for the same seed. */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { invalidOption } from '../../errors/errors.js';
import { insistOnOptions } from '../../errors/options.js';
import { seedOf } from '../../derivatives/check/seed.js';
import { TreeElements } from '../../derivatives/tree-elements.js';
import { placesOf } from './parts.js';

/** The options of `randomTree`. */
export interface RandomOptions {
  /** An integer; the same seed gives the same tree on every machine. Default 0. */
  readonly seed?: number;
  /** Normal with mean 0, which is the default, or uniform around 0. */
  readonly distribution?: 'normal' | 'uniform';
  /**
   * The standard deviation of normal numbers; the largest size of uniform ones. Default 1. `'fan-in'` makes the standard
   * deviation 1/√n in each array, where n is how many of its numbers one output adds up: all axes but the last together, as in
   * `x @ weights` and `conv2d`; the whole of an array with one axis. A function gives the scale of each array or number by its
   * name and shape, for other layouts.
   */
  readonly scale?: number | 'fan-in' | ((name: string, shape: readonly number[]) => number);
}

/** Draws one number after another. */
type Sampler = () => number;

/** Normal numbers of uniform ones, by polar coordinates (Box and Muller), two at a time. */
export function normalSampler(uniform: Sampler): Sampler {
  let spare: number | null = null;
  return () => {
    if (spare !== null) {
      const x = spare;
      spare = null;
      return x;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}

/**
 * A tree like the given one, of random numbers, which may be scaled for each array. O(size of the tree).
 *
 * @throws DeltaTapeError if an option is out of range.
 * @example
 * const like = { weights: new Float64Array(3), offset: 0 };
 * treeDot(randomTree(like, { seed: 7 }), randomTree(like, { seed: 7 })) > 0 // true
 */
export function randomTree<T>(like: T, options: RandomOptions = {}): T {
  insistOnOptions('randomTree', options, { seed: true, distribution: true, scale: true });
  const { seed = 0, distribution = 'normal', scale = 1 } = options;
  if (!Number.isInteger(seed)) throw invalidOption('seed', 'an integer', seed);
  const generator = xoroshiro128plus(seedOf(seed, 0));
  const uniform = () => uniformFloat64(generator);
  const samplers = { normal: normalSampler(uniform), uniform: () => 2 * uniform() - 1 };
  const draw = samplers[distribution];
  if (draw === undefined) throw invalidOption('distribution', 'normal or uniform', distribution);
  const elements = new TreeElements(like, 'the tree');
  const numbers = new Float64Array(elements.size);
  const whole = { name: '', shape: [], start: 0, size: elements.size };
  const places = typeof scale === 'number' ? [whole] : placesOf(elements.shape);
  for (const { name, shape, start, size } of places) {
    const factor = scaleOf(scale, distribution, name, shape);
    for (let k = start; k < start + size; k++) numbers[k] = factor * draw();
  }
  return elements.rebuild(numbers) as T;
}

function scaleOf(
  scale: NonNullable<RandomOptions['scale']>,
  distribution: string,
  name: string,
  shape: readonly number[],
): number {
  if (scale === 'fan-in') {
    const axes = shape.length > 1 ? shape.slice(0, -1) : shape;
    const inputs = axes.reduce((product, length) => product * length, 1);
    return Math.sqrt((distribution === 'uniform' ? 3 : 1) / inputs);
  }
  const found = typeof scale === 'function' ? scale(name, shape) : scale;
  if (!(found >= 0))
    throw invalidOption(
      'scale',
      "a number of at least 0, 'fan-in', or a function that gives one",
      found,
    );
  return found;
}

/** Says what to do where a function of numpy-ts has no derivative. */
import type { DeltaTapeError } from '../errors/errors.js';
import { notDifferentiable, writesArray } from './errors.js';

const writers = ['copyto', 'fill', 'fill_diagonal', 'place', 'put', 'put_along_axis', 'putmask'];

/** By words that names begin with, after the first that fits. */
const advice: readonly (readonly [names: RegExp, text: string])[] = [
  [
    /^random\./,
    'Draw numbers that depend on nothing, and compute with these: np.add(mean, np.multiply(spread, np.random.standard_normal([3]))).',
  ],
  [
    /^(bitwise_|left_shift|right_shift|invert|packbits|unpackbits|gcd|lcm|ravel_multi|unravel)/,
    'It takes whole numbers, and derivatives are taken by floats.',
  ],
  [
    /^histogram/,
    'Counts jump from one whole number to the next. np.bincount(places, weights) has a derivative with respect to its weights.',
  ],
  [/^sort_complex$/, 'np.sort has one.'],
  [/^nextafter$/, 'It differs from its argument by rounding only.'],
];

export function refusalOf(name: string): DeltaTapeError {
  if (writers.includes(name)) return writesArray(`np.${name}`);
  return notDifferentiable(name, advice.find(([names]) => names.test(name))?.[1]);
}

/**
 * The values that an array holds, each once. Primals tell which values these are, and each has the derivative of its
 * first place.
 */
import type { AnyArray, Operand } from '../array-dual.js';
import { plainOperand } from '../apply.js';
import { asInNumPy } from '../as-in-numpy.js';
import { array } from '../creation.js';
import { numbersOf } from '../elements.js';
import { badOption } from '../errors.js';
import { everything, isArray, type NDArray } from '../library.js';
import { flat, numbersIn, shapeOf } from './building-blocks.js';
import { putBy } from './picked-lanes.js';
import { shapes } from './rearranging.js';

type Kernel = (...args: readonly unknown[]) => unknown;
const kernels = everything as Readonly<Record<string, Kernel>>;

/** The values, as elements of the arrays. */
function taken(values: NDArray, arrays: readonly Operand[]): Operand {
  const all = shapes.concatenate(arrays.map(flat), 0) as AnyArray;
  const numbers = Array.from(numbersIn(all));
  const places = Array.from(numbersOf(values), (value) =>
    numbers.findIndex((a) => a === value || (a !== a && value !== value)),
  );
  return shapes.take(all, places, 0);
}

const plainOf = (x: Operand): unknown => {
  const plain = plainOperand(x);
  return typeof plain === 'number' ? kernels.array([plain]) : plain;
};

/** A function that gives an array of values, or a group with one. */
const ofValues =
  (name: string, count: number) =>
  (...args: readonly unknown[]): unknown => {
    const arrays = args.slice(0, count).map((x) => (Array.isArray(x) ? array(x) : (x as Operand)));
    const found = asInNumPy(name, kernels[name])(...arrays.map(plainOf), ...args.slice(count));
    if (isArray(found)) return taken(found, arrays);
    const { values } = found as { values: NDArray };
    return { ...(found as object), values: taken(values, arrays) };
  };

function unique(x: Operand, ...options: readonly unknown[]): unknown {
  const [axis] = options.slice(3);
  if (axis !== undefined && axis !== null)
    throw badOption('unique', 'axis', axis, 'no axis, for an array that is taken as a vector,');
  return ofValues('unique', 1)(x, ...options);
}

type Listed = Operand | readonly number[];
const arrayOf = (x: Listed): Operand => (Array.isArray(x) ? array(x) : (x as Operand));

/** The sum of the weights of each whole number. */
export function bincount(x: Listed, weights?: Listed, least = 0): unknown {
  const numbers = arrayOf(x);
  if (weights === undefined) return kernels.bincount(plainOf(numbers), undefined, least);
  const own = arrayOf(weights);
  const width = Math.max(least, 0, ...Array.from(numbersIn(numbers), (k) => k + 1));
  if (String(shapeOf(own)) !== String(shapeOf(numbers)))
    throw badOption('bincount', 'weights', shapeOf(own), 'a weight for each number');
  return putBy('bincount', flat(own), [flat(numbers)], width, ([by]) => ({
    places: Int32Array.from(numbersOf(by)),
    gap: Infinity,
  }));
}

export const sets = {
  unique,
  unique_values: ofValues('unique_values', 1),
  unique_all: ofValues('unique_all', 1),
  unique_counts: ofValues('unique_counts', 1),
  unique_inverse: ofValues('unique_inverse', 1),
  union1d: ofValues('union1d', 2),
  intersect1d: ofValues('intersect1d', 2),
  setdiff1d: ofValues('setdiff1d', 2),
  setxor1d: ofValues('setxor1d', 2),
};

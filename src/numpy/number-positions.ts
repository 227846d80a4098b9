/**
 * Numbers where functions of numpy-ts take whole numbers, one number, or arrays. It takes others than it knows for something
 * else, in silence: shifts in an array give NaN, a search for one number gives nothing, booleans beside floats become bytes.
 * Here they mean what they mean in NumPy, or are refused.
 */
import { isReal, primalOf } from '../core/real.js';
import { ArrayDual } from './array-dual.js';
import type { NDArray } from './array-types.js';
import { notWholeNumbers, oneNumberWanted } from './errors.js';
import { isArray, numpy } from './library.js';

type AnyFace = (...args: readonly unknown[]) => unknown;
/** Checks and converts the argument at a position. */
type Meaning = (name: string, x: unknown) => unknown;

/** A whole number, a list of them, or an array, which becomes a list. */
const whole: Meaning = (name, x) => {
  const value = isArray(x) ? listOf(x) : x;
  const all = Array.isArray(value) ? (value.flat(Infinity) as unknown[]) : [value];
  if (!all.every(isWhole)) throw notWholeNumbers(name, x);
  return value;
};
const isWhole = (x: unknown): boolean =>
  (typeof x === 'number' ? Number.isInteger(x) : typeof x === 'bigint') || typeof x === 'boolean';

const oneWhole: Meaning = (name, x) => {
  if (!isWhole(x)) throw notWholeNumbers(name, x, 'a whole number');
  return x;
};

const wholeOrNone: Meaning = (name, x) => (x === null ? x : oneWhole(name, x));

const wholeInList: Meaning = (name, x) => {
  const found = whole(name, x);
  return Array.isArray(found) ? (found as unknown[]) : [found];
};

const oneNumber: Meaning = (name, x) => {
  if (!isReal(x) && !isBigInt(x) && !ArrayDual.is(x)) throw oneNumberWanted(name, x);
  return x;
};
const isBigInt = (x: unknown): boolean => typeof x === 'bigint';

/** An array of numbers: a number is one of one element, and booleans are 0 and 1. */
const array: Meaning = (_name, x) => {
  if (typeof x === 'number') return numpy.array([x]);
  return isArray(x) && !ArrayDual.is(x) && x.dtype === 'bool' ? floats(x) : x;
};
/** The numbers that are put in order, of which one has one place. */
const ordered: Meaning = (name, x) => {
  if (isReal(x)) return numpy.array([primalOf(x)]);
  if (isArray(x) && !ArrayDual.is(x) && x.shape.length === 0) return numpy.array([listOf(x)]);
  return array(name, x);
};
const floats = (x: NDArray): NDArray => x.astype('float64');
const listOf = (x: NDArray): unknown => (x as unknown as { tolist: () => unknown }).tolist();

const numbers: Meaning = (name, x) => (typeof x === 'number' ? x : array(name, x));

type Positions = Readonly<Record<number, Meaning>>;
const groups: readonly (readonly [names: string, positions: Positions])[] = [
  ['repeat roll tile delete delete_', { 1: whole }],
  ['put', { 1: wholeInList }],
  ['diag_indices', { 0: oneWhole, 1: oneWhole }],
  ['eye tri', { 0: oneWhole, 1: wholeOrNone, 2: oneWhole }],
  ['expand_dims polyder polyint', { 1: oneWhole }],
  ['count_nonzero size', { 1: wholeOrNone }],
  ['histogram_bin_edges', { 0: array }],
  ['linspace logspace geomspace', { 0: oneNumber, 1: oneNumber, 2: oneWhole }],
  ['isclose allclose', { 2: oneNumber, 3: oneNumber }],
  ['argsort', { 0: ordered }],
  ['argwhere', { 0: array }],
  ['extract', { 1: array }],
  ['append cov corrcoef', { 0: numbers, 1: numbers }],
  ['in1d intersect1d setdiff1d setxor1d union1d', { 0: array, 1: array }],
];
const known: ReadonlyMap<string, Positions> = new Map(
  groups.flatMap(([names, positions]) =>
    names.split(' ').map((name) => [name, positions] as const),
  ),
);

/** The same function, where what is given at some positions means what it means in NumPy. O(size) of these. */
export function meaningNumbers(name: string, face: AnyFace): AnyFace {
  const inner = special[name]?.(face) ?? face;
  const positions = known.get(name);
  if (positions === undefined) return inner;
  return function (this: unknown, ...args: readonly unknown[]): unknown {
    const meant = args.map((x, k) => (x === undefined ? x : (positions[k]?.(name, x) ?? x)));
    return inner.apply(this, meant);
  };
}

const special: Readonly<Record<string, (face: AnyFace) => AnyFace>> = {
  searchsorted:
    (face) =>
    (xs, v, ...others) =>
      typeof v === 'number'
        ? Number((listOf(face(xs, numpy.array([v]), ...others) as NDArray) as unknown[])[0])
        : face(xs, v, ...others),
  take_along_axis:
    (face) =>
    (xs, indices, axis = -1) =>
      face(xs, indices, axis),
  size: (face) => (xs, axis) => {
    if (typeof axis !== 'number') return face(xs);
    const { shape } = xs as NDArray;
    return shape[axis < 0 ? axis + shape.length : axis];
  },
};

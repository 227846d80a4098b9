/** Results of numpy-ts that differ from NumPy's: with NaN, of the middle of products, of quotients of whole numbers. */
import { isPlain, numbersIn, shapeOf, theirs, type Mended } from './argument-rules.js';
import type { NDArray } from './array-types.js';
import { broadcast, sizeOf } from './elements.js';
import { wrongOption } from './errors.js';

export const shaped = (x: unknown, shape: readonly number[]): unknown =>
  isPlain(x) && String(x.shape) !== String(shape) ? theirs.reshape(x, [...shape]) : x;
export const flat = (x: unknown): unknown => (isPlain(x) ? theirs.ravel(x) : x);

/** NaN counts as the greatest and as the smallest number. */
export const firstNaN: Mended =
  (face) =>
  (x, ...others) => {
    const found = face(x, ...others);
    if (!numbersIn(x).some(Number.isNaN)) return found;
    const isNaN = theirs.isnan(x);
    return isPlain(found)
      ? theirs.where(theirs.any(isNaN, ...others), theirs.argmax(isNaN, ...others), found)
      : theirs.argmax(isNaN);
  };
/** Without NaN, which is the last to be chosen. */
export const besideNaN =
  (name: 'argmax' | 'argmin'): Mended =>
  (face) =>
  (x, ...others) => {
    if (!isPlain(x) || !x.dtype.startsWith('float')) return face(x, ...others);
    const isNaN = theirs.isnan(x);
    const areNaN = theirs.all(isNaN, ...others);
    if (isPlain(areNaN) ? numbersIn(areNaN).some(Boolean) : areNaN === true)
      throw wrongOption(`np.nan${name} was given NaN alone along an axis.`);
    return theirs[name](
      theirs.where(isNaN, name === 'argmax' ? -Infinity : Infinity, x),
      ...others,
    );
  };
/** Counts of whole numbers, or sums beside them; numpy-ts begins with what its memory holds. */
export const counted: Mended = () => (x, weights, least) => {
  const places = numbersIn(x).map(Number);
  const sums = new Array<number>(Math.max(Number(least ?? 0), 0, ...places.map((k) => k + 1))).fill(
    0,
  );
  const added = isPlain(weights) ? numbersIn(weights) : null;
  places.forEach((k, i) => (sums[k] += added === null ? 1 : Number(added[i])));
  return theirs.array(sums);
};
/** The middle of the whole product has the length of the longer one. */
export const ofLonger =
  (name: string): Mended =>
  (face) =>
  (x, y, ...others) => {
    const [n, m] = [x, y].map((z) => sizeOf(shapeOf(z)));
    if (others[0] !== 'same' || n >= m) return face(x, y, ...others);
    const start = name === 'convolve' ? (n - 1) >> 1 : n >> 1;
    return (face(x, y, 'full') as NDArray).slice(`${start}:${start + m}`);
  };
/** NaN equals no other. */
export const withoutNaN: Mended =
  (face) =>
  (...args) => {
    const found = face(...args);
    if (!numbersIn(found).some(Number.isNaN)) return found;
    return theirs.extract(theirs.logical_not(theirs.isnan(found)), found);
  };

/** Whole numbers of other shapes are divided wrongly by numpy-ts. */
export const dividing: Mended = (face) => (x, y) =>
  isPlain(x) && isPlain(y) && broadcast(x.shape, y.shape) !== null
    ? ofMany(face)(spread(x, y), spread(y, x))
    : face(x, y);
/** A single large whole number is divided wrongly by numpy-ts, two are not. */
const ofMany: Mended = (face) => (x, y) => {
  const isOne =
    isPlain(x) && isPlain(y) && sizeOf(x.shape) === 1 && /int64/.test(x.dtype + y.dtype);
  if (!isOne) return face(x, y);
  const both = face(theirs.tile(flat(x), [2]), theirs.tile(flat(y), [2])) as NDArray;
  return theirs.reshape(both.slice('0:1'), [...shapeOf(x)]);
};
const spread = (x: unknown, over: unknown): unknown =>
  String(shapeOf(x)) === String(broadcast(shapeOf(x), shapeOf(over)))
    ? x
    : theirs.add(x, theirs.multiply(over, 0));

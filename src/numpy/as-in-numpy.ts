/**
 * Cases in which numpy-ts computes something else than NumPy, without an error: the result is mended, or refused.
 * `scripts/numpy-python` draws calls and compares the two.
 */
import {
  all,
  besideEachOther,
  choosing,
  counting,
  indexing,
  inParts,
  isPlain,
  made,
  notNegative,
  numbersIn,
  positive,
  shapeOf,
  theirs,
  withAxes,
  withElements,
  type AnyFace,
  type Mended,
} from './argument-rules.js';
import { broadcast, sizeOf } from './elements.js';
import { misshaped, wrongOption } from './errors.js';
import {
  besideNaN,
  counted,
  dividing,
  firstNaN,
  flat,
  ofLonger,
  shaped,
  withoutNaN,
} from './mended-results.js';
import { floats, ofOneDtype } from './one-dtype.js';

/** NaN is not 0. */
const ofNonzero: Mended =
  (face) =>
  (x, ...others) =>
    face(isPlain(x) && x.dtype.startsWith('float') ? theirs.not_equal(x, 0) : x, ...others);

const inFlat: Mended =
  (face) =>
  (x, ...others) =>
    face(others[0] === undefined ? flat(x) : x, ...others);

/** Inverse indices have the shape of what was searched. */
const inverseShaped: Mended =
  (face) =>
  (x, ...others) => {
    const found = face(x, ...others);
    if (isPlain(found) || typeof found !== 'object' || found === null) return found;
    const entries = Object.entries(found).map(([key, part]) => [
      key,
      key.startsWith('inverse') ? shaped(part, shapeOf(x)) : (part as unknown),
    ]);
    return Object.fromEntries(entries) as unknown;
  };

/** The covariance of one variable is a number. */
const squeezed: Mended =
  (face) =>
  (...args) => {
    const found = face(...args);
    return isPlain(found) && String(found.shape) === '1,1' ? shaped(found, []) : found;
  };
/** Variables in columns, of two arrays, are rows of their transposes. */
const byColumns: Mended =
  (face) =>
  (x, y, isByRows, ...others) =>
    isByRows === false && isPlain(x) && isPlain(y)
      ? face(theirs.transpose(x), theirs.transpose(y), true, ...others)
      : face(x, y, isByRows, ...others);

/** Arrays without axes have one. */
const partsWithAxes: Mended =
  (face) =>
  (list, ...others) =>
    face(
      Array.isArray(list)
        ? list.map((x: unknown) => (isPlain(x) && x.shape.length === 0 ? shaped(x, [1]) : x))
        : list,
      ...others,
    );

/** The result has the shape to which operands broadcast, also where one has no axes. */
const broadcasting: Mended =
  (face) =>
  (x, y, ...others) => {
    const found = face(x, y, ...others);
    const axes = Math.max(shapeOf(x).length, shapeOf(y).length);
    if (!isPlain(found) || found.shape.length === axes) return found;
    return shaped(found, broadcast(shapeOf(x), shapeOf(y)) ?? found.shape);
  };
/** Numbers of which the range is taken. */
const ofFinite = (name: string): Mended =>
  all(
    (face) =>
      (x, bins = 10, range, ...others) => {
        if (range === undefined && !numbersIn(x).every((n) => Number.isFinite(Number(n))))
          throw wrongOption(`np.${name} was given numbers that are not finite: give it a range.`);
        const isEmpty = isPlain(x) && sizeOf(x.shape) === 0;
        return face(x, bins, range ?? (isEmpty ? [0, 1] : undefined), ...others);
      },
    positive(name, 1, 'the number of bins'),
  );

/** A variance without degrees of freedom is NaN. */
const ofSome: Mended =
  (face) =>
  (x, axis, ddof = 0, ...others) => {
    const found = face(x, axis, ddof, ...others);
    const axes = axis === undefined || axis === null ? shapeOf(x).keys() : [axis].flat();
    const count = [...(axes as Iterable<number>)].reduce((n, k) => n * (shapeOf(x).at(k) ?? 1), 1);
    if (!isPlain(x) || count > (ddof as number)) return found;
    return isPlain(found) ? theirs.multiply(found, NaN) : NaN;
  };

/** Only equal infinities are close. */
const isClose: Mended =
  (face) =>
  (x, y, ...others) => {
    const found = face(x, y, ...others);
    if (!isPlain(found) || numbersIn(y).every(Number.isFinite)) return found;
    return theirs.logical_or(theirs.logical_and(found, theirs.isfinite(y)), theirs.equal(x, y));
  };
/** A length that is left open must be whole. */
const intoShape: Mended =
  (face) =>
  (x, shape, ...others) => {
    const lengths = [shape].flat() as number[];
    const known = lengths.reduce((n, length) => (length === -1 ? n : n * length), 1);
    const size = sizeOf(shapeOf(x));
    if (lengths.includes(-1) && size % known !== 0)
      throw misshaped(
        `np.reshape: an array of ${size} elements has no shape [${lengths.join(', ')}].`,
      );
    return face(x, shape, ...others);
  };

const each = (names: string, rule: (name: string) => Mended): Record<string, Mended> =>
  Object.fromEntries(names.split(' ').map((name) => [name, rule(name)]));

const mended: Readonly<Record<string, Mended>> = {
  ...each('argwhere count_nonzero flatnonzero nonzero all any where', () => ofNonzero),
  ...each('packbits unpackbits', () => inFlat),
  ...each('tri eye', (name) => notNegative(name, 0, 1)),
  ...each('identity', (name) => notNegative(name, 0)),
  ...each('vander broadcast_to polyder polyint resize', (name) => notNegative(name, 1)),
  ...each('polyfit', (name) => notNegative(name, 2)),
  ...each('zeros ones empty', () => made(1)),
  full: made(2),
  bincount: all(counted, counting, notNegative('bincount', 2)),
  hsplit: inParts('hsplit', (axes) => Math.min(axes - 1, 1)),
  vsplit: inParts('vsplit', () => 0),
  dsplit: inParts('dsplit', () => 2),
  array_split: positive('array_split', 1, 'the number of parts'),
  ...each('compress extract', (name) => all(ofNonzero, choosing(name))),
  ...each('delete delete_', indexing),
  take_along_axis: all(
    indexing('take_along_axis'),
    besideEachOther('take_along_axis'),
    withElements('take_along_axis', 0),
  ),
  searchsorted:
    (face) =>
    (xs, v, ...others) => {
      if (numbersIn(v).some(Number.isNaN))
        throw wrongOption('np.searchsorted was given NaN, which has no place among numbers.');
      return isPlain(v) ? shaped(face(xs, flat(v), ...others), v.shape) : face(xs, v, ...others);
    },
  ...each('unique unique_all unique_inverse', () => inverseShaped),
  cov: all(squeezed, byColumns, withAxes('cov', 0, 0, 2)),
  corrcoef: all(squeezed, withAxes('corrcoef', 0, 1, 2), withElements('corrcoef', 0)),
  digitize:
    (face) =>
    (x, bins, ...others) => {
      const found = face(x, bins, ...others);
      const isNaN = numbersIn(x).some(Number.isNaN);
      return isNaN ? theirs.where(theirs.isnan(x), sizeOf(shapeOf(bins)), found) : found;
    },
  allclose:
    (face) =>
    (x, y, ...others) =>
      numbersIn(y).every(Number.isFinite)
        ? face(x, y, ...others)
        : theirs.all(isClose(theirs.isclose)(x, y, ...others)),
  isclose: isClose,
  ediff1d:
    (face) =>
    (x, ...ends) =>
      face(x, ...ends.map((end) => (Array.isArray(end) ? (end.flat(Infinity) as unknown[]) : end))),
  full_like:
    (face) =>
    (x, value, ...others) => {
      const isOfInts = isPlain(x) && x.dtype.includes('int') && typeof value === 'number';
      return face(x, isOfInts && others[0] === undefined ? Math.trunc(value) : value, ...others);
    },
  insert:
    (face) =>
    (x, place, values, ...others) => {
      const isOfBooleans = isPlain(x) && x.dtype === 'bool';
      return face(x, place, isOfBooleans ? theirs.not_equal(values, 0) : values, ...others);
    },
  ...each('histogram histogram_bin_edges', ofFinite),
  ...each('var variance std nanvar nanstd', () => ofSome),
  ...each('max amax min amin ptp nanmax nanmin', (name) => withElements(name, 0)),
  nanargmax: all(besideNaN('argmax'), withElements('nanargmax', 0)),
  nanargmin: all(besideNaN('argmin'), withElements('nanargmin', 0)),
  ...each('argmax argmin', (name) => all(firstNaN, withElements(name, 0))),
  ...each('polydiv polymul', (name) => withElements(name, 0, 1)),
  ...each('convolve correlate', (name) => all(ofLonger(name), withElements(name, 0, 1))),
  tile: notNegative('tile', 1),
  pad: all(withAxes('pad', 0, 1), notNegative('pad', 1)),
  reshape: intoShape,
  vecdot: all(withAxes('vecdot', 0, 1), withAxes('vecdot', 1, 1)),
  ...each('hstack vstack row_stack dstack column_stack', () => partsWithAxes),
  ...each('concat concatenate', (name) => withAxes(name, 0, 1)),
  ...each(
    'add subtract multiply divide fmod mod remainder gcd lcm logical_and logical_or logical_xor',
    () => broadcasting,
  ),
  kron: (face) => (x, y) => {
    const found = face(x, y);
    return shapeOf(x).length + shapeOf(y).length === 0 ? shaped(found, []) : found;
  },
  diff: all(withAxes('diff', 0, 1), notNegative('diff', 1)),
  // Those of numpy-ts count wrongly beside the main diagonal, and broadcast whole numbers to wrong quotients.
  trace:
    (face) =>
    (x, ...places) =>
      isPlain(x) ? theirs.sum(theirs.diagonal(x, ...places), -1) : face(x, ...places),
  floor_divide: dividing,
  divmod: () => (x, y) => [
    dividing(ofOneDtype('floor_divide', theirs.floor_divide))(x, y),
    broadcasting(ofOneDtype('mod', theirs.mod))(x, y),
  ],
  median:
    (face) =>
    (x, ...others) =>
      face(floats(x), ...others),
  intersect1d: withoutNaN,
  setxor1d:
    (face) =>
    (...args) => {
      if (args.some((x) => numbersIn(x).some(Number.isNaN)))
        throw wrongOption('np.setxor1d was given NaN, which equals no number.');
      return face(...args);
    },
  average:
    (face) =>
    (x, axis, weights, ...others) =>
      face(floats(x), axis, floats(weights), ...others),
  sign: (face) => (x) => {
    const found = face(x);
    return numbersIn(x).some(Number.isNaN) ? theirs.where(theirs.isnan(x), NaN, found) : found;
  },
  append: (face) => (x, values, axis) =>
    axis === undefined ? face(x, values) : withAxes('append', 0, 1)(face)(x, values, axis),
};

/** Rules that hold as well where other arguments are under differentiation. */
const alsoOfDuals: Readonly<Record<string, Mended>> = {
  ...each('where compress extract', () => ofNonzero),
  insert:
    (face) =>
    (x, place, values, ...others) => {
      if (isPlain(x) && !isKnown(values) && !x.dtype.startsWith('float'))
        throw wrongOption(
          `np.insert: an array of ${x.dtype} holds no values under differentiation. Convert it: x.astype('float64').`,
        );
      return face(x, place, values, ...others);
    },
};

/** True if there is nothing under differentiation; rows have checks of their own. */
const isKnown = (x: unknown): boolean =>
  typeof x !== 'object' || x === null || isPlain(x) || (Array.isArray(x) && x.every(isKnown));

/** The same function, as NumPy has it on plain arrays. */
export function asInNumPy(name: string, face: AnyFace): AnyFace {
  const ruled = mended[name]?.(face);
  if (ruled === undefined) return face;
  const otherwise = alsoOfDuals[name]?.(face) ?? face;
  return (...args) => (args.every(isKnown) ? ruled : otherwise)(...args);
}

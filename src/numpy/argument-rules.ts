/** Rules about arguments for which numpy-ts gives something, without an error, where NumPy refuses them. */
import type { NDArray } from './array-types.js';
import { ArrayDual } from './array-dual.js';
import { sizeOf } from './elements.js';
import { misshaped, outOfBounds, wrongOption } from './errors.js';
import { everything, isArray } from './library.js';

export type AnyFace = (...args: readonly unknown[]) => unknown;
/** From a function to one that refuses, or gives what NumPy gives. */
export type Mended = (face: AnyFace) => AnyFace;

/** Functions of numpy-ts, of plain arrays. */
export const theirs = everything as Readonly<Record<string, AnyFace>>;

export const isPlain = (x: unknown): x is NDArray => isArray(x) && !ArrayDual.is(x);
export const numbersIn = (x: unknown): readonly number[] =>
  isPlain(x) ? ([theirs.tolist(x)].flat(Infinity) as number[]) : [];
export const shapeOf = (x: unknown): readonly number[] =>
  isArray(x) || ArrayDual.is(x) ? (x as NDArray).shape : [];

export const all =
  (...rules: readonly Mended[]): Mended =>
  (face) =>
    rules.reduce((inner, rule) => rule(inner), face);

/** Looks at arguments before the call. */
const before =
  (insist: (args: readonly unknown[]) => void): Mended =>
  (face) =>
  (...args) => {
    insist(args);
    return face(...args);
  };

export const notNegative = (name: string, ...positions: readonly number[]): Mended =>
  before((args) => {
    for (const k of positions) {
      const least = Math.min(...([args[k] ?? 0].flat(Infinity) as number[]));
      if (least < 0) throw wrongOption(`np.${name}: ${least} is negative, and must be 0 or more.`);
    }
  });

export const positive = (name: string, position: number, what: string): Mended =>
  before((args) => {
    const given = args[position];
    if (typeof given === 'number' && !(given > 0))
      throw wrongOption(`np.${name}: ${what} is ${given}, and must be positive.`);
  });

export const withElements = (name: string, ...positions: readonly number[]): Mended =>
  before((args) => {
    if (positions.some((k) => isPlain(args[k]) && sizeOf(shapeOf(args[k])) === 0))
      throw misshaped(
        `np.${name} was given an array without elements, for which it has no result.`,
      );
  });

/** Arrays with so many axes. */
export const withAxes = (name: string, of: number, least: number, most = Infinity): Mended =>
  before((args) => {
    const x = Array.isArray(args[of]) ? (args[of] as unknown[])[0] : args[of];
    const count = shapeOf(x).length;
    if (count >= least && count <= most) return;
    const wanted = count < least ? `at least ${least}` : `at most ${most}`;
    throw misshaped(
      `np.${name} takes arrays with ${wanted} axes, and was given one with ${count}.`,
    );
  });

/** Divides an axis into as many equal parts as are asked for. */
export const inParts = (name: string, axisOf: (axes: number) => number): Mended =>
  before(([x, sections]) => {
    const length = shapeOf(x)[axisOf(shapeOf(x).length)];
    if (typeof sections !== 'number' || length === undefined) return;
    if (!(sections > 0) || length % sections !== 0)
      throw misshaped(
        `np.${name} cannot divide an axis of length ${length} into ${sections} equal parts. np.array_split divides it into parts that ` +
          'differ by one.',
      );
  });

/** The length of an axis, or the number of elements. */
const along = (x: unknown, axis: unknown): number =>
  typeof axis === 'number' ? shapeOf(x).at(axis)! : sizeOf(shapeOf(x));

/** A condition chooses among the elements along an axis. */
export const choosing = (name: string): Mended =>
  before(([condition, x, axis]) => {
    const last = numbersIn(condition).findLastIndex(
      (holds) => Boolean(holds) || Number.isNaN(holds),
    );
    const length = along(x, axis);
    if (last >= length)
      throw outOfBounds(
        `np.${name}: the condition chooses index ${last}, but the length is ${length}.`,
      );
  });

/** Indices along an axis. */
export const indexing = (name: string): Mended =>
  before(([x, places, axis]) => {
    const length = along(x, axis);
    const all = isPlain(places) ? numbersIn(places) : ([places].flat(Infinity) as number[]);
    const bad = all.find((place) => place >= length || place < -length);
    if (bad !== undefined)
      throw outOfBounds(`np.${name}: index ${bad} is out of bounds for length ${length}.`);
  });

/** NumPy's other names of dtypes. */
const dtypes: Readonly<Record<string, string>> = {
  ...{
    int: 'int64',
    uint: 'uint64',
    float: 'float64',
    double: 'float64',
    single: 'float32',
  },
  ...{
    half: 'float16',
    complex: 'complex128',
    bool_: 'bool',
    b1: 'bool',
    '?': 'bool',
  },
  ...{
    f2: 'float16',
    f4: 'float32',
    f8: 'float64',
    c8: 'complex64',
    c16: 'complex128',
  },
  ...{ i1: 'int8', i2: 'int16', i4: 'int32', i8: 'int64' },
  ...{ u1: 'uint8', u2: 'uint16', u4: 'uint32', u8: 'uint64' },
};

/** A new array: its shape may be one length, and its dtype has any of its names. */
export const made =
  (position: number): Mended =>
  (face) =>
  (shape, ...others) => {
    const dtype = others[position - 1];
    const named = typeof dtype === 'string' ? (dtypes[dtype] ?? dtype) : dtype;
    const [value] = others;
    const isCut = typeof value === 'number' && typeof named === 'string' && named.includes('int');
    const settled = others.map((x, k) =>
      k === position - 1 ? named : k === 0 && isCut ? Math.trunc(value) : x,
    );
    return face(typeof shape === 'number' ? [shape] : shape, ...settled);
  };

/** Indices that stand beside the elements on all other axes. */
export const besideEachOther = (name: string): Mended =>
  before(([x, places, axis]) => {
    const [one, other] = [shapeOf(x), shapeOf(places)];
    const at = typeof axis === 'number' ? axis : 0;
    if (!isPlain(x) || !isPlain(places) || one.length !== other.length) return;
    const along = at < 0 ? at + one.length : at;
    if (one.some((length, k) => k !== along && length !== other[k]))
      throw misshaped(
        `np.${name}: indices of shape [${other.join(', ')}] do not stand beside an array of shape [${one.join(', ')}].`,
      );
  });

/** Whole numbers from 0 on, which are counted. */
export const counting: Mended = before(([x]) => {
  const bad = numbersIn(x).find((place) => !Number.isInteger(Number(place)) || place < 0);
  if (bad !== undefined)
    throw wrongOption(`np.bincount counts whole numbers from 0 on, but it was given ${bad}.`);
});

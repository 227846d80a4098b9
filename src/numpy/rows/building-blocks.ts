/** Parts of arrays, as functions that are composed of others name them. */
import type { AnyArray, Operand } from '../array-dual.js';
import { plainOperand } from '../apply.js';
import { ofPlain } from '../batch-run.js';
import { made, numbersOf, sizeOf } from '../elements.js';
import { perExample } from '../errors.js';
import { ops, type Axis } from '../ops.js';
import { isReal } from '../../core/real.js';
import type { FloatType, NDArray, Plain } from '../library.js';
import { sliced } from './views.js';
import { moved } from './moving.js';
import { axesOf } from './reductions.js';

export const shapeOf = (x: Operand): readonly number[] => (isReal(x) ? [] : x.shape);
export const dtypeOf = (...xs: readonly Operand[]): FloatType => {
  const arrays = xs.filter((x): x is AnyArray => !isReal(x));
  return arrays.length > 0 && arrays.every(({ dtype }) => dtype === 'float32')
    ? 'float32'
    : 'float64';
};
/** The array, or an array of no dimensions with the number. */
export const asOperand = (x: Operand): AnyArray => (isReal(x) ? ops.spread(x, [], 'float64') : x);
/** With at least one dimension. */
export const asVector = (x: Operand): AnyArray => {
  const array = asOperand(x);
  return array.shape.length > 0 ? array : ops.reshape(array, [1]);
};
export const flat = (x: Operand): AnyArray => {
  const array = asOperand(x);
  return ops.reshape(array, [sizeOf(array.shape)]);
};
/** A number for an array of no dimensions. */
export const settled = (x: Operand): Operand =>
  !isReal(x) && x.shape.length === 0 ? ops.sum(x) : x;

/** The part along one axis, as NumPy writes it between brackets. */
export const along = (x: AnyArray, axis: number, text: string): AnyArray =>
  sliced(
    x,
    x.shape.map((_: number, k: number) => (k === axis ? text : ':')),
  ) as AnyArray;

export const oneAxis = (name: string, shape: readonly number[], axis: number): number =>
  axesOf(name, shape, axis)[0];

/** Numbers of the primal, in order. */
export const numbersIn = (x: Operand): ArrayLike<number> => {
  const plain = plainOperand(x);
  return typeof plain === 'number' ? [plain] : numbersOf(plain);
};

/**
 * Applies a function to the numbers of a vector, for shapes that depend on them.
 *
 * @throws DeltaTapeError if it differs from example to example.
 */
export function sameInAll(
  name: string,
  x: AnyArray,
  f: (numbers: readonly number[]) => number,
): number {
  const found = new Set<number>();
  const size = sizeOf(x.shape);
  ofPlain(x, (plain) => {
    const numbers = numbersOf(plain as NDArray);
    for (let from = 0; from < numbers.length; from += size)
      found.add(f(Array.from({ length: size }, (_, k) => numbers[from + k])));
    return plain;
  });
  if (found.size > 1) throw perExample(`np.${name}`);
  return found.size === 0 ? f(new Array<number>(size).fill(0)) : [...found][0];
}

/** A plain array of numbers that depend on nothing. */
export function constantOf(
  shape: readonly number[],
  numbers: ArrayLike<number>,
  dtype: FloatType = 'float64',
): NDArray {
  const [array, to] = made(shape, dtype);
  to.set(numbers);
  return array;
}

/** Of each element a number, or of the elements of both, in an array that depends on nothing. */
export const constantFrom = (x: Operand, f: (a: number) => number): Plain => {
  const each = (plain: Operand): Plain => {
    if (typeof plain === 'number') return f(plain);
    const array = plain as NDArray;
    return constantOf(array.shape, Array.from(numbersOf(array), f), dtypeOf(array));
  };
  return ofPlain(x, each) as Plain;
};

/** The axes to look along as one, the last. */
interface Lanes {
  readonly lanes: AnyArray;
  readonly axes: readonly number[];
  /** The lengths of the other axes. */
  readonly rest: readonly number[];
  readonly width: number;
  /** The shape without the axes, or with lengths of 1. */
  readonly reduced: (keepdims: boolean) => readonly number[];
}

export function lanesOf(name: string, x: AnyArray, axis: Axis): Lanes {
  const axes = axesOf(name, x.shape, axis);
  const others = [...x.shape.keys()].filter((k) => !axes.includes(k));
  const rest = others.map((k): number => x.shape[k]);
  const width = sizeOf(axes.map((k) => x.shape[k]));
  const lanes = ops.reshape(ops.transpose(x, [...others, ...axes]), [...rest, width]);
  const reduced = (keepdims: boolean) =>
    keepdims ? x.shape.map((d: number, k: number) => (axes.includes(k) ? 1 : d)) : rest;
  return { lanes, axes, rest, width, reduced };
}

/** Elements at places, counted in order, in an array of a shape. */
export const picked = (
  name: string,
  x: AnyArray,
  places: ArrayLike<number>,
  shape: readonly number[],
  /** The distance to others that would be taken instead. */
  distance = Infinity,
): AnyArray => {
  const move = ([a]: readonly NDArray[]): NDArray => {
    const [array, to] = made(shape, dtypeOf(a));
    const from = numbersOf(a);
    for (let k = 0; k < to.length; k++) to[k] = from[places[k]];
    return array;
  };
  return moved({ name, move, distance }, [x]) as AnyArray;
};

/**
 * Converts tangents and cotangents to what compiled code takes, and back. Outside they are vectors, one for each
 * direction, with a number for each real. Inside, a number becomes as many numbers, and an array becomes one array in
 * which the lanes of an element stand side by side. Each conversion is O(numbers).
 */
import { isArray, type ArrayType, type Type } from '../../../ir/ir.js';
import { listed } from './listed.js';
import { floatsHoldNaN } from './no-numbers.js';

/** Gives arrays of zeros. */
interface Arrays {
  readonly array: (length: number) => Float64Array;
}

const fresh: Arrays = { array: (length) => new Float64Array(length) };

/** A vector: the reals of a tree in their order. */
export type Vector = ArrayLike<number>;

/** The number of reals of a value of a type. */
export function sizeOf(value: unknown, type: Type): number {
  if (!isArray(type)) return 1;
  const { of } = type;
  if (of === undefined) return (value as ArrayLike<number>).length;
  return (value as unknown[]).reduce<number>((sum, inner) => sum + sizeOf(inner, of), 0);
}

/** Adds to `to` the part of some vectors that belongs to a value, as compiled code takes it. */
export function give(
  to: unknown[],
  value: unknown,
  type: Type,
  vectors: readonly Vector[],
  from: number,
): void {
  if (isArray(type)) to.push(arrayOf(value, type, vectors, from));
  else for (const vector of vectors) to.push(vector[from]);
}

function arrayOf(
  value: unknown,
  { of }: ArrayType,
  vectors: readonly Vector[],
  from: number,
): unknown {
  const lanes = vectors.length;
  if (of === undefined) {
    const { length } = value as ArrayLike<number>;
    const [vector] = vectors;
    // Code reads directions, and never writes into them.
    if (lanes === 1 && vector instanceof Float64Array && vector.length === length) return vector;
    const made = new Float64Array(lanes * length);
    for (let lane = 0; lane < lanes; lane++) {
      const vector = vectors[lane];
      for (let k = 0; k < length; k++) made[lanes * k + lane] = vector[from + k];
    }
    return made;
  }
  let at = from;
  return listed(value as unknown[], (inner) => {
    const made: unknown[] = [];
    give(made, inner, of, vectors, at);
    at += sizeOf(inner, of);
    return made[0];
  });
}

/** An array of zeros for an array, with lanes. */
export const zerosOf = (
  value: unknown,
  { of }: ArrayType,
  lanes: number,
  arrays: Arrays = fresh,
): unknown =>
  of === undefined
    ? arrays.array(lanes * (value as ArrayLike<number>).length)
    : listed(value as unknown[], (inner) => zerosOf(inner, of, lanes, arrays));

/** Copies what compiled code found for an array into vectors; the result is the place behind it. */
export function take(
  found: unknown,
  { of }: ArrayType,
  vectors: readonly Float64Array[],
  from: number,
): number {
  if (of !== undefined)
    return (found as unknown[]).reduce<number>((at, inner) => take(inner, of, vectors, at), from);
  const lanes = vectors.length;
  const array = found as Float64Array;
  const length = array.length / lanes;
  for (let lane = 0; lane < lanes; lane++) {
    const vector = vectors[lane];
    for (let k = 0; k < length; k++) vector[from + k] = array[lanes * k + lane];
  }
  return from + length;
}

/** The same of one array in which the lanes stand side by side, or of one for each lane. */
export const takeLanes = (
  found: readonly unknown[],
  type: ArrayType,
  vectors: readonly Float64Array[],
  from: number,
): void => {
  if (found.length === 1) take(found[0], type, vectors, from);
  else found.forEach((of, lane) => take(of, type, [vectors[lane]], from));
};

/** The same for columns of objects: of one object after the other. */
export function takeEach(
  columns: readonly unknown[],
  types: readonly Type[],
  vectors: readonly Float64Array[],
  from: number,
): number {
  let at = from;
  const { length } = columns[0] as ArrayLike<unknown>;
  for (let k = 0; k < length; k++)
    columns.forEach((column, which) => {
      at = takeOne(column, types[which], k, vectors, at);
    });
  return at;
}

/** The same for columns whose parts are named in their order: a column and an index, in turn. */
export function takeInOrder(
  columns: readonly unknown[],
  types: readonly Type[],
  order: readonly number[],
  vectors: readonly Float64Array[],
  from: number,
): number {
  let at = from;
  for (let n = 0; n < order.length; n += 2) {
    const which = order[n];
    at = takeOne(columns[which], types[which], order[n + 1], vectors, at);
  }
  return at;
}

/** An element of a column. */
function takeOne(
  column: unknown,
  type: Type,
  k: number,
  vectors: readonly Float64Array[],
  at: number,
): number {
  const inner = isArray(type) ? type.of : undefined;
  if (inner !== undefined) return take((column as readonly unknown[])[k], inner, vectors, at);
  vectors[0][at] = (column as Float64Array)[k];
  return at + 1;
}

/** True if a vector, or an array of cotangents with arrays in it, holds NaN. */
export function holdsNaN(of: unknown): boolean {
  if (of instanceof Float64Array) return floatsHoldNaN(of);
  if (!ArrayBuffer.isView(of) && typeof (of as readonly unknown[])[0] === 'object')
    return (of as readonly unknown[]).some(holdsNaN);
  const numbers = of as ArrayLike<number>;
  for (let k = 0; k < numbers.length; k++) if (numbers[k] !== numbers[k]) return true;
  return false;
}

/** A value with arrays that nobody else writes into. O(size). */
export function ownArrays(value: unknown, type: Type): unknown {
  if (!isArray(type)) return value;
  const { of } = type;
  if (of !== undefined) return listed(value as unknown[], (inner) => ownArrays(inner, of));
  return (value as Float64Array).slice();
}

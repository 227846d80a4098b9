/**
 * The items that functional operators apply a function to, and its results: the elements of vectors, the
 * rows of other arrays.
 */
import { isBlock } from '../../core/block.js';
import { isReal } from '../../core/real.js';
import { ArrayDual, type AnyArray, type Operand } from '../array-dual.js';
import { sameShape } from '../elements.js';
import { doesNotFit, notAnOperand } from '../errors.js';
import { isArray, type FloatType } from '../library.js';
import { ops } from '../ops.js';
import type { Part } from '../row.js';
import { elementAt, sliced, viewOf } from '../rows/views.js';
import { shapes } from '../rows/rearranging.js';

/** An array with at least one dimension. */
export function arrayOf(name: string, x: unknown): AnyArray {
  if (!isArray(x) && !(x instanceof ArrayDual)) throw notAnOperand(name, x);
  if (x.shape.length === 0) throw doesNotFit(name, [x.shape]);
  return x;
}

/** A real, or an array that stands for one if it has no dimensions. */
export function itemOf(name: string, x: unknown): Operand {
  if (isReal(x)) return x;
  if (!isBlock(x)) throw notAnOperand(name, x);
  const array = x as AnyArray;
  return array.shape.length === 0 ? elementAt(array, 0) : array;
}

/** Item `k`. O(item), also in the reverse sweep. */
export const itemAt = (x: AnyArray, k: number): Operand =>
  x.shape.length === 1 ? elementAt(x, k) : sliced(x, [String(k)]);

/** Where item `k` stands in an array of so many dimensions. */
export const partAt = (dimensions: number, k: number): Part =>
  dimensions === 1 ? k : viewOf([String(k)]);

export const shapeOf = (x: Operand): readonly number[] => (isReal(x) ? [] : x.shape);

/** @throws DeltaTapeError if two items have different shapes */
export function insistOnShape(name: string, x: Operand, like: Operand): void {
  if (!sameShape(shapeOf(x), shapeOf(like))) throw doesNotFit(name, [shapeOf(like), shapeOf(x)]);
}

/** The array of some items; of none it is empty. */
export function arrayOfItems(name: string, items: readonly Operand[], dtype: FloatType): AnyArray {
  const [first] = items;
  for (const item of items) insistOnShape(name, item, first);
  return items.length > 0 && !isReal(first)
    ? (shapes.stack(items, 0) as AnyArray)
    : ops.scatter(items, [...items.keys()], { shape: [items.length], dtype });
}

/** The type of results that are reals: that of the arrays. */
export const typeOf = (xs: readonly AnyArray[]): FloatType =>
  xs.length > 0 && xs.every(({ dtype }) => dtype === 'float32') ? 'float32' : 'float64';

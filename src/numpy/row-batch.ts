/** Rows on many examples at once: rules that several rows share. */
import { applyRow } from './apply.js';
import type { AnyArray, Operand } from './array-dual.js';
import { passive } from './batch-run.js';
import { isReal } from '../core/real.js';
import { ops } from './ops.js';
import type { ArrayRow, Batched, Examples } from './row.js';
import type { FloatType, NDArray } from './library.js';

/** An operand with the leading axis, whether or not it has one for each example. */
export function spreadOver<O>({ xs, isOwn, shapes, size }: Examples<O>, k: number): AnyArray {
  const x = xs[k];
  if (isOwn[k]) return x as AnyArray;
  const dtype = isReal(x) ? 'float64' : (x.dtype as FloatType);
  return ops.spread(x, [size, ...shapes[k]], dtype);
}

const ones = (count: number): number[] => new Array<number>(count).fill(1);

/** Operands that broadcast, with so many axes after the leading one. Numbers take the type of the arrays. */
export function aligned<O>({ xs, isOwn, areReals, shapes }: Examples<O>, dims: number): Operand[] {
  const arrays = xs.filter((_, k) => !areReals[k]) as AnyArray[];
  const isNarrow = arrays.length > 0 && arrays.every(({ dtype }) => dtype === 'float32');
  return xs.map((x, k) => {
    if (!isOwn[k]) return x;
    const array = x as AnyArray;
    const missing = dims - shapes[k].length;
    const shape = [array.shape[0], ...ones(missing), ...shapes[k]];
    const wide = missing === 0 ? array : ops.reshape(array, shape);
    return areReals[k] && isNarrow ? ops.cast(wide, 'float32') : wide;
  });
}

export const dimsOf = (shapes: readonly (readonly number[])[]): number =>
  Math.max(0, ...shapes.map(({ length }) => length));

type Again<O> = (xs: readonly Operand[], options: O) => Operand;

/** Of functions on each element: operands broadcast. */
export const elementByElement =
  <O>(again: Again<O>) =>
  (examples: Examples<O>): Batched => ({
    array: again(aligned(examples, dimsOf(examples.shapes)), examples.options) as AnyArray,
    isReal: examples.areReals.every(Boolean),
  });

/** Of functions on the last axes, which have any axes in front of these. Operands have the same axes in front. */
export const inFront =
  <O>(again: Again<O>, isReal: (examples: Examples<O>) => boolean = () => false) =>
  (examples: Examples<O>): Batched => ({
    array: again(
      examples.xs.map((_, k) => spreadOver(examples, k)),
      examples.options,
    ) as AnyArray,
    isReal: isReal(examples),
  });

type OfNumbers = (arrays: readonly NDArray[]) => NDArray;
const numbersRow: ArrayRow<OfNumbers> = {
  name: 'numbers',
  value: (xs, f) => f(xs as readonly NDArray[]),
  pullback: () => [],
  pushforward: () => 0,
  batch: inFront((xs, f) => applyRow(numbersRow, xs, f)),
};

/**
 * Applies a function to the numbers in arrays; the result does not depend on inputs then. It sees the
 * examples of all levels along leading axes, which all arrays have.
 */
export const fromNumbers = (xs: readonly Operand[], f: OfNumbers): AnyArray =>
  applyRow(numbersRow, xs.map(passive), f) as AnyArray;

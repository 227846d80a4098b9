/**
 * The permutation that sorts numbers. It is passive: derivatives go with the elements. Ties keep their order, as
 * JavaScript wants it, so every right algorithm gives the same. NaN is not comparable, and then algorithms differ.
 */
import { OutsideOfTier } from './leave.js';

/** How numbers are compared by which something is sorted: by a difference, or as typed arrays do. */
export type Order = 'difference' | 'value';
type Compare = (x: number, y: number) => number;

const comparing: Readonly<Record<Order, Compare>> = {
  // Equal infinities have no difference, which counts as 0.
  difference: (x, y) => x - y,
  // -0 is less than 0.
  value: (x, y) => x - y || 1 / x - 1 / y,
};

/** The places of some numbers from the least on. O(n log n). */
export function orderOf(numbers: ArrayLike<number>, by: Order): Int32Array {
  const places = Int32Array.from({ length: numbers.length }, (_, k) => k);
  if (!places.every((k) => numbers[k] === numbers[k]))
    throw new OutsideOfTier('numbers that are sorted, and are not comparable');
  const compare = comparing[by];
  return places.sort((j, k) => compare(numbers[j], numbers[k]));
}

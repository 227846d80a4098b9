/**
 * The permutation that sorts numbers. It is passive: derivatives go with the elements. Ties keep their order, as
 * JavaScript wants it, so every right algorithm gives the same. NaN is not comparable, and then algorithms differ.
 */
import { OutsideOfTier } from './leave.js';
import { placesIn } from './text-table.js';

/**
 * The order by which numbers are sorted: by a difference, or as typed arrays do. `inverse` gives, for
 * places, where each of them stands, plus one (text-table.ts).
 */
export type Order = 'difference' | 'value' | 'inverse';
/** The places of an array's numbers from the least on, as a new array. */
export interface OrderOf<Value> {
  readonly tag: 'order';
  readonly by: Order;
  readonly args: readonly [Value];
}
type Compare = (x: number, y: number) => number;

const comparing: Readonly<Record<Exclude<Order, 'inverse'>, Compare>> = {
  // Equal infinities have no difference, which counts as 0.
  difference: (x, y) => x - y,
  // -0 is less than 0.
  value: (x, y) => x - y || 1 / x - 1 / y,
};

/** The places of some numbers from the least on. O(n log n). */
export function orderOf(numbers: ArrayLike<number>, by: Order): Int32Array {
  if (by === 'inverse') return placesIn(numbers);
  const places = Int32Array.from({ length: numbers.length }, (_, k) => k);
  if (!places.every((k) => numbers[k] === numbers[k]))
    throw new OutsideOfTier('numbers that are sorted, and are not comparable');
  const compare = comparing[by];
  return places.sort((j, k) => compare(numbers[j], numbers[k]));
}

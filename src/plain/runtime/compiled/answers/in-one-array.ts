/** Puts the cotangents of all inputs into one array, in the order of the inputs. O(their number). */
import { isArray, type Type } from '../../../ir/ir.js';
import type { Inputs } from '../entry/entry-inputs.js';
import { sizeOf, take, takeEach, takeInOrder } from './lane-values.js';

/**
 * @param shadows the cotangents of arrays
 * @param slopes those of numbers
 */
export function inOneArray(
  types: readonly Type[],
  values: readonly unknown[],
  { places, groups }: Inputs,
  shadows: readonly unknown[],
  slopes: readonly number[],
): Float64Array {
  const isInOrder = groups.every(({ order }) => order === undefined);
  if (places.length === 1 && shadows[0] instanceof Float64Array && isInOrder) return shadows[0];
  let size = 0;
  for (const place of places) size += sizeOf(values[place], types[place]);
  const all = [new Float64Array(size)];
  let [at, array, number] = [0, 0, 0];
  for (let k = 0; k < places.length; k++) {
    const type = types[places[k]];
    const group = groups.find(({ from, to }) => from === k && to > from);
    if (group !== undefined) {
      const { to, order } = group;
      const count = to - k;
      const columns = shadows.slice(array, array + count);
      const own = places.slice(k, to).map((place) => types[place]);
      at =
        order === undefined
          ? takeEach(columns, own, all, at)
          : takeInOrder(columns, own, order, all, at);
      array += count;
      k += count - 1;
    } else if (isArray(type)) at = take(shadows[array++], type, all, at);
    else all[0][at++] = slopes[number++];
  }
  return all[0];
}

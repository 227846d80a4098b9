/** Methods of typed arrays in which duals are held (core/floats/held-elements.ts). */
import type { FloatArray, RealArray } from '../../core/floats/real-array.js';
import { floatOf } from './float-classes.js';
import { elementsOf, filled } from './floats.js';
import { storeElement } from './keys.js';

/**
 * A call of a method of a typed array in which duals are held: that of what stands for the array while they are taken.
 * Parts on the same memory need none.
 */
export function onHeld(
  xs: FloatArray,
  name: PropertyKey,
  call: (on: RealArray) => unknown,
): unknown {
  const floats = floatOf(xs.constructor) ?? 'Float64Array';
  const list = filled(floats, elementsOf(xs)) as RealArray;
  const result = call(list);
  if (!moving.has(name)) return result;
  for (let k = 0; k < xs.length; k++) storeElement(xs, k, list[k]);
  return result === list ? xs : result;
}
const moving = new Set<PropertyKey>(['reverse', 'sort', 'copyWithin', 'fill', 'set']);

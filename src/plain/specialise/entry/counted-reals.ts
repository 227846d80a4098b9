/** Values that say where each real stands. */
import { isArray, type Type } from '../../ir/ir.js';

/** A value like another one of a type, with what counts gives in the place of its reals. O(size). */
export function countedLike(of: unknown, type: Type, count: () => number): unknown {
  if (!isArray(type)) return count();
  const { of: inner } = type;
  return inner === undefined
    ? Float64Array.from(of as ArrayLike<number>, count)
    : Array.from(of as unknown[], (one) => countedLike(one, inner, count));
}

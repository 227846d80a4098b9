/**
 * The part of the arguments that is taken for known: the lengths of short lists of objects, whose fields are read one by one;
 * nothing; the lengths of short arrays, which are taken element by element; and whole numbers, too, but for those that a
 * gradient is taken with respect to.
 */
import { isObject, isRecord } from './own-properties.js';

export type Precision = 'structures' | 'arrays' | 'elements' | 'counts';

/** From the one that code is fastest for, by the one that is right for the most calls, to those that are known best. */
export const precisions: readonly Precision[] = ['structures', 'arrays', 'elements', 'counts'];

/** Longer arrays are never taken element by element. */
export const SHORT = 40;
/** Lists with more objects in them are columns. */
const FEW_OBJECTS = 16;

/** True if arrays of numbers are arrays, however short they are. */
export const takesArrays = (precision: Precision): boolean =>
  precision === 'structures' || precision === 'arrays';

/** True if a list is taken as columns. O(its size). */
export function hasColumns(precision: Precision, of: readonly unknown[]): boolean {
  if (of.length > SHORT) return true;
  if (!takesArrays(precision) || of.length === 0 || !of.every(isObject)) return false;
  return precision === 'arrays' || objectsIn(of, FEW_OBJECTS) < 0;
}

/** The number of objects that may still follow; negative if there are too many. No getter runs. */
function objectsIn(of: unknown, left: number): number {
  if (left < 0 || !isRecord(of) || ArrayBuffer.isView(of)) return left;
  const isList = Array.isArray(of);
  if (isList && typeof of[0] === 'number') return left;
  if (isList && of.length > FEW_OBJECTS) return -1;
  const parts = Object.values(Object.getOwnPropertyDescriptors(of));
  return parts.reduce((n, { value }) => objectsIn(value, n), isList ? left : left - 1);
}

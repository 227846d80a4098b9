/**
 * The part of the arguments that is taken for known: the lengths of short lists of objects, whose fields are read one by one;
 * nothing; the lengths of short arrays, which are taken element by element; and whole numbers, too, but for those that a
 * gradient is taken with respect to.
 */
export type Precision = 'structures' | 'arrays' | 'elements' | 'counts';

/** From the one that code is fastest for, by the one that is right for the most calls, to those that are known best. */
export const precisions: readonly Precision[] = ['structures', 'arrays', 'elements', 'counts'];

/** Longer arrays are never taken element by element. */
export const SHORT = 40;
/** Lists with more objects in them are columns. */
const FEW_OBJECTS = 16;

/** True if a list of objects holds few, with all in them. O(1). */
export const holdsFew = (of: readonly unknown[]): boolean => objectsIn(of, FEW_OBJECTS) >= 0;

/** The number of objects that may still follow; negative if there are too many. */
function objectsIn(of: unknown, left: number): number {
  if (left < 0 || typeof of !== 'object' || of === null || ArrayBuffer.isView(of)) return left;
  if (!Array.isArray(of))
    return Object.values(of).reduce<number>((n, one) => objectsIn(one, n), left - 1);
  if (typeof of[0] === 'number') return left;
  return of.length > FEW_OBJECTS ? -1 : of.reduce<number>((n, one) => objectsIn(one, n), left);
}

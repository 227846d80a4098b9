/** Finds arrays that are known under several names. */

/** Notes an array, with what stands in it; false if it, or an array that has its elements, was met before. */
function isFirst(of: unknown, met: Set<unknown>): boolean {
  if (typeof of !== 'object' || of === null) return true;
  const place = ArrayBuffer.isView(of) ? of.buffer : of;
  let isNew = !met.has(place);
  met.add(place);
  if (Array.isArray(of) && typeof of[0] === 'object')
    for (const row of of) if (!isFirst(row, met)) isNew = false;
  return isNew;
}

/**
 * True if no array of some is another one of them, or one of the others, or has elements of one.
 * O(arrays).
 */
export function areNew(some: readonly unknown[], others: readonly unknown[]): boolean {
  const met = new Set<unknown>();
  for (const of of others) isFirst(of, met);
  return some.every((of) => isFirst(of, met));
}

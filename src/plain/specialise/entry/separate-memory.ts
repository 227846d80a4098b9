/** Memory of arrays that are given: what is written must be seen under one name only. */

/** An array whose elements were looked at one by one. */
interface Itself {
  readonly itself: object;
}

/** The arrays and buffers that an array consists of, or that the objects in it hold, all of which were asked for. */
function memoryOf(of: unknown): readonly object[] {
  if (typeof of !== 'object' || of === null) return [];
  if (ArrayBuffer.isView(of)) return [of.buffer];
  if ('itself' in of) return [(of as Itself).itself];
  const parts = Object.values(of) as readonly unknown[];
  const inner = typeof parts[0] === 'number' ? [] : parts.flatMap(memoryOf);
  return Array.isArray(of) ? [of, ...inner] : parts.flatMap(memoryOf);
}

/** True if arrays that are written share no memory with each other, or with some others. O(their size). */
export function areApart(written: readonly unknown[], others: readonly unknown[]): boolean {
  const all = written.flatMap(memoryOf);
  const own = new Set(all);
  return own.size === all.length && !others.some((one) => memoryOf(one).some((at) => own.has(at)));
}

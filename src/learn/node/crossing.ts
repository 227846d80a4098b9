/** What can cross to another thread and stay what it is. */
import { describe, memberText } from '../../core/errors.js';
import { cannotCross } from './errors.js';

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** What crosses as a whole, and has no parts to look at. */
const isAtomic = (value: object): boolean =>
  ArrayBuffer.isView(value) ||
  value instanceof ArrayBuffer ||
  value instanceof Date ||
  value instanceof RegExp;

function partsOf(value: object): Iterable<readonly [key: unknown, part: unknown]> | undefined {
  if (isAtomic(value)) return [];
  if (Array.isArray(value)) return value.entries();
  if (value instanceof Map || value instanceof Set) return value.entries();
  return isPlain(value) ? Object.entries(value) : undefined;
}

/**
 * Refuses what another thread would get as something else: functions, and instances of classes, which arrive without
 * their class. O(size).
 *
 * @throws DeltaTapeError which names the place.
 */
export function insistOnCrossing(value: unknown, root: string): void {
  const seen = new Set<object>();
  const open: { readonly value: unknown; readonly place: string }[] = [{ value, place: root }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: found, place } = next;
    if (typeof found === 'function' || typeof found === 'symbol') {
      throw cannotCross(place, describe(found));
    }
    if (typeof found !== 'object' || found === null || seen.has(found)) continue;
    seen.add(found);
    const parts = partsOf(found);
    if (parts === undefined) throw cannotCross(place, describe(found));
    for (const [key, part] of parts) {
      if (typeof part === 'number') continue;
      open.push({ value: part, place: place + memberText(key) });
    }
  }
}

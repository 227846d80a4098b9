/** Tells what can cross to another thread and stay what it is. */
import { Buffer } from 'node:buffer';
import { describe, memberText } from '../../errors/errors.js';
import { cannotCross } from '../errors.js';

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** True if it is a view of a built-in class. A Buffer arrives as the Uint8Array that it is. */
const isBuiltInView = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value) as object;
  const isBuiltIn = Object.hasOwn(prototype, 'BYTES_PER_ELEMENT') || value instanceof DataView;
  return isBuiltIn || Buffer.isBuffer(value);
};

/** True if a value crosses as a whole, and has no parts to look at. */
const isAtomic = (value: object): boolean =>
  ArrayBuffer.isView(value)
    ? isBuiltInView(value)
    : value instanceof ArrayBuffer || value instanceof Date || value instanceof RegExp;

/**
 * True if an object is of one of these classes itself. Those of derived classes arrive without their class.
 */
const isExactly = (value: object, ...kinds: readonly { readonly prototype: object }[]): boolean =>
  kinds.some(({ prototype }) => Object.getPrototypeOf(value) === prototype);

/**
 * The parts of an object with their keys; undefined if it cannot cross. Properties of arrays beside the
 * elements cross.
 */
function partsOf(value: object): Iterable<readonly [key: unknown, part: unknown]> | undefined {
  if (isAtomic(value)) return [];
  if (Object.getOwnPropertySymbols(value).length > 0) return undefined;
  if (Array.isArray(value)) {
    if (!isExactly(value, Array)) return undefined;
    // An array without more has elements and `length`, or holes.
    const hasMore = Object.keys(value).length > value.length;
    return hasMore ? Object.entries(value) : value.entries();
  }
  if (value instanceof Map || value instanceof Set) {
    const isBare = isExactly(value, Map, Set) && Object.keys(value).length === 0;
    return isBare ? value.entries() : undefined;
  }
  return isPlain(value) ? Object.entries(value) : undefined;
}

/**
 * Refuses values that another thread would get as something else: functions, and instances of classes, which
 * arrive without their class. O(size).
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

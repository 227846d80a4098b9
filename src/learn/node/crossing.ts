/** Tells what can cross to another thread and stay what it is. */
import { Buffer } from 'node:buffer';
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

/**
 * Copies views that are parts of larger buffers, such as rows of one array, since a message takes along the whole
 * buffer of a view. O(size).
 */
export function compact(value: unknown): unknown {
  const made = new Map<object, unknown>();
  const of = (found: unknown): unknown => {
    if (typeof found !== 'object' || found === null) return found;
    if (made.has(found)) return made.get(found);
    if (ArrayBuffer.isView(found)) return kept(found, copyOfPart(found));
    if (Array.isArray(found)) return fill(found, new Array<unknown>(found.length));
    if (found instanceof Map) {
      const map = kept(found, new Map<unknown, unknown>());
      for (const [key, part] of found) map.set(of(key), of(part));
      return map;
    }
    if (found instanceof Set) {
      const set = kept(found, new Set<unknown>());
      for (const part of found) set.add(of(part));
      return set;
    }
    return isPlain(found) ? fill(found, {}) : found;
  };
  const kept = <T>(from: object, to: T): T => {
    made.set(from, to);
    return to;
  };
  const fill = <T extends object>(from: object, to: T): T => {
    kept(from, to);
    for (const [key, part] of Object.entries(from)) {
      if (key !== '__proto__') (to as Record<string, unknown>)[key] = of(part);
      else Object.defineProperty(to, key, { value: of(part), enumerable: true });
    }
    return to;
  };
  return of(value);
}

function copyOfPart(view: ArrayBufferView): ArrayBufferView {
  const { buffer, byteOffset, byteLength } = view;
  const isPart = byteLength < buffer.byteLength && !(buffer instanceof SharedArrayBuffer);
  if (!isPart || view instanceof DataView) return view;
  const Kind = view.constructor as new (buffer: ArrayBuffer) => ArrayBufferView;
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength);
  return Buffer.isBuffer(view) ? new Uint8Array(bytes) : new Kind(bytes);
}

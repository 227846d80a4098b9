/** Data whose arrays lie in memory that all threads see, so that to send it copies no numbers. */
import { nameOfTypedArray } from '../../core/trees/containers.js';

type Range = [from: number, to: number];
type ViewClass = new (memory: SharedArrayBuffer, start: number, length: number) => ArrayBufferView;

/** Words begin at multiples of this in memory, wherever they began. */
const ALIGNMENT = 8;
const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** Memory for copies, of which the last one counts. */
export class SharedMemory {
  private memory = new SharedArrayBuffer(0);

  /**
   * The same data, whose typed arrays are views of the memory; arrays that share elements do so still. Every copy ends the
   * one before it. O(size).
   *
   * @param value has passed `insistOnCrossing`
   */
  copy(value: unknown): unknown {
    const places = this.filled(viewsIn(value));
    const made = new Map<object, unknown>();
    const of = (found: unknown): unknown => {
      if (typeof found !== 'object' || found === null) return found;
      if (made.has(found)) return made.get(found);
      if (ArrayBuffer.isView(found)) {
        const start = places(found);
        return kept(found, start === null ? found : viewLike(found, this.memory, start));
      }
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
      const isRecord = [Object.prototype, null].includes(Object.getPrototypeOf(found) as object);
      return isRecord ? fill(found, {}) : found;
    };
    const kept = <T>(from: object, to: T): T => {
      made.set(from, to);
      return to;
    };
    const fill = <T extends object>(from: object, to: T): T => {
      kept(from, to);
      for (const key of Object.keys(from)) {
        const part = of((from as Record<string, unknown>)[key]);
        if (key !== '__proto__') (to as Record<string, unknown>)[key] = part;
        else Object.defineProperty(to, key, { value: part, enumerable: true });
      }
      return to;
    };
    return of(value);
  }

  /** Copies the bytes of views, once each, and tells where a view begins; null if it is of shared memory already. */
  private filled(views: readonly ArrayBufferView[]): (view: ArrayBufferView) => number | null {
    const ranges = new Map<ArrayBufferLike, Range[]>();
    for (const { buffer, byteOffset, byteLength } of views) {
      if (buffer instanceof SharedArrayBuffer) continue;
      const own = ranges.get(buffer) ?? [];
      if (own.length === 0) ranges.set(buffer, own);
      own.push([byteOffset - (byteOffset % ALIGNMENT), byteOffset + byteLength]);
    }
    let size = 0;
    const parts = new Map<ArrayBufferLike, { readonly range: Range; readonly start: number }[]>();
    for (const [buffer, own] of ranges) {
      const places = united(own).map((range) => {
        const start = size;
        size += aligned(range[1] - range[0]);
        return { range, start };
      });
      parts.set(buffer, places);
    }
    if (size > this.memory.byteLength) this.memory = new SharedArrayBuffer(size);
    for (const [buffer, places] of parts) {
      for (const { range, start } of places) {
        const [from, to] = range;
        new Uint8Array(this.memory, start).set(new Uint8Array(buffer, from, to - from));
      }
    }
    return ({ buffer, byteOffset }) => {
      const places = parts.get(buffer);
      if (places === undefined) return null;
      const { range, start } = lastUpTo(places, byteOffset);
      return start + byteOffset - range[0];
    };
  }
}

/** All views in data, once each. */
function viewsIn(value: unknown): ArrayBufferView[] {
  const found: ArrayBufferView[] = [];
  const seen = new Set<object>();
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    if (ArrayBuffer.isView(next)) found.push(next);
    else if (next instanceof Map) for (const entry of next) open.push(...entry);
    else {
      const parts: Iterable<unknown> = next instanceof Set ? next : Object.values(next);
      for (const part of parts) if (typeof part === 'object') open.push(part);
    }
  }
  return found;
}

/** Ranges that touch as one. They are put in order. */
function united(ranges: Range[]): Range[] {
  const found: Range[] = [];
  for (const [from, to] of ranges.sort(([one], [other]) => one - other)) {
    const last = found.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}

/** The last place whose range begins at a byte or before it. */
function lastUpTo<P extends { readonly range: Range }>(places: readonly P[], byte: number): P {
  let [low, high] = [0, places.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (places[middle].range[0] <= byte) low = middle;
    else high = middle - 1;
  }
  return places[low];
}

/** A view of the built-in class that another thread would get. */
function viewLike(
  view: ArrayBufferView,
  memory: SharedArrayBuffer,
  start: number,
): ArrayBufferView {
  const name = nameOfTypedArray(view) as string | undefined;
  if (name === undefined) return new DataView(memory, start, view.byteLength);
  const Kind = (globalThis as unknown as Readonly<Record<string, ViewClass>>)[name];
  return new Kind(memory, start, (view as Uint8Array).length);
}

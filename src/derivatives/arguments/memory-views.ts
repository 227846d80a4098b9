/**
 * Typed arrays and other views of memory as parts of trees. Copies of them share memory with each other as
 * the originals do.
 */
import { classOf, nameOfTypedArray } from '../../core/trees/containers.js';

/** A view of memory, or memory itself. It holds no duals. */
export type Memory = ArrayBufferView | ArrayBuffer;

const isBuffer = (value: object): boolean => classOf(value) === 'ArrayBuffer';

/** Memory that is shared with other threads may change at any time, and is not copied. */
export const isMemory = (value: object): value is Memory =>
  isBuffer(ArrayBuffer.isView(value) ? value.buffer : value);

const bufferOf = (value: Memory): ArrayBufferLike =>
  ArrayBuffer.isView(value) ? value.buffer : value;
const startOf = (value: Memory): number => (ArrayBuffer.isView(value) ? value.byteOffset : 0);

const bytesAt = (value: Memory): Uint8Array =>
  new Uint8Array(bufferOf(value), startOf(value), value.byteLength);

/** In larger steps where that can be. */
function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  const isWide = [one, other].every(({ byteOffset, length }) => (byteOffset | length) % 4 === 0);
  const words = (bytes: Uint8Array): ArrayLike<number> =>
    isWide ? new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4) : bytes;
  const [xs, ys] = [words(one), words(other)];
  for (let k = 0; k < xs.length; k++) if (xs[k] !== ys[k]) return false;
  return true;
}

/** The last copy. If the memory has not changed when it is copied again, both callers get this copy. */
const copied = new WeakMap<object, Uint8Array>();

/** The bytes of some memory as they are now. */
export function bytesOf(value: Memory): Uint8Array {
  const now = bytesAt(value);
  const last = copied.get(value);
  if (last !== undefined && areEqual(now, last)) return last;
  const bytes = now.slice();
  copied.set(value, bytes);
  return bytes;
}

/** True if some memory is as it was. */
export const hasBytes = (value: Memory, bytes: Uint8Array): boolean =>
  areEqual(bytesAt(value), bytes);

interface Span {
  from: number;
  to: number;
}

/** Copies with the given bytes, which share memory where the originals do. */
export function copiesOf(bytes: ReadonlyMap<Memory, Uint8Array>): Map<object, object> {
  const spans = new Map<ArrayBufferLike, Span>();
  for (const value of bytes.keys()) {
    const start = startOf(value);
    // Elements stay aligned.
    const from = start - (start % 8);
    const to = start + value.byteLength;
    const span = spans.get(bufferOf(value));
    if (span === undefined) spans.set(bufferOf(value), { from, to });
    else Object.assign(span, { from: Math.min(from, span.from), to: Math.max(to, span.to) });
  }
  const buffers = new Map<ArrayBufferLike, ArrayBuffer>();
  for (const [buffer, { from, to }] of spans) buffers.set(buffer, new ArrayBuffer(to - from));
  const copies = new Map<object, object>();
  for (const [value, content] of bytes) {
    const buffer = buffers.get(bufferOf(value))!;
    const start = startOf(value) - spans.get(bufferOf(value))!.from;
    new Uint8Array(buffer, start, content.length).set(content);
    copies.set(value, ArrayBuffer.isView(value) ? viewLike(value, buffer, start) : buffer);
  }
  return copies;
}

type ViewClass = new (buffer: ArrayBuffer, offset: number, length: number) => ArrayBufferView;

/** A view of the same class, also of one that is derived from a built-in. */
function viewLike(view: ArrayBufferView, buffer: ArrayBuffer, start: number): ArrayBufferView {
  const name = nameOfTypedArray(view) as string | undefined;
  const length = name === undefined ? view.byteLength : (view as Uint8Array).length;
  const all = globalThis as unknown as { readonly [name: string]: ViewClass };
  const copy = new all[name ?? 'DataView'](buffer, start, length);
  return Object.setPrototypeOf(copy, Object.getPrototypeOf(view) as object) as ArrayBufferView;
}

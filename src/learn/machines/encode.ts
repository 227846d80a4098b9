/** Values as bytes, for other machines. */
import { createHash } from 'node:crypto';
import { describe, memberText } from '../../errors/errors.js';
import { nameOfTypedArray } from '../../core/trees/containers.js';
import { cannotCross } from '../errors.js';
import { tooLarge } from './errors.js';
import { FORMAT, KINDS, LARGE, MOST_BYTES, MOST_DEPTH, TAGS } from './format.js';

/** A value as bytes, which name large arrays by the hashes of their bytes. */
export interface Encoded {
  readonly bytes: Uint8Array;
  /** The arrays by their hashes. */
  readonly blobs: ReadonlyMap<string, Uint8Array>;
}

export const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

const utf8 = new TextEncoder();

class Writer {
  private room = new Uint8Array(256);
  private view = new DataView(this.room.buffer);
  private size = 0;
  private readonly hashes = new Map<string, number>();
  private readonly known = new Map<ArrayBufferView, string>();
  readonly blobs = new Map<string, Uint8Array>();
  /** The objects around what is written. */
  private readonly around = new Set<object>();

  constructor(private readonly large: number) {}

  private take(bytes: number): number {
    const at = this.size;
    this.size += bytes;
    if (this.size > MOST_BYTES) throw tooLarge('a message', this.size, MOST_BYTES);
    if (this.size > this.room.length) {
      const room = new Uint8Array(Math.max(this.size, 2 * this.room.length));
      room.set(this.room);
      this.room = room;
      this.view = new DataView(room.buffer);
    }
    return at;
  }

  private byte(x: number): void {
    const at = this.take(1);
    this.room[at] = x;
  }

  private count(x: number): void {
    const at = this.take(4);
    this.view.setUint32(at, x, true);
  }

  private number(x: number): void {
    const at = this.take(8);
    this.view.setFloat64(at, x, true);
  }

  private raw(bytes: Uint8Array): void {
    const at = this.take(bytes.length);
    this.room.set(bytes, at);
  }

  private text(x: string): void {
    const bytes = utf8.encode(x);
    this.count(bytes.length);
    this.raw(bytes);
  }

  value(x: unknown, place: string): void {
    if (typeof x === 'number') {
      this.byte(TAGS.number);
      this.number(x);
    } else if (typeof x === 'string') {
      this.byte(TAGS.text);
      this.text(x);
    } else if (typeof x === 'bigint') {
      this.byte(TAGS.bigint);
      this.text(String(x));
    } else if (x === undefined) this.byte(TAGS.undefined);
    else if (x === null) this.byte(TAGS.null);
    else if (typeof x === 'boolean') this.byte(x ? TAGS.true : TAGS.false);
    else if (typeof x === 'object') this.object(x, place);
    else throw cannotCross(place, describe(x));
  }

  private object(x: object, place: string): void {
    if (ArrayBuffer.isView(x)) return this.array(x, place);
    if (this.around.has(x)) throw cannotCross(place, 'part of itself');
    if (this.around.size >= MOST_DEPTH)
      throw cannotCross(place, `more than ${MOST_DEPTH} levels deep`);
    this.around.add(x);
    const prototype: unknown = Object.getPrototypeOf(x);
    const keys = Object.keys(x);
    if (prototype === Array.prototype) {
      const list = x as unknown[];
      if (keys.length !== list.length) throw cannotCross(place, 'a list with holes or names');
      this.byte(TAGS.list);
      this.count(list.length);
      list.forEach((part, k) => this.value(part, `${place}[${k}]`));
    } else if (prototype === Map.prototype && keys.length === 0) {
      const map = x as Map<unknown, unknown>;
      this.byte(TAGS.map);
      this.count(map.size);
      for (const [key, part] of map) {
        this.value(key, `a key of ${place}`);
        this.value(part, place + memberText(key));
      }
    } else if (prototype === Set.prototype && keys.length === 0) {
      const set = x as Set<unknown>;
      this.byte(TAGS.set);
      this.count(set.size);
      for (const part of set) this.value(part, `a member of ${place}`);
    } else if (
      (prototype === Object.prototype || prototype === null) &&
      Object.getOwnPropertySymbols(x).length === 0
    ) {
      this.byte(TAGS.record);
      this.count(keys.length);
      for (const key of keys) {
        this.text(key);
        this.value((x as Record<string, unknown>)[key], place + memberText(key));
      }
    } else throw cannotCross(place, describe(x));
    this.around.delete(x);
  }

  private array(x: ArrayBufferView, place: string): void {
    const kind = KINDS.indexOf(nameOfTypedArray(x) as (typeof KINDS)[number]);
    const isOwn =
      kind >= 0 &&
      (Object.hasOwn(Object.getPrototypeOf(x) as object, 'BYTES_PER_ELEMENT') ||
        x instanceof Buffer);
    if (!isOwn) throw cannotCross(place, describe(x));
    if (x.byteLength > MOST_BYTES) throw tooLarge(place, x.byteLength, MOST_BYTES);
    const buffer = x.buffer as ArrayBufferLike;
    const bytes = new Uint8Array(buffer, x.byteOffset, x.byteLength);
    if (bytes.length < this.large) {
      this.byte(TAGS.array);
      this.byte(kind);
      this.count(bytes.length);
      this.raw(bytes);
      return;
    }
    let hash = this.known.get(x);
    if (hash === undefined) this.known.set(x, (hash = hashOf(bytes)));
    let index = this.hashes.get(hash);
    if (index === undefined) {
      this.hashes.set(hash, (index = this.hashes.size));
      this.blobs.set(hash, bytes);
    }
    this.byte(TAGS.blob);
    this.byte(kind);
    this.count(bytes.length);
    this.count(index);
  }

  /** The names of blobs come first, so that a reader can fetch them before it reads. */
  whole(): Uint8Array {
    const { hashes, size } = this;
    const head = 5 + 32 * hashes.size;
    const all = new Uint8Array(head + size);
    all[0] = FORMAT;
    new DataView(all.buffer).setUint32(1, hashes.size, true);
    let at = 5;
    for (const hash of hashes.keys()) {
      all.set(Buffer.from(hash, 'hex'), at);
      at += 32;
    }
    all.set(this.room.subarray(0, size), head);
    return all;
  }
}

/**
 * A value as bytes: numbers, texts, lists, plain objects, Maps, Sets and typed arrays. Every bit of a number stays. O(size).
 *
 * @param name how error messages call it
 * @param large arrays of so many bytes are named by their hashes
 * @throws DeltaTapeError if anything else is in it, if it is part of itself, or too large.
 */
export function encode(value: unknown, name: string, large = LARGE): Encoded {
  const writer = new Writer(large);
  writer.value(value, name);
  return { bytes: writer.whole(), blobs: writer.blobs };
}

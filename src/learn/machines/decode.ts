/** Reads bytes of other machines, which may be anybody's: nothing is run, and nothing is taken on trust. */
import { damagedMessage } from './errors.js';
import { FORMAT, KINDS, MOST_BYTES, MOST_DEPTH, TAGS } from './format.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });
type ViewClass = { new (memory: ArrayBufferLike): ArrayBufferView; BYTES_PER_ELEMENT: number };

/** Bytes by their hash, which has been compared. */
type BlobAt = (hash: string) => Uint8Array;

class Reader {
  private readonly view: DataView;
  private depth = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private at: number,
    private readonly hashes: readonly string[],
    private readonly blob: BlobAt,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  private take(count: number): number {
    const { at } = this;
    if (count > this.bytes.length - at) throw damagedMessage('it ends too early');
    this.at += count;
    return at;
  }

  private byte(): number {
    return this.bytes[this.take(1)];
  }

  private raw(count: number): Uint8Array {
    const at = this.take(count);
    return this.bytes.subarray(at, at + count);
  }

  /** So many parts follow, each of at least some bytes: more than there can be are refused before room is made for them. */
  private count(least: number): number {
    const count = this.view.getUint32(this.take(4), true);
    if (count * least > this.bytes.length - this.at) throw damagedMessage('it ends too early');
    return count;
  }

  private text(): string {
    const bytes = this.raw(this.count(1));
    try {
      return utf8.decode(bytes);
    } catch {
      throw damagedMessage('a text is not in UTF-8');
    }
  }

  value(): unknown {
    const tag = this.byte();
    if (tag === TAGS.number) return this.view.getFloat64(this.take(8), true);
    if (tag === TAGS.text) return this.text();
    if (tag === TAGS.undefined) return undefined;
    if (tag === TAGS.null) return null;
    if (tag === TAGS.false || tag === TAGS.true) return tag === TAGS.true;
    if (tag === TAGS.array || tag === TAGS.blob) return this.array(tag === TAGS.blob);
    if (tag === TAGS.bigint) {
      const text = this.text();
      if (!/^-?\d{1,10000}$/.test(text)) throw damagedMessage('a whole number is none');
      return BigInt(text);
    }
    if (++this.depth > MOST_DEPTH) throw damagedMessage('it is too deep');
    const found = this.container(tag);
    this.depth--;
    return found;
  }

  private container(tag: number): unknown {
    if (tag === TAGS.list) {
      return Array.from({ length: this.count(1) }, () => this.value());
    }
    if (tag === TAGS.record) {
      const record = {};
      for (let left = this.count(5); left > 0; left--) {
        const [key, value] = [this.text(), this.value()];
        // As a property of its own, whatever its name is.
        Object.defineProperty(record, key, {
          value,
          enumerable: true,
          writable: true,
          configurable: true,
        });
      }
      return record;
    }
    if (tag === TAGS.map) {
      const map = new Map<unknown, unknown>();
      for (let left = this.count(2); left > 0; left--) {
        const key = this.value();
        map.set(key, this.value());
      }
      return map;
    }
    if (tag === TAGS.set) {
      const set = new Set<unknown>();
      for (let left = this.count(1); left > 0; left--) set.add(this.value());
      return set;
    }
    throw damagedMessage(`it has an unknown tag, ${tag}`);
  }

  private array(isBlob: boolean): ArrayBufferView {
    const name = KINDS.at(this.byte());
    if (name === undefined) throw damagedMessage('an array is of no known kind');
    const Kind = (globalThis as unknown as Readonly<Record<string, ViewClass>>)[name];
    const size = this.view.getUint32(this.take(4), true);
    if (size > MOST_BYTES) throw damagedMessage('an array is too large');
    if (size % Kind.BYTES_PER_ELEMENT !== 0)
      throw damagedMessage('an array has a part of an element');
    let bytes: Uint8Array;
    if (isBlob) {
      const hash = this.hashes.at(this.view.getUint32(this.take(4), true));
      if (hash === undefined) throw damagedMessage('it names no array');
      bytes = this.blob(hash);
      if (bytes.length !== size) throw damagedMessage('an array has another length');
      // What all threads share stays where it is.
      if (bytes.buffer instanceof SharedArrayBuffer && bytes.byteLength === bytes.buffer.byteLength)
        return new Kind(bytes.buffer);
    } else bytes = this.raw(size);
    return new Kind(bytes.slice().buffer);
  }
}

/** The hashes of the arrays that bytes name. */
export function hashesIn(bytes: Uint8Array): string[] {
  if (bytes.length < 5 || bytes[0] !== FORMAT) throw damagedMessage('it is of another form');
  const count = new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, true);
  if (32 * count > bytes.length - 5) throw damagedMessage('it ends too early');
  return Array.from({ length: count }, (_, k) =>
    Buffer.from(bytes.subarray(5 + 32 * k, 37 + 32 * k)).toString('hex'),
  );
}

/**
 * The value that `encode` made bytes of. O(size).
 *
 * @param blob gives the large arrays; shared memory of exactly that size is taken as it is, and everything else is copied
 * @throws DeltaTapeError if they are anything else.
 */
export function decode(bytes: Uint8Array, blob: BlobAt): unknown {
  const hashes = hashesIn(bytes);
  const reader = new Reader(bytes, 5 + 32 * hashes.length, hashes, blob);
  const value = reader.value();
  if (!reader.isAtEnd) throw damagedMessage('something follows it');
  return value;
}

/** Data in Redis under the hashes of their bytes: written once, and read once by each process. */
import type { Redis } from 'ioredis';
import { hashOf, type Encoded } from './encode.js';
import { decode, hashesIn } from './decode.js';
import { damagedMessage, missingData } from './errors.js';
import { MOST_BYTES, MOST_INLINE } from './format.js';

/** The most bytes that a process keeps of what it has read. */
const MOST_KEPT = 1024 ** 3;

/** The hashes under which `putAll` stores what belongs to a value. */
export const hashesOf = ({ bytes, blobs }: Encoded): string[] => [
  ...blobs.keys(),
  ...(bytes.length > MOST_INLINE ? [hashOf(bytes)] : []),
];

export class Blobs {
  /** The newest last. */
  private readonly kept = new Map<string, Promise<Uint8Array>>();
  private keptBytes = 0;
  /** Data that are being written. */
  private readonly puts = new Map<string, Promise<void>>();

  constructor(
    private readonly redis: Redis,
    private readonly seconds: number,
  ) {}

  /** Stores bytes, unless they are there; then they stay longer. */
  put(space: string, hash: string, bytes: Uint8Array): Promise<void> {
    const key = `${space}:${hash}`;
    let found = this.puts.get(key);
    if (found === undefined) {
      found = this.write(key, bytes).finally(() => this.puts.delete(key));
      this.puts.set(key, found);
    }
    return found;
  }

  private async write(key: string, bytes: Uint8Array): Promise<void> {
    if ((await this.redis.expire(key, this.seconds)) === 1) return;
    const { buffer, byteOffset, byteLength } = bytes;
    await this.redis.set(
      key,
      Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength),
      'EX',
      this.seconds,
    );
  }

  /** Stores the large arrays of a value. The rest goes with the message, unless it is large itself. */
  async putAll(space: string, { bytes, blobs }: Encoded): Promise<{ payload: string }> {
    const all = new Map(blobs);
    let payload = Buffer.from(bytes).toString('base64');
    if (bytes.length > MOST_INLINE) {
      const hash = hashOf(bytes);
      all.set(hash, bytes);
      payload = `#${hash}`;
    }
    await Promise.all([...all].map(([hash, blob]) => this.put(space, hash, blob)));
    return { payload };
  }

  /** Bytes in memory that threads share. @throws DeltaTapeError if they are not there, or not what their hash says. */
  get(space: string, hash: string): Promise<Uint8Array> {
    const key = `${space}:${hash}`;
    let found = this.kept.get(key);
    if (found === undefined) {
      found = this.read(key, hash);
      found.catch(() => this.kept.delete(key));
    } else this.kept.delete(key);
    this.kept.set(key, found);
    return found;
  }

  private async read(key: string, hash: string): Promise<Uint8Array> {
    const found = await this.redis.getBuffer(key);
    if (found === null) throw missingData(hash);
    if (found.length > MOST_BYTES || hashOf(found) !== hash)
      throw damagedMessage('its hash is another one');
    const bytes = new Uint8Array(new SharedArrayBuffer(found.length));
    bytes.set(found);
    this.keptBytes += bytes.length;
    for (const [oldest, old] of this.kept) {
      if (this.keptBytes <= MOST_KEPT) break;
      if (oldest === key) continue;
      this.kept.delete(oldest);
      this.keptBytes -= (await old).length;
    }
    return bytes;
  }

  /** The value of a payload, with the hashes of what it took from Redis. */
  async value(space: string, payload: string): Promise<{ value: unknown; hashes: string[] }> {
    const isStored = /^#[\da-f]{64}$/.test(payload);
    const bytes = isStored
      ? await this.get(space, payload.slice(1))
      : new Uint8Array(Buffer.from(payload, 'base64'));
    const named = hashesIn(bytes);
    const blobs = new Map<string, Uint8Array>();
    await Promise.all(named.map(async (hash) => blobs.set(hash, await this.get(space, hash))));
    const value = decode(bytes, (hash) => blobs.get(hash)!);
    return { value, hashes: isStored ? [...named, payload.slice(1)] : named };
  }

  /** Forgets what is not needed any more, here and in Redis. */
  async remove(space: string, hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return;
    this.forget(space, hashes);
    await this.redis.unlink(...hashes.map((hash) => `${space}:${hash}`));
  }

  /** Forgets it here alone. */
  forget(space: string, hashes: readonly string[]): void {
    for (const hash of hashes) {
      const key = `${space}:${hash}`;
      const old = this.kept.get(key);
      if (old === undefined) continue;
      this.kept.delete(key);
      void old.then(({ length }) => (this.keptBytes -= length)).catch(() => {});
    }
  }
}

/**
 * Keeps the memory of numpy-ts from being filled by arrays that nobody holds any more. The garbage collector does not see
 * that memory, and arrays give theirs back by finalisers, which run between tasks only.
 *
 * While there is enough, each array that users get has ballast: an empty buffer of the same size, until the array is
 * collected or disposed of. The collector sees buffers, and runs when there are many. Nothing is written into them,
 * so they take addresses and no memory. A buffer that the array itself held would not help: it goes with the collections of
 * young objects, which run no finalisers.
 *
 * When less than half is free, users' arrays move into the memory that the collector sees, where a loop that never waits has
 * room, too. Functions copy them into the memory of numpy-ts for each use. Once arrays have been finalised, new ones
 * stay there again.
 */
import * as numpy from 'numpy-ts';
import type { NDArray, Numbers, Region, Storage } from '../array-types.js';

const freeBytes = numpy.wasmFreeBytes as unknown as () => number;

const registry = new FinalizationRegistry<ArrayBuffer>(() => undefined);

/** Arrays that are smaller together have one buffer. */
const LEAST = 2 ** 16;
/** The collector runs often enough for a memory of this size; in a smaller one, arrays count for more. */
const ENOUGH = 2 ** 28;

let light = 0;
let isScarce = false;

const watched = new WeakSet<object>();

/** Has arrays let go of their ballast when they are disposed of. */
function watchDisposal(storage: Storage): void {
  const prototype = Object.getPrototypeOf(storage) as Storage;
  if (watched.has(prototype)) return;
  watched.add(prototype);
  const native = Reflect.get(prototype, 'dispose') as (this: Storage) => void;
  prototype.dispose = function (this: Storage) {
    registry.unregister(this);
    native.call(this);
  };
}

const pinned = new WeakSet<Storage>();

/** Leaves an array where it is, since compiled code that runs later reads its memory. */
export const pin = ({ storage }: NDArray): void => void pinned.add(storage);

/** Notes an array that is a user's from now on. Views do not count. */
export function weigh(storage: Storage): void {
  const { wasmRegion, data } = storage;
  if (wasmRegion?.refCount !== 1) return;
  light += data.byteLength;
  if (light >= LEAST) {
    isScarce = freeBytes() < data.buffer.byteLength / 2;
    if (!isScarce) {
      watchDisposal(storage);
      const size = light * Math.max(1, ENOUGH / data.buffer.byteLength);
      registry.register(storage, new ArrayBuffer(size), storage);
    }
    light = 0;
  }
  if (isScarce) move(wasmRegion, [storage]);
}

/** The same of arrays that are kept together, with all that share their memory. */
export function weighAll(storages: Iterable<Storage>): void {
  const sharing = new Map<Region, Storage[]>();
  for (const storage of storages) {
    const { wasmRegion } = storage;
    if (wasmRegion === null) continue;
    const others = sharing.get(wasmRegion);
    if (others === undefined) sharing.set(wasmRegion, [storage]);
    else if (!others.includes(storage)) others.push(storage);
  }
  for (const [region, those] of sharing) {
    if (those.length === 1) weigh(those[0]);
    else if (isScarce && region.refCount === those.length) move(region, those);
  }
}

/** Moves all arrays of a region out of the memory of numpy-ts. */
function move(region: Region, storages: readonly Storage[]): void {
  if (storages.some((one) => pinned.has(one))) return;
  const { ptr, byteLength } = region;
  const copy = storages[0].data.buffer.slice(ptr, ptr + byteLength);
  for (const storage of storages) {
    const { data } = storage;
    const Class = data.constructor as new (
      buffer: ArrayBufferLike,
      offset: number,
      length: number,
    ) => Numbers;
    storage._data = new Class(copy, data.byteOffset - ptr, data.length);
    storage.dispose();
  }
}

/**
 * Makes the garbage collector notice arrays. The collector does not see the memory of numpy-ts. So it takes its time,
 * and finalisers give memory back too late. For each array that users get, an empty buffer of the same size is kept
 * until the array is collected. The collector sees buffers, and runs when there are many. Nothing is written into them,
 * so they take addresses and no memory.
 *
 * A buffer that the array itself held would not help: it goes with the collections of young objects, which run no
 * finalisers.
 */
import type { Storage } from '../array-types.js';

const registry = new FinalizationRegistry<ArrayBuffer>(() => undefined);

/** Arrays that are smaller together have one buffer. */
const LEAST = 2 ** 16;
/** The collector runs often enough for a memory of this size; in a smaller one, arrays count for more. */
const ENOUGH = 2 ** 28;

let light = 0;

/** Notes an array that is a user's from now on. Views do not count. */
export function weigh(storage: Storage): void {
  const { wasmRegion, data } = storage;
  if (wasmRegion?.refCount !== 1) return;
  light += data.byteLength;
  if (light < LEAST) return;
  registry.register(storage, new ArrayBuffer(light * Math.max(1, ENOUGH / data.buffer.byteLength)));
  light = 0;
}

/**
 * Duals that a function stores in typed arrays of its program, which hold numbers alone. While the run
 * lasts, the dual is held here, and NaN stands in its place: code that does not ask here computes NaN, and
 * never a wrong number. When the run ends, the number comes into its place.
 *
 * A dual is held by its bytes, so that it is found through all arrays on the same memory. Reading an element
 * that is not NaN costs one comparison.
 */
import type { Settle } from '../left-behind.js';
import { bitsOfDual } from '../../errors/errors.js';
import { Dual, type Real } from '../real.js';

export type FloatArray = Float64Array | Float32Array;

interface Held {
  readonly xs: FloatArray;
  readonly index: number;
  real: Real;
}

/** By their memory, and by the bytes there. */
const held = new Map<ArrayBufferLike, Map<number, Held>>();

/** True if any duals are held. */
export const areHeld = (): boolean => held.size > 0;

/** True if the memory of an array holds duals. */
export const holdsHeld = (xs: unknown): xs is FloatArray =>
  held.size > 0 && ArrayBuffer.isView(xs) && held.has(xs.buffer);

/** Elements of 4 bytes are others than those of 8 bytes at the same place. */
const placeOf = (xs: FloatArray, index: number): number =>
  2 * (xs.byteOffset + index * xs.BYTES_PER_ELEMENT) + (xs.BYTES_PER_ELEMENT === 8 ? 0 : 1);

/**
 * `xs[index] = x` for a dual that has been rounded as the array does. What is not an index is ignored. The
 * caller notes `settleHeld` as a place that the run leaves behind.
 */
export function hold(xs: FloatArray, index: number, x: Dual): void {
  if (!(index in xs)) return;
  let there = held.get(xs.buffer);
  if (there === undefined) held.set(xs.buffer, (there = new Map<number, Held>()));
  refuseParts(xs, index, there);
  there.set(placeOf(xs, index), { xs, index, real: x });
  xs[index] = NaN;
}

/** An element: `x` is what was read at `k`. */
export const seen = (x: unknown, xs: unknown, k: unknown): unknown =>
  held.size === 0 ? x : ((x !== x ? heldAt(xs, k) : undefined) ?? notBits(x, xs, k));

function notBits<T>(x: T, xs: unknown, k: unknown): T {
  refuseBits(xs, k);
  return x;
}

/**
 * Insists that nothing is made of the bits of a dual, which are those of NaN: an array or view of whole numbers on its
 * memory, a copy of the memory, an element of an array of floats of another size on its bytes.
 *
 * @throws DeltaTapeError `bits-of-real`
 */
export function refuseBits(xs: unknown, k?: unknown): void {
  const there = held.get((ArrayBuffer.isView(xs) ? xs.buffer : xs) as ArrayBufferLike);
  if (there === undefined || there.size === 0) return;
  if (!(xs instanceof Float64Array || xs instanceof Float32Array)) throw bitsIn(xs);
  if (k !== undefined) refuseParts(xs, Number(k), there);
}

const bitsIn = (xs: unknown) => bitsOfDual(Object.prototype.toString.call(xs).slice(8, -1));

/** Refuses an element of 4 bytes in a dual of 8, and one of 8 bytes with a dual of 4 in it. */
function refuseParts(xs: FloatArray, index: number, there: ReadonlyMap<number, Held>): void {
  const byte = xs.byteOffset + index * xs.BYTES_PER_ELEMENT;
  const others =
    xs.BYTES_PER_ELEMENT === 8 ? [2 * byte + 1, 2 * byte + 9] : [2 * (byte - (byte % 8))];
  if (others.some((place) => there.has(place))) throw bitsIn(xs);
}

function heldAt(xs: unknown, k: unknown): Real | undefined {
  if (!ArrayBuffer.isView(xs)) return undefined;
  const array = xs as FloatArray;
  return held.get(array.buffer)?.get(placeOf(array, Number(k)))?.real;
}

/** All elements of an array. O(length). */
export const elementsIn = (xs: FloatArray): Real[] =>
  Array.from(xs, (x, k) => seen(x, xs, k) as Real);

/** Forgets the dual at a place where a number is about to be stored: it may be NaN. */
export function release(xs: FloatArray, index: number): void {
  const there = held.get(xs.buffer);
  if (there === undefined) return;
  refuseParts(xs, index, there);
  there.delete(placeOf(xs, index));
}

/** Puts numbers into the places of all that is held. */
export function settleHeld(settle: Settle): void {
  for (const [buffer, there] of held) {
    for (const [place, one] of there) {
      const { xs, index } = one;
      one.real = settle(one.real);
      const isOpen = one.real instanceof Dual && one.real.run.status !== 'finished';
      if (isOpen) continue;
      there.delete(place);
      // A number may have been stored since, in a way that does not ask here.
      if (typeof one.real === 'number' && Number.isNaN(xs[index])) xs[index] = one.real;
    }
    if (there.size === 0) held.delete(buffer);
  }
}

/** Runs `body`, which knows nothing of duals, with numbers in their places. */
export function withNumbers<T>(primalOf: (x: Real) => number, body: () => T): T {
  if (held.size === 0) return body();
  const all = [...held.values()].flatMap((there) => [...there.values()]);
  for (const { xs, index, real } of all) xs[index] = primalOf(real);
  try {
    return body();
  } finally {
    for (const one of all) {
      const { xs, index, real } = one;
      if (Object.is(xs[index], stored(xs, primalOf(real)))) xs[index] = NaN;
      else release(xs, index);
    }
  }
}

const stored = (xs: FloatArray, x: number): number =>
  xs.BYTES_PER_ELEMENT === 4 ? Math.fround(x) : x;

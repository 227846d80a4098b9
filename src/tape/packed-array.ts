/**
 * The stand-in for a Float64Array where code records into the columns by itself (plain/general/recording):
 * the ids and primals of its elements in typed arrays, as a pair `x`, `x$` is two variables. An element
 * costs 12 bytes there and no object; it becomes a dual when somebody else asks for it.
 *
 * For all other code it is a RealArray: an Array of holes whose prototype, a proxy, finds the elements.
 * Reading one so takes a hundred times as long; translated code reads by `elementAt`. Code that is not
 * translated sees one difference: `Object.keys` does not list the elements, since holes are not keys.
 */
import { recording } from './columns.js';
import { number } from '../core/coerce.js';
import type { Real, Run } from '../core/real.js';
import { Pack, nothing, storeOf, type Store } from './pack.js';
import { packed, setPack } from './is-packed.js';
import { RealArray, prototypeOf, span } from '../core/floats/real-array.js';
import { seen } from '../core/floats/held-elements.js';
import { isView, positionOf } from '../core/floats/real-array-view.js';
import { registerStandIn, takeAddedMembers } from '../core/floats/typed-classes.js';

/** `xs[k]`. */
export function elementAt(xs: ArrayLike<Real>, k: number): Real {
  const pack = packed(xs);
  return pack === undefined || typeof k !== 'number' ? (seen(xs[k], xs, k) as Real) : pack.at(k);
}

/** `key in xs`. The prototype cannot answer this, because `has` of a proxy does not get the array. */
export function isIn(key: PropertyKey, xs: object): boolean {
  const pack = packed(xs);
  const k = positionOf(String(key));
  return pack === undefined || k === undefined ? key in xs : k < pack.length;
}

/** Has the ids of a packed array count as those of another run of the same tape. */
export function repack(xs: RealArray, run: Run): void {
  setPack(xs, packed(xs)!.by(run));
}

// ── Making them ──

class PackedArray extends RealArray {
  override fill(value: unknown, start = 0, end = this.length): this {
    const x = number(value);
    const [from, to] = span(start, end, this.length);
    const pack = packed(this)!;
    for (let k = from; k < to; k++) pack.store(k, x);
    return this;
  }

  override slice(start = 0, end = this.length): Real[] {
    const [from, to] = span(start, end, this.length);
    const pack = packed(this)!;
    const copy = reserved(pack.run!, to - from);
    packed(copy)!.take(pack.of(null, from, to), 0);
    return copy;
  }

  override subarray(start = 0, end = this.length): Real[] {
    const [from, to] = span(start, end, this.length);
    const part = holes(to - from);
    const pack = packed(this)!.of(part, from, to);
    pack.byteOffset = this.byteOffset + from * this.BYTES_PER_ELEMENT;
    setPack(part, pack);
    return part;
  }

  override set(list: ArrayLike<unknown>, offset = 0): void {
    const own = packed(this)!;
    const from = packed(list);
    const fits = Number.isInteger(offset) && offset >= 0 && offset + list.length <= own.length;
    if (from?.run === own.run && fits) own.take(from, offset);
    else super.set(list, offset);
  }

  override get byteOffset(): number {
    return super.byteOffset + packed(this)!.byteOffset;
  }

  override at(k: number): Real {
    const place = Math.trunc(k) || 0;
    return packed(this)!.at(place < 0 ? place + this.length : place);
  }

  override forEach(f: (x: Real, k: number, xs: Real[]) => void, self?: unknown): void {
    for (let k = 0; k < this.length; k++) f.call(self, elementAt(this, k), k, this);
  }

  override *[Symbol.iterator](): ArrayIterator<Real> {
    for (let k = 0; k < this.length; k++) yield elementAt(this, k);
  }
}

export const packedPrototype: RealArray = PackedArray.prototype;

/** Up to here an array of holes is made faster than a sparse one. */
const DENSE = 512;

/**
 * Makes an array one of holes. Long ones go by the greatest length there is, for which V8 makes it sparse
 * and takes no room: an array of 40,000 holes takes 0.2 µs so, and 120 µs otherwise.
 */
function makeHoles(xs: Real[], length: number): void {
  xs.length = 0;
  if (length > DENSE) xs.length = 2 ** 32 - 1;
  xs.length = length;
}

function holes(length: number): PackedArray {
  if (length <= DENSE) return new PackedArray(length);
  const xs = new PackedArray();
  makeHoles(xs, length);
  return xs;
}

function inStore(run: Run, store: Store, start: number, length: number): Real[] {
  takeAddedMembers();
  const xs = holes(length);
  setPack(xs, new Pack(xs, run, store, start, length));
  return xs;
}

/** The stand-in for an input: an array of floats whose elements have ids in succession. */
export function packedInputs(run: Run, first: number, xs: Float64Array): Real[] {
  const ids = new Int32Array(xs.length);
  for (let k = 0; k < ids.length; k++) ids[k] = first + k;
  return inStore(run, storeOf(ids, xs), 0, ids.length);
}

/** Short arrays are parts of a slab: two typed arrays of their own would cost ten times as much. */
const SLAB = 2 ** 13;
const SHORT = SLAB / 8;
const newStore = (length: number): Store =>
  storeOf(new Int32Array(length), new Float64Array(length));
let slab = newStore(SLAB);
let used = 0;

/** Zeros. */
function reserved(run: Run, length: number): Real[] {
  if (length > SHORT) return inStore(run, newStore(length), 0, length);
  if (used + length > SLAB) [slab, used] = [newStore(SLAB), 0];
  used += length;
  return inStore(run, slab, used - length, length);
}

/** As many zeros, packed for the run that records. */
export const packedZeros = (length: number): Real[] => reserved(recording.owner!, length);

const { prototype } = PackedArray;
const plainPrototype = prototypeOf('Float64Array');
registerStandIn(prototype, Float64Array.prototype);

for (const from of [plainPrototype, RealArray.prototype, Array.prototype]) {
  for (const name of Reflect.ownKeys(from)) {
    if (Object.hasOwn(prototype, name) && name !== 'constructor') continue;
    if (name === 'constructor' && from !== plainPrototype) continue;
    Object.defineProperty(prototype, name, Object.getOwnPropertyDescriptor(from, name)!);
  }
}

/** Where the elements are found that an array of holes has not. */
Object.setPrototypeOf(
  prototype,
  new Proxy(plainPrototype, {
    get(target, key, receiver: unknown) {
      const k = positionOf(key);
      return k === undefined
        ? (Reflect.get(target, key, receiver) as unknown)
        : packed(receiver)?.at(k);
    },
    set(target, key, value, receiver: unknown) {
      const k = positionOf(key);
      const pack = packed(receiver);
      if (k === undefined || pack === undefined) return Reflect.set(target, key, value, receiver);
      const x = number(value);
      if (k < pack.length) pack.store(k, x);
      return true;
    },
    has: (target, key) => positionOf(key) !== undefined || Reflect.has(target, key),
  }),
);

// ── Packing arrays that are there ──

/** As many zeros, or more: the ids of numbers. */
let blank = new Int32Array(64);
function blankIds(length: number): Int32Array {
  if (blank.length < length) blank = new Int32Array(Math.max(length, 2 * blank.length));
  return blank;
}

/**
 * The pack by which code that records reads and writes an array: its own if it is packed, one made
 * of it where that can be, or one that has nothing and asks the array each time. O(1), or once O(n).
 */
export function packOf(xs: unknown): Pack {
  const found = packed(xs);
  return found !== undefined && found.run === recording.owner ? found : otherPack(xs, found);
}

export const isBoxed = (xs: unknown): boolean =>
  xs instanceof RealArray && !isView(xs) && Object.getPrototypeOf(xs) === plainPrototype;

function otherPack(xs: unknown, found: Pack | undefined): Pack {
  if (xs instanceof Float64Array) {
    return new Pack(xs, null, { ...nothing, primals: xs }, 0, xs.length, blankIds(xs.length));
  }
  return found === undefined && isBoxed(xs)
    ? packInPlace(xs as RealArray)
    : new Pack(xs, null, nothing, 0, 0);
}

function packInPlace(xs: RealArray): Pack {
  const { length } = xs;
  const pack = packed(packedZeros(length))!;
  for (let k = 0; k < length; k++) pack.store(k, xs[k]);
  const own = pack.of(xs);
  makeHoles(xs, length);
  setPack(xs, own);
  Object.setPrototypeOf(xs, prototype);
  return own;
}

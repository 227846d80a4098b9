/**
 * What stands for a Float64Array where code records into the columns by itself (plain/dual/recording):
 * the ids and primals of its elements in typed arrays, as a pair `x`, `x$` is two variables. An element
 * costs 12 bytes there and no object; it becomes a dual when somebody else asks for it.
 *
 * To others it is a RealArray. It is an Array of holes, and what is looked up in a hole is found by its
 * prototype, a proxy, in a hundred times what an element takes; translated code asks by `elementAt`. The
 * keys of holes are not its own, which `Object.keys` of code that is not translated shows.
 */
import { DeltaDual, columns, recording } from './columns.js';
import { number } from './coerce.js';
import type { Real, Run } from './real.js';
import { RealArray, prototypeOf } from './real-array.js';
import { isView, positionOf } from './real-array-view.js';

const PACK = Symbol('pack');
const { primal } = columns;

const noIds = new Int32Array(0);
const noPrimals = new Float64Array(0);

/** The elements of an array, for as long as they are numbers and duals of one run. */
export class Pack {
  constructor(
    readonly array: unknown,
    /** The run that the ids are of; null where duals cannot be stored. */
    public run: Run | null,
    public ids: Int32Array,
    public primals: Float64Array,
    /** Where the elements are in both. */
    public start: number,
    public length: number,
  ) {}

  /** An element as one value. */
  at(k: number): Real {
    if (!(k >= 0 && k < this.length)) return undefined as unknown as Real;
    const id = this.ids[this.start + k];
    return id > 0 ? new DeltaDual(this.run!, id) : this.primals[this.start + k];
  }

  /** Stores a real that may be a dual of any run. */
  store(k: number, x: Real): void {
    if (typeof x === 'number') {
      this.ids[this.start + k] = 0;
      this.primals[this.start + k] = x;
    } else if (x.run === this.run && x instanceof DeltaDual) {
      this.ids[this.start + k] = x.id;
      this.primals[this.start + k] = primal[x.id];
    } else {
      this.unpack();
      (this.array as Real[])[k] = x;
    }
  }

  /** The array has objects again; this pack is empty from now on, and has others look at the array. */
  private unpack(): void {
    const elements = this.elements();
    const array = Object.setPrototypeOf(this.array, prototypeOf('Float64Array')) as Packed;
    array[PACK] = undefined;
    for (let k = 0; k < elements.length; k++) array[k] = elements[k];
    this.run = null;
    this.ids = noIds;
    this.primals = noPrimals;
    this.length = 0;
  }

  elements(start = 0, end = this.length): Real[] {
    const elements: Real[] = [];
    for (let k = start; k < end; k++) elements.push(this.at(k));
    return elements;
  }

  /** A part that shares the elements, in an array of its own. */
  part(from: number, to: number): Real[] {
    return packedArray(this.run!, this.ids, this.primals, this.start + from, to - from);
  }

  /** Takes the elements of another pack of the same run from position `at` on. */
  take(from: Pack, at: number): void {
    const { ids, primals, start, length } = from;
    this.ids.set(ids.subarray(start, start + length), this.start + at);
    this.primals.set(primals.subarray(start, start + length), this.start + at);
  }
}

interface Packed extends RealArray {
  [PACK]: Pack | undefined;
}

/** The pack of an array that is packed, whatever its run. */
export const packed = (xs: unknown): Pack | undefined => (xs as Packed | null | undefined)?.[PACK];

/** `xs[k]`. */
export function elementAt(xs: ArrayLike<Real>, k: number): Real {
  const pack = packed(xs);
  return pack === undefined || typeof k !== 'number' ? xs[k] : pack.at(k);
}

// ── Making them ──

class PackedArray extends RealArray {
  declare [PACK]: Pack | undefined;

  override fill(value: unknown, start = 0, end = this.length): this {
    const x = number(value);
    const [from, to] = span(start, end, this.length);
    for (let k = from; k < to; k++) storeAt(this, k, x);
    return this;
  }

  override slice(start = 0, end = this.length): Real[] {
    const [from, to] = span(start, end, this.length);
    const pack = this[PACK]!;
    const copy = reserved(pack.run!, to - from);
    packed(copy)!.take(packed(pack.part(from, to))!, 0);
    return copy;
  }

  override subarray(start = 0, end = this.length): Real[] {
    const [from, to] = span(start, end, this.length);
    return this[PACK]!.part(from, to);
  }

  override set(list: ArrayLike<unknown>, offset = 0): void {
    const own = this[PACK]!;
    const from = packed(list);
    const fits = Number.isInteger(offset) && offset >= 0 && offset + list.length <= own.length;
    if (from?.run === own.run && fits) own.take(from, offset);
    else super.set(list, offset);
  }

  override forEach(f: (x: Real, k: number, xs: Real[]) => void, self?: unknown): void {
    for (let k = 0; k < this.length; k++) f.call(self, elementAt(this, k), k, this);
  }

  override *[Symbol.iterator](): ArrayIterator<Real> {
    for (let k = 0; k < this.length; k++) yield elementAt(this, k);
  }
}

/** Stores where an element is. */
function storeAt(xs: RealArray, k: number, x: Real): void {
  const pack = packed(xs);
  if (pack === undefined) xs[k] = x;
  else pack.store(k, x);
}

/** Positions as typed arrays take them: from the end if negative, and none beside the array. */
function span(start: number, end: number, length: number): [from: number, to: number] {
  const at = (index: number): number => {
    const whole = Math.trunc(index) || 0;
    return whole < 0 ? Math.max(0, length + whole) : Math.min(whole, length);
  };
  const from = at(start);
  return [from, Math.max(from, at(end))];
}

export function packedArray(
  run: Run,
  ids: Int32Array,
  primals: Float64Array,
  start = 0,
  length = ids.length,
): Real[] {
  const xs = new PackedArray(length > DENSE ? 0 : length);
  if (length > DENSE) makeHoles(xs, length);
  xs[PACK] = new Pack(xs, run, ids, primals, start, length);
  return xs;
}

/** Up to here an array of holes is made faster than a sparse one. */
const DENSE = 512;

/**
 * Makes an array one of holes. Long ones go by the greatest length there is, for which V8 makes it sparse and
 * takes no room: an array of 40,000 holes takes 0.2 µs so, and 120 µs otherwise.
 */
function makeHoles(xs: Real[], length: number): void {
  xs.length = 0;
  if (length > DENSE) xs.length = 2 ** 32 - 1;
  xs.length = length;
}

/** Short arrays are parts of a slab: two typed arrays of their own would cost ten times as much. */
const SLAB = 2 ** 13;
const SHORT = SLAB / 8;
let slab = { ids: new Int32Array(SLAB), primals: new Float64Array(SLAB), used: 0 };

/** Zeros. */
function reserved(run: Run, length: number): Real[] {
  if (length > SHORT) return packedArray(run, new Int32Array(length), new Float64Array(length));
  if (slab.used + length > SLAB) {
    slab = { ids: new Int32Array(SLAB), primals: new Float64Array(SLAB), used: 0 };
  }
  const start = slab.used;
  slab.used += length;
  return packedArray(run, slab.ids, slab.primals, start, length);
}

/** As many zeros, packed for the run that records. */
export const packedZeros = (length: number): Real[] => reserved(recording.owner!, length);

const { prototype } = PackedArray;
// What is not found before the proxy is asked of it, also when it is assigned for the first time.
prototype[PACK] = undefined;
const plainPrototype = prototypeOf('Float64Array');

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

function otherPack(xs: unknown, found: Pack | undefined): Pack {
  if (xs instanceof Float64Array) {
    return new Pack(xs, null, blankIds(xs.length), xs, 0, xs.length);
  }
  const isBoxed = found === undefined && xs instanceof RealArray && !isView(xs);
  const made = isBoxed && xs.floats === 'Float64Array' ? packInPlace(xs as Packed) : null;
  return made ?? new Pack(xs, null, noIds, noPrimals, 0, 0);
}

function packInPlace(xs: Packed): Pack | null {
  const { length } = xs;
  const run = recording.owner!;
  if (!xs.every((x) => typeof x === 'number' || x.run === run)) return null;
  const pack = packed(reserved(run, length))!;
  for (let k = 0; k < length; k++) pack.store(k, xs[k]);
  const { ids, primals, start } = pack;
  const own = new Pack(xs, run, ids, primals, start, length);
  makeHoles(xs, length);
  xs[PACK] = own;
  Object.setPrototypeOf(xs, prototype);
  return own;
}

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
  ) {}

  /** An element as one value. */
  at(k: number): Real {
    const id = this.ids[k];
    return id > 0 ? new DeltaDual(this.run!, id) : this.primals[k];
  }

  /** Stores a real that may be a dual of any run. */
  store(k: number, x: Real): void {
    if (typeof x === 'number') {
      this.ids[k] = 0;
      this.primals[k] = x;
    } else if (x.run === this.run && x instanceof DeltaDual) {
      this.ids[k] = x.id;
      this.primals[k] = primal[x.id];
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
  }

  elements(start = 0, end = this.ids.length): Real[] {
    const elements: Real[] = [];
    for (let k = start; k < end; k++) elements.push(this.at(k));
    return elements;
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
  return pack === undefined ? xs[k] : pack.at(k);
}

// ── Making them ──

class PackedArray extends RealArray {
  declare [PACK]: Pack | undefined;

  override fill(value: unknown, start?: number, end?: number): this {
    const x = number(value);
    const { ids, primals } = this[PACK]!;
    if (typeof x === 'number') {
      ids.fill(0, start, end);
      primals.fill(x, start, end);
      return this;
    }
    return super.fill(x, start, end);
  }

  override slice(start?: number, end?: number): Real[] {
    const { run, ids, primals } = this[PACK]!;
    return packedArray(run!, ids.slice(start, end), primals.slice(start, end));
  }

  override subarray(start?: number, end?: number): Real[] {
    const { run, ids, primals } = this[PACK]!;
    return packedArray(run!, ids.subarray(start, end), primals.subarray(start, end));
  }

  override set(list: ArrayLike<unknown>, offset = 0): void {
    const { run, ids, primals } = this[PACK]!;
    const from = packed(list);
    if (from === undefined || from.run !== run) {
      super.set(list, offset);
      return;
    }
    primals.set(from.primals, offset);
    ids.set(from.ids, offset);
  }

  override forEach(f: (x: Real, k: number, xs: Real[]) => void, self?: unknown): void {
    for (let k = 0; k < this.length; k++) f.call(self, elementAt(this, k), k, this);
  }

  override *[Symbol.iterator](): ArrayIterator<Real> {
    for (let k = 0; k < this.length; k++) yield elementAt(this, k);
  }
}

function packedArray(run: Run, ids: Int32Array, primals: Float64Array): Real[] {
  const xs = new PackedArray(ids.length);
  xs[PACK] = new Pack(xs, run, ids, primals);
  return xs;
}

/** As many zeros, packed for the run that records. */
export const packedZeros = (length: number): Real[] =>
  packedArray(recording.owner!, new Int32Array(length), new Float64Array(length));

const { prototype } = PackedArray;
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
      if (k < pack.ids.length) pack.store(k, number(value));
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
  if (xs instanceof Float64Array) return new Pack(xs, null, blankIds(xs.length), xs);
  const isBoxed = found === undefined && xs instanceof RealArray && !isView(xs);
  const made = isBoxed && xs.floats === 'Float64Array' ? packInPlace(xs as Packed) : null;
  return made ?? new Pack(xs, null, noIds, noPrimals);
}

function packInPlace(xs: Packed): Pack | null {
  const { length } = xs;
  const run = recording.owner!;
  const ids = new Int32Array(length);
  const primals = new Float64Array(length);
  for (let k = 0; k < length; k++) {
    const x: Real = xs[k];
    if (typeof x === 'number') {
      primals[k] = x;
    } else if (x.run === run) {
      ids[k] = (x as DeltaDual).id;
      primals[k] = primal[ids[k]];
    } else {
      return null;
    }
  }
  xs.length = 0;
  xs.length = length;
  Object.setPrototypeOf(xs, prototype);
  return (xs[PACK] = new Pack(xs, run, ids, primals));
}

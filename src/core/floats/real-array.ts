/**
 * The stand-in for a Float64Array or a Float32Array that may hold duals, which a typed array cannot. A
 * function under differentiation gets one in the place of a typed array. In a result, one that holds only
 * plain numbers becomes a typed array again (trees/containers.ts).
 *
 * It is an Array of reals with another prototype, so reading an element costs what it costs in an array. Its
 * methods are those of typed arrays. What stores an element converts it as they do.
 */
import { lt } from '../comparisons.js';
import { number } from '../coerce.js';
import { noBuffer } from '../../errors/errors.js';
import { numbersOnly } from '../left-behind.js';
import { fround } from '../primitives/piecewise.js';
import { primalOf, type Real } from '../real.js';
import type { FloatArray } from './held-elements.js';
import { spanOf, viewOf } from './real-array-view.js';
import {
  classPrototype,
  originalPrototype,
  registerStandIn,
  standInPrototype,
  takeAddedMembers,
} from './typed-classes.js';

export type { FloatArray };
export type Floats = 'Float64Array' | 'Float32Array';
export const floatArrays = { Float64Array, Float32Array } as const;

type Callback = (x: Real, index: number, xs: Real[]) => unknown;

/** Positions as typed arrays take them: from the end if negative, and none beside the array. */
export function span(start: number, end: number, length: number): [from: number, to: number] {
  const at = (index: number): number => {
    const place = Math.trunc(index) || 0;
    return place < 0 ? Math.max(0, length + place) : Math.min(place, length);
  };
  const from = at(start);
  return [from, Math.max(from, at(end))];
}

/** The typed arrays that arrays became when they outlived their run. */
const typedArrays = new WeakMap<RealArray, FloatArray>();

export abstract class RealArray extends Array<Real> {
  /** The name of the typed array that this stands for. */
  declare readonly floats: Floats;
  declare readonly BYTES_PER_ELEMENT: number;

  /** Where the elements are in the memory of the typed array that this stands for. */
  get byteOffset(): number {
    const part = spanOf(this);
    if (part === undefined) return byteOffsets.get(this) ?? 0;
    return (part.of as RealArray).byteOffset + part.start * this.BYTES_PER_ELEMENT;
  }

  /** A list, from now on in the place of a typed array of the same kind as this. */
  private like(elements: Real[]): Real[] {
    return realArray(this.floats, elements) as Real[];
  }

  /** The elements in an ordinary array. */
  private elements(): Real[] {
    return Array.from({ length: this.length }, (_, k) => this[k]);
  }

  override fill(value: unknown, start?: number, end?: number): this {
    return super.fill(stored(this.floats, value), start, end);
  }

  override map(f: Callback, self?: unknown): never[] {
    const found: Real[] = [];
    this.forEach((x, k) => found.push(stored(this.floats, f.call(self, x, k, this))));
    return this.like(found) as never[];
  }

  override filter(f: Callback, self?: unknown): Real[] {
    const found: Real[] = [];
    this.forEach((x, k) => f.call(self, x, k, this) && found.push(x));
    return this.like(found);
  }

  override slice(start?: number, end?: number): Real[] {
    return this.like(this.elements().slice(start, end));
  }

  override sort(compare: (x: Real, y: Real) => Real = ascending): this {
    const before = this.elements();
    // By the algorithm for typed arrays, which shows where a comparator contradicts itself.
    const order = Float64Array.from(before.keys());
    const isFunction = typeof compare === 'function';
    order.sort(isFunction ? (i, j) => compare(before[i], before[j]) as number : compare);
    order.forEach((from, k) => (this[k] = before[from]));
    return this;
  }

  override toSorted(compare?: (x: Real, y: Real) => Real): Real[] {
    return (this.slice() as this).sort(compare);
  }

  override toReversed(): Real[] {
    return this.slice().reverse();
  }

  override with(index: number, value: unknown): Real[] {
    return this.like(this.elements().with(index, stored(this.floats, value)));
  }

  /** Stores the elements of a list from `offset` on, as typed arrays do. */
  set(list: ArrayLike<unknown>, offset = 0): void {
    const start = Math.trunc(offset) || 0;
    const elements = Array.from(list, (x) => stored(this.floats, x));
    if (start < 0 || start + elements.length > this.length) {
      throw new RangeError('offset is out of bounds');
    }
    elements.forEach((x, k) => (this[start + k] = x));
  }

  /** The elements from `start` to `end` themselves: what is stored there is stored here. */
  subarray(start = 0, end = this.length): Real[] {
    const [from, to] = span(start, end, this.length);
    return viewOf<Real>(this, from, to - from);
  }

  /** The typed array that this stands for, once it holds plain numbers alone. */
  [numbersOnly](): object {
    const elements = this.elements();
    const known = typedArrays.get(this);
    if (known !== undefined || !elements.every((x) => typeof x === 'number')) return known ?? this;
    const part = spanOf(this);
    const whole = (part?.of as RealArray | undefined)?.[numbersOnly]();
    const made = ArrayBuffer.isView(whole)
      ? (whole as FloatArray).subarray(part!.start, part!.start + part!.size)
      : floatArray(this.floats, elements);
    const result = typedArrayOf(this, made);
    typedArrays.set(this, result);
    return result;
  }

  /** The text of a typed array is an object. Elements may be holes (tape/packed-array.ts). */
  toJSON(): object {
    return { ...this.elements(), ...this };
  }
}

/** Of stand-ins for arrays that are not at the beginning of their memory. */
const byteOffsets = new WeakMap<object, number>();

/**
 * Has a new stand-in take the place of `original`: in its memory, and as an instance of its class, with its
 * fields.
 */
export function inPlaceOf(original: FloatArray | RealArray, xs: RealArray): RealArray {
  if (original.byteOffset !== 0) byteOffsets.set(xs, original.byteOffset);
  const prototype = classPrototype(original);
  return prototype === undefined ? xs : withFields(original, asInstanceOf(prototype, xs));
}

/** A new stand-in, from now on for an instance of the class that has a prototype. */
export const asInstanceOf = (prototype: object, xs: RealArray): RealArray =>
  Object.setPrototypeOf(xs, standInPrototype(prototype, prototypes[xs.floats])) as RealArray;

/** An array with the own properties of another that are not elements. */
function withFields<T extends object>(original: object, xs: T): T {
  const isField = (key: PropertyKey) => key !== 'length' && !isElement(key);
  for (const key of Reflect.ownKeys(original).filter(isField))
    Object.defineProperty(xs, key, Object.getOwnPropertyDescriptor(original, key)!);
  return xs;
}

/** The typed array of what stands for one, with these numbers. */
export function typedArrayOf(original: RealArray, numbers: FloatArray): FloatArray {
  const prototype = classPrototype(original);
  return prototype === undefined
    ? numbers
    : withFields(original, Object.setPrototypeOf(numbers, prototype) as FloatArray);
}

class Real64Array extends RealArray {}
class Real32Array extends RealArray {}

const prototypes = { Float64Array: Real64Array.prototype, Float32Array: Real32Array.prototype };

export const prototypeOf = (floats: Floats): RealArray => prototypes[floats];

const hidden = (object: object, properties: Readonly<Record<PropertyKey, unknown>>): void => {
  for (const name of Reflect.ownKeys(properties)) {
    const value = properties[name as string];
    Object.defineProperty(object, name, { value, configurable: true, writable: true });
  }
};

// Methods of arrays that typed arrays do not have.
for (const name of Object.getOwnPropertyNames(Array.prototype)) {
  if (!(name in Float64Array.prototype)) hidden(RealArray.prototype, { [name]: undefined });
}
for (const [floats, Floats] of Object.entries(floatArrays) as [Floats, typeof Float64Array][]) {
  registerStandIn(prototypes[floats], Floats.prototype);
  hidden(prototypes[floats], {
    floats,
    constructor: Floats,
    BYTES_PER_ELEMENT: Floats.BYTES_PER_ELEMENT,
    [Symbol.isConcatSpreadable]: false,
    [Symbol.toStringTag]: floats,
  });
}
for (const name of ['buffer', 'byteLength']) {
  Object.defineProperty(RealArray.prototype, name, {
    get(this: RealArray) {
      if (name === 'buffer') throw noBuffer(this.floats);
      return this.length * (this.floats === 'Float64Array' ? 8 : 4);
    },
  });
}

const ofObjects = Object.getOwnPropertyDescriptor(Object.prototype, '__proto__');
if (ofObjects !== undefined)
  Object.defineProperty(RealArray.prototype, '__proto__', {
    ...ofObjects,
    get(this: object) {
      return typedPrototype(this) ?? (Object.getPrototypeOf(this) as unknown);
    },
  });

/**
 * The prototype of the typed array that a value stands for; undefined if it stands for none, or has got
 * another.
 */
export function typedPrototype(x: unknown): object | undefined {
  return x instanceof RealArray ? originalPrototype(x) : undefined;
}

/** The order of a typed array's `sort`: NaN is last, and −0 before 0. */
function ascending(x: Real, y: Real): number {
  if (lt(x, y)) return -1;
  if (lt(y, x)) return 1;
  const [a, b] = [primalOf(x), primalOf(y)];
  const rank = (z: number) => (Number.isNaN(z) ? 2 : Object.is(z, -0) ? 0 : 1);
  return a === b || Number.isNaN(a) || Number.isNaN(b) ? rank(a) - rank(b) : 0;
}

/** Converts an element as a typed array of this kind does when it is stored. */
export function stored(floats: Floats, value: unknown): Real {
  const real = number(value);
  return floats === 'Float64Array' ? real : fround(real);
}

/**
 * The given list itself, from now on in the place of a typed array. What is empty can be the typed
 * array.
 */
export function realArray(floats: Floats, elements: Real[]): RealArray | FloatArray {
  if (elements.length === 0) return floatArray(floats, elements);
  takeAddedMembers();
  return Object.setPrototypeOf(elements, prototypes[floats]) as RealArray;
}

/**
 * As many zeros. Appended one by one, so that there are no holes; a prototype put on later costs 3 times as
 * much.
 */
export function zeros(floats: Floats, length: number): RealArray | FloatArray {
  if (length === 0) return floatArray(floats, []);
  takeAddedMembers();
  const made = floats === 'Float64Array' ? new Real64Array() : new Real32Array();
  for (let k = 0; k < length; k++) made[k] = 0;
  return made;
}

/** `o[key] = value` for what stands for a typed array: nothing happens where there is no element. */
export function storeAt(xs: RealArray, key: PropertyKey, value: unknown): void {
  if (isElement(key)) {
    const element = stored(xs.floats, value);
    if (isElementOf(xs, key)) xs[key] = element;
    return;
  }
  if (key === 'length') throw new TypeError('Cannot set property length, which has only a getter');
  if (!Reflect.set(xs, key, value)) throw new TypeError(`Cannot assign to ${String(key)}`);
}

/** True if a key is a number or the text of one, which typed arrays take for an index. */
export const isElement = (key: PropertyKey): boolean =>
  typeof key === 'number' ||
  (typeof key === 'string' && (key === '-0' || String(Number(key)) === key));

/** True if a key is the index of an element of the array. */
export function isElementOf(xs: ArrayLike<unknown>, key: PropertyKey): key is number {
  const index = Number(key);
  return Number.isInteger(index) && index >= 0 && index < xs.length && key !== '-0';
}

/**
 * The typed array of that name with some numbers. The constructors ask a list for its iterator, which takes
 * longer.
 */
export function floatArray(floats: Floats, numbers: ArrayLike<Real>): FloatArray {
  const array = new floatArrays[floats](numbers.length);
  for (let k = 0; k < array.length; k++) array[k] = numbers[k] as number;
  return array;
}

/**
 * Property keys, and stores. A dual whose primal is an integer is a position. A dual may be stored wherever an
 * array or object can hold it.
 */
import { fromJump } from '../../core/primitives/boundaries.js';
import { isObject, toPrimitive } from '../../core/coerce.js';
import { packed } from '../../tape/is-packed.js';
import { Dual, primalOf } from '../../core/real.js';
import { areHeld, hold, refuseBits, release, settleHeld } from '../../core/floats/held-elements.js';
import { storedAt } from './keys-of-texts.js';
import { notePlace } from './noted-places.js';
import {
  RealArray,
  isElement,
  isElementOf,
  storeAt,
  stored,
  type FloatArray,
  type Floats,
} from '../../core/floats/real-array.js';
import { dualInTypedArray, notAName, notAnIndex } from './errors.js';
import { stepOf, stepped } from './step-functions.js';
import { readNumber } from './texts.js';

/** A position. Every integer is on the boundary, as there are no positions next to it. */
const position = stepOf(
  'index',
  (x: number) => x,
  () => 0,
);

/** The conversion of a number that is used as an integer. It jumps at integers. */
const integer = stepOf(
  'integer',
  (x: number) => x,
  ([x]) => fromJump(x),
);

/** The plain number of a dual that is used as an integer; any other value itself. */
export const integerOf = (x: unknown): unknown => (x instanceof Dual ? stepped(integer, [x]) : x);

/**
 * `k` as a property key.
 *
 * @throws DeltaTapeError if `k` is a dual whose primal is not an integer.
 */
export function key(k: unknown): PropertyKey {
  if (typeof k === 'number' || typeof k === 'string' || typeof k === 'symbol') return k;
  if (!(k instanceof Dual)) {
    const primitive = toPrimitive(k, 'string');
    return typeof primitive === 'symbol' ? primitive : String(primitive);
  }
  const primal = primalOf(k);
  if (!Number.isInteger(primal)) throw notAnIndex(primal);
  return stepped(position, [k]);
}

/** True if the members of a value are at positions: arrays, texts, and objects with a length. */
export const isList = (o: unknown): boolean =>
  Array.isArray(o) ||
  typeof o === 'string' ||
  (isObject(o) && typeof (o as { readonly length?: unknown }).length === 'number');

/** `o[k] = v`. */
export function set<T>(o: unknown, k: unknown, v: T): T {
  const place = key(k);
  if (place === '__proto__' && v instanceof Dual && isPrototype(o)) return v;
  const pack = packed(o);
  if (pack !== undefined && typeof place === 'number') {
    const x = readNumber(v);
    if (place >>> 0 === place && place < pack.length) pack.store(place, x);
  } else if (Array.isArray(o)) {
    if (o instanceof RealArray) storeAt(o, place, isElement(place) ? readNumber(v) : v);
    else o[place as number] = place === 'length' ? integerOf(v) : v;
  } else if ((typeof v !== 'number' || v !== v) && ArrayBuffer.isView(o)) {
    storeInView(o as never, place, v);
  } else {
    if (k instanceof Dual && !isList(o)) throw notAName(primalOf(k));
    storedAt(o, place);
    if (areHeld()) refuseBits(o, place);
    // A number has no fields: JavaScript throws.
    (o instanceof Dual ? primalOf(o) : (o as Record<PropertyKey, unknown>))[place as never] =
      v as never;
  }
  return v;
}

const prototype = Object.getOwnPropertyDescriptor(Object.prototype, '__proto__');

/**
 * True if `o.__proto__` is the prototype of an object: a number that is stored there has no effect, and
 * a dual would become it.
 */
export function isPrototype(o: unknown): boolean {
  let owner = o == null ? null : (Object(o) as object | null);
  while (owner !== null && !Object.hasOwn(owner, '__proto__'))
    owner = Object.getPrototypeOf(owner) as object | null;
  const found = owner && Object.getOwnPropertyDescriptor(owner, '__proto__');
  return found?.set !== undefined && found.set === prototype?.set;
}

/** Stores what is not a plain number in a typed array. */
function storeInView(xs: Record<PropertyKey, unknown>, place: PropertyKey, v: unknown): void {
  if (!isFloats(xs)) {
    refuseBits(xs);
    xs[place] = integerOf(v);
  } else if (isElement(place)) {
    const x = readNumber(v);
    if (isElementOf(xs as never, place)) storeElement(xs as never, Number(place), x);
  } else xs[place] = v;
}

/** Stores a real in a typed array of floats that is older than the run, or was made by others (core/floats/held-elements.ts). */
export function storeElement(xs: FloatArray, k: number, x: unknown): void {
  if (!(x instanceof Dual)) {
    release(xs, k);
    xs[k] = x as number;
    return;
  }
  const kind = floatsOf(xs);
  if (kind === undefined) throw dualInTypedArray(xs);
  hold(xs, k, stored(kind, x) as Dual);
  notePlace(settleHeld);
}

/** The kind of a typed array whose elements can be held; those in memory that threads share are read by others. */
function floatsOf(xs: FloatArray): Floats | undefined {
  const kind = Object.prototype.toString.call(xs).slice(8, -1);
  const isShared = Object.prototype.toString.call(xs.buffer) === '[object SharedArrayBuffer]';
  return !isShared && (kind === 'Float64Array' || kind === 'Float32Array') ? kind : undefined;
}

/** True if a value is a typed array of floats, of however many bits. */
export const isFloats = (xs: unknown): boolean =>
  ArrayBuffer.isView(xs) && /^\[object Float\d+Array\]$/.test(Object.prototype.toString.call(xs));

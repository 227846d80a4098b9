/** Functions that read objects, for any values. A dual is a number, and has no members of its own. */
import type { FunctionVersions } from '../../functions/function-versions.js';
import { Dual, type Real } from '../../core/real.js';
import { RealArray, realArray } from '../../core/floats/real-array.js';
import { same } from './comparisons.js';
import { asked } from './keys-of-texts.js';
import { ofProperties } from './properties.js';
import { isPrototypeOf, prototypeBy, unlessLength, withoutLength } from './typed-objects.js';
import { enumerated } from './values.js';
import { apply, methods, type Native, type NativeVersion } from './native-versions.js';

/** Functions of an object, or of a number in its place. */
const ofObject =
  (native: Native): NativeVersion =>
  (x, ...rest) =>
    apply(native, undefined, [enumerated(x), ...rest]);

/** Questions of an object about itself. */
const askedOfItself = (native: Native): NativeVersion =>
  function (...args) {
    const isThere = unlessLength(this, args[0], () => apply(native, enumerated(this), args), false);
    return asked(isThere === true, this, args[0]);
  };

/** Functions with an answer that is the same for all numbers. */
const ofNumber =
  (answer: (x: unknown) => unknown) =>
  (native: Native): NativeVersion =>
  (x, ...rest) =>
    x instanceof Dual ? answer(x) : apply(native, undefined, [x, ...rest]);

const textOfKind = (native: Native): NativeVersion =>
  function () {
    return apply(native, this instanceof Dual ? 0 : this, []);
  };

/** Each field becomes one of the copy's own, whatever its name. */
function cloneFields(from: object, copy: object, inside: (x: unknown) => unknown): object {
  const ways = { writable: true, enumerable: true, configurable: true };
  for (const [key, value] of Object.entries(from))
    Object.defineProperty(copy, key, { value: inside(value), ...ways });
  return copy;
}

/** `structuredClone`: duals are values, and stay what they are. */
function cloned(native: Native, x: unknown, done: Map<unknown, unknown>): unknown {
  if (x instanceof Dual) return x;
  if (done.has(x)) return done.get(x);
  const inside = (y: unknown): unknown => cloned(native, y, done);
  if (Array.isArray(x)) {
    const copy: unknown[] = [];
    copy.length = x.length;
    done.set(x, copy);
    if (x instanceof RealArray) {
      x.forEach((y, k) => (copy[k] = y));
      return realArray(x.floats, copy as Real[]);
    }
    return cloneFields(x, copy, inside);
  }
  if (x instanceof Map) {
    const copy = new Map<unknown, unknown>();
    done.set(x, copy);
    x.forEach((value, key) => copy.set(inside(key), inside(value)));
    return copy;
  }
  if (Object.prototype.toString.call(x) === '[object Object]') {
    const copy: Record<string, unknown> = {};
    done.set(x, copy);
    return cloneFields(x as object, copy, inside);
  }
  if (x instanceof Set) {
    const copy = new Set<unknown>();
    done.set(x, copy);
    x.forEach((one) => copy.add(inside(one)));
    return copy;
  }
  return apply(native, undefined, [x]);
}

/** Functions that list all properties of an object. */
const listing =
  (native: Native): NativeVersion =>
  (x, ...rest) =>
    withoutLength(x, apply(native, undefined, [enumerated(x), ...rest]));

/** Functions of one property of an object, which give `other` where there is none. */
const ofOneProperty =
  (other: unknown) =>
  (native: Native): NativeVersion =>
  (x, name, ...rest) =>
    unlessLength(x, name, () => apply(native, undefined, [enumerated(x), name, ...rest]), other);

const reads = ['keys', 'values', 'entries', 'getOwnPropertySymbols'];
const itself = (x: unknown) => x;
/** Elements of a typed array can always be written. */
const fixing =
  (native: Native): NativeVersion =>
  (x) => {
    if (x instanceof Dual) return x;
    return apply(native, Object, [x instanceof RealArray ? new Float64Array(1) : x]);
  };

export const ofObjects: FunctionVersions = [
  ...ofProperties,
  ...methods(Object, reads, ofObject),
  ...methods(Object, ['getOwnPropertyNames', 'getOwnPropertyDescriptors'], listing),
  ...methods(Object, ['getOwnPropertyDescriptor'], ofOneProperty(undefined)),
  ...methods(
    Object,
    ['hasOwn'],
    (native): NativeVersion =>
      (x, name) =>
        asked(ofOneProperty(false)(native)(x, name) === true, x, name),
  ),
  ...methods(Object, ['freeze', 'seal'], fixing),
  ...methods(Object, ['preventExtensions'], ofNumber(itself)),
  ...methods(
    Object,
    ['isFrozen', 'isSealed'],
    ofNumber(() => true),
  ),
  ...methods(
    Object,
    ['isExtensible'],
    ofNumber(() => false),
  ),
  ...methods(
    Object,
    ['getPrototypeOf'],
    (native): NativeVersion =>
      (x) =>
        x instanceof Dual ? Number.prototype : prototypeBy(native, Object, x),
  ),
  ...methods(Object.prototype, ['isPrototypeOf'], isPrototypeOf),
  ...methods(Object.prototype, ['hasOwnProperty', 'propertyIsEnumerable'], askedOfItself),
  ...methods(Object.prototype, ['toString'], textOfKind),
  [Object.is, same],
  ...methods(
    globalThis,
    ['structuredClone'],
    (native): NativeVersion =>
      (x, ...rest) =>
        rest.length > 0 ? apply(native, undefined, [x, ...rest]) : cloned(native, x, new Map()),
  ),
];

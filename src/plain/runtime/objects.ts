/** Functions that read objects, for any values. A dual is a number, and has no members of its own. */
import type { FunctionVersions } from '../../core/function-versions.js';
import { Dual, type Real } from '../../core/real.js';
import { RealArray, realArray } from '../../core/floats/real-array.js';
import { same } from './comparisons.js';
import { plain } from './operators.js';
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
    return apply(native, enumerated(this), args);
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

/** `structuredClone`: duals are values, and stay what they are. */
function cloned(native: Native, x: unknown, done: Map<unknown, unknown>): unknown {
  if (x instanceof Dual) return x;
  if (done.has(x)) return done.get(x);
  const inside = (y: unknown): unknown => cloned(native, y, done);
  if (Array.isArray(x)) {
    const copy: unknown[] = [];
    copy.length = x.length;
    done.set(x, copy);
    x.forEach((y, k) => (copy[k] = inside(y)));
    if (x instanceof RealArray) return realArray(x.floats, copy as Real[]);
    return copy;
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
    for (const [key, value] of Object.entries(x as object)) copy[key] = inside(value);
    return copy;
  }
  return apply(native, undefined, [x]);
}

const reads = ['keys', 'values', 'entries', 'getOwnPropertyNames', 'getOwnPropertySymbols'];
const descriptions = ['getOwnPropertyDescriptor', 'getOwnPropertyDescriptors', 'hasOwn'];
const itself = (x: unknown) => x;

export const ofObjects: FunctionVersions = [
  ...methods(Object, [...reads, ...descriptions], ofObject),
  ...methods(Object, ['freeze', 'seal', 'preventExtensions'], ofNumber(itself)),
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
    ofNumber(() => Number.prototype),
  ),
  ...methods(Object.prototype, ['hasOwnProperty', 'propertyIsEnumerable'], askedOfItself),
  ...methods(Object.prototype, ['toString'], textOfKind),
  [
    Object.assign,
    (target: object, ...sources: unknown[]) =>
      Object.assign(target, ...sources.map(enumerated)) as unknown,
  ],
  // A number is no prototype.
  ...methods(
    Object,
    ['create', 'setPrototypeOf'],
    (native): NativeVersion =>
      (...args) =>
        apply(native, Object, args.map(plain)),
  ),
  [Object.is, same],
  ...methods(
    globalThis,
    ['structuredClone'],
    (native): NativeVersion =>
      (x, ...rest) =>
        rest.length > 0 ? apply(native, undefined, [x, ...rest]) : cloned(native, x, new Map()),
  ),
];

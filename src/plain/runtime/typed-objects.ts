/**
 * The properties that objects show where an array stands for a typed array: that has the prototype of
 * its kind, and no length of its own.
 */
import {
  RealArray,
  floatArrays,
  isElementOf,
  typedPrototype,
} from '../../core/floats/real-array.js';
import { apply, type Native, type NativeVersion } from './native-versions.js';

/** The prototype of what is not a dual, by a native function that finds it. */
export const prototypeBy = (native: Native, self: unknown, ...args: readonly unknown[]): unknown =>
  typedPrototype(args.length === 0 ? self : args[0]) ?? apply(native, self, args);

/** True if an object is among the prototypes of another. */
export const isPrototypeOf = (native: Native): NativeVersion =>
  function (x) {
    const of = typedPrototype(x);
    return of === undefined ? apply(native, this, [x]) : this === of || apply(native, this, [of]);
  };

/** The object of `o.length = …`: a typed array does not let its length be written. */
export const sized = (o: unknown): unknown =>
  o instanceof RealArray ? new floatArrays[o.floats](0) : o;

/** The object of `delete o[k]`: a typed array does not let elements be taken away. */
export const removable = (o: unknown): unknown =>
  o instanceof RealArray ? new Proxy({}, { deleteProperty: (_, key) => isRemoved(o, key) }) : o;

const isRemoved = (xs: RealArray, key: PropertyKey): boolean =>
  key === 'length' || (!isElementOf(xs, key) && Reflect.deleteProperty(xs, key));

/** `Reflect.deleteProperty`. */
export const deleting =
  (native: Native): NativeVersion =>
  (o, key) =>
    apply(native, Reflect, [removable(o), key]);

const isLength = (x: unknown, name: unknown): boolean =>
  name === 'length' && x instanceof RealArray;

/** The names or the descriptors of all properties of `x`, without the length. */
export function withoutLength<T>(x: unknown, all: T): T {
  if (!(x instanceof RealArray)) return all;
  if (Array.isArray(all)) return all.filter((name) => name !== 'length') as T;
  delete (all as { length?: unknown }).length;
  return all;
}

/** The answer about one property of `x`, by its name. */
export const unlessLength = (x: unknown, name: unknown, told: () => unknown, other: unknown) =>
  isLength(x, name) ? other : told();

/**
 * `bind` in a run. A bound function keeps its receiver and its first arguments where nobody can reach them, and may outlive
 * the run. So they are held in a list here, in which numbers take the places of duals (settling.ts).
 */
import { own, apply, type Native, type NativeVersion } from './native-versions.js';

const bound = new WeakMap<object, unknown[]>();

/** The receiver and the arguments of a function that was bound in a run, to be changed in place; undefined for others. */
export const boundParts = (f: object): unknown[] | undefined => bound.get(f);

const isObject = (x: unknown): boolean =>
  (typeof x === 'object' && x !== null) || typeof x === 'function';

export const binding = (native: Native): NativeVersion =>
  function (...parts) {
    const f = own(this);
    if (typeof f !== 'function' || !parts.some(isObject)) return apply(native, f, parts);
    const result = apply(native, reading(f as NativeVersion, parts), []) as object;
    bound.set(result, parts);
    return result;
  };

/** A function of the same name, length and prototypes that reads the list whenever it is called. */
function reading(f: NativeVersion, parts: unknown[]): NativeVersion {
  const reader = function (...rest: unknown[]): unknown {
    const [self, ...given] = parts;
    if (new.target === undefined) return apply(f, self, [...given, ...rest]);
    const made = new.target === reader ? f : new.target;
    return Reflect.construct(f, [...given, ...rest], made);
  };
  Object.setPrototypeOf(reader, Object.getPrototypeOf(f) as object);
  Object.defineProperty(reader, 'name', { value: f.name });
  const length = Math.max(0, f.length - Math.max(0, parts.length - 1));
  Object.defineProperty(reader, 'length', { value: length });
  Object.defineProperty(reader, 'prototype', { value: f.prototype as unknown });
  return reader;
}

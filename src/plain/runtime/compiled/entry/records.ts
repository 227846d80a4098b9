/** Reads objects and tuples for compiled code: data properties only, so that reading runs no code of others. */

import { kindOf, object } from '../../../../core/trees/containers.js';

export type Held = Readonly<Record<string | number, unknown>>;

/** Says that an object has no such data property. */
export const NONE = Symbol('none');

// Modules keep them, since each look at an object by a global takes a look at the global.
const {
  getOwnPropertyDescriptor,
  getOwnPropertyNames,
  getOwnPropertySymbols,
  getPrototypeOf,
  hasOwn,
} = Object;

/** True if fields can be read of a value, or elements of a tuple, which has as many as are known. */
export function holds(of: unknown, isTuple: boolean, size: number): of is Held {
  if (typeof of !== 'object' || of === null || isTuple !== Array.isArray(of)) return false;
  return !isTuple || (isPlainList(of) && of.length === size);
}

const { iterator } = Symbol;

/**
 * True if a value is an array of JavaScript, of no class that is derived from these, that loops go
 * through as through any.
 */
export const isPlainList = (of: unknown): of is readonly unknown[] =>
  Array.isArray(of) && getPrototypeOf(of) === Array.prototype && !hasOwn(of, iterator);

/** A data property, or NONE; also where what is spread would not have it. */
export function heldBy(of: Held, key: string | number): unknown {
  const property = getOwnPropertyDescriptor(of, key);
  const isThere = property?.enumerable === true && 'value' in property;
  // As a run reads it, where a proxy gives something else.
  return isThere ? of[key] : NONE;
}

/**
 * True if an object is an instance of a class, of no class that is derived from it, and has no fields of some names.
 *
 * @param fields how many other fields it has at least
 */
export function isInstance(
  of: object,
  made: unknown,
  names: readonly string[],
  fields = 0,
): true | undefined {
  if (typeof made !== 'function' || getPrototypeOf(of) !== made.prototype) return undefined;
  // To list all names takes no longer than to ask for two.
  if (names.length > 1 && fields > 0 && getOwnPropertyNames(of).length === fields) return true;
  for (let k = 0; k < names.length; k++) if (hasOwn(of, names[k])) return undefined;
  return true;
}

/** The value of a data property of an object; undefined if there is none. */
export function held(of: unknown, name: string): unknown {
  const isObject = typeof of === 'object' && of !== null;
  const property = isObject ? getOwnPropertyDescriptor(of, name) : undefined;
  return property?.value as unknown;
}

/**
 * The keys in the order in which derivatives go through them; null for what is not a plain object, unless it was asked for its
 * class before.
 */
export function keysOf(of: object, isOfClass = false): readonly string[] | null {
  if (isOfClass && kindOf(of) === object && getOwnPropertySymbols(of).length === 0)
    return Object.keys(of);
  // Names and symbols apart take half the time of all keys at once.
  const isPlain = getPrototypeOf(of) === Object.prototype && getOwnPropertySymbols(of).length === 0;
  return isPlain ? Object.keys(of) : null;
}

/** Loops over the keys of any object see what they see of this one. */
const nothing = {};

/** True if objects inherit keys that loops see. */
export function inheritsKeys(): boolean {
  // A loop takes a third of the time of a list of keys.
  for (const _ in nothing) return true;
  return false;
}

/**
 * True if a plain object has exactly these own keys, in this order, and inherits none that loops see.
 * If some may be missing, keys may stand in any order, and these do not lead to undefined.
 */
export function hasKeys(
  of: object,
  keys: readonly string[],
  perhaps: readonly string[] = [],
): boolean {
  if (getPrototypeOf(of) !== Object.prototype || inheritsKeys()) return false;
  const own = Object.keys(of);
  if (perhaps.length === 0) {
    for (let k = 0; k < keys.length; k++) if (own[k] !== keys[k]) return false;
    return own.length === keys.length;
  }
  const isKnown = (key: string): boolean =>
    keys.includes(key) || (perhaps.includes(key) && held(of, key) !== undefined);
  return keys.every((key) => own.includes(key)) && own.every(isKnown);
}

/** True if an object with such keys, which are all that derivatives see, has more. */
export const hidesAny = (of: object, keys: readonly string[]): boolean =>
  getOwnPropertyNames(of).length !== keys.length;

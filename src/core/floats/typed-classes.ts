/**
 * The prototypes of what stands for typed arrays (real-array.ts), and those of the typed arrays themselves.
 * A class that extends Float64Array has a prototype for stand-ins, too: its members, above those of all
 * stand-ins.
 */
import { mode } from '../open-runs.js';

/** By the prototype of stand-ins, that of what they stand for; and the other way around. */
const originals = new WeakMap<object, object>();
const mirrors = new WeakMap<object, object>();
/** The prototypes of what stands for typed arrays themselves. */
const ofNatives: object[] = [];

/** Remembers that what has one prototype stands for what has the other. */
export function registerStandIn(prototype: object, original: object): void {
  originals.set(prototype, original);
  if (isNative(original)) ofNatives.push(prototype);
}

/** The names of members that typed arrays have, and of those that stand-ins have got since. */
const known = new Set(
  [Float64Array, Float32Array].flatMap(({ prototype }) => [
    ...Reflect.ownKeys(prototype),
    ...Reflect.ownKeys(Object.getPrototypeOf(prototype) as object),
  ]),
);
let isFirst = true;
/** The number of the run that has asked last. */
let asked = 0;
/** It inherits what typed arrays do, and is asked for that five times as fast. */
const heir = Object.create(Float64Array.prototype) as object;

/**
 * Gives stand-ins what a program has put at the prototypes of typed arrays: when it is first called whatever
 * there is, and from then on what is enumerable. Called for each new stand-in; it looks once in a run.
 */
export function takeAddedMembers(): void {
  if (mode.run === asked && !isFirst) return;
  asked = mode.run;
  let isNew = isFirst;
  for (const name in heir) isNew ||= !known.has(name);
  if (!isNew) return;
  isFirst = false;
  for (const standIn of ofNatives) {
    const own = originals.get(standIn)!;
    for (const from of [Object.getPrototypeOf(own) as object, own])
      for (const name of Reflect.ownKeys(from))
        if (!known.has(name))
          Object.defineProperty(standIn, name, Object.getOwnPropertyDescriptor(from, name)!);
  }
  for (const name in heir) known.add(name);
}

const prototypeOf = (x: object): object => Object.getPrototypeOf(x) as object;

/** The prototype of what an object stands for; undefined if its prototype is none of stand-ins. */
export const originalPrototype = (x: object): object | undefined => originals.get(prototypeOf(x));

/** True if a prototype is that of a typed array itself, also of another realm. */
const isNative = (prototype: object): boolean => Object.hasOwn(prototype, 'BYTES_PER_ELEMENT');

/**
 * The prototype of a typed array, or of what one stands for, if it is that of a class that extends typed
 * arrays.
 */
export function classPrototype(xs: object): object | undefined {
  const prototype = originalPrototype(xs) ?? prototypeOf(xs);
  return isNative(prototype) ? undefined : prototype;
}

/**
 * The prototype of what stands for instances of a class, `native` if that is the typed array itself. The
 * members of a class are taken when it is first asked for.
 */
export function standInPrototype(prototype: object, native: object): object {
  if (isNative(prototype)) return native;
  let mirror = mirrors.get(prototype);
  if (mirror === undefined) {
    const parent = standInPrototype(prototypeOf(prototype), native);
    mirror = Object.create(parent, Object.getOwnPropertyDescriptors(prototype)) as object;
    mirrors.set(prototype, mirror);
    registerStandIn(mirror, prototype);
  }
  return mirror;
}

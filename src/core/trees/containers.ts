/**
 * The table of the kinds of containers that a tree may consist of: how to recognise a container, how to list
 * its children, and how to build another one like it from new children. Whatever is neither a container nor
 * a real is a leaf. derivatives/arguments/copy-kinds.ts says how to copy containers and write into them; it
 * is apart, because not every gradient loads it.
 */
import { collection, isAssociative, isCollection, record } from './immutable.js';
import { areNumbers, sliceToList, type Flat } from './flat.js';
import type { ContainerKind } from './container-kind.js';
import {
  RealArray,
  floatArray,
  inPlaceOf,
  realArray,
  typedArrayOf,
  type FloatArray,
  type Floats,
} from '../floats/real-array.js';
import { classPrototype } from '../floats/typed-classes.js';
import { isCopyOfDual } from '../../errors/copy-guard.js';
import { refusalOf } from '../../errors/errors.js';
import { Run, isReal, type Real } from '../real.js';

const prototypeOf = (value: object): object | null => Object.getPrototypeOf(value) as object | null;

/** The built-in class of an object, also if it comes from another realm (a frame, a vm context). */
export const classOf = (value: object): string =>
  Object.prototype.toString.call(value).slice(8, -1);

/**
 * Built-in classes whose content is not a property: copies of them would be
 * hollow, so they are leaves.
 */
const opaque =
  /^(Boolean|Number|String|Date|RegExp|Error|Promise|Weak(Map|Set|Ref)|(Shared)?ArrayBuffer)$/;

/**
 * A copy made an instance of the class of its original, which may have been derived from the built-in: then
 * it has the fields of the class, too. To look for those of an array that is no such instance would take
 * longer than all else.
 */
export function asInstance<T extends object>(original: object, copy: T): T {
  const prototype = prototypeOf(original);
  if (prototypeOf(copy) !== prototype) Object.setPrototypeOf(copy, prototype);
  else if ('length' in copy) return copy;
  return Object.defineProperties(copy, without(original, Reflect.ownKeys(copy)));
}

/**
 * True if a built-in getter works on a value. That shows the class of the value, even if the value
 * names another one.
 */
const answers = (value: object, getter: (value: object) => unknown): boolean => {
  try {
    getter(value);
    return true;
  } catch {
    return false;
  }
};
function getterOf(prototype: object, name: string | symbol): (value: object) => unknown {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name)!;
  return (value) => descriptor.get!.call(value) as unknown;
}
const sizeOfMap = getterOf(Map.prototype, 'size');
const sizeOfSet = getterOf(Set.prototype, 'size');
/**
 * The name of the class of a typed array, even if the array names another one; undefined for other objects.
 */
export const nameOfTypedArray = getterOf(prototypeOf(Float64Array.prototype)!, Symbol.toStringTag);

/** The name of a typed array of floats, or of the one that is stood for. */
const floatsOf = (value: object): Floats =>
  value instanceof RealArray ? value.floats : (nameOfTypedArray(value) as Floats);

export const floats: ContainerKind = {
  noun: 'an array',
  is(value) {
    const name = floatsOf(value);
    return name === 'Float64Array' || name === 'Float32Array';
  },
  keys: () => undefined,
  reader: (value) =>
    value instanceof RealArray
      ? (_, position) => value.at(position)
      : (_, position) => (value as FloatArray)[position],
  build(original, children, _, start, size) {
    const name = floatsOf(original);
    if (children instanceof RealArray) {
      const part = children.slice(start, start + size);
      const isReady = name === 'Float64Array' && classPrototype(original) === undefined;
      const reals = isReady ? part : realArray(name, [...part]);
      return inPlaceOf(original as FloatArray, reals as RealArray);
    }
    const isAll = children instanceof Float64Array && children.length === size;
    const part = isAll ? children : children.slice(start, start + size);
    // The leaves of a tree are all of one sort: reals, or trees such as rows of a Jacobian.
    if (!areNumbers(part)) {
      if (!isReal(part[0])) return part;
      return inPlaceOf(original as FloatArray, realArray(name, part as Real[]) as RealArray);
    }
    const isReady = part instanceof Float64Array && name === 'Float64Array';
    const numbers = isReady ? part : floatArray(name, part);
    return original instanceof RealArray
      ? typedArrayOf(original, numbers)
      : asInstance(original, numbers);
  },
};

export const array: ContainerKind = {
  noun: 'an array',
  is: (value) => Array.isArray(value) && !(value instanceof RealArray),
  keys: () => undefined,
  reader: (value) => (_, position) => (value as unknown[])[position],
  build: (original, children, _, start, size) =>
    asInstance(original, sliceToList(children, start, size)),
};

export const nativeMap: ContainerKind = {
  noun: 'a Map',
  is: (value) => (value instanceof Map || classOf(value) === 'Map') && answers(value, sizeOfMap),
  keys: (value) => [...(value as Map<unknown, unknown>).keys()],
  // A class may give something else than it holds.
  reader: (value) => (key) =>
    Map.prototype.get.call(value as Map<unknown, unknown>, key) as unknown,
  build: (original, children, keys) =>
    asInstance(original, new Map(keys.map((key, k) => [key, children[k]]))),
};

/** Plain objects and instances of classes: own enumerable properties; the prototype is kept. */
export const object: ContainerKind = {
  noun: 'an object',
  is: () => true,
  keys(value) {
    const symbols = Object.getOwnPropertySymbols(value);
    if (symbols.length === 0) return Object.keys(value);
    const isEnumerable = (key: symbol) => Object.prototype.propertyIsEnumerable.call(value, key);
    return [...Object.keys(value), ...symbols.filter(isEnumerable)];
  },
  reader: (value) => (key) => (value as { [key: PropertyKey]: unknown })[key as PropertyKey],
  build(original, children, keys) {
    const copy = emptyObject(original, keys);
    fillObject(copy, keys, children);
    return copy;
  },
};

type Properties = { [key: PropertyKey]: unknown };

/** An object like `original` without the given properties. */
export function emptyObject(original: object, keys: readonly unknown[]): object {
  const prototype = prototypeOf(original);
  if (prototype === Object.prototype && Reflect.ownKeys(original).length === keys.length) return {};
  return Object.create(prototype, without(original, keys)) as object;
}

/** The properties of an object but the given ones. */
function without(original: object, keys: readonly unknown[]): PropertyDescriptorMap {
  const others: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(original);
  for (const key of keys) delete others[key as string];
  return others;
}

/** Adds these properties to an object that lacks them. */
export function fillObject(copy: object, keys: readonly unknown[], children: Flat<unknown>): void {
  const isPlain = prototypeOf(copy) === Object.prototype;
  const plain = { enumerable: true, configurable: true, writable: true };
  for (let k = 0; k < keys.length; k++) {
    const key = keys[k] as string;
    // Not by assignment where that might call a setter.
    if (isPlain && key !== '__proto__') (copy as Properties)[key] = children[k];
    else Object.defineProperty(copy, key, { ...plain, value: children[k] });
  }
}

/**
 * Sets are walked, so that reals in them are found and refused: their members have no positions.
 */
export const set: ContainerKind = {
  noun: 'a Set',
  is: (value) =>
    ((value instanceof Set || classOf(value) === 'Set') && answers(value, sizeOfSet)) ||
    (isCollection(value) && !isAssociative(value)),
  keys: (value) => [...(value as Iterable<unknown>)],
  reader: () => (member) => member,
  build: (original) => original,
};

/** In the order in which they are asked; a floor that knows more puts it in front. */
export const kinds: ContainerKind[] = [array, floats, nativeMap, set, record, collection];

/** True if containers of a kind hold no reals at any depth. */
export const holdsNoReals = (kind: ContainerKind | undefined): boolean => kind === set;

/** The kind of a container, or undefined for a real or a leaf. */
export function kindOf(value: unknown): ContainerKind | undefined {
  if (typeof value !== 'object' || value === null || isReal(value)) return undefined;
  if (prototypeOf(value) === Object.prototype) return object;
  for (const kind of kinds) if (kind.is(value)) return kind;
  const isLeaf = ArrayBuffer.isView(value) || isCollection(value) || opaque.test(classOf(value));
  if (isLeaf) return undefined;
  const refusal = refusalOf(value);
  if (refusal !== undefined) throw refusal;
  return object;
}

/**
 * True if a value that is not a real is a copy of a dual, a dual of another copy of the library, or its
 * run.
 */
export const isOfCopy = (value: unknown, kind: ContainerKind | undefined): boolean =>
  kind === undefined ? isCopyOfDual(value) : value instanceof Run;

/** True if a value is an instance of a class of the user, which may keep its reals out of sight. */
export const isClassInstance = (value: object, kind: ContainerKind): boolean => {
  const prototype = prototypeOf(value);
  return kind === object && prototype !== null && prototypeOf(prototype) !== null;
};

/** True if two kinds hold reals in the same way: a typed array may stand for an array and back. */
export const sameKind = (one: ContainerKind, other: ContainerKind | undefined): boolean =>
  one === other || (isSequence(one) && isSequence(other));

/** True if the keys of a container are its positions, and its size is its `length`. */
export const isSequence = (kind: ContainerKind | undefined): boolean =>
  kind === floats || kind === array;

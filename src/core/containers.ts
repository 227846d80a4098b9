/**
 * The kinds of containers a tree may be made of, one entry each: how to list the children of one and how to
 * build another like it from new children. Anything that is no container and no real is a leaf.
 */
import {
  Seq,
  isAssociative,
  isCollection,
  isKeyed,
  isRecord,
  isSeq,
  type Collection,
  type Record,
} from 'immutable';
import { isReal } from './real.js';

export interface Kind {
  /** The noun for error messages. */
  readonly noun: string;
  is(value: object): boolean;
  /** The keys of a container, or undefined for a sequence, whose keys are its positions. */
  keys(value: object): readonly unknown[] | undefined;
  child(value: object, key: unknown): unknown;
  /**
   * A container like `original` with the given children, in the order of its keys. A sequence takes `size`
   * of them from `start` on, so that long ones need no copy of their own.
   */
  build(original: object, children: readonly unknown[], start: number, size: number): unknown;
}

/** The built-in class of an object, also if it comes from another realm (a frame, a vm context). */
const classOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);

/** Built-in classes whose content is no property: copies of them would be hollow, so they are leaves. */
const opaque = new Set([
  ...['Boolean', 'Number', 'String', 'Date', 'RegExp', 'Error', 'Promise'],
  ...['WeakMap', 'WeakSet', 'WeakRef', 'ArrayBuffer', 'SharedArrayBuffer'],
]);

/** A copy made an instance of the class of its original, which may have been derived from the built-in. */
const asInstance = <T extends object>(original: object, copy: T): T => {
  const prototype = Object.getPrototypeOf(original) as object | null;
  return Object.getPrototypeOf(copy) === prototype
    ? copy
    : (Object.setPrototypeOf(copy, prototype) as T);
};

type FloatArray = Float64Array | Float32Array;
type Keyed = Collection<unknown, unknown>;
type AnyRecord = Record<{ [key: string]: unknown }> & { toObject(): object };

const floats: Kind = {
  noun: 'an array of reals',
  is: (value) => ['Float64Array', 'Float32Array'].includes(classOf(value)),
  keys: () => undefined,
  child: (value, key) => (value as FloatArray)[key as number],
  build(original, children, start, size) {
    const wide = classOf(original) === 'Float64Array';
    const copy = wide ? new Float64Array(size) : new Float32Array(size);
    for (let k = 0; k < size; k++) {
      const child = children[start + k];
      // A typed array can hold numbers only; children that are duals need a plain array.
      if (typeof child !== 'number') return children.slice(start, start + size);
      copy[k] = child;
    }
    return asInstance(original, copy);
  },
};

const array: Kind = {
  noun: 'an array',
  is: Array.isArray,
  keys: () => undefined,
  child: (value, key) => (value as unknown[])[key as number],
  build: (original, children, start, size) =>
    asInstance(original, children.slice(start, start + size)),
};

const nativeMap: Kind = {
  noun: 'a Map',
  is: (value) => classOf(value) === 'Map',
  keys: (value) => [...(value as Map<unknown, unknown>).keys()],
  child: (value, key) => (value as Map<unknown, unknown>).get(key),
  build: (original, children) =>
    asInstance(
      original,
      new Map([...(original as Map<unknown, unknown>).keys()].map((key, k) => [key, children[k]])),
    ),
};

const record: Kind = {
  noun: 'an Immutable Record',
  is: isRecord,
  keys: (value) => Object.keys((value as AnyRecord).toObject()),
  child: (value, key) => (value as AnyRecord).get(key as string, undefined),
  build: (original, children) =>
    Object.keys((original as AnyRecord).toObject()).reduce(
      (result, key, k) => result.set(key, children[k]),
      original as AnyRecord,
    ),
};

const collection: Kind = {
  noun: 'an Immutable collection',
  is: (value) => isAssociative(value) && (value as { readonly size?: number }).size !== Infinity,
  keys: (value) => [...(value as Keyed).keys()],
  child: (value, key) => (value as Keyed).get(key),
  build(original, children) {
    let k = 0;
    if (isSeq(original)) {
      // Mapping a Seq is lazy and may happen in any order, or again and again.
      if (!isKeyed(original)) return Seq.Indexed(children);
      return Seq.Keyed([...original.keys()].map((key) => [key, children[k++]] as const));
    }
    // A Stack maps from its last entry to its first.
    if (!isKeyed(original)) return (original as Keyed).map((_, key) => children[key as number]);
    return (original as Keyed).map(() => children[k++]);
  },
};

/** Plain objects and instances of classes: own enumerable properties; the prototype is kept. */
const object: Kind = {
  noun: 'an object',
  is: () => true,
  keys: (value) => Object.keys(value),
  child: (value, key) => (value as { [key: string]: unknown })[key as string],
  build(original, children) {
    const properties: PropertyDescriptorMap = Object.getOwnPropertyDescriptors<object>(original);
    Object.keys(original).forEach((key, k) => {
      const value = children[k];
      properties[key] = { value, enumerable: true, configurable: true, writable: true };
    });
    return Object.create(Object.getPrototypeOf(original) as object | null, properties) as unknown;
  },
};

/** Sets are walked, so that reals in them are found and refused: their members have no positions. */
const set: Kind = {
  noun: 'a Set',
  is: (value) => classOf(value) === 'Set' || (isCollection(value) && !isAssociative(value)),
  keys: (value) => [...(value as Iterable<unknown>)],
  child: (_, member) => member,
  build: (original) => original,
};

const kinds = [array, floats, nativeMap, set, record, collection];

/** Whether containers of a kind may hold no reals at any depth. */
export const holdsNoReals = (kind: Kind | undefined): boolean => kind === set;

/** The kind of a container, or undefined for a real or a leaf. */
export function kindOf(value: unknown): Kind | undefined {
  if (typeof value !== 'object' || value === null || isReal(value)) return undefined;
  if (Object.getPrototypeOf(value) === Object.prototype) return object;
  const found = kinds.find((kind) => kind.is(value));
  if (found !== undefined) return found;
  const isLeaf = ArrayBuffer.isView(value) || isCollection(value) || opaque.has(classOf(value));
  return isLeaf ? undefined : object;
}

/** Whether two kinds hold reals in the same way: a typed array may stand for an array and back. */
export const sameKind = (one: Kind, other: Kind | undefined): boolean =>
  one === other || (isSequence(one) && isSequence(other));

/** Whether a container's keys are its positions, and its size its `length`. */
export const isSequence = (kind: Kind | undefined): boolean => kind === floats || kind === array;

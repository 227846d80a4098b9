/**
 * The kinds of containers a tree may be made of, one entry each: how to list the children of one and how to
 * build another like it from new children. Anything that is no container and no real is a leaf.
 */
import { type Collection, type Record, isCollection, isRecord, isSet } from 'immutable';

export interface Kind {
  /** The noun for error messages. */
  readonly noun: string;
  is(value: object): boolean;
  /** The keys of a container, or undefined for a sequence, whose keys are its positions. */
  keys(value: object): readonly unknown[] | undefined;
  child(value: object, key: unknown): unknown;
  /** A container like `original` with the given children, in the order of its keys. */
  build(original: object, children: readonly unknown[]): unknown;
}

type FloatArray = Float64Array | Float32Array;
type Keyed = Collection<unknown, unknown>;
type AnyRecord = Record<{ [key: string]: unknown }> & { toObject(): object };

const floats: Kind = {
  noun: 'an array of reals',
  is: (value) => value instanceof Float64Array || value instanceof Float32Array,
  keys: () => undefined,
  child: (value, key) => (value as FloatArray)[key as number],
  build(original, children) {
    // A typed array can hold numbers only; children that are duals need a plain array.
    if (!children.every((x) => typeof x === 'number')) return children;
    const copy =
      original instanceof Float64Array
        ? new Float64Array(children.length)
        : new Float32Array(children.length);
    for (let k = 0; k < children.length; k++) copy[k] = children[k];
    return copy;
  },
};

const array: Kind = {
  noun: 'an array',
  is: Array.isArray,
  keys: () => undefined,
  child: (value, key) => (value as unknown[])[key as number],
  build: (_, children) => children,
};

const nativeMap: Kind = {
  noun: 'a Map',
  is: (value) => value instanceof Map,
  keys: (value) => [...(value as Map<unknown, unknown>).keys()],
  child: (value, key) => (value as Map<unknown, unknown>).get(key),
  build: (original, children) =>
    new Map([...(original as Map<unknown, unknown>).keys()].map((key, k) => [key, children[k]])),
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
  is: (value) => isCollection(value) && !isSet(value),
  keys: (value) => [...(value as Keyed).keys()],
  child: (value, key) => (value as Keyed).get(key),
  build(original, children) {
    let k = 0;
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
    const copy = Object.create(Object.getPrototypeOf(original)) as { [key: string]: unknown };
    const keys = Object.keys(original);
    Object.defineProperties(copy, Object.getOwnPropertyDescriptors(original));
    keys.forEach((key, k) =>
      Object.defineProperty(copy, key, {
        value: children[k],
        enumerable: true,
        configurable: true,
        writable: true,
      }),
    );
    return copy;
  },
};

const kinds = [floats, array, nativeMap, record, collection, object];

/** Whether a value is a set, whose members have no positions. */
export const isAnySet = (value: unknown): value is Iterable<unknown> =>
  value instanceof Set || isSet(value);

/** The kind of a container, or undefined for a leaf. */
export function kindOf(value: unknown): Kind | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (ArrayBuffer.isView(value) && !floats.is(value)) return undefined;
  return kinds.find((kind) => kind.is(value));
}

/** Whether two kinds hold reals in the same way: a typed array may stand for an array and back. */
export const sameKind = (one: Kind, other: Kind | undefined): boolean =>
  one === other || (isSequence(one) && isSequence(other));

/** Whether a container's keys are its positions, and its size its `length`. */
export const isSequence = (kind: Kind | undefined): boolean => kind === floats || kind === array;

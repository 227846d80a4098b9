/**
 * The ways in which the kinds of containers (core/trees/containers.ts) are copied and written. A
 * mutable container is copied in two steps, so that it may lead back to itself. A persistent one is
 * built at once, and never written.
 */
import {
  asInstance,
  array,
  emptyObject,
  fillObject,
  floats,
  isClassInstance,
  kindOf,
  nativeMap,
  object,
  set,
} from '../../core/trees/containers.js';
import type { ContainerKind } from '../../core/trees/container-kind.js';
import { repack } from '../../tape/packed-array.js';
import { packed } from '../../tape/is-packed.js';
import { RealArray, inPlaceOf, realArray } from '../../core/floats/real-array.js';
import { Dual, type Real } from '../../core/real.js';

/** The keys of a container; undefined for sequences, whose keys are their positions. */
export type Keys = readonly unknown[] | undefined;

export interface CopyKind {
  /** True if no child may be a dual. */
  readonly holdsNoDuals?: boolean;
  /** True if a container may keep some of its contents out of sight. */
  readonly hides?: (value: object) => boolean;
  keys(value: object): Keys;
  /** A list of its own. */
  children(value: object, keys: Keys): unknown[];
  /** Writes a child in place of another. */
  put(value: object, key: unknown, child: unknown, before: unknown): void;
  isWritable(value: object, keys: Keys): boolean;
  /** A container like `original`, of the given children. */
  build(original: object, keys: Keys, children: unknown[]): object;
  /** Makes it in two steps, so that it may lead back to itself; null where it is built at once. */
  readonly steps: Steps | null;
}

interface Steps {
  readonly empty: (original: object, keys: Keys) => object;
  readonly fill: (copy: object, keys: Keys, children: unknown[]) => void;
}

/** The description of a kind of mutable containers; the kind itself says how it is read. */
type OfKind = Partial<CopyKind> & Steps & Pick<CopyKind, 'put'>;

const always = () => true;
const never = () => false;

function childrenBy(kind: ContainerKind, value: object, keys: Keys): unknown[] {
  const read = kind.reader(value);
  return keys!.map((key, k) => read(key, k));
}

function inSteps(kind: ContainerKind, { empty, fill, ...others }: OfKind): CopyKind {
  return {
    keys: (value) => kind.keys(value),
    children: (value, keys) => childrenBy(kind, value, keys),
    isWritable: always,
    build(original, keys, children) {
      const made = empty(original, keys);
      fill(made, keys, children);
      return Object.isFrozen(original) ? Object.freeze(made) : made;
    },
    steps: { empty, fill },
    ...others,
  };
}

const lists = inSteps(array, {
  empty: (original) => asInstance(original, [] as unknown[]),
  fill(copy, _, children) {
    const list = copy as unknown[];
    list.length = children.length;
    for (let k = 0; k < children.length; k++) if (k in children) list[k] = children[k];
  },
  children: (value) => Array.prototype.slice.call(value) as unknown[],
  put: (value, key, child) => void ((value as unknown[])[key as number] = child),
  isWritable: (value) => !Object.isFrozen(value),
});

/** The kind that stands for a typed array. It has an element at least. */
const reals = inSteps(floats, {
  empty: (original) =>
    inPlaceOf(original as RealArray, realArray((original as RealArray).floats, [0]) as RealArray),
  fill(copy, _, children) {
    const xs = copy as unknown[];
    for (let k = 0; k < children.length; k++) xs[k] = children[k];
  },
  children(value) {
    const xs = value as RealArray;
    return packed(xs)?.elements() ?? Array.from({ length: xs.length }, (_, k) => xs[k]);
  },
  put(value, key, child, before) {
    const xs = value as RealArray;
    const pack = packed(xs);
    if (pack === undefined) {
      xs[key as number] = child as Real;
      return;
    }
    const isOfPack = before instanceof Dual && before.run === pack.run;
    if (isOfPack && child instanceof Dual) repack(xs, child.run);
    packed(xs)!.store(key as number, child as Real);
  },
});

const maps = inSteps(nativeMap, {
  empty: (original) => asInstance(original, new Map<unknown, unknown>()),
  fill: (copy, keys, children) =>
    children.forEach((child, k) => (copy as Map<unknown, unknown>).set(keys![k], child)),
  put: (value, key, child) => void (value as Map<unknown, unknown>).set(key, child),
});

/** Native sets, whose members have no keys here. */
const sets = inSteps(set, {
  keys: () => undefined,
  children: (value) => [...set.keys(value)!],
  empty: (original) => asInstance(original, new Set<unknown>()),
  fill: (copy, _, children) => children.forEach((child) => (copy as Set<unknown>).add(child)),
  put: () => undefined,
  isWritable: never,
  holdsNoDuals: true,
});

const descriptor = (value: object, key: unknown) =>
  Object.getOwnPropertyDescriptor(value, key as PropertyKey);

/** Own enumerable properties, but for those that are computed when they are asked for. */
const objects = inSteps(object, {
  keys: (value) => object.keys(value)!.filter((key) => descriptor(value, key)!.get === undefined),
  empty: (original, keys) => emptyObject(original, keys!),
  fill: (copy, keys, children) => fillObject(copy, keys!, children),
  put: (value, key, child) =>
    void ((value as { [key: PropertyKey]: unknown })[key as PropertyKey] = child),
  isWritable: (value, keys) => keys!.every((key) => descriptor(value, key)?.writable !== false),
  hides: (value) => isClassInstance(value, object),
});

/** Persistent collections and records. */
const persistent: CopyKind = {
  keys: (value) => kindOf(value)!.keys(value),
  children: (value, keys) => childrenBy(kindOf(value)!, value, keys),
  put: () => undefined,
  isWritable: never,
  build: (original, keys, children) =>
    kindOf(original)!.build(original, children, keys!, 0, children.length) as object,
  steps: null,
};

/** Returns the way a container is copied; undefined for a real or a leaf. */
export function copyKindOf(value: unknown): CopyKind | undefined {
  const kind = kindOf(value);
  switch (kind) {
    case undefined:
      return undefined;
    case array:
      return lists;
    case floats:
      return value instanceof RealArray ? reals : undefined;
    case nativeMap:
      return maps;
    case set:
      return value instanceof Set ? sets : undefined;
    case object:
      return objects;
    default:
      return persistent;
  }
}

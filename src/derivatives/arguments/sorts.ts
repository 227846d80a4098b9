/**
 * How each sort of container is read, copied and written in place (contents.ts). Persistent ones are
 * built at once, and are never written.
 */
import {
  asInstance,
  array,
  floats,
  isClassInstance,
  kindOf,
  nativeMap,
  object,
  set,
} from '../../core/trees/containers.js';
import { repack } from '../../tape/packed-array.js';
import { packed } from '../../tape/is-packed.js';
import { RealArray, realArray } from '../../core/floats/real-array.js';
import { Dual, type Real } from '../../core/real.js';

/** The keys of a container; undefined for sequences, whose keys are their positions. */
export type Keys = readonly unknown[] | undefined;

export interface Sort {
  /** Whether no child may be a dual. */
  readonly holdsNoDuals?: boolean;
  /** Whether a container may keep what it is about out of sight. */
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
  readonly steps: {
    empty(original: object, keys: Keys): object;
    fill(copy: object, keys: Keys, children: unknown[]): void;
  } | null;
}

function inSteps(steps: NonNullable<Sort['steps']>, others: Omit<Sort, 'steps' | 'build'>): Sort {
  const build = (original: object, keys: Keys, children: unknown[]): object => {
    const made = steps.empty(original, keys);
    steps.fill(made, keys, children);
    return Object.isFrozen(original) ? Object.freeze(made) : made;
  };
  return { ...others, steps, build };
}

const positions = () => undefined;
const always = () => true;
const never = () => false;

const lists = inSteps(
  {
    empty: (original) => asInstance(original, [] as unknown[]),
    fill(copy, _, children) {
      const list = copy as unknown[];
      list.length = children.length;
      for (let k = 0; k < children.length; k++) if (k in children) list[k] = children[k];
    },
  },
  {
    keys: positions,
    children: (value) => Array.prototype.slice.call(value) as unknown[],
    put: (value, key, child) => void ((value as unknown[])[key as number] = child),
    isWritable: (value) => !Object.isFrozen(value),
  },
);

/** What stands for a typed array. It has an element at least. */
const reals = inSteps(
  {
    empty: (original) => realArray((original as RealArray).floats, [0]),
    fill(copy, _, children) {
      const xs = copy as unknown[];
      for (let k = 0; k < children.length; k++) xs[k] = children[k];
    },
  },
  {
    keys: positions,
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
    isWritable: always,
  },
);

const maps = inSteps(
  {
    empty: (original) => asInstance(original, new Map<unknown, unknown>()),
    fill: (copy, keys, children) =>
      children.forEach((child, k) => (copy as Map<unknown, unknown>).set(keys![k], child)),
  },
  {
    keys: (value) => nativeMap.keys(value),
    children: (value) => [...(value as Map<unknown, unknown>).values()],
    put: (value, key, child) => void (value as Map<unknown, unknown>).set(key, child),
    isWritable: always,
  },
);

/** Native sets. */
const sets = inSteps(
  {
    empty: (original) => asInstance(original, new Set<unknown>()),
    fill: (copy, _, children) => children.forEach((child) => (copy as Set<unknown>).add(child)),
  },
  {
    keys: positions,
    children: (value) => [...(value as Set<unknown>)],
    put: () => undefined,
    isWritable: never,
    holdsNoDuals: true,
  },
);

type Properties = { [key: PropertyKey]: unknown };
const descriptor = (value: object, key: unknown) =>
  Object.getOwnPropertyDescriptor(value, key as PropertyKey);

/** Own enumerable properties, but for those that are computed when they are asked for. */
const objects = inSteps(
  {
    empty(original, keys) {
      const prototype = Object.getPrototypeOf(original) as object | null;
      const all = Reflect.ownKeys(original);
      if (prototype === Object.prototype && all.length === keys!.length) return {};
      const others = Object.getOwnPropertyDescriptors<Properties>(original as Properties);
      for (const key of keys!) delete others[key as string];
      return Object.create(prototype, others) as object;
    },
    fill(copy, keys, children) {
      const isPlain = Object.getPrototypeOf(copy) === Object.prototype;
      const plain = { enumerable: true, configurable: true, writable: true };
      keys!.forEach((key, k) => {
        // Not by assignment where that might call a setter.
        if (isPlain && key !== '__proto__') (copy as Properties)[key as string] = children[k];
        else Object.defineProperty(copy, key as string, { ...plain, value: children[k] });
      });
    },
  },
  {
    keys: (value) => object.keys(value)!.filter((key) => descriptor(value, key)!.get === undefined),
    children: (value, keys) => keys!.map((key) => (value as Properties)[key as string]),
    put: (value, key, child) => void ((value as Properties)[key as string] = child),
    isWritable: (value, keys) => keys!.every((key) => descriptor(value, key)?.writable !== false),
    hides: (value) => isClassInstance(value, object),
  },
);

/** Persistent collections and records. */
const persistent: Sort = {
  keys: (value) => kindOf(value)!.keys(value),
  children(value, keys) {
    const read = kindOf(value)!.reader(value);
    return keys!.map((key, k) => read(key, k));
  },
  put: () => undefined,
  isWritable: never,
  build: (original, keys, children) =>
    kindOf(original)!.build(original, children, keys!, 0, children.length) as object,
  steps: null,
};

/** The sort of a container; undefined for a real or a leaf. */
export function sortOf(value: unknown): Sort | undefined {
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

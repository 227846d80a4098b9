/** Properties of objects of the program: their own, and those of their prototypes. */
import { Refusal, type Abstract, type Accessor, type Given } from '../values/abstract.js';
import type { Reader, Slot } from './reader.js';

/** The object that has a property, in a chain of prototypes. */
function ownerOf(of: object, key: PropertyKey): object | null {
  for (let at: object | null = of; at !== null; at = Object.getPrototypeOf(at) as object | null)
    if (Object.hasOwn(at, key)) return at;
  return null;
}

/** The getter of a property, or its setter. */
function accessorOf(of: object, key: string, kind: 'get' | 'set'): object | undefined {
  const owner = ownerOf(of, key);
  const found = (owner && Object.getOwnPropertyDescriptor(owner, key)) as
    Readonly<Record<'get' | 'set', object | undefined>> | null | undefined;
  return found?.[kind];
}

/** The keys of an object that are texts, if all are visible. Code does not look at symbols. */
function visibleKeys(of: object): readonly string[] | null {
  const keys = Object.getOwnPropertyNames(of);
  return Object.keys(of).length === keys.length ? keys : null;
}

/** The elements of a list, as data; its length is asked for. */
export function elementsAsked(reader: Reader, of: readonly unknown[], slot: Slot): unknown[] {
  const { length } = of;
  const lists = reader.constant(Array.prototype);
  reader.ask(`$isArray(${slot}) && ${slot}.length === ${length} && $protoOf(${slot}) === ${lists}`);
  if (Object.getPrototypeOf(of) !== Array.prototype)
    throw new Refusal('an array of a class of its own', undefined);
  return Array.from({ length }, (_, k): unknown => {
    const found = Object.getOwnPropertyDescriptor(of, k);
    if (!found || !('value' in found))
      throw new Refusal('an array with holes, or with getters', undefined);
    return found.value;
  });
}

/** A field with a getter or a setter, which are asked for. */
export function accessorOfField(
  reader: Reader,
  of: Slot,
  key: string,
  found: object,
  isVaried: boolean,
): Accessor {
  // In an argument of which a gradient is wanted, it would be a real of its own.
  if (isVaried) throw new Refusal(`the field ${key}, which has a getter`, undefined);
  const { get, set } = found as Readonly<Record<'get' | 'set', object | undefined>>;
  const now = reader.slot(`$descriptor(${of}, ${JSON.stringify(key)})`);
  reader.ask(`${now}?.get === ${reader.constant(get)} && ${now}.set === ${reader.constant(set)}`);
  const host = (f: object | undefined) => (f ? ({ tag: 'host', value: f } as const) : null);
  return { tag: 'accessor', get: host(get), set: host(set) };
}

/** True if no prototype of a chain is that of a native class, whose instances hold more than fields. */
export function isOrdinary(proto: object | null): boolean {
  if (proto === null || proto === Object.prototype) return true;
  const type = Object.getOwnPropertyDescriptor(proto, 'constructor')?.value as unknown;
  const isNative =
    typeof type === 'function' && Function.prototype.toString.call(type).includes('[native code]');
  return !isNative && isOrdinary(Object.getPrototypeOf(proto) as object | null);
}

export const isRecord = (of: unknown): of is object => typeof of === 'object' && of !== null;
/** True for what is neither a primitive nor an array, nor a native object. */
export const isObject = (of: unknown): boolean =>
  isRecord(of) && !Array.isArray(of) && isOrdinary(Object.getPrototypeOf(of) as object | null);

/** The keys of an object, which are asked for when somebody wants them. */
export function keysAsked(reader: Reader, of: object, slot: Slot): () => readonly string[] {
  let asked: readonly string[] | null = null;
  return () => {
    if (asked !== null) return asked;
    const keys = visibleKeys(of);
    if (keys === null) throw new Refusal('the keys of an object with hidden ones', undefined);
    reader.askKeys(slot, keys);
    return (asked = keys);
  };
}

/** Asks that an array, or each array at a depth in it, has no property of its own with a key. */
export function hasNo(reader: Reader, of: Slot): Given['hasNo'] {
  const ask = (at: Slot, key: string, depth: number): void => {
    if (depth === 0) return reader.ask(`!$hasOwn(${at}, ${key})`);
    const row = reader.name();
    reader.add(`for (const ${row} of ${at}) {`);
    ask(row, key, depth - 1);
    reader.add('}');
  };
  const asked = new Set<string>();
  return (key, depth) => {
    const name = `${depth} ${reader.key(key)}`;
    if (!asked.has(name)) ask(of, reader.key(key), depth);
    asked.add(name);
  };
}

/** The prototype of an object of the program, which is asked for. */
function parentAsked(reader: Reader, of: object): object | null {
  const found = Object.getPrototypeOf(of) as object | null;
  reader.ask(`$protoOf(${reader.constant(of)}) === ${reader.constant(found)}`);
  return found;
}

/** The getter or the setter that an object has or inherits; null if there is none, or a property without one. */
function accessorAsked(
  reader: Reader,
  of: object,
  key: string,
  kind: 'get' | 'set',
): Abstract | null {
  const found = accessorOf(of, key, kind);
  if (found === undefined) return null;
  const now = `${reader.constant(accessorOf)}(${reader.constant(of)}, ${reader.key(key)}, '${kind}')`;
  reader.ask(`${now} === ${reader.constant(found)}`);
  return { tag: 'host', value: found };
}

/** The object that instances of a function have for a prototype, which is asked for. */
function prototypeAsked(reader: Reader, of: object): object {
  const { prototype: found } = of as { readonly prototype?: unknown };
  if (typeof found !== 'object' || found === null || !isOrdinary(found))
    throw new Refusal('new of a function without a prototype of its own', undefined);
  reader.ask(reader.isSame(reader.field(reader.constant(of), 'prototype'), found));
  return found;
}

/** The keys of an object; null if some are symbols or hidden, which gradients keep. */
export const shownKeys = (of: object): readonly string[] | null =>
  Object.getOwnPropertySymbols(of).length > 0 ? null : visibleKeys(of);

/** A property of a value that is taken by its identity, and where code reads it; null if it is missing. */
export function propertyAsked(
  reader: Reader,
  of: object,
  key: PropertyKey,
): { readonly value: unknown; readonly slot: Slot } | null {
  const slot = reader.constant(of);
  const owner = ownerOf(of, key);
  if (owner === null) {
    reader.ask(`!(${reader.key(key)} in ${slot})`);
    return null;
  }
  const found = Object.getOwnPropertyDescriptor(owner, key)!;
  if (!('value' in found))
    throw new Refusal(`the property ${String(key)}, which has a getter`, undefined);
  const value: unknown = found.value;
  // Whoever has the property: it is the same.
  if (typeof value === 'function') return { value, slot: reader.property(slot, key) };
  if (owner !== of)
    reader.ask(
      `${reader.constant(ownerOf)}(${slot}, ${reader.key(key)}) === ${reader.constant(owner)}`,
    );
  return { value, slot: reader.field(reader.constant(owner), key) };
}

/** Refuses a proxy that gives something else than the data it shows. Nothing of an ordinary object is called. */
export function insistOnData(of: object, key: string, found: PropertyDescriptor | undefined): void {
  const isData = found === undefined ? ownerOf(of, key) === null : 'value' in found;
  if (isData && !Object.is(Reflect.get(of, key), found?.value))
    throw new Refusal('a proxy', undefined);
}

/** The time of a date, which is asked for. */
function timeAsked(reader: Reader, of: Date): number {
  const time = Date.prototype.getTime.call(of);
  const get = reader.constant(Reflect.get(Date.prototype, 'getTime'));
  reader.ask(`$is(${get}.call(${reader.constant(of)}), ${reader.constant(time)})`);
  return time;
}

/** Questions about objects of the program that are taken by their identity. */
export const questionsOf = (reader: Reader) => ({
  getter: (of: object, key: string) => accessorAsked(reader, of, key, 'get'),
  setter: (of: object, key: string) => accessorAsked(reader, of, key, 'set'),
  parent: (of: object) => parentAsked(reader, of),
  prototype: (of: object) => prototypeAsked(reader, of),
  time: (of: Date) => timeAsked(reader, of),
});

/**
 * Compiled code takes methods and accessors of classes, and static members, as they are written, and so what constants hold
 * that have functions in them. Other code may replace them later, so each call asks: O(members), some 400 ns and 20 for each
 * member, or 10 ns where class-code.ts asks.
 */
import { INSTANCES } from '../../ir/origin.js';
import {
  isCalled,
  isHeld,
  questionFor,
  type Accessor,
  type Class,
  type Member,
  type Snapshot,
} from './class-code.js';

/** So often a class is asked for before code is made; tests wait for fewer. */
export const questions = { untilMade: 8 };

/** Code asks for no more members. */
const MOST_MEMBERS = 100;

/** The value of a constant, and the objects in it, with the number of their keys and their prototypes. */
interface Held extends Pick<Snapshot, 'members' | 'accessors'> {
  readonly objects: readonly {
    readonly of: object;
    readonly keys: number;
    readonly above: unknown;
  }[];
}

const snapshots = new WeakMap<Class, Snapshot>();
const constants = new WeakMap<object, Held>();
const { getOwnPropertyNames, getOwnPropertyDescriptor, getPrototypeOf, keys } = Object;

/**
 * Remembers a class as it is made, with static members of some names, or a constant with all that it holds.
 *
 * @param given names of static members, maybe behind a list of the names of fields that instances have
 */
export function written(
  of: Class | object,
  ...given: readonly (string | readonly string[])[]
): void {
  const names = given.filter((one) => typeof one === 'string');
  const fields = given.find((one) => typeof one !== 'string');
  const members: Member[] = [];
  const accessors: Accessor[] = [];
  const note = (holder: object, key: string | symbol): void => {
    const found = getOwnPropertyDescriptor(holder, key);
    if (found === undefined || 'value' in found) noteHeld(holder, key, found?.value);
    else accessors.push({ of: holder, key, was: found });
  };
  const met = new Set<unknown>();
  const objects: Held['objects'][number][] = [];
  const noteHeld = (holder: object, key: string | symbol, held: unknown): void => {
    members.push({ of: holder, key, held });
    // What a static field holds is as it is written, too.
    if (typeof held === 'object' && held !== null && !met.has(held)) noteWithin(held);
  };
  const noteWithin = (held: object): void => {
    met.add(held);
    const own = keys(held);
    objects.push({ of: held, keys: own.length, above: getPrototypeOf(held) });
    if (Array.isArray(held)) noteHeld(held, 'length', held.length);
    for (const inner of own) note(held, inner);
  };
  if (typeof of !== 'function') {
    noteWithin(of);
    constants.set(of, { members, accessors, objects });
    return;
  }
  const methods = (of as Class).prototype as object;
  const own = getOwnPropertyNames(methods);
  for (const key of own) note(methods, key);
  noteIterator(methods, members, accessors);
  for (const key of names)
    if (key === INSTANCES)
      members.push({ of, key: Symbol.hasInstance, held: of[Symbol.hasInstance] });
    else note(of, key);
  const above = [getPrototypeOf(of), getPrototypeOf(methods)] as const;
  const parts = { members, accessors, methods, keys: own.length, above, fields };
  snapshots.set(of as Class, { ...parts, asks: null, asked: 0 });
}

/** Remembers what makes iterators of instances, which may be a parent's. */
function noteIterator(methods: object, members: Member[], accessors: Accessor[]): void {
  const key = Symbol.iterator;
  for (let of: object | null = methods; of !== null; of = getPrototypeOf(of) as object | null) {
    const found = getOwnPropertyDescriptor(of, key);
    if (found === undefined) continue;
    // A class below may get one of its own.
    if ('value' in found) members.push({ of: methods, key, held: found.value });
    else accessors.push({ of, key, was: found });
    return;
  }
}

/** The values of static members of the classes of modules when they were made, by their names. */
const statics = new WeakMap<object, ReadonlyMap<string, Snapshot>>();

/** Remembers a class for the code of other modules, which may take any of its static members. */
export function writtenForOthers(of: Class | object): void {
  if (typeof of !== 'function') {
    if (!constants.has(of)) written(of);
    return;
  }
  const own = snapshots.get(of as Class);
  const names = [INSTANCES, ...getOwnPropertyNames(of).filter((name) => isSmall(of, name))];
  const known = new Map<string, Snapshot>();
  for (const name of names) {
    written(of as Class, name);
    known.set(name, snapshots.get(of as Class)!);
  }
  statics.set(of, known);
  if (own !== undefined) snapshots.set(of as Class, own);
}

/** The greatest length of lists that are looked through. */
const LONGEST = 1000;

function isSmall(of: object, name: string): boolean {
  const held: unknown = getOwnPropertyDescriptor(of, name)?.value;
  if (typeof held !== 'object' || held === null) return name !== 'prototype';
  if (ArrayBuffer.isView(held)) return held.byteLength <= LONGEST;
  // No getter of the program is run: that of a prototype needs an instance.
  return (Array.isArray(held) ? held : keys(held)).length <= LONGEST;
}

/** True if a class of another module is as it was, with some static members. */
const isUnchangedWith = (of: unknown, names: readonly string[]): boolean =>
  typeof of === 'function' &&
  [INSTANCES, ...names].every((name) => isUnchanged(of as Class, statics.get(of)?.get(name)));

/**
 * @param values what a function captures
 * @param all classes and constants of the module, and lists of those of other modules, with static members
 * @returns these
 * @throws if one of the classes is not as it was made; then another version answers
 */
export function unchanged<T>(
  values: T,
  ...all: readonly (Class | object | readonly [Class | object, ...string[]])[]
): T {
  for (const given of all) {
    const [of, names] = isOfOthers(given) ? [given[0], given.slice(1) as string[]] : [given, null];
    const isSo =
      typeof of !== 'function'
        ? isSame(constants.get(of))
        : names === null
          ? isUnchanged(of as Class)
          : isUnchangedWith(of, names);
    if (!isSo) throw new TypeError(`${nameOf(of)} was changed after it was made`);
  }
  return values;
}

/** A constant of the module may be a list, too, but none that was never remembered. */
const isOfOthers = (given: object): given is readonly [Class | object, ...string[]] =>
  Array.isArray(given) && !constants.has(given);

const nameOf = (of: Class | object): string =>
  typeof of === 'function' ? `the class ${of.name}` : 'a constant or an enum';

const isSame = (before: Held | undefined): boolean =>
  before !== undefined &&
  before.members.every(isHeld) &&
  before.accessors.every(isCalled) &&
  before.objects.every(
    (one) => keys(one.of).length === one.keys && getPrototypeOf(one.of) === one.above,
  );

function isUnchanged(of: Class, before = snapshots.get(of)): boolean {
  if (before === undefined) return false;
  if (before.asks !== null) return before.asks(of);
  const { methods, above } = before;
  const isSo =
    of.prototype === methods &&
    getPrototypeOf(of) === above[0] &&
    getPrototypeOf(methods) === above[1] &&
    getOwnPropertyNames(methods).length === before.keys &&
    before.members.every(isHeld) &&
    before.accessors.every(isCalled);
  const isKnown = before.fields !== undefined && before.members.length <= MOST_MEMBERS;
  if (isSo && isKnown && before.asked++ === questions.untilMade) before.asks = questionFor(before);
  return isSo;
}

/**
 * Compiled code takes methods and accessors of classes, and static members, as they are written, and so what constants hold
 * that have functions in them. Other code may replace them later, so each call asks: O(members), some 100 ns and 20 for each
 * member.
 */
import { INSTANCES } from '../../ir/origin.js';

/** What held a member, and what it held. */
interface Member {
  readonly of: object;
  readonly key: string | symbol;
  readonly held: unknown;
}
interface Accessor {
  readonly of: object;
  readonly key: string;
  readonly was: PropertyDescriptor;
}

interface Snapshot {
  readonly members: readonly Member[];
  readonly accessors: readonly Accessor[];
  /** The methods of instances, with how many keys they have: a new accessor would take what is written into a field. */
  readonly methods: object;
  readonly keys: number;
  /** The parents of the class, and of its methods. */
  readonly above: readonly [unknown, unknown];
}

/** What a constant held, and the objects in it, with how many keys they have and what they inherit from. */
interface Held extends Pick<Snapshot, 'members' | 'accessors'> {
  readonly objects: readonly {
    readonly of: object;
    readonly keys: number;
    readonly above: unknown;
  }[];
}

type Class = abstract new (...args: never[]) => unknown;

const snapshots = new WeakMap<Class, Snapshot>();
const constants = new WeakMap<object, Held>();
const { getOwnPropertyNames, getOwnPropertyDescriptor, getPrototypeOf, keys } = Object;

/** Remembers a class as it is made, with static members of some names, or a constant with all that it holds. */
export function written(of: Class | object, ...names: readonly string[]): void {
  const members: Member[] = [];
  const accessors: Accessor[] = [];
  const note = (holder: object, key: string): void => {
    const found = getOwnPropertyDescriptor(holder, key);
    if (found === undefined || 'value' in found) noteHeld(holder, key, found?.value);
    else accessors.push({ of: holder, key, was: found });
  };
  const met = new Set<unknown>();
  const objects: Held['objects'][number][] = [];
  const noteHeld = (holder: object, key: string, held: unknown): void => {
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
  for (const key of names)
    if (key === INSTANCES)
      members.push({ of, key: Symbol.hasInstance, held: of[Symbol.hasInstance] });
    else note(of, key);
  const above = [getPrototypeOf(of), getPrototypeOf(methods)] as const;
  snapshots.set(of as Class, { members, accessors, methods, keys: own.length, above });
}

/**
 * @param values what a function captures
 * @returns these
 * @throws if one of the classes is not as it was made; then another version answers
 */
export function unchanged<T>(values: T, ...all: readonly (Class | object)[]): T {
  for (const of of all) {
    const isSo = typeof of === 'function' ? isUnchanged(of as Class) : isSame(constants.get(of));
    if (!isSo) throw new TypeError(`${nameOf(of)} was changed after it was made`);
  }
  return values;
}

const nameOf = (of: Class | object): string =>
  typeof of === 'function' ? `the class ${of.name}` : 'a constant that holds functions';

const isSame = (before: Held | undefined): boolean =>
  before !== undefined &&
  before.members.every(isHeld) &&
  before.accessors.every(isCalled) &&
  before.objects.every(
    (one) => keys(one.of).length === one.keys && getPrototypeOf(one.of) === one.above,
  );

function isUnchanged(of: Class): boolean {
  const before = snapshots.get(of);
  if (before === undefined) return false;
  const { methods, above } = before;
  return (
    of.prototype === methods &&
    getPrototypeOf(of) === above[0] &&
    getPrototypeOf(methods) === above[1] &&
    getOwnPropertyNames(methods).length === before.keys &&
    before.members.every(isHeld) &&
    before.accessors.every(isCalled)
  );
}

const isHeld = ({ of, key, held }: Member): boolean =>
  Object.is((of as Record<string | symbol, unknown>)[key], held);

function isCalled({ of, key, was }: Accessor): boolean {
  const found = getOwnPropertyDescriptor(of, key);
  return found !== undefined && found.get === was.get && found.set === was.set;
}

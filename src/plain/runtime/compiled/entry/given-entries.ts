/** Reads maps, sets, and objects with any keys: reading runs no code of others. */
import type { KeyedKind } from '../../../ir/origin.js';
import { heldBy, inheritsKeys, NONE, type Held } from './records.js';

interface Entries {
  readonly keys: readonly unknown[];
  readonly values: readonly unknown[];
}

const { getOwnPropertyNames, getOwnPropertySymbols, getPrototypeOf } = Object;

// As the language has them, whatever is put in their place; they are called on what is read.
/* eslint-disable @typescript-eslint/unbound-method */
const { forEach: eachInMap } = Map.prototype;
const { forEach: eachInSet } = Set.prototype;
/* eslint-enable @typescript-eslint/unbound-method */

/** The keys in their order, with what they lead to; null for what has them in any other way. O(size). */
export function entriesOf(of: unknown, kind: KeyedKind): Entries | null {
  if (typeof of !== 'object' || of === null) return null;
  return kind === 'object' ? ofObject(of) : ofContainer(of, kind);
}

function ofContainer(of: object, kind: 'Map' | 'Set'): Entries | null {
  const { prototype } = kind === 'Map' ? Map : Set;
  if (Object.getPrototypeOf(of) !== prototype || Reflect.ownKeys(of).length > 0) return null;
  const [keys, values]: [unknown[], unknown[]] = [[], []];
  const add = (value: unknown, key: unknown): void => {
    keys.push(key);
    values.push(value);
  };
  if (kind === 'Map') eachInMap.call(of as Map<unknown, unknown>, add);
  else eachInSet.call(of as Set<unknown>, add);
  return { keys, values };
}

function ofObject(of: object): Entries | null {
  if (Array.isArray(of) || getPrototypeOf(of) !== Object.prototype || inheritsKeys()) return null;
  if (getOwnPropertySymbols(of).length > 0) return null;
  const keys = getOwnPropertyNames(of);
  const values: unknown[] = [];
  for (const key of keys) {
    // Names of what loops do not see have no value here.
    const held = key === '__proto__' ? NONE : heldBy(of as Held, key);
    if (held === NONE) return null;
    values.push(held);
  }
  return { keys, values };
}

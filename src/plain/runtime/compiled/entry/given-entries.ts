/** Reads maps and sets: reading runs no code of others. */

interface Entries {
  readonly keys: readonly unknown[];
  readonly values: readonly unknown[];
}

// As the language has them, whatever is put in their place; they are called on what is read.
/* eslint-disable @typescript-eslint/unbound-method */
const { forEach: eachInMap } = Map.prototype;
const { forEach: eachInSet } = Set.prototype;
/* eslint-enable @typescript-eslint/unbound-method */

/** The keys in their order, with what they lead to; null for what has them in any other way. O(size). */
export function entriesOf(of: object, kind: 'Map' | 'Set'): Entries | null {
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

/**
 * Maps and sets. They find a number by its value, but would find a dual by identity only. Therefore a dual is
 * refused as a key or a member.
 */
import type { FunctionVersions } from '../../functions/function-versions.js';
import { Dual, primalOf } from '../../core/real.js';
import { notePlace, storedIn } from './noted-places.js';
import { dualInCollection } from './errors.js';
import { asked, found, storedAt } from './keys-of-texts.js';
import { plain } from './operators.js';
import { apply, methods, own, type Native, type NativeVersion } from './native-versions.js';

const refused = (what: string, value: unknown): void => {
  if (value instanceof Dual) throw dualInCollection(what, primalOf(value));
};

const checking =
  (what: string) =>
  (native: Native, name: string): NativeVersion =>
    function (...args) {
      refused(what, args[0]);
      if (storing.has(name)) {
        noted(this, args[0], args[1]);
        storedAt(this, args[0]);
      }
      const given = apply(native, this, args);
      if (name === 'get') return found(given, this, args[0]);
      return name === 'has' ? asked(given === true, this, args[0]) : given;
    };
const storing = new Set(['set', 'add', 'getOrInsert', 'getOrInsertComputed']);

/** Notes what gets a new entry (core/left-behind.ts). Those of a WeakMap cannot be listed. */
function noted(holder: unknown, key: unknown, value: unknown): void {
  if (!(holder instanceof WeakMap)) {
    storedIn(holder, value ?? key);
    storedIn(holder, key);
    return;
  }
  if (value === undefined || typeof value === 'number') return;
  notePlace((settle) => {
    if (holder.has(key as object)) holder.set(key as object, settle(holder.get(key as object)));
  });
}

const key = 'a key of a Map';
const member = 'a member of a Set';

/** `Map.groupBy`. A callback gives its keys. */
const grouping = (native: Native): NativeVersion =>
  function (items, f) {
    const checkedKey: NativeVersion = (...args) => {
      const found = apply(own(f), undefined, args);
      refused(key, found);
      return found;
    };
    return apply(native, this, [items, typeof f === 'function' ? checkedKey : f]);
  };

export const ofCollections: FunctionVersions = [
  ...methods(Map, ['groupBy'], grouping),
  ...[Map, WeakMap].flatMap(({ prototype }) =>
    methods(
      prototype,
      ['get', 'has', 'set', 'delete', 'getOrInsert', 'getOrInsertComputed'],
      checking(key),
    ),
  ),
  ...[Set, WeakSet].flatMap(({ prototype }) =>
    methods(prototype, ['add', 'has', 'delete'], checking(member)),
  ),
];

type Constructor = new (items: Iterable<never>) => object;

/** The members of a list. A dual in the wrong place is refused when it is reached. */
function* checked(items: Iterable<unknown>, isMap: boolean): Generator {
  for (const item of items) {
    if (isMap) refused(key, (item as readonly unknown[] | null | undefined)?.[0]);
    else refused(member, item);
    // A number is not an entry.
    yield plain(item);
  }
}

/** `new Map(items)`, `new Set(items)`. */
export const collectionConstructors: ReadonlyMap<unknown, Native> = new Map<unknown, Native>(
  [Map, WeakMap, Set, WeakSet].map((C, index) => [
    C,
    (items?: Iterable<unknown> | null) =>
      items === undefined || items === null
        ? (Reflect.construct(C, []) as object)
        : new (C as unknown as Constructor)(checked(items, index < 2) as never),
  ]),
);

const families = [Map, WeakMap, Set, WeakSet];

/**
 * The arguments of a constructor. If it is a subclass of a collection, the first are its members, which are
 * checked.
 */
export function checkedMembers(C: unknown, args: readonly unknown[]): readonly unknown[] {
  const [items] = args;
  if (typeof items !== 'object' || items === null || typeof C !== 'function') return args;
  const family = families.findIndex(({ prototype }) =>
    Object.prototype.isPrototypeOf.call(prototype, C.prototype as object),
  );
  return family < 0 ? args : [checked(items as Iterable<unknown>, family < 2), ...args.slice(1)];
}

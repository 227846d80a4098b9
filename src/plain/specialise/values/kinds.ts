/** Kinds of objects, and the keys that make them. */
import { known, UNSET, type Abstract, type Arena, type Kind, type Obj } from './abstract.js';

const NONE = {};
const all = new WeakMap<object, Map<string, Kind>>();

export function kindOf(proto: object | null, keys: readonly string[]): Kind {
  let kinds = all.get(proto ?? NONE);
  if (kinds === undefined) all.set(proto ?? NONE, (kinds = new Map<string, Kind>()));
  const name = JSON.stringify(keys);
  let kind = kinds.get(name);
  if (kind === undefined) kinds.set(name, (kind = { proto, keys, own: null }));
  return kind;
}

const rows = new WeakMap<object, Map<string, Kind>>();
/** The kind of the arrays that one place of the program makes, with elements of a shape. They grow where they are. */
export function rowKindOf(site: object, elements: string): Kind {
  let kinds = rows.get(site);
  if (kinds === undefined) rows.set(site, (kinds = new Map<string, Kind>()));
  let kind = kinds.get(elements);
  if (kind === undefined)
    kinds.set(
      elements,
      (kind = { proto: Array.prototype, keys: ['\0items', '\0length'], own: null }),
    );
  return kind;
}

/** The keys of an object in the order in which they were given; null where branches gave them in different ways. */
export function keysOf(of: Obj): readonly string[] | null {
  if (of.keys !== null) return of.keys();
  const { value: order } = of.order;
  return order.tag === 'known' ? (JSON.parse(order.value as string) as string[]) : null;
}

/** The order of keys with one more. */
export function withKey(of: Obj, key: string): Abstract {
  const { value: order } = of.order;
  if (order.tag !== 'known') return order;
  const keys = JSON.parse(order.value as string) as string[];
  return keys.includes(key) ? order : known(JSON.stringify([...keys, key]));
}

/** The order of keys without one. */
export function withoutKey(of: Obj, key: string): Abstract {
  const { value: order } = of.order;
  if (order.tag !== 'known') return order;
  const keys = JSON.parse(order.value as string) as string[];
  return known(JSON.stringify(keys.filter((one) => one !== key)));
}

/** An arena without objects. */
export const emptyArena = (kind: Kind): Arena => ({
  tag: 'arena',
  kind,
  slots: Array.from({ length: kind.keys.length + 1 }, () => UNSET),
  columns: [],
  length: null,
});

/** True if a key is a private name of a class, which the program cannot use as a key. */
export const isPrivate = (key: string): boolean => key.startsWith('#') && key.includes('\0');

/** Methods of maps and sets, a row for each, and iterators of arrays. */
import { NOTHING } from '../values/abstract.js';
import { emptyKeyed, iterator } from '../things/keyed.js';
import type { Native } from './calls.js';
import { library } from './native-operands.js';

export const keyedNatives = new Map<object, Native>();

/** A method that the library has, for each value that its first argument may be. */
const byKey =
  (proto: object, name: string): Native =>
  (m, self, args) =>
    m.each(args[0] ?? NOTHING, (key) => {
      const of = m.read(self);
      if (of.tag !== 'object' || of.proto !== proto)
        return m.refuse('a method of maps on something else');
      return library(m, name, of, [key, ...args.slice(1)]);
    });

function rows(proto: object, names: Readonly<Record<string, string>>): void {
  for (const [method, name] of Object.entries(names)) {
    const native = (proto as Readonly<Record<string, object>>)[method];
    keyedNatives.set(native, byKey(proto, name));
  }
}
rows(Map.prototype, {
  get: 'mapGet',
  has: 'mapHas',
  set: 'mapSet',
  delete: 'mapDelete',
  clear: 'mapClear',
  forEach: 'mapForEach',
});
rows(Set.prototype, {
  has: 'mapHas',
  add: 'setAdd',
  delete: 'setDelete',
  clear: 'mapClear',
  forEach: 'setForEach',
});
rows(WeakMap.prototype, { get: 'mapGet', has: 'mapHas', set: 'mapSet', delete: 'mapDelete' });
rows(WeakSet.prototype, { has: 'mapHas', add: 'setAdd', delete: 'setDelete' });

for (const [type, fill] of [
  [Map, 'fillMap'],
  [Set, 'fillSet'],
  [WeakMap, 'fillMap'],
  [WeakSet, 'fillSet'],
] as const) {
  keyedNatives.set(type, (m, self, [given = NOTHING]) => {
    if (self.tag !== 'host' || self.value !== type) return (m.leave(), NOTHING);
    const made = emptyKeyed(m, type.prototype as object);
    library(m, fill, made, [given]);
    return made;
  });
  const size = Object.getOwnPropertyDescriptor(type.prototype, 'size');
  if (size === undefined) continue;
  const getter = Reflect.get(size, 'get') as object;
  keyedNatives.set(getter, (m, self) => {
    const of = m.read(self);
    return of.tag === 'object' && of.proto === type.prototype
      ? library(m, 'keyedSize', of, [])
      : m.refuse('the size of something else');
  });
}

for (const proto of [Map.prototype, Set.prototype, Array.prototype] as readonly object[])
  for (const what of ['keys', 'values', 'entries']) {
    const native = (proto as Readonly<Record<string, object>>)[what];
    // The keys of a set are its values.
    if (keyedNatives.has(native)) continue;
    const isSet = proto === Set.prototype;
    keyedNatives.set(native, (m, self) => {
      const of = m.read(self);
      if (of.tag === 'array' && proto === Array.prototype) return iterator(m, of, what);
      return of.tag === 'object' && of.proto === proto
        ? iterator(m, of, isSet && what === 'keys' ? 'values' : what)
        : m.refuse('an iterator of something else');
    });
  }

/** Properties of `super`: of the prototype of the object that has the method. */
import { NOTHING, UNSET, type Abstract } from '../values/abstract.js';
import { fieldName, keyNamed } from '../values/kinds.js';
import type { Env } from '../machine/in-progress.js';
import type { Machine } from '../machine/machine.js';
import { putOwn } from '../things/objects.js';

/** The instance, and the object that has the property. */
function placeOf(m: Machine, { scope }: Env): { readonly self: Abstract; readonly parent: object } {
  const { value: home } = scope.find('%home') ?? { value: UNSET };
  const self = m.read(scope.find('this')!.value);
  if (home.tag === 'object' && home.lift === null && home.proto !== null)
    return { self, parent: home.proto };
  if (home.tag !== 'host') return m.refuse('a property of super');
  const owner = typeof home.value === 'function' ? ownerOf(self, home.value) : home.value;
  if (owner === null) return m.refuse('a property of super');
  const parent = m.meaning.parent(owner);
  return parent === null ? m.refuse('super of an object without a prototype') : { self, parent };
}

const keyOf = (m: Machine, given: Abstract): PropertyKey => {
  const key = m.read(given);
  return key.tag === 'known' ? keyNamed(fieldName(key.value)) : m.refuse('a property of super');
};

export function superOf(m: Machine, given: Abstract, env: Env): Abstract {
  const { self, parent } = placeOf(m, env);
  const key = keyOf(m, given);
  const getter = m.meaning.getter(parent, key);
  return getter ? m.meaning.call(m, getter, self, []) : m.meaning.property(parent, key);
}

/** Writes by the setter that the parent has, or else a field of the instance. */
export function putSuper(m: Machine, given: Abstract, to: Abstract, env: Env): void {
  const { self, parent } = placeOf(m, env);
  const key = keyOf(m, given);
  const setter = m.meaning.setter(parent, key);
  if (setter) return void m.meaning.call(m, setter, self, [to]);
  if (m.meaning.getter(parent, key)) return m.leave();
  const before = m.meaning.property(parent, key);
  if (
    self.tag !== 'object' ||
    (before !== NOTHING && !(before.tag === 'known' && before.value === undefined))
  )
    return m.refuse('a property of super is written');
  putOwn(m, self, fieldName(key), to);
}

/** The object among the prototypes of a value that has a method. */
function ownerOf(self: Abstract, method: object): object | null {
  let at: object | null = null;
  if (self.tag === 'object') at = self.proto;
  else if (self.tag === 'element') at = self.kind.proto;
  else if (self.tag === 'host') at = self.value;
  for (; at !== null; at = Object.getPrototypeOf(at) as object | null)
    for (const held of Object.values(Object.getOwnPropertyDescriptors(at)))
      if (Object.values(held).includes(method)) return at;
  return null;
}

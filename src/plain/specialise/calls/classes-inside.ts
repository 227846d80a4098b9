/** Classes that specialised code makes: their methods, and what they do when they are made. */
import type { Class } from '../../core/core.js';
import { EARLY, type Abstract, type Closure, type Host } from '../values/abstract.js';
import { isPrivate } from '../values/kinds.js';
import { methodToken, notesClass } from '../values/made-classes.js';
import type { Env } from '../machine/in-progress.js';
import type { Machine } from '../machine/machine.js';
import { defineField } from '../things/objects.js';

/** A class with its methods, and its static fields and blocks in order. */
export function classInside(
  m: Machine,
  made: Class,
  env: Env,
  run: (f: Closure, self: Abstract) => Abstract,
): Abstract {
  const { scope } = env;
  const type = typeFor(m, made, made.parent && m.read(m.meaning.evaluate(m, made.parent, env)));
  const { prototype } = type;
  const own = m.obj(Function.prototype);
  notesClass(type, { value: { tag: 'class', made, scope }, own });
  const self: Host = { tag: 'host', value: type };
  const homeOf = (isStatic: boolean): Host => ({ tag: 'host', value: isStatic ? type : prototype });
  for (const { kind, isStatic, key, f } of made.members) {
    if (kind === 'field' || kind === 'block') continue;
    const closure: Closure = { tag: 'closure', f, scope, home: homeOf(isStatic) };
    const name = m.read(m.meaning.evaluate(m, key, env));
    if (name.tag !== 'known') return m.refuse('a method with a key that is computed');
    const text = name.value as string;
    if (isPrivate(text)) {
      if (isStatic) m.meaning.define(m, own, name, kind === 'method' ? 'value' : kind, closure);
      continue;
    }
    const token = methodToken(closure);
    const before = Object.getOwnPropertyDescriptor(isStatic ? type : prototype, text);
    Object.defineProperty(isStatic ? type : prototype, text, {
      ...(kind === 'method'
        ? { value: token, writable: true }
        : { ...accessors(before), [kind]: token }),
      configurable: true,
    });
  }
  // The name that a class has in itself stands in a scope of its own.
  const name = scope.names.size === 1 ? scope.names.get(made.name) : undefined;
  if (name?.value === EARLY) m.set(name, self);
  for (const { kind, isStatic, key, f } of made.members) {
    if (!isStatic || (kind !== 'field' && kind !== 'block')) continue;
    const value = run({ tag: 'closure', f, scope, home: self }, self);
    if (m.isDead) return self;
    if (kind === 'block') continue;
    const name = m.read(m.meaning.evaluate(m, key, env));
    if (name.tag !== 'known') return m.refuse('a field with a key that is computed');
    defineField(m, own, String(name.value), value);
  }
  return self;
}

/** The other one of a getter and a setter. */
const accessors = (of: PropertyDescriptor | undefined): PropertyDescriptor | undefined =>
  of === undefined || 'value' in of ? undefined : of;

interface Type {
  readonly prototype: object;
}

function typeFor(m: Machine, { name, make }: Class, parent: Abstract | null): Type {
  const isNothing = parent === null;
  if (!isNothing && (parent.tag !== 'host' || typeof parent.value !== 'function'))
    return m.refuse('a class inside whose parent is not a class that is known');
  const base = isNothing ? null : (parent.value as new () => object);
  const type = base === null ? class {} : class extends base {};
  Object.defineProperties(type, { name: { value: name }, length: { value: make?.length ?? 0 } });
  return type;
}

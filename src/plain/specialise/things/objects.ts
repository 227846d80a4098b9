/** Objects: own fields in cells, and what their prototypes have. */
import {
  ABSENT,
  known,
  NOTHING,
  UNSET,
  type Abstract,
  type Cell,
  type Element,
  type Obj,
} from '../values/abstract.js';
import { hasAccessor, readField, writeField } from '../machine/arenas.js';
import { isPrivate, keysOf, withKey, withoutKey } from '../values/kinds.js';
import type { Machine } from '../machine/machine.js';

/** An object with fields of its own, or in a list. */
export type Place = Obj | Element;

export const protoOf = (of: Place): object | null =>
  of.tag === 'element' ? of.kind.proto : of.proto;

/** The own field of an object, or `ABSENT`. */
function ownField(m: Machine, of: Place, key: string): Abstract {
  if (of.tag === 'element') return readField(m, of, key) ?? ABSENT;
  const cell = of.slots.get(key) ?? lifted(m, of, key);
  return cell === undefined ? ABSENT : m.read(cell.value);
}

function lifted(m: Machine, of: Obj, key: string): Cell | undefined {
  const found = of.lift?.(key);
  if (found === undefined) return undefined;
  const cell = m.cell(found, of.birth);
  of.slots.set(key, cell);
  return cell;
}

/** A property of an object: its own, or inherited. */
export function getField(m: Machine, of: Place, key: string): Abstract {
  const own = ownField(m, of, key);
  if (isPrivate(key)) return own === ABSENT ? noPrivate(m, of) : valueOf(m, of, own);
  if (own === ABSENT) return inherited(m, of, key);
  return valueOf(m, of, own, (one) => (one === ABSENT ? inherited(m, of, key) : one));
}

/** The value of a field: what its getter gives, if it has one. */
function valueOf(
  m: Machine,
  of: Place,
  own: Abstract,
  other: (one: Abstract) => Abstract = (one) => one,
): Abstract {
  if (own.tag === 'accessor') return own.get ? m.meaning.call(m, own.get, of, []) : NOTHING;
  const isOdd = (one: Abstract): boolean => one === ABSENT || one.tag === 'accessor';
  if (own.tag !== 'choice' || !own.options.some(isOdd)) return own;
  return m.each(own, (one) => (one.tag === 'accessor' ? valueOf(m, of, one) : other(one)));
}

function inherited(m: Machine, of: Place, key: string): Abstract {
  const proto = protoOf(of);
  if (proto === null) return NOTHING;
  const getter = m.meaning.getter(proto, key);
  return getter ? m.meaning.call(m, getter, of, []) : m.meaning.property(proto, key);
}

/** No object has a private name that it was not made with. */
function noPrivate(m: Machine, of: Place): Abstract {
  if (of.tag === 'object' && of.lift) return m.refuse('a private field of an object that is given');
  m.leave();
  return UNSET;
}

/** Writes a field. The field of what may be the same object is not known any more. */
export function putField(m: Machine, of: Place, key: string, to: Abstract): void {
  if (isSet(m, of, key, to)) return;
  if (of.tag === 'element') return writeField(m, of, key, to);
  if (key === '__proto__') return m.refuse('a prototype is written');
  if (isPrivate(key) && ownField(m, of, key) === ABSENT) return void noPrivate(m, of);
  if (of.proto !== null && (of.slots.get(key) ?? lifted(m, of, key)) === undefined) {
    const setter = m.meaning.setter(of.proto, key);
    if (setter) return void m.meaning.call(m, setter, of, [to]);
    // Strict code throws.
    if (m.meaning.getter(of.proto, key)) return m.leave();
    if (isReadOnly(of.proto, key)) return m.refuse('a property that is only read is written');
    m.meaning.property(of.proto, key);
  }
  defineField(m, of, key, to);
}

/** True if the object's own field has a setter, which is called, or only a getter: strict code throws. */
function isSet(m: Machine, of: Place, key: string, to: Abstract): boolean {
  const own = of.tag === 'element' && !of.kind.keys.includes(key) ? ABSENT : ownSlot(m, of, key);
  if (own.tag === 'choice' && own.options.some(({ tag }) => tag === 'accessor'))
    return m.refuse('a field that has a setter in one of two branches is written');
  if (own.tag !== 'accessor') return false;
  if (own.set) m.meaning.call(m, own.set, of, [to]);
  else m.leave();
  return true;
}

/** The value in the slot of a field, as it is: also one that is refused where it is used. */
function ownSlot(m: Machine, of: Place, key: string): Abstract {
  if (of.tag === 'element') return hasAccessor(m, of.kind, key) ? ownField(m, of, key) : ABSENT;
  const { value } = of.slots.get(key) ?? lifted(m, of, key) ?? { value: ABSENT };
  return value.tag === 'choice' ? m.narrowed(value) : value;
}

/** Gives an object a field of its own, whatever its prototypes have. */
export function defineField(m: Machine, of: Obj, key: string, to: Abstract): void {
  nameOf(to, key);
  write(m, of, key, to);
  loseField(m, of, key);
}

/** Forgets a field of the objects that may be the same as one that was written. */
export function loseField(m: Machine, of: Obj, key: string): void {
  const why = `the field ${key} of an object that may be the same as one that was written`;
  for (const other of of.alias.others(of)) write(m, other, key, { tag: 'lost', why });
}

function write(m: Machine, of: Obj, key: string, to: Abstract): void {
  const cell = of.slots.get(key) ?? lifted(m, of, key) ?? m.cell(ABSENT, of.birth);
  of.write?.(key, cell);
  cell.owner ??= { of, key };
  of.slots.set(key, cell);
  if (cell.value === ABSENT || cell.value.tag === 'choice') m.set(of.order, withKey(of, key));
  m.set(cell, to);
}

/** Takes a field away. The field and the keys of what may be the same object are not known any more. */
export function removeField(m: Machine, of: Place, key: string): void {
  if (of.tag === 'element') return m.refuse('a field of an object in a list is deleted');
  if (of.lift) return m.refuse('a field of an object that is given is deleted');
  const why = `the field ${key} of an object that may be the same as one that lost it`;
  for (const one of [of, ...of.alias.others(of)]) {
    if (one.lift) return m.refuse('an object that may be one that is given is written');
    const cell = one.slots.get(key);
    if (cell === undefined) continue;
    cell.owner ??= { of: one, key };
    m.set(cell, one === of ? ABSENT : { tag: 'lost', why });
    m.set(one.order, one === of ? withoutKey(one, key) : { tag: 'lost', why });
  }
}

const isReadOnly = (proto: object, key: string): boolean => {
  for (
    let at: object | null = proto;
    at !== null;
    at = Object.getPrototypeOf(at) as object | null
  ) {
    const found = Object.getOwnPropertyDescriptor(at, key);
    if (found !== undefined) return found.writable === false;
  }
  return false;
};

/** Gives a number that has no name yet the one of its field. */
function nameOf(of: Abstract, key: string): void {
  if (of.tag === 'dynamic' && of.value.name === '' && /^[a-zA-Z_]\w*$/.test(key))
    (of.value as { name: string }).name = key;
}

/** The keys of an object, in JavaScript's order. */
export function ownKeys(m: Machine, of: Place): readonly string[] {
  const keys =
    (of.tag === 'element' ? of.kind.keys : keysOf(of)) ??
    m.refuse('the keys of an object that branches give in different ways');
  const shown = keys.filter((key) => !key.startsWith('\0') && !isPrivate(key));
  const isIndex = (key: string): boolean => /^(0|[1-9]\d*)$/.test(key);
  return [
    ...shown.filter(isIndex).sort((a, b) => Number(a) - Number(b)),
    ...shown.filter((key) => !isIndex(key)),
  ];
}

export function spreadInto(m: Machine, to: Place, given: Abstract): void {
  m.each(given, (of) => {
    if (of.tag === 'object' || of.tag === 'element')
      for (const key of ownKeys(m, of)) putField(m, to, key, valueOf(m, of, ownField(m, of, key)));
    else if (!(of.tag === 'known' && of.value == null))
      m.refuse(`a value of the kind ${of.tag} is spread`);
    return UNSET;
  });
}

/** Functions have properties that are not among their fields. */
function insistOnField(m: Machine, of: Place, key: string): void {
  if (protoOf(of) === Function.prototype && ['name', 'length', 'prototype'].includes(key))
    m.refuse(`whether a function has the property ${key}`);
}

/** True if an object has a key of its own. */
export function hasOwn(m: Machine, of: Place, key: string): Abstract {
  insistOnField(m, of, key);
  const own = ownField(m, of, key);
  if (own.tag === 'choice' && own.options.includes(ABSENT))
    return m.asked(own, (one) => one !== ABSENT);
  return known(own !== ABSENT);
}

/** True if an object has a key, its own or inherited. */
export function hasKey(m: Machine, of: Place, key: string): Abstract {
  insistOnField(m, of, key);
  const own = ownField(m, of, key);
  if (isPrivate(key) && of.tag === 'object' && of.lift) return noPrivate(m, of);
  const proto = protoOf(of);
  const isInherited = proto !== null && key in proto;
  if (proto !== null && !isInherited) m.meaning.property(proto, key);
  if (own === ABSENT || isInherited) return known(own !== ABSENT || isInherited);
  if (own.tag === 'choice' && own.options.includes(ABSENT))
    return m.asked(own, (one) => one !== ABSENT);
  return known(true);
}

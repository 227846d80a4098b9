/** Properties of any value. */
import {
  dynamic,
  known,
  lost,
  NOTHING,
  UNSET,
  type Abstract,
  type Arr,
  type Obj,
} from '../values/abstract.js';
import type { Fn } from '../../core/core.js';
import { isPrivate } from '../values/kinds.js';
import { staticsOf, staticsWith } from '../values/made-classes.js';
import { realOf } from '../machine/foreign-values.js';
import type { Machine } from '../machine/machine.js';
import { memberOf } from './foreign-members.js';
import { at, lengthOf, setAt, setLength } from './arrays.js';
import { defineField, getField, putField } from './objects.js';

const isNothing = (of: Abstract): boolean =>
  of.tag === 'unset' || (of.tag === 'known' && of.value == null);

/** A key as a text; null where it is computed. */
const textOf = (key: Abstract): string | null =>
  key.tag === 'known' && typeof key.value !== 'symbol' ? String(key.value) : null;

export function get(m: Machine, given: Abstract, key: Abstract, isSure = false): Abstract {
  if (m.isDead) return UNSET;
  const of = m.read(given);
  const it = indexIn(m, m.read(key));
  if (of.tag === 'choice')
    return m.each(of, (one) => (isNothing(one) ? (m.leave(), UNSET) : get(m, one, it, isSure)));
  if (isNothing(of)) return (m.leave(), UNSET);
  if (of.tag === 'array') return ofArray(m, of, it, isSure);
  if (of.tag === 'foreign') return memberOf(m, of, it);
  if (it.tag === 'choice') return m.each(it, (one) => get(m, of, one, isSure));
  if (of.tag === 'known' && typeof of.value === 'string' && it.tag === 'dynamic')
    return lost('a character of a text at a place that is computed');
  const text = textOf(it) ?? m.refuse('a key that is computed');
  if (of.tag === 'object' || of.tag === 'element') return getField(m, of, text);
  const statics = of.tag === 'host' ? staticsWith(of.value, text) : null;
  if (statics !== null) return getField(m, statics, text);
  if (isPrivate(text))
    return m.refuse('a private name of a class, at a value that is not an object');
  switch (of.tag) {
    case 'closure':
      if (of.own !== undefined) return ofClosure(m, of.f, of.own, text);
    // eslint-disable-next-line no-fallthrough -- functions of the library have no fields
    case 'class':
      if (!['call', 'apply', 'bind'].includes(text))
        return m.refuse(`the property ${text} of a function`);
      return m.meaning.property(Function.prototype, text);
    case 'host':
      return text === 'prototype' ? ofPrototype(m, of.value) : m.meaning.property(of.value, text);
    case 'dynamic':
      return m.meaning.property(
        of.value.type === 'bool' ? Boolean.prototype : Number.prototype,
        text,
      );
    case 'known': {
      if (typeof of.value !== 'string')
        return m.meaning.property(Object.getPrototypeOf(of.value) as object, text);
      if (text === 'length' || /^\d+$/.test(text)) return known(of.value[text as 'length']);
      return m.meaning.property(String.prototype, text);
    }
    default:
      return m.refuse(`a property of a value of the kind ${of.tag}`);
  }
}

/** A property of a function that is made inside. */
function ofClosure(m: Machine, f: Fn, own: Obj, key: string): Abstract {
  if (key === 'prototype') return m.refuse('the prototype of a function that is made inside');
  if (own.slots.has(key)) return getField(m, own, key);
  if (key === 'length') return known(f.length);
  if (key === 'name') return known(f.name);
  return getField(m, own, key);
}
const FIXED = ['prototype', 'name', 'length'];

/** A key that is a number of the program. */
const indexIn = (m: Machine, key: Abstract): Abstract =>
  key.tag === 'foreign' ? dynamic(realOf(m, key)) : key;

/** The prototype of the instances of a function or class, by its identity. */
function ofPrototype(m: Machine, of: object): Abstract {
  if (hasVariablePrototype(of)) return { tag: 'host', value: m.meaning.prototype(of) };
  const found = Object.getOwnPropertyDescriptor(of, 'prototype');
  const isFixed = found?.writable === false && found.configurable === false;
  return isFixed && typeof found.value === 'object' && found.value !== null
    ? { tag: 'host', value: found.value as object }
    : m.meaning.property(of, 'prototype');
}

/** True of functions that are classes by their prototype alone, which may be another one later. */
export const hasVariablePrototype = (of: object): boolean =>
  typeof of === 'function' && Object.getOwnPropertyDescriptor(of, 'prototype')?.writable === true;

/** A key of an array as a number, if it is an index. */
const indexOf = (key: Abstract): Abstract =>
  key.tag === 'known' && typeof key.value === 'string' && /^(0|[1-9]\d*)$/.test(key.value)
    ? known(Number(key.value))
    : key;

function ofArray(m: Machine, of: Arr, key: Abstract, isSure: boolean): Abstract {
  if (key.tag === 'known' && key.value === 'length') return lengthOf(m, of);
  const index = indexOf(key);
  if (index.tag !== 'known' || typeof index.value === 'number') return at(m, of, index, isSure);
  const more = of.more?.get(String(index.value));
  if (more !== undefined) return more;
  if (of.more === null && of.alias.others(of).some((one) => one.more !== null))
    return m.refuse('a property of an array that may have others');
  return inherited(m, of, String(index.value));
}

/** A property that an array has by its prototype. */
export function inherited(m: Machine, of: Arr, key: PropertyKey): Abstract {
  for (const { hasNo, depth } of of.owners) hasNo(key, depth);
  return m.meaning.property(prototypeOf(of), key);
}

const { getPrototypeOf } = Object;
const ofArrays = getPrototypeOf([].values()) as object;
const ofTexts = getPrototypeOf(''[Symbol.iterator]()) as object;

/** Asks that elements are gone through as those of any array, or of any text. */
export function goneThrough(m: Machine, of: Abstract): void {
  if (of.tag === 'array') inherited(m, of, Symbol.iterator);
  else m.meaning.property(String.prototype, Symbol.iterator);
  m.meaning.property(of.tag === 'array' ? ofArrays : ofTexts, 'next');
}

export const prototypeOf = ({ storage }: Arr): object => {
  if (storage === 'number[]' || storage === 'list') return Array.prototype as object;
  return (globalThis as unknown as Record<string, { readonly prototype: object }>)[storage]
    .prototype;
};

export function define(
  m: Machine,
  of: Obj,
  given: Abstract,
  kind: 'value' | 'get' | 'set',
  to: Abstract,
): void {
  const key = m.read(given);
  if (key.tag === 'choice')
    return void m.each(key, (one) => (define(m, of, one, kind, to), NOTHING));
  const text = textOf(key) ?? m.refuse('a key that is computed is written');
  if (text === '__proto__') return m.refuse('a prototype is written');
  if (kind === 'value') return defineField(m, of, text, to);
  const { value: own } = of.slots.get(text) ?? { value: NOTHING };
  const before = own.tag === 'accessor' ? own : { get: null, set: null };
  defineField(m, of, text, { tag: 'accessor', ...before, [kind]: to });
}

export function put(
  m: Machine,
  given: Abstract,
  key: Abstract,
  to: Abstract,
  isSure = false,
): void {
  if (m.isDead) return;
  const of = m.read(given);
  const it = m.read(key);
  if (of.tag === 'choice')
    return void m.each(of, (one) => {
      if (isNothing(one)) m.leave();
      else put(m, one, it, to, isSure);
      return NOTHING;
    });
  if (isNothing(of)) return m.leave();
  if (of.tag === 'array') {
    if (it.tag === 'known' && it.value === 'length') return setLength(m, of, m.read(to));
    return setAt(m, of, indexOf(it), to, isSure);
  }
  if (it.tag === 'choice') return void m.each(it, (one) => (put(m, of, one, to, isSure), NOTHING));
  if (of.tag === 'closure' && of.own !== undefined) {
    const text = textOf(it) ?? m.refuse('a key that is computed is written');
    if (FIXED.includes(text)) return m.refuse(`the property ${text} of a function is written`);
    return putField(m, of.own, text, to);
  }
  const statics = of.tag === 'host' ? staticsOf(of.value) : undefined;
  if (statics !== undefined && of.tag === 'host') {
    const text = textOf(it) ?? m.refuse('a key that is computed is written');
    if (!statics.slots.has(text) && (text in of.value || isPrivate(text)))
      return m.refuse(`the property ${text} of a class is written`);
    return putField(m, statics, text, to);
  }
  if (of.tag !== 'object' && of.tag !== 'element')
    return m.refuse(`a property of a value of the kind ${of.tag} is written`);
  putField(m, of, textOf(it) ?? m.refuse('a key that is computed is written'), to);
}

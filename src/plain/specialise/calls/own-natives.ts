/** Functions that operators of the core, and the library, are made of. */
import { known, NOTHING } from '../values/abstract.js';
import { indicesOf, push, view } from '../things/arrays.js';
import { getField, hasKey, ownKeys, protoOf, removeField, spreadInto } from '../things/objects.js';
import { keyIndex, pushKey } from '../things/keyed.js';
import { hasVariablePrototype, prototypeOf } from '../things/properties.js';
import { sorted } from '../things/sorting.js';
import type { Native } from './calls.js';
import { floats, listFrom } from './natives.js';
import { gradientAt, pullbackAt, pushforwardAt, tangentAt } from './inner-derivatives.js';
import { jacobianAt } from './inner-jacobians.js';
import { ownOperators } from './library-operators.js';
import { array, library, record } from './native-operands.js';

export const own: Readonly<Record<string, Native>> = {
  ...ownOperators,
  gradientAt,
  tangentAt,
  pullbackAt,
  pushforwardAt,
  jacobianAt,
  listFrom,
  pushOne: (m, self, [of]) => (push(m, array(m, self), of), NOTHING),
  spreadInto: (m, self, [of]) => (spreadInto(m, record(m, self), of), NOTHING),
  like: (m, _, [of, length]) => floats(m, m.read(length), array(m, of).storage),
  view: (m, _, [of, from, to]) => view(m, array(m, of), from, to),
  isList: (m, _, [of]) =>
    m.each(of, (one) => known(one.tag === 'array' && prototypeOf(one) === Array.prototype)),
  keyIndex: (m, _, [keys, key]) => keyIndex(m, array(m, keys), key),
  pushKey: (m, _, [keys, key]) => (pushKey(m, array(m, keys), key), NOTHING),
  // Arrow functions do not see the object that they are given for `this`.
  alone: (m, _, [of, count]) => {
    const f = m.read(of);
    const isOne = count.tag === 'known' && count.value === 1;
    const isArrow = f.tag === 'closure' && f.f.kind === 'arrow';
    return isOne || isArrow ? NOTHING : m.refuse('a function that is given an object for this');
  },
  sorted: (m, _, [of, f]) => sorted(m, array(m, of), f),
  isTyped: (m, _, [of]) => {
    const it = m.read(of);
    return known(it.tag === 'array' && it.storage !== 'number[]');
  },
  take: (m, _, [of, count, hasRest]) => {
    const given = m.read(of);
    const isForeign = given.tag === 'foreign';
    const list = isForeign ? given : array(m, given);
    if (list.tag === 'array') m.meaning.goneThrough(m, list);
    const [n, rest] = [count, hasRest].map((one) => (one as { value: unknown }).value) as [
      number,
      boolean,
    ];
    if (isForeign && rest) return m.refuse('the rest of an array of NumPy');
    const items = Array.from({ length: n }, (__, k) => m.meaning.get(m, list, known(k)));
    return m.tuple(rest ? [...items, library(m, 'slice', list, [known(n)])] : items);
  },
  rest: (m, _, [of, ...keys]) => {
    const made = m.obj(Object.prototype);
    const it = record(m, of);
    const left = keys.map((key) =>
      key.tag === 'known' ? String(key.value) : m.refuse('a rest without keys that are computed'),
    );
    for (const key of ownKeys(m, it))
      if (!left.includes(key)) m.meaning.put(m, made, known(key), getField(m, it, key));
    return made;
  },
  delete: (m, _, [of, given]) =>
    m.each(given, (one) => {
      const key = m.read(one);
      if (key.tag !== 'known') return m.refuse('a key that is computed is deleted');
      const it = m.read(of);
      if (it.tag === 'array') return m.refuse('an element of an array is deleted');
      removeField(m, record(m, it), String(key.value));
      return known(true);
    }),
  in: (m, _, [key, of]) => {
    const it = m.read(key);
    if (it.tag !== 'known') return m.refuse('whether a key that is computed is there');
    return m.each(of, (one) => hasKey(m, record(m, one), String(it.value)));
  },
  has: (m, _, [key, of]) => {
    const it = m.read(of);
    return it.tag === 'object' || it.tag === 'element'
      ? own.in(m, NOTHING, [key, it])
      : known(true);
  },
  enumerable: (m, _, [given]) => {
    const of = m.read(given);
    if (of.tag === 'known' && of.value == null) return m.tuple([]);
    if (of.tag === 'array') {
      return m.tuple(indicesOf(m, of).map(known));
    }
    const it = record(m, of);
    const proto = protoOf(it);
    if (proto !== Object.prototype && proto !== null)
      return m.refuse('keys of an instance of a class');
    return m.tuple(ownKeys(m, it).map(known));
  },
  regexp: (_, __, [pattern, flags]) => {
    const [of, by] = [pattern, flags].map((one) => (one as { value: string }).value);
    return { tag: 'host', value: new RegExp(of, by) };
  },
  instanceof: (m, _, [of, type]) => {
    const it = m.read(type);
    if (it.tag !== 'host' || typeof it.value !== 'function')
      return m.refuse('instanceof of a class that is made inside');
    if (
      Symbol.hasInstance in it.value &&
      it.value[Symbol.hasInstance] !== Function.prototype[Symbol.hasInstance]
    )
      return m.refuse('instanceof of a class that decides itself');
    const { prototype } = hasVariablePrototype(it.value)
      ? { prototype: m.meaning.prototype(it.value) }
      : (it.value as { readonly prototype: object });
    const isOf = (proto: object | null): boolean =>
      proto !== null &&
      (proto === prototype || Object.prototype.isPrototypeOf.call(prototype, proto));
    return m.each(of, (one) => {
      if (one.tag === 'object' || one.tag === 'element') return known(isOf(protoOf(one)));
      if (one.tag === 'array') return known(isOf(prototypeOf(one)));
      if (one.tag === 'host' && one.value === globalThis)
        return known(isOf(Object.getPrototypeOf(globalThis) as object | null));
      return one.tag === 'known' || one.tag === 'dynamic' || one.tag === 'unset'
        ? known(false)
        : m.refuse('instanceof of a function');
    });
  },
};

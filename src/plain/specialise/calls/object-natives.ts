/** Functions of `Object`, a row for each. */
import { known, NOTHING, type Abstract } from '../values/abstract.js';
import type { Machine } from '../machine/machine.js';
import { getField, hasOwn, ownKeys, protoOf, spreadInto, type Place } from '../things/objects.js';
import { indicesOf } from '../things/arrays.js';
import { prototypeOf } from '../things/properties.js';
import type { Native } from './calls.js';
import { library, record } from './native-operands.js';

export const objectNatives = new Map<object, Native>();

/** A function of one object, for each that it may be. */
const ofEach =
  (work: (m: Machine, of: Place) => Abstract): Native =>
  (m, _, [of = NOTHING]) =>
    m.each(of, (one) => work(m, record(m, one)));
objectNatives.set(Object.keys, (m, _, [of = NOTHING]) =>
  m.each(of, (one) =>
    m.tuple((one.tag === 'array' ? indicesOf(m, one) : ownKeys(m, record(m, one))).map(known)),
  ),
);
objectNatives.set(
  Object.values,
  ofEach((m, of) => m.tuple(ownKeys(m, of).map((key) => getField(m, of, key)))),
);
objectNatives.set(
  Object.entries,
  ofEach((m, of) => {
    const entryOf = (key: string) => m.tuple([known(key), getField(m, of, key)]);
    return m.tuple(ownKeys(m, of).map(entryOf));
  }),
);
/** `Object.prototype.toString`: the kind of a value. */
const kindText = (m: Machine, of: Abstract): string => {
  const tagOf = (proto: object | null): void => {
    if (proto === null) return;
    const tag = m.meaning.property(proto, Symbol.toStringTag);
    if (tag.tag !== 'known' || tag.value !== undefined)
      m.refuse('the text of an object that has one of its own');
  };
  switch (of.tag) {
    case 'known':
      return Object.prototype.toString.call(of.value);
    case 'dynamic':
      return of.value.type === 'bool' ? '[object Boolean]' : '[object Number]';
    case 'array':
      for (const { hasNo, depth } of of.owners) hasNo(Symbol.toStringTag, depth);
      if (prototypeOf(of) !== Array.prototype) return `[object ${of.storage}]`;
      tagOf(Array.prototype);
      return '[object Array]';
    case 'object':
    case 'element':
      if (of.tag === 'object' && of.keys !== null) m.refuse('the text of an object that is given');
      tagOf(protoOf(of));
      return protoOf(of) === Date.prototype ? '[object Date]' : '[object Object]';
    case 'closure':
    case 'class':
      return '[object Function]';
    default:
      return m.refuse(`the text of a value of the kind ${of.tag}`);
  }
};
objectNatives.set(Reflect.get(Object.prototype, 'toString') as object, (m, self) =>
  m.each(self, (one) => known(kindText(m, one))),
);
objectNatives.set(Object.assign, (m, _, [to = NOTHING, ...others]) =>
  m.each(to, (one) => {
    const it = record(m, one);
    others.forEach((other) => spreadInto(m, it, other));
    return one;
  }),
);
objectNatives.set(Object.fromEntries, (m, _, [of = NOTHING]) =>
  library(m, 'fromEntries', NOTHING, [of]),
);
const asksOwn: Native = (m, _, [of = NOTHING, key = NOTHING]) =>
  m.each(key, (one) => {
    const text = m.read(one);
    if (text.tag !== 'known' || typeof text.value === 'symbol')
      return m.refuse('whether a key that is computed is there');
    return m.each(of, (it) => hasOwn(m, record(m, it), String(text.value)));
  });
objectNatives.set(Object.hasOwn, asksOwn);
objectNatives.set(
  Reflect.get(Object.prototype, 'hasOwnProperty') as object,
  (m, self, [key = NOTHING]) => asksOwn(m, NOTHING, [self, key]),
);
objectNatives.set(Object.create, (m, _, [given = NOTHING, ...more]) => {
  const proto = m.read(given);
  if (more.length > 0) return m.refuse('Object.create with properties');
  if (proto.tag === 'known' && proto.value === null) return m.obj(null);
  return proto.tag === 'host' ? m.obj(proto.value) : m.refuse('a prototype that is made inside');
});
objectNatives.set(
  Object.getPrototypeOf,
  ofEach((_, of) => {
    const proto = protoOf(of);
    return proto === null ? known(null) : { tag: 'host', value: proto };
  }),
);
// What has other keys than texts is refused.
objectNatives.set(
  Object.getOwnPropertySymbols,
  ofEach((m, of) => (ownKeys(m, of), m.tuple([]))),
);

/** Methods of functions. */
import { NOTHING } from '../values/abstract.js';
import { there } from '../things/arrays.js';
import { repOf } from '../machine/growing-rows.js';
import { nativeToken, type Native } from './calls.js';

export const functionNatives = new Map<object, Native>();

const { call, apply, bind } = Function.prototype as unknown as Readonly<Record<string, object>>;
functionNatives.set(call, (m, f, [self = NOTHING, ...args]) => m.meaning.call(m, f, self, args));
functionNatives.set(apply, (m, f, [self = NOTHING, of = NOTHING]) => {
  const found = m.read(of);
  const list = m.meaning.gathered(m, found) ?? found;
  if (list.tag === 'known' && list.value == null) return m.meaning.call(m, f, self, []);
  if (list.tag !== 'array') return m.refuse('apply with something else than an array');
  const rep = repOf(m, list);
  return rep.tag === 'tuple'
    ? m.meaning.call(
        m,
        f,
        self,
        rep.items.map((one) => there(m, one)),
      )
    : m.meaning.apply(m, f, self, list);
});
functionNatives.set(bind, (_, f, [self = NOTHING, ...first]) => {
  const bound: Native = (m, __, more) => m.meaning.call(m, f, self, [...first, ...more]);
  return { tag: 'host', value: nativeToken(bound) };
});

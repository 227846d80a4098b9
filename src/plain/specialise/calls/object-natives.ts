/** Functions of `Object`, a row for each. */
import { known, NOTHING } from '../values/abstract.js';
import { getField, ownKeys, spreadInto } from '../things/objects.js';
import type { Native } from './calls.js';
import { library, record } from './native-operands.js';

export const objectNatives = new Map<object, Native>();

objectNatives.set(Object.keys, (m, _, [of = NOTHING]) =>
  m.tuple(ownKeys(m, record(m, of)).map(known)),
);
objectNatives.set(Object.values, (m, _, [of = NOTHING]) => {
  const it = record(m, of);
  return m.tuple(ownKeys(m, it).map((key) => getField(m, it, key)));
});
objectNatives.set(Object.entries, (m, _, [of = NOTHING]) => {
  const it = record(m, of);
  return m.tuple(ownKeys(m, it).map((key) => m.tuple([known(key), getField(m, it, key)])));
});
objectNatives.set(Object.assign, (m, _, [to = NOTHING, ...others]) => {
  const it = record(m, to);
  others.forEach((one) => spreadInto(m, it, one));
  return it;
});
objectNatives.set(Object.fromEntries, (m, _, [of = NOTHING]) =>
  library(m, 'fromEntries', NOTHING, [of]),
);
const hasOwn: Native = (m, _, [of = NOTHING, key = NOTHING]) =>
  m.each(key, (one) => {
    const text = m.read(one);
    if (text.tag !== 'known') return m.refuse('whether a key that is computed is there');
    const it = record(m, of);
    const keys = ownKeys(m, it);
    return known(keys.includes(String(text.value)));
  });
objectNatives.set(Object.hasOwn, hasOwn);
objectNatives.set(
  Reflect.get(Object.prototype, 'hasOwnProperty') as object,
  (m, self, [key = NOTHING]) => hasOwn(m, NOTHING, [self, key]),
);

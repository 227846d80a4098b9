/** Methods of texts that are known, with arguments that are known. */
import { known } from '../values/abstract.js';
import type { Native } from './calls.js';

/** By the methods of `String.prototype`. */
export const textNatives = new Map<object, Native>();

for (const [name, { value: native }] of Object.entries(
  Object.getOwnPropertyDescriptors(String.prototype),
)) {
  if (typeof native !== 'function' || name === 'constructor' || name === 'matchAll') continue;
  textNatives.set(native as object, (m, self, args) => {
    const all = [self, ...args].map((one) => m.read(one));
    const at = all.findIndex(({ tag }) => tag === 'choice');
    if (at >= 0)
      return m.each(all[at], (one) => {
        const [of, ...given] = all.with(at, one);
        return textNatives.get(native as object)!(m, of, given);
      });
    if (!all.every((one) => one.tag === 'known'))
      return m.refuse(`${name} of a text that is computed`);
    const [text, ...given] = all.map(({ value }) => value);
    if (typeof text !== 'string') return m.refuse(`${name} of a value that is not a text`);
    const found: unknown = (native as (...args: unknown[]) => unknown).apply(text, given);
    if (Object(found) !== found) return known(found);
    return Array.isArray(found) ? m.tuple(found.map(known)) : m.refuse(`what ${name} gives`);
  });
}

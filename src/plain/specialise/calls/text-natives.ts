/** Methods of texts that are known, with arguments that are known. */
import { known, NOTHING, type Abstract, type Arr } from '../values/abstract.js';
import type { Machine } from '../machine/machine.js';
import { COMPUTED } from '../machine/operators.js';
import { iterator } from '../things/keyed.js';
import { defineField } from '../things/objects.js';
import type { Native } from './calls.js';

/** By the methods of `String.prototype`. */
export const textNatives = new Map<object, Native>();

for (const [name, { value: native }] of Object.entries(
  Object.getOwnPropertyDescriptors(String.prototype),
)) {
  if (typeof native !== 'function' || name === 'constructor') continue;
  textNatives.set(native as object, (m, self, args) => {
    const all = [self, ...args].map((one) => m.read(one));
    const at = all.findIndex(({ tag }) => tag === 'choice');
    if (at >= 0)
      return m.each(all[at], (one) => {
        const [of, ...given] = all.with(at, one);
        return textNatives.get(native as object)!(m, of, given);
      });
    const [text, ...given] = all.map((one) => valueOf(m, one, name));
    if (typeof text !== 'string') return m.refuse(`${name} of a value that is not a text`);
    const found: unknown = (native as (...args: unknown[]) => unknown).apply(text, given);
    if (name === 'matchAll')
      return iterator(
        m,
        m.tuple([...(found as Iterable<RegExpMatchArray>)].map((one) => matched(m, one))),
        'values',
      );
    if (Object(found) !== found) return known(found);
    return Array.isArray(found) ? matched(m, found) : m.refuse(`what ${name} gives`);
  });
}

/** A value that is known: a primitive, or a regular expression that keeps no place of its own. */
function valueOf(m: Machine, of: Abstract, name: string): unknown {
  if (of.tag === 'known') return of.value;
  const isPattern = of.tag === 'host' && of.value instanceof RegExp && !of.value.sticky;
  return isPattern ? new RegExp(of.value) : m.refuse(`${name} of a text that is computed`);
}

/** The parts of a text that a pattern was found in. */
function matched(m: Machine, of: readonly unknown[]): Arr {
  const made = m.tuple(of.map(known));
  if ('index' in of) {
    const { index, input, groups } = of as unknown as RegExpMatchArray;
    const names = m.obj(null);
    for (const [key, value] of Object.entries(groups ?? {}))
      defineField(m, names, key, known(value));
    made.more = new Map<string, Abstract>([
      ['index', known(index)],
      ['input', known(input)],
      ['groups', groups ? names : NOTHING],
    ]);
  }
  return made;
}

for (const name of ['test', 'exec'] as const)
  textNatives.set(Reflect.get(RegExp.prototype, name) as object, (m, self, [given = NOTHING]) =>
    m.each(given, (one) => {
      const pattern = m.read(self);
      const of = pattern.tag === 'host' ? pattern.value : null;
      if (!(of instanceof RegExp) || of.sticky || of.global)
        return m.refuse('a regular expression that keeps where it was');
      const found = new RegExp(of)[name](String(valueOf(m, one, name)));
      return typeof found === 'object' && found !== null ? matched(m, found) : known(found);
    }),
  );
textNatives.set(String, (m, _, [of = known('')]) => m.each(of, (one) => textOf(m, one)));
textNatives.set(Reflect.get(Number.prototype, 'toFixed') as object, (m, self, args) => {
  const [of, ...given] = [self, ...args].map((one) => m.read(one));
  if (of.tag !== 'known') return COMPUTED;
  return known(Number(of.value).toFixed(Number(valueOf(m, given[0] ?? known(0), 'toFixed'))));
});

function textOf(m: Machine, of: Abstract): Abstract {
  if (of.tag === 'known') return known(String(of.value));
  return of.tag === 'dynamic' ? COMPUTED : m.refuse(`the text of a value of the kind ${of.tag}`);
}

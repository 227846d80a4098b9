/** `for … of`: loops that count through arrays, maps and sets. */
import { operation, scoped, variable, type Core, type Each, type Loop } from '../../core/core.js';
import { known, Scope, type Abstract } from '../values/abstract.js';
import { foreignCall } from './foreign-values.js';
import type { Env } from './in-progress.js';
import { loop } from './loops.js';
import type { Machine } from './machine.js';

/** Goes through the elements of an array as they are at each step. */
export function each(m: Machine, core: Each, given: Abstract, env: Env): void {
  const of = m.read(given);
  if (of.tag === 'choice') {
    m.each(of, (one) => (each(m, core, one, env), known(undefined)));
    return;
  }
  const way = m.meaning.wayOf(m, of);
  if (way !== null) {
    const scope = new Scope(env.scope);
    for (const [name, value] of [
      ['%list', way.of],
      ['%step', way.step],
      ['%taken', way.taken],
      ['%k', known(0)],
    ] as const)
      scope.names.set(name, m.cell(value));
    return loop(m, steps(core, way.of.tag === 'array' ? 'iterated' : 'keyed'), { ...env, scope });
  }
  const isText = of.tag === 'known' && typeof of.value === 'string';
  const list = isText ? m.tuple([...(of.value as string)].map(known)) : elementsOf(m, of);
  if (list.tag !== 'array' && list.tag !== 'foreign')
    return m.refuse(`a value of the kind ${of.tag} is gone through`);
  if (list.tag === 'array') m.meaning.goneThrough(m, isText ? of : list);
  const scope = new Scope(env.scope);
  scope.names.set('%list', m.cell(list));
  scope.names.set('%k', m.cell(known(0)));
  loop(m, steps(core, 'array'), { ...env, scope });
}

/** The elements of a value of the program, as these are now. */
const elementsOf = (m: Machine, of: Abstract): Abstract =>
  of.tag === 'foreign'
    ? { tag: 'foreign', value: foreignCall(m, '[...#]', [of.value]) }
    : (m.meaning.gathered(m, of) ?? of);

type Kind = 'array' | 'iterated' | 'keyed';
const stepsOf: Readonly<Record<Kind, WeakMap<Each, Loop>>> = {
  array: new WeakMap(),
  iterated: new WeakMap(),
  keyed: new WeakMap(),
};
const [list, k, step, taken] = ['%list', '%k', '%step', '%taken'].map(variable);
const field = (of: Core, key: string): Core => ({
  tag: 'get',
  of,
  key: { tag: 'known', value: key },
});

/** The loop that counts through elements: of an array, by an iterator, or of a map or set. */
function steps(core: Each, kind: Kind): Loop {
  let made = stepsOf[kind].get(core);
  if (made === undefined) {
    const item: Core =
      kind === 'array'
        ? operation('item', list, k)
        : { tag: 'call', f: step, self: list, args: [k, taken] };
    const all = kind === 'keyed' ? field(list, '\0keys') : list;
    const next = operation('+', k, { tag: 'known', value: 1 });
    made = {
      tag: 'loop',
      label: core.label,
      test: operation('<', k, field(all, 'length')),
      body: scoped([{ tag: 'let', name: core.name, value: item }, core.body]),
      update: { tag: 'assign', name: '%k', value: next },
    };
    stepsOf[kind].set(core, made);
  }
  return made;
}

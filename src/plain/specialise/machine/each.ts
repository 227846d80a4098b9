/** `for … of`: loops that count through arrays, maps and sets. */
import {
  branch,
  operation,
  scoped,
  variable,
  type Core,
  type Each,
  type Loop,
} from '../../core/core.js';
import { known, Scope, type Abstract } from '../values/abstract.js';
import { isStaying, passed } from './exits.js';
import { foreignCall } from './foreign-values.js';
import type { Env } from './in-progress.js';
import { driven, isGenerator } from './generators.js';
import { loop } from './loops.js';
import type { Machine } from './machine.js';

/** Goes through the elements of an array as they are at each step. */
export function each(m: Machine, core: Each, given: Abstract, env: Env): void {
  const of = m.read(given);
  if (of.tag === 'choice') {
    m.each(of, (one) => (each(m, core, one, env), known(undefined)));
    return;
  }
  if (through(m, core, of, env)) return;
  if (of.tag === 'object' || of.tag === 'element') {
    const own = iteratorOf(m, of);
    if (own !== null) {
      if (!m.isDead && !through(m, core, own, env)) protocol(m, core, own, env);
      return;
    }
  }
  const isText = of.tag === 'known' && typeof of.value === 'string';
  const list = isText ? m.tuple([...(of.value as string)].map(known)) : elementsOf(m, of);
  if (list.tag !== 'array' && list.tag !== 'foreign')
    return m.refuse(`a value of the kind ${of.tag} is gone through`);
  if (list.tag === 'array') m.meaning.goneThrough(m, isText ? of : list);
  const scope = new Scope(env.scope);
  scope.names.set('%list', m.cell(list));
  scope.names.set('%k', m.variable('%k', known(0)));
  loop(m, steps(core, 'array'), { ...env, scope });
}

/** The iterator that an object gives; null of one that gives none. */
function iteratorOf(m: Machine, of: Abstract): Abstract | null {
  const make = m.read(m.meaning.get(m, of, known(Symbol.iterator)));
  if (make.tag === 'known' && make.value == null) return null;
  return m.read(m.meaning.call(m, make, of, []));
}

/** Goes through an iterator of the program. */
function protocol(m: Machine, core: Each, it: Abstract, env: Env): void {
  if (it.tag !== 'object' && it.tag !== 'element')
    return m.refuse(`an iterator of the kind ${it.tag}`);
  const end = m.read(m.meaning.get(m, it, known('return')));
  if (end.tag !== 'known' || end.value != null)
    return m.refuse('an iterator that learns of its end');
  const scope = new Scope(env.scope);
  scope.names.set('%it', m.cell(it));
  scope.names.set('%next', m.cell(m.meaning.get(m, it, known('next'))));
  loop(m, stepsBy(core), { ...env, scope });
}

/** Goes through a generator, or an iterator of an array, a map or a set; false of anything else. */
function through(m: Machine, core: Each, of: Abstract, env: Env): boolean {
  if (isGenerator(of)) {
    const take = (value: Abstract): void => {
      const scope = new Scope(env.scope);
      scope.names.set(core.name, m.variable(core.name, value));
      m.meaning.evaluate(m, core.body, { ...env, scope });
      if (!m.isDead) passed(m, env, `continue ${core.label}`);
    };
    driven(m, of, { take, stays: () => isStaying(m, env) });
    if (!m.isDead) passed(m, env, `break ${core.label}`);
    return true;
  }
  const way = m.meaning.wayOf(m, of);
  if (way === null) return false;
  const scope = new Scope(env.scope);
  for (const [name, value] of [
    ['%list', way.of],
    ['%step', way.step],
    ['%taken', way.taken],
    ['%k', known(0)],
  ] as const)
    scope.names.set(name, m.variable(name, value));
  loop(m, steps(core, way.of.tag === 'array' ? 'iterated' : 'keyed'), { ...env, scope });
  return true;
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
const byProtocol = new WeakMap<Each, Loop>();
/** The loop that asks an iterator for one after the other. */
function stepsBy(core: Each): Loop {
  let made = byProtocol.get(core);
  if (made === undefined) {
    const [it, next, given] = ['%it', '%next', '%given'].map(variable);
    const end: Core = { tag: 'exit', how: 'break', label: core.label };
    made = {
      tag: 'loop',
      label: core.label,
      test: { tag: 'known', value: true },
      body: scoped([
        { tag: 'let', name: '%given', value: { tag: 'call', f: next, self: it, args: [] } },
        branch(field(given, 'done'), end),
        { tag: 'let', name: core.name, value: field(given, 'value') },
        core.body,
      ]),
      update: null,
    };
    byProtocol.set(core, made);
  }
  return made;
}

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

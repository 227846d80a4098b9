/** `for … of`: loops that count through arrays. */
import type { Core, Each, Loop } from '../../core/core.js';
import { known, Scope, type Abstract } from '../values/abstract.js';
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
  const isText = of.tag === 'known' && typeof of.value === 'string';
  const list = isText ? m.tuple([...(of.value as string)].map(known)) : of;
  if (list.tag !== 'array') return m.refuse(`a value of the kind ${of.tag} is gone through`);
  m.meaning.goneThrough(m, of);
  const scope = new Scope(env.scope);
  scope.names.set('%list', m.cell(list));
  scope.names.set('%k', m.cell(known(0)));
  loop(m, steps(core), { ...env, scope });
}

const stepsOf = new WeakMap<Each, Loop>();
/** The loop that counts through an array. */
function steps(core: Each): Loop {
  let made = stepsOf.get(core);
  if (made === undefined) {
    const [list, k]: Core[] = [
      { tag: 'var', name: '%list' },
      { tag: 'var', name: '%k' },
    ];
    const item: Core = { tag: 'op', op: 'item', args: [list, k] };
    const length: Core = {
      tag: 'get',
      of: list,
      key: { tag: 'known', value: 'length' },
    };
    made = {
      tag: 'loop',
      label: core.label,
      test: { tag: 'op', op: '<', args: [k, length] },
      body: {
        tag: 'block',
        scope: [],
        body: [{ tag: 'let', name: core.name, value: item }, core.body],
      },
      update: {
        tag: 'assign',
        name: '%k',
        value: { tag: 'op', op: '+', args: [k, { tag: 'known', value: 1 }] },
      },
    };
    stepsOf.set(core, made);
  }
  return made;
}

/** `yield`: hands a value to who goes through a generator. */
import type { Core } from '../../core/core.js';
import { known, NOTHING, UNSET, type Abstract } from '../values/abstract.js';
import { each } from './each.js';
import { driven, isGenerator } from './generators.js';
import type { Env } from './in-progress.js';
import type { Machine } from './machine.js';

export function yielded(m: Machine, core: Extract<Core, { tag: 'yield' }>, env: Env): Abstract {
  const { taker } = env.frame;
  if (taker === undefined) return m.refuse('yield outside of a generator');
  const value = m.meaning.evaluate(m, core.value, env);
  if (m.isDead) return UNSET;
  let given: Abstract = NOTHING;
  if (!core.isAll) taker.take(value);
  else {
    const of = m.read(value);
    if (isGenerator(of)) given = driven(m, of, taker);
    else each(m, everyItem(core), of, env);
  }
  if (m.isDead) return UNSET;
  const stays = taker.stays();
  if (stays.tag === 'known' && stays.value === true) return given;
  if (!core.isLast) return m.refuse('a generator that is left within an expression');
  const { exit, result } = env.frame;
  m.branch(
    stays,
    () => {},
    () => {
      m.set(exit, known('return'));
      m.set(result, NOTHING);
    },
  );
  return given;
}

const loops = new WeakMap<Core, Extract<Core, { tag: 'each' }>>();
/** `yield*` of an iterable as a loop. */
function everyItem(core: Extract<Core, { tag: 'yield' }>): Extract<Core, { tag: 'each' }> {
  let made = loops.get(core);
  if (made === undefined) {
    const item: Core = {
      tag: 'yield',
      value: { tag: 'var', name: '%item' },
      isAll: false,
      isLast: true,
    };
    made = { tag: 'each', label: '%all', of: core.value, name: '%item', body: item };
    loops.set(core, made);
  }
  return made;
}

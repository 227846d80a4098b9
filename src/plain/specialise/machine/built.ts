/** Values of leaves. */
import type { Value } from '../../ir/ir.js';
import {
  allOwners,
  dynamic,
  known,
  knownAs,
  UNSET,
  type Abstract,
  type Rep,
} from '../values/abstract.js';
import { columnsIn, columnsOf, hasLength } from '../values/leaf-types.js';
import type { ListLike, Shape } from '../values/shapes.js';
import type { Machine } from './machine.js';

export function build(m: Machine, shape: Shape, leaves: readonly Value[]): Abstract {
  const left = [...leaves];
  return built(m, shape, () => left.shift()!);
}

function built(m: Machine, shape: Shape, next: () => Value): Abstract {
  switch (shape.tag) {
    case 'number':
    case 'bool':
      return dynamic(next());
    case 'foreign':
      return { tag: 'foreign', value: next() };
    case 'known':
      return knownAs(shape.value);
    case 'same':
    case 'free':
      return shape.of;
    case 'element':
      return { tag: 'element', kind: shape.kind, index: next() };
    case 'row': {
      const made = m.tuple([]);
      m.set(made.rep, { tag: 'element', kind: shape.kind, index: next() });
      return made;
    }
    case 'arena': {
      const columns = shape.slots.flatMap((slot) => columnsOf(slot)).map(next);
      return { ...shape, columns, length: next() };
    }
    case 'object': {
      const of = m.obj(shape.proto);
      for (const [key, slot] of shape.slots)
        of.slots.set(key, m.cell(built(m, slot, next), of.birth));
      m.set(of.order, known(JSON.stringify(shape.slots.map(([key]) => key))));
      for (const one of shape.from) of.alias.join(one.alias);
      m.mayBePooled ||= shape.from.length > 1;
      return of;
    }
    case 'rep':
      return repOf(m, shape.of, next);
    case 'tuple':
    case 'list': {
      const of = m.arr(repOf(m, shape, next), shape.tag === 'list' ? shape.storage : 'number[]');
      if (shape.tag === 'list') of.owners = shape.owners;
      const [first] = shape.from;
      if (first && shape.from.every(({ site }) => site === first.site)) of.site = first.site;
      for (const one of shape.from) {
        of.alias.join(one.alias);
        of.owners = allOwners([...of.owners, ...one.owners]);
      }
      return of;
    }
    case 'choice': {
      const which = next();
      return {
        tag: 'choice',
        which,
        options: shape.options.map((option) => built(m, option, next)),
      };
    }
    default:
      return shape.tag === 'lost' ? shape : UNSET;
  }
}

function repOf(m: Machine, shape: ListLike, next: () => Value): Rep {
  if (shape.tag === 'tuple')
    return {
      tag: 'tuple',
      items: shape.items.map((item) => built(m, item, next)),
    };
  const columns = columnsIn(shape).map(next);
  const length = hasLength(shape) ? next() : null;
  return { tag: 'dense', of: shape.of, columns, length, isPinned: shape.isPinned };
}

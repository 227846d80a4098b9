/** Arrays of the language: made of known elements, with room to grow, and without. */
import { isArray, typeText, type ArrayType, type Value } from '../../ir/ir.js';
import type { Abstract, Arr, Dense, Rep } from '../values/abstract.js';
import { typeOfItems, type ListLike, type Shape } from '../values/shapes.js';
import type { Machine } from './machine.js';
import { solidNumber } from './numbers-and-bools.js';

type List = Extract<ListLike, { tag: 'list' }>;

/** A representation as an array of the language. */
export function denseOf(
  m: Machine,
  rep: Rep,
  { type, grows, isPinned }: Omit<List, 'tag' | 'from'>,
): Dense {
  const { b } = m;
  if (rep.tag === 'tuple') {
    const length = m.number(rep.items.length);
    const column = b.let({ tag: 'alloc', type, args: [length] });
    rep.items.forEach((item, k) => b.store(column, m.number(k), leafOf(m, item, type)));
    return {
      tag: 'dense',
      column,
      length: grows ? m.number(rep.items.length) : null,
      isPinned,
    };
  }
  if (typeText(rep.column.type) !== typeText(type))
    return m.refuse('arrays of different kinds in one place');
  if (grows) return rep.length === null ? { ...rep, length: b.length(rep.column) } : rep;
  if (rep.length !== null)
    return {
      tag: 'dense',
      column: copyOf(m, rep.column, rep.length),
      length: null,
      isPinned,
    };
  return rep.isPinned || !isPinned ? rep : { ...rep, isPinned };
}

/**
 * An element as it stands in an array of the language. Rows of lists are held by these, and have to stay
 * what they are.
 */
export function leafOf(m: Machine, given: Abstract, { of }: ArrayType): Value {
  if (of === undefined) return solidNumber(m, given);
  const row = m.read(given);
  if (row.tag !== 'array') return m.refuse('something else than an array in a list of arrays');
  if (row.isInput) return m.refuse('an array that is given is put into a list');
  return pinned(m, row, of).column;
}

/** An array of the language that stays this one. What may be the same array is not known any more. */
export function pinned(m: Machine, of: Arr, type: ArrayType): Dense {
  const rep = m.read(of.rep.value) as Rep;
  if (rep.tag === 'dense' && rep.isPinned) return rep;
  const made = denseOf(m, rep, { type, grows: false, isPinned: true });
  changeRep(m, of, made);
  return made;
}

/** Gives an array another representation. */
export function changeRep(m: Machine, of: Arr, to: Rep): void {
  m.set(of.rep, to);
  for (const other of of.alias.others(of))
    m.set(other.rep, {
      tag: 'lost',
      why: 'an array that may be the same as one that was changed',
    });
}

/** The array of the language that holds elements; undefined elements have no such. */
export function typeOfElements(m: Machine, items: readonly Abstract[]): ArrayType {
  const shapes = items.map((item): Shape => m.meaning.shapeOf(m, item, 0, true));
  return (
    typeOfItems(shapes) ??
    m.refuse('an array whose elements are neither all numbers nor all arrays of one kind')
  );
}

export function copyOf(m: Machine, column: Value, length: Value, size = length): Value {
  const { b } = m;
  const { type } = column;
  if (!isArray(type)) return m.refuse('an array that is none');
  const made = b.let({ tag: 'alloc', type, args: [size] });
  b.each(m.number(0), length, m.number(1), (i) => b.store(made, i, b.element(column, i)));
  return made;
}

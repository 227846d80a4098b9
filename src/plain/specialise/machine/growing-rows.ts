/**
 * Arrays that grow while lists or fields hold them: each stands in an arena, with its elements and its length, and all that hold it
 * read both from there.
 */
import type { Value } from '../../ir/ir.js';
import {
  dynamic,
  type Abstract,
  type Arr,
  type Dense,
  type Element,
  type Kind,
  type Rep,
} from '../values/abstract.js';
import { heldElements } from '../values/holes.js';
import { elementOf, listOf, storedShape } from '../values/shapes.js';
import { placed, readField, writeField } from './arenas.js';
import { changeRep, denseOf } from './dense.js';
import type { Machine } from './machine.js';
import { solidNumber } from './numbers-and-bools.js';

const [ITEMS, LENGTH] = ['\0items', '\0length'];

/** The representation of an array now. */
export function repOf(m: Machine, of: Arr): Rep {
  const rep = m.read(of.rep.value);
  if (rep.tag !== 'element') return rep as Rep;
  const items = readField(m, rep, ITEMS);
  const length = readField(m, rep, LENGTH);
  if (items?.tag !== 'array' || items.rep.value.tag !== 'dense' || length === undefined)
    return m.refuse('an array that grows, with elements of several kinds');
  return { ...items.rep.value, length: solidNumber(m, length), isPinned: false };
}

/** Gives an array another representation, where it stands. */
export function setRep(m: Machine, of: Arr, to: Rep): void {
  const at = m.read(of.rep.value);
  if (at.tag !== 'element') return changeRep(m, of, to);
  if (to.tag !== 'dense' || to.length === null)
    return m.refuse('an array that grows, and becomes another one');
  const items = m.arr({ ...to, length: null, isPinned: true });
  writeField(m, at, ITEMS, items);
  writeField(m, at, LENGTH, dynamic(to.length));
}

/** The index of an array among those of a kind, where it stands from now on. */
export function rowIndex(m: Machine, given: Abstract, kind: Kind): Value {
  const of = m.read(given);
  if (of.tag === 'choice') {
    const found = m.each(of, (one) => dynamic(rowIndex(m, one, kind)));
    return found.tag === 'dynamic' ? found.value : m.refuse('a choice of arrays without an index');
  }
  if (of.tag !== 'array') return m.refuse(`an array is made of a value of the kind ${of.tag}`);
  const rep = m.read(of.rep.value);
  if (rep.tag === 'element')
    return rep.kind === kind ? rep.index : m.refuse('an array in the place of one of another kind');
  const own = storedShape(of);
  if (own.tag !== 'row' || own.kind !== kind)
    return m.refuse('an array in the place of one of another kind');
  const items = rep.tag === 'tuple' ? rep.items.map(storedShape) : [(rep as Dense).of];
  const shape = { ...listOf(heldElements(elementOf(items))), grows: true, isPinned: false };
  const { length, ...made } = denseOf(m, rep as Rep, shape);
  const fields = [m.arr({ ...made, length: null, isPinned: true }), dynamic(length!)];
  return placed(m, kind, fields, false, (element: Element) => changeRep(m, of, element)).index;
}

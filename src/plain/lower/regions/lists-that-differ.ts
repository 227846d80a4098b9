/**
 * Lists that a loop or a branch carries in another form than the one that they began with. What is learned of them brings
 * them into one form when the function is lowered again.
 */
import type { Binding, Node } from '../../front/syntax.js';
import { isArray, type Storage } from '../../ir/ir.js';
import { nothing, type Meaning, type RecordMeaning, type Slot } from '../meanings/meanings.js';
import { shapeText } from '../shapes/shapes.js';
import type { Lesson } from '../shapes/lessons.js';

type Get = (slot: Slot) => Meaning | undefined;
type Told = readonly [Binding | Node, Lesson];

const isList = (of: Meaning): boolean => of.tag === 'value' && isArray(of.value.type);

/** What two meanings tell of lists that they have at the same place. */
export function toldByDifference(one: Meaning, other: Meaning, gets: readonly Get[]): Told[] {
  if (one.tag !== 'record' || other.tag !== 'record')
    return [...toldByLiteral(one, other), ...toldByLiteral(other, one)];
  // Of arrays that grow, those that begin as literals may hold numbers in either way.
  if (one.isGrowing === true && other.isGrowing === true)
    return [one, other].flatMap(({ madeFor }): Told[] =>
      madeFor === undefined ? [] : [[madeFor, { isHeld: true }]],
    );
  // Literals of two lengths are arrays.
  if (one.isTuple && other.isTuple && one.slots.size !== other.slots.size)
    return [one, other].flatMap(({ literal }): Told[] =>
      literal === undefined ? [] : [[literal, { isArray: true }]],
    );
  return [...one.slots].flatMap(([name, slot]) => {
    const its = other.slots.get(name);
    if (its === undefined) return [];
    return toldByDifference(gets[0](slot) ?? nothing, gets[1](its) ?? nothing, gets);
  });
}

/** A literal beside an array is one. */
const toldByLiteral = (of: Meaning, other: Meaning): Told[] =>
  of.tag === 'record' && of.isTuple && of.literal !== undefined && isList(other)
    ? [[of.literal, { isArray: true }]]
    : [];

/** How an array is stored that a list that grew becomes, if it can become what a loop carries. */
export function storageFor({ elements }: RecordMeaning, form: Meaning): Storage | undefined {
  if (form.tag === 'value' && isArray(form.value.type))
    return elements === undefined ? form.value.type.storage : undefined;
  const isSame =
    form.tag === 'columns' && elements && shapeText(form.shape) === shapeText(elements);
  return isSame ? 'number[]' : undefined;
}

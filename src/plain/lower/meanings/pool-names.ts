/** Which objects may be in one place, and so in one pool (objects/pooled.ts). */
import type { Node } from '../../front/syntax.js';
import type { RecordShape } from '../shapes/shapes.js';
import type { ElementMeaning, Meaning, RecordMeaning } from './meanings.js';

export type ObjectMeaning = RecordMeaning | ElementMeaning;

/** A pool is named by the class of its objects, or by the names of their fields. */
const poolName = (from: Node | undefined, names: Iterable<string>): string =>
  from === undefined ? [...names].sort().join() : `new ${from.start}`;

export const poolOfShape = ({ from, fields }: RecordShape): string => poolName(from, fields.keys());

export const poolNameOf = (of: ObjectMeaning): string =>
  of.tag === 'element'
    ? (of.columns.pool ?? poolOfShape(of.shape))
    : poolName(of.from?.node, of.slots.keys());

/** An object, also where it may be missing. */
export function objectIn(given: Meaning): ObjectMeaning | undefined {
  const of = given.tag === 'optional' ? given.of : given;
  if (of.tag === 'element') return of;
  return of.tag === 'record' && !of.isTuple && of.isGrowing !== true ? of : undefined;
}

/** Where objects were made that are among some things. */
export const sitesOf = (among: readonly Meaning[]): readonly Node[] =>
  among.flatMap((one): readonly Node[] => {
    const of = objectIn(one);
    return of?.tag === 'record' ? (of.sites ?? []) : [];
  });

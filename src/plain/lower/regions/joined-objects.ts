/**
 * Objects with different fields of which a branch takes one: what only one of them has may be missing. Of an object that
 * may have other fields, such as an argument, nobody knows whether it has a field of the other one.
 */
import type { Binding, Node } from '../../front/syntax.js';
import { formOf } from '../meanings/carried-parts.js';
import {
  lost,
  nothing,
  type Meaning,
  type RecordMeaning,
  type Slot,
} from '../meanings/meanings.js';

type Get = (slot: Slot) => Meaning | undefined;
type Field = readonly [name: string, both: readonly [Meaning, Meaning]];

const isPlain = (of: Meaning): of is RecordMeaning =>
  of.tag === 'record' &&
  !of.isTuple &&
  of.from === undefined &&
  of.accessors === undefined &&
  of.rest === undefined &&
  !of.isGrowing;

/** The fields of both objects, if these have not the same form; else null. */
export function fieldsOfBoth(
  one: Meaning,
  other: Meaning,
  gets: readonly Get[],
): readonly Field[] | null {
  if (!isPlain(one) || !isPlain(other)) return null;
  if (formOf(one, gets[0]) === formOf(other, gets[1])) return null;
  const names = new Set([...one.slots.keys(), ...other.slots.keys()]);
  const held = (of: RecordMeaning, name: string, get: Get): Meaning => {
    const slot = of.slots.get(name);
    if (slot === undefined && !of.isWhole) return lost(`an object that may have the field ${name}`);
    return (slot && get(slot)) ?? nothing;
  };
  return [...names].map((name) => [
    name,
    [held(one, name, gets[0]), held(other, name, gets[1])] as const,
  ]);
}

/** The variables of the arrays that grow of which another side of a branch has an array that does not. */
export function grownBeside(
  pair: readonly Meaning[],
  gets: readonly Get[],
): readonly (Binding | Node)[] {
  const [one, other] = pair;
  const isGrown = (of: Meaning): boolean => of.tag === 'record' && of.isGrowing === true;
  if (one.tag === 'record' && other.tag === 'record' && isGrown(one) === isGrown(other)) {
    if (isGrown(one)) return [];
    return [...one.slots].flatMap(([name, own]) => {
      const its = other.slots.get(name);
      const held = [gets[0](own) ?? nothing, (its && gets[1](its)) ?? nothing];
      return grownBeside(held, gets);
    });
  }
  const grown = pair.find(isGrown);
  const isMissing = pair.some(({ tag }) => tag === 'nothing' || tag === 'optional');
  return grown?.tag === 'record' && grown.madeFor !== undefined && !isMissing
    ? [grown.madeFor]
    : [];
}

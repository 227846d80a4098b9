/**
 * The result of a function by value: a shape, and its leaves in the order of the reals of the tree. Objects that stand in arenas, and
 * arrays that grow, are copied out of them.
 */
import type { Value } from '../../ir/ir.js';
import {
  known,
  type Abstract,
  type Arr,
  type Choice,
  type Element,
  type Kind,
  type Obj,
} from '../values/abstract.js';
import { isPrivate, keysOf } from '../values/kinds.js';
import { columnsIn, columnsOf } from '../values/leaf-types.js';
import { BOOL, listOf, NUMBER, type Shape } from '../values/shapes.js';
import { repOf } from '../machine/growing-rows.js';
import { flatten } from '../machine/leaves.js';
import { liftAll } from '../machine/fields.js';
import { isOrdinary } from './own-properties.js';
import type { Machine } from '../machine/machine.js';
import { solidNumber } from '../machine/numbers-and-bools.js';

/** Objects in objects are taken apart up to this depth. */
const DEEPEST = 12;

export interface Result {
  readonly shape: Shape;
  readonly leaves: readonly Value[];
}

const tupleOf = (items: readonly Result[]): Result => ({
  shape: { tag: 'tuple', items: items.map(({ shape }) => shape), from: [] },
  leaves: items.flatMap(({ leaves }) => leaves),
});

export function resultOf(m: Machine, given: Abstract, depth = 0): Result {
  if (depth > DEEPEST) return m.refuse('a result whose objects hold each other');
  const of = m.read(given);
  switch (of.tag) {
    case 'known':
      return typeof of.value === 'number'
        ? { shape: NUMBER, leaves: [solidNumber(m, of)] }
        : { shape: of, leaves: [] };
    case 'dynamic':
      return of.value.type === 'bool'
        ? { shape: BOOL, leaves: [of.value] }
        : { shape: NUMBER, leaves: [solidNumber(m, of)] };
    case 'foreign':
      return { shape: NUMBER, leaves: [solidNumber(m, of)] };
    case 'choice':
      return ofChoice(m, of, depth);
    case 'array':
      return ofArray(m, of, depth);
    case 'object':
    case 'element':
      return ofFields(m, of, depth);
    default:
      return m.refuse(`a result that holds a value of the kind ${of.tag}`);
  }
}

function ofFields(m: Machine, of: Obj | Element, depth: number): Result {
  if (of.tag === 'object') liftAll(of, m);
  const keys = of.tag === 'element' ? of.kind.keys : keysOf(of);
  if (keys === null) return m.refuse('a result whose fields branches give in different ways');
  const proto = of.tag === 'element' ? of.kind.proto : of.proto;
  if (!isOrdinary(proto)) return m.refuse('a result with an object of a native class');
  const parts = inOrder(m, keys).map((key) => {
    const field = m.meaning.get(m, of, known(key));
    return [key, resultOf(m, field, depth + 1)] as const;
  });
  const slots = parts.map(([key, { shape }]) => [key, shape] as const);
  return {
    shape: { tag: 'object', proto, slots, from: [] },
    leaves: parts.flatMap(([, { leaves }]) => leaves),
  };
}

/** Keys in the order of JavaScript: indices come first. */
function inOrder(m: Machine, keys: readonly string[]): readonly string[] {
  if (keys.some(isPrivate)) return m.refuse('a result with private fields');
  return Object.keys(Object.fromEntries(keys.map((key) => [key, 0])));
}

/** One of several values without leaves; of others the number that they are, where they are one. */
function ofChoice(m: Machine, of: Choice, depth: number): Result {
  const isKnown = (one: Abstract) => one.tag === 'known' && typeof one.value !== 'number';
  if (of.options.every(isKnown))
    return { shape: { tag: 'choice', options: of.options as Shape[] }, leaves: [of.which] };
  const isObject = ({ tag }: Abstract) => tag === 'object' || tag === 'element' || tag === 'array';
  if (!of.options.every(isObject)) return { shape: NUMBER, leaves: [solidNumber(m, of)] };
  const taken = m.each(of, (one) => {
    const { shape, leaves } = resultOf(m, one, depth + 1);
    return m.meaning.build(m, shape, leaves);
  });
  return taken.tag === 'choice'
    ? m.refuse('a result that is one of several kinds of objects')
    : resultOf(m, taken, depth + 1);
}

function ofArray(m: Machine, of: Arr, depth: number): Result {
  const rep = repOf(m, of);
  if (rep.tag === 'tuple') return tupleOf(rep.items.map((item) => resultOf(m, item, depth + 1)));
  if (rep.of.tag === 'element' || rep.of.tag === 'place')
    return ofObjects(m, of, rep.of.kind, depth);
  if (!isPlain(rep.of))
    return m.refuse(`a result that is a list of values of the kind ${rep.of.tag}`);
  const shape = listOf(rep.of, of.storage);
  return { shape, leaves: flatten(m, of, shape) };
}

/** A list of objects as a list for each field. */
function ofObjects(m: Machine, of: Arr, { proto, keys }: Kind, depth: number): Result {
  const parts = inOrder(m, keys).map((key) => {
    const column = m.meaning.call(m, m.meaning.library('fieldsOf'), of, [known(key)]);
    const { shape, leaves } = resultOf(m, column, depth + 1);
    if (shape.tag !== 'list') return m.refuse('a result with a list of few objects');
    return { key, of: shape.of, leaves };
  });
  if (parts.length === 0) return m.refuse('a result with a list of empty objects');
  const leaves = parts.flatMap((one) => (columnsOf(one.of).length === 0 ? [] : one.leaves));
  const slots = parts.map((one) => [one.key, one.of] as const);
  return {
    shape: listOf({ tag: 'object', proto, slots, from: [] }),
    // One tells how many there are.
    leaves: leaves.length > 0 ? leaves : parts[0].leaves,
  };
}

/** True for numbers and bools, and lists of such. */
const isPlain = (of: Shape): boolean =>
  of.tag === 'number' ||
  of.tag === 'bool' ||
  of.tag === 'unset' ||
  of.tag === 'known' ||
  (of.tag === 'list' && !of.grows && columnsIn(of).length === 1 && isPlain(of.of));

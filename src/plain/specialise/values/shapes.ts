/**
 * Shapes: what two values that meet have in common, and the numbers, bools and arrays of the language that
 * the rest consists of. Branches, loops, and what functions take and give join values by their shapes:
 * joined here, taken apart into leaves, and built of leaves (machine/leaves.ts). `join` ascends: joining
 * once more with either side changes nothing.
 */
import { typeText, type ArrayType, type Type } from '../../ir/ir.js';
import type { Abstract, Arr, Obj } from './abstract.js';

export type Shape =
  | { readonly tag: 'number' | 'bool' | 'unset' }
  | { readonly tag: 'known'; readonly value: unknown }
  /** A value by reference, and its shape by value where it may be merged with others. */
  | { readonly tag: 'same'; readonly of: Abstract; readonly as?: Shape }
  | {
      readonly tag: 'object';
      readonly proto: object | null;
      readonly slots: readonly (readonly [string, Shape])[];
      readonly from: readonly Obj[];
    }
  | {
      readonly tag: 'tuple';
      readonly items: readonly Shape[];
      readonly from: readonly Arr[];
    }
  | {
      readonly tag: 'list';
      readonly type: ArrayType;
      readonly grows: boolean;
      readonly isPinned: boolean;
      readonly from: readonly Arr[];
    }
  /** The representation of an array that stays the same array. */
  | { readonly tag: 'rep'; readonly of: ListLike }
  | { readonly tag: 'choice'; readonly options: readonly Shape[] }
  | { readonly tag: 'lost'; readonly why: string };

export type ListLike = Extract<Shape, { tag: 'tuple' | 'list' }>;

export const NUMBER: Shape = { tag: 'number' };
export const BOOL: Shape = { tag: 'bool' };
const lost = (why: string): Shape => ({ tag: 'lost', why });

/** Choices have at most so many options. */
const MOST_OPTIONS = 24;
/** Tuples of the same length stay tuples up to this. */
const LONGEST_TUPLE = 16;

const ids = new WeakMap<object, number>();
let lastId = 0;
const idOf = (of: object | null): number => {
  if (of === null) return 0;
  let id = ids.get(of);
  if (id === undefined) ids.set(of, (id = ++lastId));
  return id;
};

const primitiveKey = (of: unknown): string =>
  typeof of === 'symbol'
    ? `symbol ${String(of)}`
    : `${typeof of} ${Object.is(of, -0) ? '-0' : String(of)}`;

/** A text that is equal for equal shapes. */
export function keyOf(shape: Shape): string {
  switch (shape.tag) {
    case 'known':
      return `=${JSON.stringify(primitiveKey(shape.value))}`;
    case 'same':
      return `@${idOf(shape.of)}`;
    case 'object':
      return `{${idOf(shape.proto)};${shape.slots.map(([key, of]) => `${JSON.stringify(key)}:${keyOf(of)}`).join()}}`;
    case 'tuple':
      return `(${shape.items.map(keyOf).join()})`;
    case 'list':
      return `${typeText(shape.type)}${shape.grows ? '+' : ''}${shape.isPinned ? '!' : ''}`;
    case 'rep':
      return `rep ${keyOf(shape.of)}`;
    case 'choice':
      return `<${shape.options.map(keyOf).join('|')}>`;
    default:
      return shape.tag;
  }
}

const isNumber = (of: Shape): boolean =>
  of.tag === 'number' || (of.tag === 'known' && typeof of.value === 'number');
const isBool = (of: Shape): boolean =>
  of.tag === 'bool' || (of.tag === 'known' && typeof of.value === 'boolean');
const isList = (of: Shape): of is ListLike => of.tag === 'tuple' || of.tag === 'list';
const both = <T>(one: readonly T[], other: readonly T[]): readonly T[] => [
  ...new Set([...one, ...other]),
];

/** The least shape that both have; values that have none in common are a choice. */
export function join(one: Shape, other: Shape): Shape {
  if (one === other) return one;
  const merged = merge(one, other);
  if (merged !== null) return merged;
  const options = optionsOf(one);
  for (const option of optionsOf(other)) {
    const k = options.findIndex((mine) => merge(mine, option) !== null);
    if (k < 0) options.push(option);
    else options[k] = merge(options[k], option)!;
  }
  return options.length > MOST_OPTIONS
    ? lost('too many kinds of values in one place')
    : { tag: 'choice', options };
}

const optionsOf = (of: Shape): Shape[] => (of.tag === 'choice' ? [...of.options] : [of]);

/** The least shape of both that is not a choice between them; null if there is none. */
function merge(one: Shape, other: Shape): Shape | null {
  if (one.tag === 'lost' || other.tag === 'lost') return one.tag === 'lost' ? one : other;
  if (one.tag === 'unset' || other.tag === 'unset') return one.tag === 'unset' ? other : one;
  if (one.tag === 'choice' || other.tag === 'choice')
    return keyOf(one) === keyOf(other) ? one : null;
  if (one.tag === 'same' || other.tag === 'same') return mergeReferences(one, other);
  if (one.tag === 'known' && other.tag === 'known' && Object.is(one.value, other.value)) return one;
  if (isNumber(one) && isNumber(other)) return NUMBER;
  if (isBool(one) && isBool(other)) return BOOL;
  if (one.tag === 'rep' && other.tag === 'rep') {
    const of = joinLists(one.of, other.of);
    return of.tag === 'lost' ? of : { tag: 'rep', of: of as ListLike };
  }
  if (one.tag === 'object' && other.tag === 'object') {
    const isAlike =
      one.proto === other.proto &&
      one.slots.length === other.slots.length &&
      one.slots.every(([key], k) => other.slots[k][0] === key);
    if (!isAlike) return null;
    const slots = one.slots.map(([key, of], k) => [key, join(of, other.slots[k][1])] as const);
    return { ...one, slots, from: both(one.from, other.from) };
  }
  return isList(one) && isList(other) ? joinLists(one, other) : null;
}

function mergeReferences(one: Shape, other: Shape): Shape | null {
  const isFrom = (of: Shape, value: Abstract): boolean =>
    'from' in of && of.from.length === 1 && of.from[0] === value;
  if (one.tag === 'same' && other.tag === 'same') {
    if (one.of === other.of) return one;
    return one.as && other.as ? merge(one.as, other.as) : null;
  }
  const [reference, value] =
    one.tag === 'same' ? [one, other] : [other as typeof one & { tag: 'same' }, one];
  if (reference.tag !== 'same') return null;
  if (isFrom(value, reference.of)) return reference;
  return reference.as ? merge(reference.as, value) : null;
}

/** Two arrays as one: of the same number of values, or as an array of the language. */
function joinLists(one: ListLike, other: ListLike): Shape {
  const from = both(one.from, other.from);
  if (one.tag === 'list' && other.tag === 'list') {
    const isPinned = one.isPinned || other.isPinned;
    return typeText(one.type) === typeText(other.type)
      ? {
          ...one,
          grows: !isPinned && (one.grows || other.grows),
          isPinned,
          from,
        }
      : lost('arrays of different kinds in one place');
  }
  if (one.tag === 'tuple' && other.tag === 'tuple') {
    const isSameLength = one.items.length === other.items.length;
    if (isSameLength && one.items.length <= LONGEST_TUPLE)
      return {
        tag: 'tuple',
        items: one.items.map((item, k) => join(item, other.items[k])),
        from,
      };
    const type = typeOfItems([...one.items, ...other.items]);
    return type === null
      ? lost('arrays of different lengths in one place, whose elements are not numbers')
      : { tag: 'list', type, grows: true, isPinned: false, from };
  }
  const [list, tuple] =
    one.tag === 'list' ? [one, other] : [other as typeof one & { tag: 'list' }, one];
  if (list.tag !== 'list' || tuple.tag !== 'tuple')
    return lost('arrays of different kinds in one place');
  const type = tuple.items.length === 0 ? list.type : typeOfItems(tuple.items);
  return type !== null && typeText(type) === typeText(list.type)
    ? { ...list, grows: !list.isPinned, from }
    : lost('arrays of different kinds in one place');
}

/** The array of the language that holds elements of some shapes; null if there is none. */
export function typeOfItems(items: readonly Shape[]): ArrayType | null {
  if (items.every(isNumber)) return { storage: 'number[]' };
  const rows = items.map((item): ArrayType | null => {
    if (item.tag === 'list') return item.type;
    if (item.tag === 'same') return item.as ? rowType(item.as) : null;
    return rowType(item);
  });
  const [first] = rows;
  if (first == null || rows.some((row) => row === null || typeText(row) !== typeText(first)))
    return null;
  return { storage: 'list', of: first };
}
const rowType = (of: Shape): ArrayType | null =>
  of.tag === 'list'
    ? of.type
    : of.tag === 'tuple' && of.items.length > 0
      ? typeOfItems(of.items)
      : null;

/** The types of the leaves of a shape, in order. */
export function leavesOf(shape: Shape): readonly Type[] {
  switch (shape.tag) {
    case 'number':
      return ['f64'];
    case 'bool':
      return ['bool'];
    case 'rep':
      return leavesOf(shape.of);
    case 'object':
      return shape.slots.flatMap(([, of]) => leavesOf(of));
    case 'tuple':
      return shape.items.flatMap(leavesOf);
    case 'list':
      return shape.grows ? [shape.type, 'f64'] : [shape.type];
    case 'choice':
      return [shape.options.length === 2 ? 'bool' : 'f64', ...shape.options.flatMap(leavesOf)];
    default:
      return [];
  }
}

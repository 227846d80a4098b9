/**
 * Shapes: what two values that meet have in common, and the numbers, bools and arrays of the language that
 * the rest consists of. Branches, loops, and what functions take and give join values by their shapes:
 * joined here, taken apart into leaves, and built of leaves (machine/leaves.ts). `join` ascends: joining
 * once more with either side changes nothing.
 */
import type { ArrayType } from '../../ir/ir.js';
import {
  allOwners,
  isAccessorYounger,
  type Abstract,
  type Arr,
  type List,
  type ListLike,
  type Shape,
} from './abstract.js';
import { heldElements, isHole, withoutHoles } from './holes.js';
import { keysOf, kindOf, rowKindOf } from './kinds.js';
import { BOOL, FOREIGN, mergeLeaves, NUMBER } from './leaf-shapes.js';
import { keyOf } from './shape-keys.js';

export type { List, ListLike, Shape } from './abstract.js';
export { BOOL, FOREIGN, NUMBER } from './leaf-shapes.js';

const lost = (why: string): Shape => ({ tag: 'lost', why });

const MOST_OPTIONS = 24;
/** Tuples of the same length stay tuples up to this. */
const LONGEST_TUPLE = 16;

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
  const gone = options.find(({ tag }) => tag === 'lost');
  if (gone !== undefined) return gone;
  return options.length > MOST_OPTIONS
    ? lost('too many kinds of values in one place')
    : {
        tag: 'choice',
        options: [...options.filter((of) => !isHole(of)), ...options.filter(isHole)],
      };
}

const optionsOf = (of: Shape): Shape[] => (of.tag === 'choice' ? [...of.options] : [of]);

/** The least shape of both that is not a choice between them; null if there is none. */
function merge(one: Shape, other: Shape): Shape | null {
  if (one.tag === 'lost' || other.tag === 'lost') return one.tag === 'lost' ? one : other;
  if (one.tag === 'unset' || other.tag === 'unset') return one.tag === 'unset' ? other : one;
  if (one.tag === 'choice' || other.tag === 'choice')
    return keyOf(one) === keyOf(other) ? one : null;
  if (one.tag === 'same' || other.tag === 'same') return mergeReferences(one, other);
  const element = mergeElements(one, other) ?? mergeRows(one, other);
  if (element !== null) return element;
  if (one.tag === 'arena' && other.tag === 'arena') {
    const slots = one.slots.map((slot, k) => join(slot, other.slots[k]));
    return { ...one, slots };
  }
  if (one.tag === 'known' && other.tag === 'known' && Object.is(one.value, other.value)) return one;
  const leaf = mergeLeaves(one, other);
  if (leaf !== null) return leaf;
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

/** Elements by reference, and what becomes one; objects that lists of the program hold are copied among the code's own. */
function mergeElements(one: Shape, other: Shape): Shape | null {
  const [element, of] = one.tag === 'element' || one.tag === 'place' ? [one, other] : [other, one];
  if (element.tag !== 'element' && element.tag !== 'place') return null;
  switch (of.tag) {
    case 'free':
      return { tag: 'element', kind: element.kind };
    case 'object': {
      const kind = kindOf(
        of.proto,
        of.slots.map(([key]) => key),
      );
      return (element.kind.own ?? element.kind) === kind ? { tag: 'element', kind } : null;
    }
    case 'element':
    case 'place': {
      if (element.kind === of.kind)
        return element.tag === of.tag ? element : { tag: 'element', kind: of.kind };
      const kind = element.kind.own ?? element.kind;
      return kind === (of.kind.own ?? of.kind) ? { tag: 'element', kind } : null;
    }
    default:
      return null;
  }
}

/** Arrays where they grow, and what becomes one. */
function mergeRows(one: Shape, other: Shape): Shape | null {
  const [row, of] = one.tag === 'row' ? [one, other] : [other, one];
  if (row.tag !== 'row') return null;
  const own = of.tag === 'tuple' || of.tag === 'list' ? storable(of) : of;
  return own.tag === 'row' && own.kind === row.kind ? row : null;
}

/** Two arrays as one: of the same number of values, or as arrays of the language. */
function joinLists(one: ListLike, other: ListLike): Shape {
  const from = both(one.from, other.from);
  if (one.tag === 'tuple' && other.tag === 'tuple') {
    const isSameLength = one.items.length === other.items.length;
    if (isSameLength && one.items.length <= LONGEST_TUPLE)
      return {
        tag: 'tuple',
        items: one.items.map((item, k) => join(item, other.items[k])),
        from,
      };
    const of = elementOf([...one.items, ...other.items]);
    return { ...listOf(of), grows: true, isPinned: false, from };
  }
  if (one.tag === 'list' && other.tag === 'list') {
    if (one.storage !== other.storage) return lost('arrays of different kinds in one place');
    const isPinned = one.isPinned || other.isPinned;
    // What others hold from now on is whole.
    const part = (list: List): Shape =>
      isPinned && !list.isPinned ? withoutHoles(list.of) : list.of;
    const of = join(part(one), part(other));
    const isKept = ({ of: own, isPinned: has }: List) => !has || isEmpty(own) || sameKey(own, of);
    if (isPinned && !(isKept(one) && isKept(other)))
      return lost('arrays of different kinds in one place');
    const grows = !isPinned && (one.grows || other.grows);
    return {
      ...one,
      of,
      grows,
      isPinned,
      owners: allOwners([...one.owners, ...other.owners]),
      from,
    };
  }
  const [list, tuple] = one.tag === 'list' ? [one, other as Tuple] : [other as List, one as Tuple];
  const items = elementOf(tuple.items);
  const of = join(list.of, list.isPinned ? withoutHoles(items) : items);
  return list.isPinned && !sameKey(of, list.of)
    ? lost('arrays of different kinds in one place')
    : { ...list, of, grows: list.grows && !list.isPinned, from };
}
type Tuple = Extract<Shape, { tag: 'tuple' }>;
const isEmpty = (of: Shape): boolean => of.tag === 'unset';
const sameKey = (one: Shape, other: Shape): boolean => keyOf(one) === keyOf(other);

// ── What stands in lists ──

/** A pinned list of elements. */
export const listOf = (of: Shape, storage: List['storage'] = 'number[]'): List => ({
  tag: 'list',
  of,
  storage,
  grows: false,
  isPinned: true,
  owners: [],
  from: [],
});

/** The pinned list that an array of the language is. */
export const listOfType = ({ storage, of }: ArrayType): List =>
  listOf(of ? listOfType(of) : NUMBER, storage === 'list' ? 'number[]' : storage);

/** The shape that all of some shapes have as elements of a list. */
export const elementOf = (items: readonly Shape[]): Shape =>
  items.map(storable).map(inColumn).reduce(join, { tag: 'unset' });

/** Numbers and bools have columns, even where all are the same. */
const inColumn = (of: Shape): Shape => mergeLeaves(of, of) ?? of;

/** The shape that a value has in a list: objects are references, and arrays stay the same ones. */
export function storable(shape: Shape): Shape {
  switch (shape.tag) {
    case 'object':
      return {
        tag: 'element',
        kind: kindOf(
          shape.proto,
          shape.slots.map(([key]) => key),
        ),
      };
    case 'same':
      return storedShape(shape.of);
    case 'place':
      return { tag: 'element', kind: shape.kind };
    case 'tuple': {
      const of = heldElements(elementOf(shape.items));
      return rowOf(shape.from, of) ?? listOf(of);
    }
    case 'list': {
      const of = heldElements(shape.of);
      if (!shape.isPinned && shape.storage === 'number[]' && shape.owners.length === 0) {
        const row = rowOf(shape.from, of);
        if (row !== null) return row;
      }
      return { ...shape, of: storable(of), grows: false, isPinned: true, from: [] };
    }
    case 'choice':
      return shape.options.map(storable).reduce(join, { tag: 'unset' });
    case 'foreign':
      return lost('an array of NumPy in a list that is not known one by one');
    default:
      return shape;
  }
}

/** The shape of an array that grows where others hold it; null if it stays the same array of the language. */
function rowOf(from: readonly Arr[], elements: Shape): Shape | null {
  const site = from[0]?.site ?? null;
  const isOne = site !== null && from.every((one) => one.site === site);
  if (!isOne || elements.tag === 'lost') return null;
  const name = elements.tag === 'unset' ? '' : keyOf(elements);
  return { tag: 'row', kind: rowKindOf(site, name) };
}

/** The shape that a value has in a list. */
export function storedShape(of: Abstract): Shape {
  switch (of.tag) {
    case 'dynamic':
      return of.value.type === 'bool' ? BOOL : NUMBER;
    case 'foreign':
      return storable(FOREIGN);
    case 'element':
      return { tag: 'element', kind: of.kind };
    case 'object': {
      const { value: home } = of.home;
      if (home.tag !== 'free') return storedShape(home);
      const keys = keysOf(of);
      return keys === null
        ? lost('an object whose fields branches give in different ways')
        : { tag: 'element', kind: kindOf(of.proto, keys) };
    }
    case 'array': {
      const { value: rep } = of.rep;
      if (of.more !== null) return lost('an array with properties in a list');
      if (rep.tag === 'element') return { tag: 'row', kind: rep.kind };
      if (rep.tag !== 'tuple' && rep.tag !== 'dense') return lost((rep as { why: string }).why);
      const element = heldElements(
        elementOf(rep.tag === 'tuple' ? rep.items.map(storedShape) : [rep.of]),
      );
      const isFixed = of.owners.length > 0 || (rep.tag === 'dense' && rep.isPinned);
      const row = isFixed ? null : rowOf([of], element);
      return row ?? { ...listOf(element, of.storage), owners: of.owners };
    }
    case 'choice':
      return of.options.map(storedShape).reduce(join, { tag: 'unset' });
    case 'closure':
    case 'class':
      return of.scope.isYounger(1) || (of.tag === 'closure' && (of.own?.slots.size ?? 0) > 0)
        ? lost('a function in a list that captures variables of the place that makes it')
        : { tag: 'same', of };
    case 'accessor':
      return isAccessorYounger(of, 1)
        ? lost('a getter in a list that captures variables of the place that makes it')
        : { tag: 'same', of };
    case 'known':
    case 'unset':
    case 'lost':
      return of;
    default:
      return { tag: 'same', of };
  }
}

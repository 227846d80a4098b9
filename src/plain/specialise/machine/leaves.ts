/** Takes values apart into the leaves of a shape. */
import { isArray, type ArrayType, type Type, type Value } from '../../ir/ir.js';
import {
  dynamic,
  UNSET,
  type Abstract,
  type Arena,
  type Arr,
  type Dense,
  type Rep,
} from '../values/abstract.js';
import { hasLength, leavesOf } from '../values/leaf-types.js';
import { keyOf } from '../values/shape-keys.js';
import { join, listOfType, type ListLike, type Shape } from '../values/shapes.js';
import { elementIndex, widened } from './arenas.js';
import { repOf, rowIndex } from './growing-rows.js';
import { changeRep, denseOf } from './dense.js';
import { foreignCall, foreignValue } from './foreign-values.js';
import type { Machine } from './machine.js';
import { boolOf, solidNumber } from './numbers-and-bools.js';
import { shapeOf } from './shape-of.js';

const filler = (m: Machine, type: Type): Value => {
  if (isArray(type)) return m.b.let({ tag: 'alloc', type, args: [m.number(0)] });
  if (type === 'host') return foreignCall(m, 'undefined', [], true);
  return type === 'bool' ? m.b.constant(false) : m.number(0);
};

/** The leaves of a value in a shape that it is a part of. */
export function flatten(m: Machine, of: Abstract, shape: Shape): readonly Value[] {
  if (shape.tag === 'lost') return [];
  if (of.tag === 'unset') return leavesOf(shape).map((type) => filler(m, type));
  if (of.tag === 'lost') return m.refuse(of.why);
  const given = of.tag === 'choice' ? m.narrowed(of) : of;
  switch (shape.tag) {
    case 'number':
      return [solidNumber(m, given)];
    case 'bool':
      return [boolOf(m, given)];
    case 'foreign':
      return [foreignValue(m, given)];
    case 'object':
      if (given.tag !== 'object')
        return m.refuse(`an object is made of a value of the kind ${given.tag}`);
      return shape.slots.flatMap(([key, slot]) => flatten(m, given.slots.get(key)!.value, slot));
    case 'element':
      return [elementIndex(m, given, shape.kind)];
    case 'row':
      return [rowIndex(m, given, shape.kind)];
    case 'arena': {
      const { columns, length } = widened(m, given as Arena, shape.slots);
      return [...columns, length ?? m.number(0)];
    }
    case 'rep':
      return listLeaves(m, given as Rep, shape.of, null);
    case 'tuple':
    case 'list':
      if (given.tag !== 'array')
        return m.refuse(`an array is made of a value of the kind ${given.tag}`);
      return listLeaves(m, repOf(m, given), shape, given);
    case 'choice':
      return choiceLeaves(m, given, shape.options);
    default:
      return [];
  }
}

function listLeaves(m: Machine, rep: Rep, shape: ListLike, of: Arr | null): readonly Value[] {
  if (shape.tag === 'tuple') {
    if (rep.tag !== 'tuple') return m.refuse('elements of an array that is not known');
    return shape.items.flatMap((item, k) => flatten(m, rep.items[k], item));
  }
  const made = denseOf(m, rep, shape);
  // The array is what it was made into from now on.
  if (of !== null && made !== rep) {
    const isSame = rep.tag === 'dense' && rep.columns.every((one, k) => one === made.columns[k]);
    if (isSame) m.set(of.rep, made);
    else changeRep(m, of, made);
  }
  return hasLength(shape) ? [...made.columns, made.length!] : made.columns;
}

function choiceLeaves(m: Machine, of: Abstract, options: readonly Shape[]): readonly Value[] {
  const types = leavesOf({ tag: 'choice', options });
  if (of.tag === 'choice') {
    // Each option of the value is taken apart on a side of its own.
    const cells = types.map(() => m.cell(UNSET));
    m.each(of, (one) => {
      choiceLeaves(m, one, options).forEach((leaf, k) =>
        m.set(cells[k], isArray(leaf.type) ? pinned(m, leaf) : ofLeaf(leaf)),
      );
      return UNSET;
    });
    return cells.map(({ value: leaf }, k) => {
      if (isArray(types[k])) return ((leaf as Arr).rep.value as Dense).columns[0];
      if (types[k] === 'host') return foreignValue(m, leaf);
      return types[k] === 'bool' ? boolOf(m, leaf) : solidNumber(m, leaf);
    });
  }
  const at = optionOf(of, shapeOf(m, of, 0, true), options);
  if (at < 0) return m.refuse('a value that is none of a choice');
  const which = options.length === 2 ? m.b.constant(at === 0) : m.number(at);
  const rest = options.flatMap((option, k) =>
    k === at ? flatten(m, of, option) : leavesOf(option).map((type) => filler(m, type)),
  );
  return [which, ...rest];
}

const ofLeaf = (leaf: Value): Abstract =>
  leaf.type === 'host' ? { tag: 'foreign', value: leaf } : dynamic(leaf);

/** An array of the language that stays as it is. */
function pinned(m: Machine, column: Value): Arr {
  const { of, storage } = listOfType(column.type as ArrayType);
  return m.arr({ tag: 'dense', of, columns: [column], length: null, isPinned: true }, storage);
}

/** The option that a value belongs to: the reference to itself, before what may be merged. */
function optionOf(of: Abstract, own: Shape, options: readonly Shape[]): number {
  const same = options.findIndex((option) => option.tag === 'same' && option.of === of);
  if (same >= 0) return same;
  return options.findIndex(
    (option) => option.tag !== 'same' && keyOf(join(option, own)) === keyOf(option),
  );
}

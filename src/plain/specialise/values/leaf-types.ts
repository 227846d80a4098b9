/** The leaves that a shape consists of, and the columns that hold them for many values. */
import type { ArrayType, Type } from '../../ir/ir.js';
import type { List, Shape } from './abstract.js';

/** The types of the leaves of a shape, in order. */
export function leavesOf(shape: Shape): readonly Type[] {
  switch (shape.tag) {
    case 'number':
    case 'element':
    case 'row':
      return ['f64'];
    case 'bool':
      return ['bool'];
    case 'foreign':
      return ['host'];
    case 'rep':
      return leavesOf(shape.of);
    case 'object':
      return shape.slots.flatMap(([, of]) => leavesOf(of));
    case 'tuple':
      return shape.items.flatMap(leavesOf);
    case 'list':
      return hasLength(shape) ? [...columnsIn(shape), 'f64'] : columnsIn(shape);
    case 'arena':
      return [...shape.slots.flatMap((slot) => columnsOf(slot)), 'f64'];
    case 'choice':
      return [shape.options.length === 2 ? 'bool' : 'f64', ...shape.options.flatMap(leavesOf)];
    default:
      return [];
  }
}

/** True if the length of a list is a leaf of its own. */
export const hasLength = ({ grows }: List): boolean => grows;

/** The types of the columns of a list. Where elements have no leaves, one holds the length. */
export function columnsIn({ of, storage }: Pick<List, 'of' | 'storage'>): readonly ArrayType[] {
  const columns = columnsOf(of, storage === 'list' ? 'number[]' : storage);
  return columns.length === 0 && of.tag !== 'place' ? [{ storage: 'Uint8Array' }] : columns;
}

/** The types of the columns that hold the leaves of many values. Numbers stand in a storage. */
export function columnsOf(
  shape: Shape,
  numbers: ArrayType['storage'] = 'Float64Array',
): readonly ArrayType[] {
  switch (shape.tag) {
    case 'number':
      return [{ storage: numbers }];
    case 'element':
    case 'row':
      return [{ storage: 'Int32Array' }];
    case 'bool':
      return [{ storage: 'Uint8Array' }];
    case 'list':
      return hasLength(shape)
        ? []
        : columnsIn(shape).map((of): ArrayType => ({ storage: 'list', of }));
    case 'object':
      return shape.slots.flatMap(([, of]) => columnsOf(of));
    case 'choice':
      return [{ storage: 'Uint8Array' }, ...shape.options.flatMap((one) => columnsOf(one))];
    default:
      return [];
  }
}

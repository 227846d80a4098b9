/** A list of the program as an array of the language, with columns for the leaves of its elements. */
import type { ArrayType, Value } from '../../ir/ir.js';
import { Alias } from '../values/alias.js';
import { Arr, Cell, Refusal, type Arena } from '../values/abstract.js';
import { columnsOf } from '../values/leaf-types.js';
import type { Form } from './gradient-forms.js';
import { askList, columnsFor, eachElement, isPlainList } from './given-columns.js';
import { hasNo } from './own-properties.js';
import type { Reader, Slot } from './reader.js';

/** The objects of a kind in lists of the program. */
export interface GivenObjects extends Arena {
  readonly areDistinct: () => boolean;
}

/** @param take makes a parameter of a value */
export function givenList(
  reader: Reader,
  of: readonly unknown[],
  slot: Slot,
  take: (of: Slot, type: ArrayType) => { readonly param: number; readonly column: Value },
): { readonly made: Arr; readonly form: Form; readonly arenas: readonly GivenObjects[] } {
  if (!isPlainList(of))
    throw new Refusal('an array with holes, or of a class of its own', undefined);
  const { shape, types, names, begin, put, end, form, arenas } = columnsFor(reader, of);
  askList(reader, slot);
  begin(`${slot}.length`);
  eachElement(reader, slot, put);
  end();
  const params = types.map((type, k) => ({ type, ...take(names[k], type) }));
  const columns = columnsOf(shape).map((_, k) => params[k].column);
  if (columns.length === 0 && shape.tag !== 'place')
    throw new Refusal('a list whose elements are all the same', undefined);
  // Objects that are given may become copies among the code's own.
  const isPinned = shape.tag !== 'place';
  const rep = { tag: 'dense', of: shape, columns, length: null, isPinned } as const;
  const made = new Arr('number[]', new Cell(rep, 0), 0, new Alias());
  made.owners = [{ hasNo: hasNo(reader, slot), depth: 0 }];
  return {
    made,
    form: { tag: 'list', of: form, params },
    arenas: arenas.map(({ kind, slots, columns: own, areDistinct }) => ({
      areDistinct,
      tag: 'arena',
      kind,
      slots,
      columns: own.map((k) => params[k].column),
      length: null,
    })),
  };
}

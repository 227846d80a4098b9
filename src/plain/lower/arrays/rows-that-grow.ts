/**
 * Lowers arrays that grow in an array, such as lists of neighbours: `rows[i].push(x)`. Empty literals in an array become
 * such rows. The array that holds them has a list of the arrays with room, and their counts. A row is known by its place,
 * which may not be given to another one.
 */
import {
  elementType,
  isArray,
  sameType,
  type ArrayType,
  type Type,
  type Value,
} from '../../ir/ir.js';
import { value } from '../../ir/build.js';
import type { Binding, Node } from '../../front/syntax.js';
import {
  isNewTuple,
  type ColumnsMeaning,
  type NewRows,
  type Meaning,
  type RecordMeaning,
} from '../meanings/meanings.js';
import { shapeOf } from '../shapes/promised-shapes.js';
import { columnType, elementShape, type RecordShape, type Shape } from '../shapes/shapes.js';
import { ROOM, type Grown } from './growing-room.js';
import { ListPools } from './list-pools.js';

const listOf = (of: ArrayType): ArrayType => ({ storage: 'list', of });

export abstract class RowsThatGrow extends ListPools {
  protected abstract override push(of: Grown, given: Meaning, node: Node): Meaning;
  /** What puts an element in its place, once there is room. */
  protected abstract putting(of: Grown, given: Meaning, node: Node): (at: Value) => void;

  /** What the type of a variable says of the elements of its rows. */
  protected annotatedRows(key: Binding | Node): Shape | undefined {
    if (!('identifier' in key)) return undefined;
    const whole = shapeOf(key.identifier.typeAnnotation, this.facts.classes);
    const row = whole && elementShape(whole);
    return row && elementShape(row);
  }

  /** What the elements of rows are: numbers, if nothing else is known. */
  private shapeOfRows(madeFor: Binding | Node): Shape {
    const learned = this.remedies.of(madeFor)?.inRows ?? this.annotatedRows(madeFor);
    const told = 'identifier' in madeFor ? undefined : this.remedies.toldOf(madeFor);
    return this.pooledShape(learned ?? told ?? { tag: 'number' });
  }

  /** The arrays that hold rows. */
  protected override newRows(madeFor: Binding | Node, name: string): NewRows {
    const shape = this.shapeOfRows(madeFor);
    const arrays: Value[] = [];
    const add = (type: Type, own: string): Value => {
      const made = value(own, listOf(type as ArrayType));
      arrays.push(made);
      return made;
    };
    const inside = this.inList(shape);
    const elements: RecordShape | undefined = inside.tag === 'record' ? inside : undefined;
    if (elements !== undefined) this.columnsOf(elements, name, add);
    else add(shape.tag === 'number' ? { storage: 'number[]' } : columnType(shape), name);
    arrays.push(value('counts', { storage: 'Int32Array' }));
    return { rows: { madeFor, ...(elements && { elements }) }, arrays };
  }

  /** The same for arrays of bools as they are, which may have other names, and so do not grow. */
  protected override newBools({ shape }: ColumnsMeaning, name: string, node: Node): NewRows {
    if (this.remedies.of(node)?.isReplaced)
      this.refuse(node, 'arrays of bools that are replaced', 'write their elements');
    const list = value(name, listOf({ storage: 'Int32Array' }));
    const counts = value('counts', { storage: 'Int32Array' });
    return { rows: { madeFor: node, elements: shape, isSteady: true }, arrays: [list, counts] };
  }

  protected override putBools(
    [list, counts]: readonly Value[],
    at: Value,
    { arrays: [array] }: ColumnsMeaning,
  ): void {
    this.builder.store(list, at, array);
    this.builder.store(counts, at, this.builder.length(array));
  }

  /** An array of rows that was just made. */
  protected override asRows(
    { rows, arrays }: NewRows,
    count: Value,
    madeFor?: Binding | Node,
  ): Meaning {
    return this.growing(arrays, count, madeFor, { rows });
  }

  /** A list without elements, that will grow. */
  protected emptyList(
    madeFor: Binding | Node,
    told: Shape | undefined,
    name: string,
    size = 0,
    isHeld = true,
  ): RecordMeaning {
    const shape = told && this.pooledShape(told);
    const room = this.builder.constant(ROOM + size);
    const alloc = (type: ArrayType, own: string): Value =>
      this.builder.let({ tag: 'alloc', type, args: [room] }, own);
    const elements = shape?.tag === 'columns' && shape.of.tag === 'record' ? shape.of : undefined;
    const type: ArrayType =
      shape?.tag === 'array' && shape.type.storage === 'list'
        ? shape.type
        : { storage: isHeld ? 'number[]' : 'Float64Array' };
    const arrays = elements
      ? this.columnsOf(elements, name, (of, own) => alloc(of as ArrayType, own)).arrays
      : [alloc(type, name)];
    return this.growing(arrays, this.zero(), madeFor, { elements });
  }

  /** An array of rows without any. */
  protected emptyRows(madeFor: Binding | Node, name: string): RecordMeaning {
    const { builder } = this;
    const made = this.newRows(madeFor, name);
    const length = builder.constant(ROOM);
    for (const array of made.arrays) {
      const type = array.type as ArrayType;
      builder.add({ tag: 'let', value: array, op: { tag: 'alloc', type, args: [length] } });
    }
    return this.asRows(made, this.zero(), madeFor) as RecordMeaning;
  }

  /** Puts an empty row in its place. */
  protected override putEmptyRow(arrays: readonly Value[], at: Value): void {
    const { builder } = this;
    const room = builder.constant(ROOM);
    for (const list of arrays.slice(0, -1)) {
      const { of } = list.type as ArrayType;
      const row = builder.let({ tag: 'alloc', type: of!, args: [room] }, '');
      builder.store(list, at, row);
    }
    builder.store(arrays.at(-1)!, at, this.zero());
  }

  /** A literal that grows, and whose elements are arrays that grow. */
  protected literalOfRows(found: RecordMeaning, binding: Binding, node: Node): Meaning {
    const { builder } = this;
    const made = this.newRows(binding, binding.identifier.name);
    const length = builder.constant(ROOM + found.slots.size);
    for (const array of made.arrays) {
      const type = array.type as ArrayType;
      builder.add({ tag: 'let', value: array, op: { tag: 'alloc', type, args: [length] } });
    }
    const list = this.asRows(made, this.zero(), binding) as RecordMeaning;
    for (const key of found.slots.keys()) {
      const element = this.field(found, key, node);
      if (element.tag === 'record' && !element.isNamed) element.isHeld = false;
      this.push(list, element, node);
    }
    return list;
  }

  /** What puts a row in its place, once there is room: a new array, which nobody else has. */
  protected override puttingRow(
    of: RecordMeaning,
    given: Meaning,
    node: Node,
  ): (at: Value) => void {
    const isLiteral = given.tag === 'record' && isNewTuple(given);
    const isFresh = given === this.fresh && given.tag === 'value' && isArray(given.value.type);
    if (!isLiteral && !isFresh)
      return this.refuse(
        node,
        'an array with another name among arrays that grow',
        'put a copy there, as in [...xs]',
      );
    if (given.tag === 'value') return this.puttingWhole(of, given.value, node);
    return (at) => {
      this.putEmptyRow(this.arraysIn(of, node), at);
      const row = { tag: 'grown', of, index: at } as const;
      if (given.tag !== 'record') return;
      for (const key of given.slots.keys())
        this.pushBy(row, this.putting(row, this.field(given, key, node), node), node);
    };
  }

  /** The same for an array as it is. */
  private puttingWhole(of: RecordMeaning, row: Value, node: Node): (at: Value) => void {
    const [list] = this.arraysIn(of, node);
    if (of.rows?.elements !== undefined || !sameType(row.type, elementType(list.type as ArrayType)))
      return this.refuse(node, 'an array of another kind among arrays that grow', 'push to it');
    return (at) => {
      const [rows, counts] = this.arraysIn(of, node);
      this.builder.store(rows, at, row);
      this.builder.store(counts, at, this.builder.length(row));
    };
  }
}

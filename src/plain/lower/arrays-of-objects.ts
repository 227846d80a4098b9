/**
 * Arrays of objects: there are no records in the language, so each field of all the objects is an array of its own,
 * a column. Objects whose fields nobody writes are copied freely; others are known by their index, so that a
 * write under any name is seen under all.
 */
import { nameOfKey, type Node, type types } from '../front/syntax.js';
import { elementType, isArray, type ArrayType, type Type, type Value } from '../ir/ir.js';
import { value } from '../ir/build.js';
import { Branches } from './branches.js';
import {
  meaning,
  type ColumnsMeaning,
  type ElementMeaning,
  type Meaning,
  type RecordMeaning,
} from './meanings.js';
import { columnType, type RecordShape, type Shape } from './shapes.js';

export abstract class ArraysOfObjects extends Branches {
  /** Whether anything in the module writes a field of a name. */
  protected abstract isFieldWritten(name: string): boolean;
  protected abstract field(of: RecordMeaning, name: string, node: Node): Meaning;
  protected abstract element(array: Value, index: Value): Value;

  protected isShapeWritten = (shape: Shape): boolean =>
    shape.tag === 'record' &&
    [...shape.fields].some(
      ([name, inner]) => this.isFieldWritten(name) || this.isShapeWritten(inner),
    );

  /** One of the objects. Its index is in the array. */
  protected elementOf(columns: ColumnsMeaning, index: Value): Meaning {
    const element: ElementMeaning = { tag: 'element', columns, index, shape: columns.shape, at: 0 };
    return this.isShapeWritten(columns.shape) ? element : this.snapshot(element);
  }

  /** Its fields, as they are now. */
  protected snapshot({ columns, index, shape, at }: ElementMeaning): RecordMeaning {
    let next = at;
    const arrays = columns.arrays;
    const read = (): Value => this.element(arrays[next++], index);
    return this.formed(shape, '', () => read()) as RecordMeaning;
  }

  /** A field of one of the objects: what reads it, and what writes it; undefined if it has none of the name. */
  protected fieldOf(element: ElementMeaning, name: string, node: Node) {
    const { columns, index, shape } = element;
    let { at } = element;
    for (const [field, inner] of shape.fields) {
      if (field !== name) {
        at += leavesIn(inner);
        continue;
      }
      if (inner.tag === 'record') {
        const part: ElementMeaning = { ...element, shape: inner, at };
        return {
          get: (): Meaning => part,
          set: () => this.refuse(node, 'a write of an object into an object', 'write its fields'),
        };
      }
      const array = columns.arrays[at];
      return {
        get: () => meaning(this.element(array, index)),
        set: (to: Meaning) => {
          const stored = this.valueOf(to, node);
          const isRight =
            isArray(stored.type) === isArray(elementType(array.type as ArrayType)) &&
            stored.type !== 'bool';
          if (!isRight) this.refuse(node, `a write to the field ${name}`, 'give it one type');
          this.builder.store(array, index, stored);
        },
      };
    }
    return undefined;
  }

  /** A member of an array of objects. */
  protected memberOfColumns(
    columns: ColumnsMeaning,
    node: types.MemberExpression,
    place: () => Value,
  ) {
    const [array] = columns.arrays;
    const name = nameOfKey(node.property, node.computed);
    if (name === 'length')
      return {
        get: () => meaning(this.builder.length(array)),
        set: () => this.refuse(node, 'a write to length', 'make a new array'),
      };
    if (name !== undefined) this.refuse(node, `the member ${name} of an array`, 'write a loop');
    const index = place();
    this.builder.add({ tag: 'check', array, index });
    return {
      get: () => this.elementOf(columns, index),
      set: (to: Meaning) => {
        if (this.isShapeWritten(columns.shape))
          this.refuse(node, 'a new object in an array whose objects change', 'write its fields');
        this.storeElement(columns, index, to, node);
      },
    };
  }

  /** Puts the fields of an object into columns. */
  protected storeElement(columns: ColumnsMeaning, index: Value, to: Meaning, node: Node): void {
    let next = 0;
    const put = (shape: Shape, given: Meaning): void => {
      if (shape.tag === 'record') {
        const of = given.tag === 'element' ? this.snapshot(given) : given;
        if (of.tag !== 'record' || of.slots.size !== shape.fields.size)
          return this.refuse(
            node,
            'objects with different fields in an array',
            'give them the same',
          );
        for (const [name, inner] of shape.fields) put(inner, this.field(of, name, node));
        return undefined;
      }
      const stored = this.valueOf(given, node);
      const array = columns.arrays[next++];
      const type = elementType(array.type as ArrayType);
      if (stored.type === 'bool' || isArray(stored.type) !== isArray(type))
        return this.refuse(node, 'objects with different fields in an array', 'give them the same');
      return this.builder.store(array, index, stored);
    };
    put(columns.shape, to);
  }

  /** The shape of objects like one, if they can stand in columns. */
  protected shapeLike(of: Meaning, node: Node): Shape | null {
    if (of.tag === 'value')
      return of.value.type === 'bool'
        ? null
        : isArray(of.value.type)
          ? { tag: 'array', type: of.value.type }
          : { tag: 'number' };
    if (of.tag === 'element') return of.shape;
    if (
      of.tag !== 'record' ||
      of.slots.size === 0 ||
      of.from !== undefined ||
      of.isGrowing === true
    )
      return null;
    const fields = new Map<string, Shape>();
    for (const name of of.slots.keys()) {
      const inner = this.shapeLike(this.field(of, name, node), node);
      if (inner === null) return null;
      fields.set(name, inner);
    }
    return { tag: 'record', isTuple: of.isTuple, fields };
  }

  /** Whether what is put into an array makes columns: objects, and tuples of more than numbers. */
  protected isForColumns(given: Meaning, node: Node): boolean {
    if (given.tag === 'element') return true;
    if (given.tag !== 'record') return false;
    if (!given.isTuple) return true;
    return [...given.slots.keys()].some((key) => {
      const inner = this.field(given, key, node);
      return inner.tag === 'record' || (inner.tag === 'value' && isArray(inner.value.type));
    });
  }

  protected newColumns(given: Meaning, name: string, node: Node): ColumnsMeaning {
    const shape = this.shapeLike(given, node);
    if (shape?.tag !== 'record')
      return this.refuse(node, 'an array of these objects', 'make them of numbers and arrays');
    return this.columnsOf(shape, name, (type, own) => value(own, type));
  }

  /** The columns of a shape; `leaf` makes each. */
  protected columnsOf(
    shape: RecordShape,
    name: string,
    leaf: (type: Type, name: string, way: readonly (number | string | null)[]) => Value,
  ): ColumnsMeaning {
    const arrays: Value[] = [];
    const visit = (inner: Shape, own: string, way: readonly (number | string | null)[]): void => {
      if (inner.tag === 'record')
        for (const [field, part] of inner.fields)
          visit(part, field.replace(/^(?=\d)/, name), [
            ...way,
            inner.isTuple ? Number(field) : field,
          ]);
      else arrays.push(leaf(columnType(inner), own, way));
    };
    visit(shape, name, [null]);
    return { tag: 'columns', shape, arrays };
  }
}

const leavesIn = (shape: Shape): number =>
  shape.tag === 'record'
    ? [...shape.fields.values()].reduce((sum, inner) => sum + leavesIn(inner), 0)
    : 1;

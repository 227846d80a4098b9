/**
 * Lowers arrays of objects. The language has no records. So each field of all the objects is an array of its own, a
 * column. Objects whose fields nobody writes may be copied. Every other object is known by its index, so that a write
 * under any name is seen under all.
 */
import { nameOfKey, type Node, type types } from '../../front/syntax.js';
import {
  elementType,
  isArray,
  isNumber,
  type ArrayType,
  type Type,
  type Value,
} from '../../ir/ir.js';
import { FieldsOfSome, type Place } from './fields-of-some.js';
import {
  meaning,
  nothing,
  type ColumnsMeaning,
  type ElementMeaning,
  type Meaning,
  type RecordMeaning,
  type Slot,
  type StretchMeaning,
} from '../meanings/meanings.js';
import { isOpen } from '../shapes/recursive-shapes.js';
import {
  beginsWithArrays,
  familyOf,
  leavesIn,
  onlyField,
  type ColumnsShape,
  type Shape,
} from '../shapes/shapes.js';
import { isText } from '../meanings/words.js';

export abstract class ArraysOfObjects extends FieldsOfSome {
  /** One of the objects. Its index is in the array. */
  protected elementOf(columns: ColumnsMeaning, index: Value): Meaning {
    const element: ElementMeaning = { tag: 'element', columns, index, shape: columns.shape, at: 0 };
    if (columns.shape.isOne === true) return this.onlyIn(element);
    return this.isShapeWritten(columns.shape) ? element : this.snapshot(element);
  }

  /** What an object stands for that has one field. */
  protected onlyIn = (of: ElementMeaning): Meaning => this.readPart(of, onlyField(of.shape), of.at);

  /** Its fields, as they are now. */
  protected snapshot(of: ElementMeaning): RecordMeaning {
    if (of.shape.family !== undefined)
      this.refuse(this.facts.program, 'a copy of an object of one of several classes', 'name it');
    return this.readPart(of, of.shape, of.at) as RecordMeaning;
  }

  /** What an object has by a name, also one that stands in an array. */
  protected heldBy(of: RecordMeaning | ElementMeaning, name: string, node: Node): Meaning {
    if (of.tag === 'record') return this.field(of, name, node);
    const found = this.fieldOf(of, name, node);
    return (
      found?.get() ?? this.refuse(node, `an object without the field ${name}`, 'give it the field')
    );
  }

  /** A field of one of the objects: what reads it, and what writes it; undefined if it has none of the name. */
  protected override fieldOf(element: ElementMeaning, name: string, node: Node): Place | undefined {
    const { columns, index, shape } = element;
    if (shape.family?.every(({ names }) => names.has(name)) === false)
      return this.fieldOfSome(element, name, node);
    let { at } = element;
    const isPool = columns.pool !== undefined && at === 0;
    for (const [field, inner] of shape.fields) {
      if (field !== name) {
        at += leavesIn(inner);
        continue;
      }
      const place = at;
      // An object that never changes may be copied, and so replaced.
      const isPart = inner.tag === 'record' && this.isShapeWritten(inner);
      return {
        get: (): Meaning =>
          isPart ? { ...element, shape: inner, at: place } : this.readPart(element, inner, place),
        set: (to: Meaning) => {
          if (isPool) this.learnField(element, name, to, node);
          if (isPart || isOpen(inner))
            this.refuse(node, 'a write of an object into an object', 'write its fields');
          this.storePart(columns, inner, place, index, to, node);
        },
      };
    }
    return undefined;
  }

  /** Learns what a field of an object in a pool may hold, too. */
  private learnField(of: ElementMeaning, name: string, to: Meaning, node: Node): void {
    const shape = this.shapeInPool(to, node, this.isListField(of.shape, name));
    const fields = shape && new Map([[name, shape]]);
    const { pools } = this.remedies;
    const isNew = fields && pools.learn(of.columns.pool!, fields, familyOf(of.shape), true);
    if (isNew === null)
      this.refuse(node, 'a field that holds different things', 'give each a name');
    if (!isNew) return;
    this.remedies.isNew = true;
    throw this.learned();
  }

  private readPart({ columns, index }: ElementMeaning, shape: Shape, at: number): Meaning {
    const { builder } = this;
    const arrays = this.arraysOf(columns);
    let next = at;
    const stretch = ({ of }: ColumnsShape): StretchMeaning => {
      const starts = arrays[next++];
      const from = this.element(starts, index);
      const end = this.element(starts, builder.prim('add', [index, builder.constant(1)]));
      const length = builder.prim('sub', [end, from]);
      const made = { tag: 'stretch', columns, shape: of, at: next, from, length } as const;
      next += leavesIn(of);
      return made;
    };
    const leaf = (type: Type): Value => {
      const found = this.element(arrays[next++], index);
      return type === 'bool' ? builder.truthy(found) : found;
    };
    return this.formed(shape, '', leaf, [], { nodes: columns, stretch });
  }

  /** The columns as they are now. */
  protected override arraysOf({ arrays, grown }: ColumnsMeaning): readonly Value[] {
    const now = (slot: Slot): Value => (this.state.get(slot) as { readonly value: Value }).value;
    return grown === undefined ? arrays : grown.map(now);
  }

  /** How many objects there are. Where arrays begin is known of one more; new empty arrays know none. */
  protected countOf({ arrays: [first], shape }: ColumnsMeaning): Value {
    const { builder } = this;
    const length = builder.length(first);
    if (!beginsWithArrays(shape)) return length;
    const isThere = builder.compare('gt', length, this.zero());
    return builder.choose(isThere, builder.prim('sub', [length, builder.constant(1)]), this.zero());
  }

  protected abstract placeOfList(of: Meaning, pool: string, node: Node): Value;
  protected abstract placeOfMap(of: Meaning, pool: string, node: Node): Value;

  /** Leaves unless an object stands at an index. */
  protected checkObject(columns: ColumnsMeaning, index: Value): void {
    if (beginsWithArrays(columns.shape))
      this.leaveUnless(this.isWithin(this.countOf(columns), index));
    else this.builder.add({ tag: 'check', array: columns.arrays[0], index });
  }

  /** One of the objects, if its place is known to be there; one that may be missing, if the program asks for that. */
  protected objectAsked(columns: ColumnsMeaning, index: Value, node: Node): Meaning {
    const get = (): Meaning => this.elementOf(columns, index);
    if (!this.isAsked(node)) return get();
    return this.perhaps(node, this.isWithin(this.countOf(columns), index), get);
  }

  /** A member of an array of objects. */
  protected memberOfColumns(
    columns: ColumnsMeaning,
    node: types.MemberExpression,
    place: () => Value,
  ) {
    const name = nameOfKey(node.property, node.computed);
    if (name === 'length')
      return {
        get: () => meaning(this.countOf(columns)),
        set: () => this.refuse(node, 'a write to length', 'make a new array'),
      };
    if (name !== undefined) this.refuse(node, `the member ${name} of an array`, 'write a loop');
    const index = place();
    if (!this.isAsked(node)) this.checkObject(columns, index);
    return {
      get: () => this.objectAsked(columns, index, node),
      set: (to: Meaning) => {
        if (this.isAsked(node)) this.checkObject(columns, index);
        if (this.isShapeWritten(columns.shape))
          this.refuse(node, 'a new object in an array whose objects change', 'write its fields');
        this.storeElement(columns, index, to, node);
      },
    };
  }

  /** Puts the fields of an object into columns. */
  protected storeElement(columns: ColumnsMeaning, index: Value, to: Meaning, node: Node): void {
    this.storePart(columns, columns.shape, 0, index, to, node);
  }

  /** Puts something of a shape into the columns from a place on. */
  protected storePart(
    columns: ColumnsMeaning,
    whole: Shape,
    at: number,
    index: Value,
    given: Meaning,
    node: Node,
  ): void {
    const to = this.inPools(given, whole, node);
    const arrays = this.arraysOf(columns);
    let next = at;
    const refuse = (): never =>
      this.refuse(node, 'objects with different fields in an array', 'give them the same');
    const put = (stored: Value): void => {
      const array = arrays[next++];
      const type = elementType(array.type as ArrayType);
      if (isArray(stored.type) !== isArray(type)) refuse();
      const { builder } = this;
      const isBool = stored.type === 'bool';
      if (isBool && type !== 'i32') refuse();
      // What is not there would become NaN, or 0.
      if (isNumber(stored.type)) this.leaveUnless(builder.present(stored));
      const one = isBool
        ? builder.choose(stored, builder.constant(1), builder.constant(0))
        : stored;
      builder.store(array, index, one);
    };
    const visit = (shape: Shape, given: Meaning): void => {
      if (shape.tag === 'record' && shape.isOne === true) return visit(onlyField(shape), given);
      if (shape.tag === 'optional') {
        const of = this.asShape(given, shape);
        if (of.tag !== 'optional') return refuse();
        put(of.there);
        return visit(shape.of, of.of);
      }
      // Arrays in such objects stand side by side, and have no room for more.
      if (shape.tag === 'columns') return refuse();
      if (shape.tag === 'map') return put(this.placeOfMap(this.sure(given), shape.pool, node));
      if (shape.tag === 'list') return put(this.placeOfList(this.sure(given), shape.pool, node));
      if (shape.tag === 'ref') return put(this.placeOfObject(given, node));
      if (shape.tag === 'absent')
        return given.tag === 'nothing' && (given.isNull === true) === shape.isNull
          ? undefined
          : refuse();
      if (shape.tag === 'text') return isText(given) ? put(this.wordOf(given)) : refuse();
      const found = this.sure(given);
      if (shape.tag !== 'record') {
        const stored = this.valueOf(found, node);
        return shape.tag === 'bool' && stored.type !== 'bool' ? refuse() : put(stored);
      }
      const isCopy = found.tag === 'element' || (found.tag === 'record' && found.isNamed);
      // The copy would be another object than the one that is written.
      if (shape !== whole && isCopy && this.isShapeWritten(shape))
        return this.refuse(node, 'an object in an array that has another name', 'make a new one');
      const of = found.tag === 'element' ? this.snapshot(found) : found;
      if (of.tag !== 'record' || of.from?.node !== shape.from) return refuse();
      const count = [...shape.fields.values()].filter(({ tag }) => tag !== 'optional').length;
      if (of.slots.size < count || [...of.slots.keys()].some((name) => !shape.fields.has(name)))
        return refuse();
      for (const [name, inner] of shape.fields)
        visit(inner, of.slots.has(name) ? this.field(of, name, node) : nothing);
    };
    visit(whole, to);
  }

  /** Something with the objects in it that go into pools; new ones are put there. */
  private inPools(of: Meaning, shape: Shape, node: Node): Meaning {
    if (shape.tag === 'ref') return this.placed(of, shape, node);
    if (shape.tag !== 'record' || !this.hasPools) return of;
    if (shape.isOne) return this.inPools(of, onlyField(shape), node);
    if (of.tag !== 'record' || ![...shape.fields.values()].some(({ tag }) => tag === 'ref'))
      return of;
    const isOwn = !of.isNamed;
    const slots = new Map<string, Slot>();
    for (const [name, inner] of shape.fields) {
      const held = this.field(of, name, node);
      const slot = { name };
      const own = inner.tag === 'ref' ? this.placed(held, inner, node, isOwn) : held;
      this.state.set(slot, own);
      slots.set(name, slot);
    }
    return { ...of, slots };
  }
}

/**
 * Lowers local arrays that grow, by `push` or by a store at their end. Such an array is an array with room, and a
 * count of the room that is used. Both change like fields of an object.
 */
import { elementType, isArray, isList, sameType, type ArrayType, type Value } from '../../ir/ir.js';
import { nameOfKey, type Binding, type Node, type types } from '../../front/syntax.js';
import type { Series } from './arrays.js';
import { Making } from './making.js';
import {
  meaning,
  type ColumnsMeaning,
  type Frame,
  type Meaning,
  type RecordMeaning,
  type Slot,
} from '../meanings/meanings.js';
import { shapeOf } from '../shapes/promised-shapes.js';

const ROOM = 4;

export abstract class Growing extends Making {
  /** A literal that is pushed to under its name. */
  protected override asUsed(found: Meaning, binding: Binding | undefined, node: Node): Meaning {
    const isNew = found.tag === 'record' && found.isTuple && !found.isNamed && !found.isHeld;
    if (
      !isNew ||
      binding === undefined ||
      !binding.referencePaths.some(({ parent }) => isPush(parent))
    )
      return super.asUsed(found, binding, node);
    const shape = shapeOf(binding.identifier.typeAnnotation, this.facts.classes);
    const { name } = binding.identifier;
    const room = this.builder.constant(ROOM + found.slots.size);
    const alloc = (type: ArrayType, own: string): Value =>
      this.builder.let({ tag: 'alloc', type, args: [room] }, own);
    const elements = shape?.tag === 'columns' && shape.of.tag === 'record' ? shape.of : undefined;
    const type: ArrayType =
      shape?.tag === 'array' && shape.type.storage === 'list'
        ? shape.type
        : { storage: 'Float64Array' };
    const arrays = elements
      ? this.columnsOf(elements, name, (of, own) => alloc(of as ArrayType, own)).arrays
      : [alloc(type, name)];
    const made: RecordMeaning = {
      ...this.record(
        [
          ...arrays.map((array, k) => [`array${k}`, meaning(array)] as const),
          ['count', meaning(this.zero())] as const,
        ],
        false,
      ),
      isGrowing: true,
      ...(elements && { elements }),
    };
    this.carry(made.slots.values());
    for (const key of found.slots.keys()) this.push(made, this.field(found, key, node), node);
    return made;
  }

  private slot = (of: RecordMeaning, name: 'array0' | 'count'): Slot => of.slots.get(name)!;
  private held = (of: RecordMeaning, name: 'array0' | 'count', node: Node): Value =>
    this.valueOf(this.read(this.slot(of, name), node), node);
  protected heldArray = (of: RecordMeaning, node: Node): Value => this.held(of, 'array0', node);

  /** The slots of the arrays that hold the elements. */
  private arraySlots = (of: RecordMeaning): readonly Slot[] =>
    [...of.slots].flatMap(([name, slot]) => (name === 'count' ? [] : [slot]));

  /** The objects of an array that grows, and room for more. */
  protected grownColumns(of: RecordMeaning, node: Node): ColumnsMeaning | undefined {
    if (of.elements === undefined) return undefined;
    const grown = this.arraySlots(of);
    const arrays = grown.map((slot) => this.valueOf(this.read(slot, node), node));
    return { tag: 'columns', shape: of.elements, arrays, grown };
  }

  /** Puts an element at the end; the room doubles where it is used up. */
  protected push(of: RecordMeaning, given: Meaning, node: Node): Meaning {
    if (this.busy.has(this.slot(of, 'array0')))
      return this.refuse(node, 'push to an array that is gone through', 'push to another one');
    if (of.isFixed)
      return this.refuse(
        node,
        'push to an array that is shared',
        'push to it under its first name',
      );
    const count = this.held(of, 'count', node);
    const put = this.putting(of, given, node);
    const length = this.builder.length(this.heldArray(of, node));
    this.if(
      this.builder.compare('lt', count, length),
      () => undefined,
      () => {
        const twice = this.builder.prim('mul', [length, this.builder.constant(2)]);
        for (const slot of this.arraySlots(of)) {
          const array = this.valueOf(this.read(slot, node), node);
          const type = array.type as ArrayType;
          const larger = this.builder.let({ tag: 'alloc', type, args: [twice] }, array.name);
          this.builder.each(this.zero(), length, this.one(), (i) =>
            this.builder.store(larger, i, this.element(array, i)),
          );
          this.state.set(slot, meaning(larger));
        }
      },
    );
    put(count);
    const next = meaning(this.builder.prim('add', [count, this.one()]));
    this.state.set(this.slot(of, 'count'), next);
    return next;
  }

  /** What puts an element in its place, once there is room. */
  private putting(of: RecordMeaning, given: Meaning, node: Node): (at: Value) => void {
    const fresh = given.tag === 'record' && !given.isNamed && !given.isHeld;
    const { elements } = of;
    if (elements !== undefined) {
      if (!fresh && this.isShapeWritten(elements))
        this.refuse(node, 'an object in an array that has another name', 'push a new object');
      const one = given.tag === 'element' ? this.snapshot(given) : given;
      return (at) => this.storeElement(this.grownColumns(of, node)!, at, one, node);
    }
    const type = this.heldArray(of, node).type as ArrayType;
    const isNew = fresh && given.isTuple;
    const element = this.valueOf(isNew ? this.arrayOf(given, '', node) : given, node);
    const asked = elementType(type);
    if (
      element.type === 'bool' ||
      isArray(element.type) !== isArray(asked) ||
      (isArray(asked) && !sameType(element.type, asked))
    )
      return this.refuse(
        node,
        'an element of another kind',
        'annotate the array, as in number[][]',
      );
    // What is not there would become NaN.
    if (!isArray(asked)) this.leaveUnless(this.builder.present(element));
    return (at) => this.builder.store(this.heldArray(of, node), at, element);
  }

  /** Takes the last element away. Leaves where there is none. */
  protected popped(of: RecordMeaning, node: Node): Meaning {
    if (of.isFixed || this.busy.has(this.slot(of, 'array0')))
      return this.refuse(node, 'pop of an array that is shared', 'pop it under its first name');
    const count = this.held(of, 'count', node);
    this.leaveUnless(this.builder.compare('gt', count, this.zero()));
    const last = this.builder.prim('sub', [count, this.one()]);
    const columns = this.grownColumns(of, node);
    if (columns !== undefined && this.isShapeWritten(columns.shape))
      return this.refuse(node, 'pop of an object that changes', 'use an index');
    const found =
      columns === undefined
        ? meaning(this.element(this.heldArray(of, node), last))
        : this.elementOf(columns, last);
    this.state.set(this.slot(of, 'count'), meaning(last));
    return found;
  }

  protected override seriesOf(given: Meaning, node: Node): Series | null {
    const of = this.sure(given);
    if (of.tag !== 'record' || of.isGrowing !== true) return super.seriesOf(of, node);
    const array = this.heldArray(of, node);
    const columns = this.grownColumns(of, node);
    return {
      length: this.held(of, 'count', node),
      at: (i) =>
        columns === undefined ? meaning(this.element(array, i)) : this.elementOf(columns, i),
      whole: of,
      growing: this.slot(of, 'array0'),
    };
  }

  protected override field(of: RecordMeaning, name: string, node: Node): Meaning {
    if (of.isGrowing === true)
      return this.refuse(
        node,
        `the field ${name} of an array`,
        'read its elements by their indices',
      );
    return super.field(of, name, node);
  }

  protected override memberOf(
    given: Meaning,
    node: types.MemberExpression,
    frame: Frame,
  ): { get: () => Meaning; set: (to: Meaning) => void } {
    const object = this.sure(given);
    if (object.tag !== 'record' || object.isGrowing !== true)
      return super.memberOf(object, node, frame);
    const name = nameOfKey(node.property, node.computed);
    const count = this.held(object, 'count', node);
    if (name === 'length')
      return {
        get: () => meaning(count),
        set: () => this.refuse(node, 'a write to length', 'make a new array'),
      };
    if (name !== undefined)
      return this.refuse(node, `the member ${name} of an array`, 'write a loop');
    const index = this.number(node.property, frame);
    /** Leaves where there is no element; what is beyond the end is in the room. */
    const inside = (): Value => {
      const array = this.heldArray(object, node);
      this.builder.add({ tag: 'check', array, index });
      this.leaveUnless(this.builder.compare('lt', index, this.held(object, 'count', node)));
      return array;
    };
    const columns = this.grownColumns(object, node);
    if (columns !== undefined)
      return {
        get: () => {
          inside();
          return this.elementOf(columns, index);
        },
        set: (to) => {
          if (this.isShapeWritten(columns.shape))
            this.refuse(node, 'a new object in an array whose objects change', 'write its fields');
          inside();
          this.storeElement(columns, index, to, node);
        },
      };
    return {
      get: () => meaning(this.element(inside(), index)),
      set: (to) => {
        if (isList(this.heldArray(object, node).type))
          this.refuse(node, 'a write into an array that grows', 'push its rows');
        this.builder.store(inside(), index, this.numberOf(to, node));
      },
    };
  }
}

/** Whether a member is `push`. */
const isPush = (node: Node): boolean =>
  node.type === 'MemberExpression' && nameOfKey(node.property, node.computed) === 'push';

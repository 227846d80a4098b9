/**
 * Local arrays that grow, by `push` or at their end: an array with room, and how much of it is used. These two are
 * like fields of an object that change.
 */
import { elementType, isArray, isList, sameType, type ArrayType, type Value } from '../ir/ir.js';
import { nameOfKey, type Binding, type Node, type types } from '../front/syntax.js';
import type { Series } from './arrays.js';
import { Making } from './making.js';
import { meaning, type Frame, type Meaning, type RecordMeaning, type Slot } from './meanings.js';
import { shapeOf } from './shapes.js';

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
    const shape = shapeOf(binding.identifier.typeAnnotation, this.facts.declared);
    if (shape !== undefined && shape.tag !== 'array')
      return this.refuse(node, 'objects that are pushed', 'make the array by map');
    const type: ArrayType =
      shape?.type.storage === 'list' ? shape.type : { storage: 'Float64Array' };
    const { name } = binding.identifier;
    const room = this.builder.constant(ROOM + found.slots.size);
    const array = this.builder.let({ tag: 'alloc', type, args: [room] }, name);
    const made: RecordMeaning = {
      ...this.record(
        [
          ['array', meaning(array)],
          ['count', meaning(this.zero())],
        ],
        false,
      ),
      isGrowing: true,
    };
    this.carry(made.slots.values());
    for (const key of found.slots.keys()) this.push(made, this.field(found, key, node), node);
    return made;
  }

  private slot = (of: RecordMeaning, name: 'array' | 'count'): Slot => of.slots.get(name)!;
  private held = (of: RecordMeaning, name: 'array' | 'count', node: Node): Value =>
    this.valueOf(this.read(this.slot(of, name), node), node);

  /** Puts an element at the end; the room doubles where it is used up. */
  protected push(of: RecordMeaning, given: Meaning, node: Node): Meaning {
    if (this.busy.has(this.slot(of, 'array')))
      return this.refuse(node, 'push to an array that is gone through', 'push to another one');
    if (of.isFixed)
      return this.refuse(
        node,
        'push to an array that is shared',
        'push to it under its first name',
      );
    const fresh = given.tag === 'record' && given.isTuple && !given.isNamed;
    const element = this.valueOf(fresh ? this.arrayOf(given, '', node) : given, node);
    const [array, count] = [this.held(of, 'array', node), this.held(of, 'count', node)];
    const type = array.type as ArrayType;
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
    const length = this.builder.length(array);
    this.if(
      this.builder.compare('lt', count, length),
      () => undefined,
      () => {
        const twice = this.builder.prim('mul', [length, this.builder.constant(2)]);
        const larger = this.builder.let({ tag: 'alloc', type, args: [twice] }, array.name);
        this.builder.each(this.zero(), length, this.one(), (i) =>
          this.builder.store(larger, i, this.element(array, i)),
        );
        this.state.set(this.slot(of, 'array'), meaning(larger));
      },
    );
    this.builder.store(this.held(of, 'array', node), count, element);
    const next = meaning(this.builder.prim('add', [count, this.one()]));
    this.state.set(this.slot(of, 'count'), next);
    return next;
  }

  protected override seriesOf(of: Meaning, node: Node): Series | null {
    if (of.tag !== 'record' || of.isGrowing !== true) return super.seriesOf(of, node);
    const array = this.held(of, 'array', node);
    return {
      length: this.held(of, 'count', node),
      at: (i) => meaning(this.element(array, i)),
      whole: of,
      growing: this.slot(of, 'array'),
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
    object: Meaning,
    node: types.MemberExpression,
    frame: Frame,
  ): { get: () => Meaning; set: (to: Meaning) => void } {
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
      const array = this.held(object, 'array', node);
      this.builder.add({ tag: 'check', array, index });
      this.leaveUnless(this.builder.compare('lt', index, this.held(object, 'count', node)));
      return array;
    };
    return {
      get: () => meaning(this.element(inside(), index)),
      set: (to) => {
        if (isList(this.held(object, 'array', node).type))
          this.refuse(node, 'a write into an array that grows', 'push its rows');
        this.builder.store(inside(), index, this.numberOf(to, node));
      },
    };
  }
}

/** Whether a member is `push`. */
const isPush = (node: Node): boolean =>
  node.type === 'MemberExpression' && nameOfKey(node.property, node.computed) === 'push';

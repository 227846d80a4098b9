/**
 * Lowers local arrays that grow, by `push` or by a store at their end. Such an array is an array with room, and a
 * count of the room that is used. Both change like fields of an object.
 */
import {
  elementType,
  isArray,
  isNumber,
  sameType,
  type ArrayType,
  type Value,
} from '../../ir/ir.js';
import type { Binding, Node } from '../../front/syntax.js';
import { Making } from './making.js';
import {
  isNewTuple,
  meaning,
  type ColumnsMeaning,
  type Meaning,
  type RecordMeaning,
  type Slot,
} from '../meanings/meanings.js';
import { shapeOf } from '../shapes/promised-shapes.js';
import { shapeByUse } from '../shapes/shapes-by-use.js';
import {
  arrayShape,
  elementShape,
  shapeText,
  usualShape,
  type RecordShape,
  type Shape,
} from '../shapes/shapes.js';
import { growsAsLiteral, growsByMethods, isShifted } from '../syntax/growing-uses.js';

const ROOM = 4;

export abstract class Growing extends Making {
  /** A literal, or another new array, that becomes longer or shorter under its name. */
  protected override asUsed(found: Meaning, binding: Binding | undefined, node: Node): Meaning {
    const { fresh } = this;
    this.fresh = null;
    if (binding === undefined) return super.asUsed(found, binding, node);
    if (found.tag === 'record' && isNewTuple(found) && growsAsLiteral(binding, found.slots.size))
      return this.grownLiteral(found, binding, node);
    return found === fresh && growsByMethods(binding)
      ? this.grownArray(found, binding)
      : super.asUsed(found, binding, node);
  }

  private grownLiteral(found: RecordMeaning, binding: Binding, node: Node): Meaning {
    const lesson = this.remedies.of(binding);
    const annotated = shapeOf(binding.identifier.typeAnnotation, this.facts.classes);
    const learned = lesson?.of && arrayShape(lesson.of);
    const shape = annotated ?? learned ?? this.guessed(found, binding);
    const { name } = binding.identifier;
    const room = this.builder.constant(ROOM + found.slots.size);
    const alloc = (type: ArrayType, own: string): Value =>
      this.builder.let({ tag: 'alloc', type, args: [room] }, own);
    const elements = shape?.tag === 'columns' && shape.of.tag === 'record' ? shape.of : undefined;
    const type: ArrayType =
      shape?.tag === 'array' && shape.type.storage === 'list'
        ? shape.type
        : { storage: lesson?.isHeld ? 'number[]' : 'Float64Array' };
    const arrays = elements
      ? this.columnsOf(elements, name, (of, own) => alloc(of as ArrayType, own)).arrays
      : [alloc(type, name)];
    const made = this.growing(arrays, this.zero(), binding, elements);
    for (const key of found.slots.keys()) {
      const element = this.field(found, key, node);
      // The literal that held it is no more.
      if (element.tag === 'record' && !element.isNamed) element.isHeld = false;
      this.push(made, element, node);
    }
    return made;
  }

  /** What the uses of an empty list tell of its elements. Its first element will tell better. */
  private guessed({ slots }: RecordMeaning, binding: Binding): Shape | undefined {
    const shape = slots.size === 0 ? shapeByUse(this.facts, binding) : undefined;
    const of = shape && elementShape(shape);
    return of?.tag === 'array' || of?.tag === 'record' ? arrayShape(usualShape(of)) : undefined;
  }

  /** A new array without more room. */
  private grownArray(found: Meaning, binding: Binding): Meaning {
    if (found.tag === 'columns')
      return this.growing(found.arrays, this.countOf(found), binding, found.shape);
    if (found.tag !== 'value' || !isArray(found.value.type)) return found;
    const { storage } = found.value.type;
    return storage === 'number[]' || storage === 'list'
      ? this.growing([found.value], this.builder.length(found.value), binding)
      : found;
  }

  protected growing(
    arrays: readonly Value[],
    count: Value,
    madeFor?: Binding,
    elements?: RecordShape,
  ): RecordMeaning {
    const head =
      madeFor !== undefined && isShifted(madeFor)
        ? ([['head', meaning(this.zero())]] as const)
        : [];
    const made: RecordMeaning = {
      ...this.record(
        [
          ...arrays.map((array, k) => [`array${k}`, meaning(array)] as const),
          ['count', meaning(count)] as const,
          ...head,
        ],
        false,
      ),
      isGrowing: true,
      ...(madeFor && { madeFor }),
      ...(elements && { elements }),
    };
    this.carry(made.slots.values());
    this.rounds.set(made, this.round);
    return made;
  }

  protected slot = (of: RecordMeaning, name: 'array0' | 'count'): Slot => of.slots.get(name)!;
  protected held = (of: RecordMeaning, name: 'array0' | 'count', node: Node): Value =>
    this.valueOf(this.read(this.slot(of, name), node), node);
  protected heldArray = (of: RecordMeaning, node: Node): Value => this.held(of, 'array0', node);

  /** Where an element of an index stands: what was shifted out is before it. */
  protected placeIn(of: RecordMeaning, index: Value, node: Node): Value {
    const head = of.slots.get('head');
    return head === undefined
      ? index
      : this.builder.prim('add', [this.valueOf(this.read(head, node), node), index]);
  }

  /** The slots of the arrays that hold the elements. */
  private arraySlots = (of: RecordMeaning): readonly Slot[] =>
    [...of.slots].flatMap(([name, slot]) => (name.startsWith('array') ? [slot] : []));

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
    return this.pushBy(of, this.putting(of, given, node), node);
  }

  protected pushBy(of: RecordMeaning, put: (at: Value) => void, node: Node): Meaning {
    const count = this.held(of, 'count', node);
    const length = this.builder.length(this.heldArray(of, node));
    const place = this.placeIn(of, count, node);
    this.if(
      this.builder.compare('lt', place, length),
      () => undefined,
      () => {
        const { builder } = this;
        const double = builder.prim('mul', [length, builder.constant(2)]);
        const twice = builder.prim('max', [double, builder.constant(ROOM)]);
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
    put(place);
    const next = meaning(this.builder.prim('add', [count, this.one()]));
    this.state.set(this.slot(of, 'count'), next);
    return next;
  }

  /** What puts an element in its place, once there is room. */
  protected putting(of: RecordMeaning, given: Meaning, node: Node): (at: Value) => void {
    const isNew = given.tag === 'record' && !given.isNamed && !given.isHeld;
    const { elements } = of;
    if (elements !== undefined) {
      // What uses told may be too little.
      const shape = this.isGuess(of) ? this.shapeLike(given, node) : elements;
      if (shape === null || shapeText(shape) !== shapeText(elements))
        return this.refuseElement(of, shape, node);
      if (!isNew && this.isShapeWritten(elements))
        this.refuse(node, 'an object in an array that has another name', 'push a new object');
      const one = given.tag === 'element' ? this.snapshot(given) : given;
      return (at) => this.storeElement(this.grownColumns(of, node)!, at, one, node);
    }
    const type = this.heldArray(of, node).type as ArrayType;
    if (this.isForColumns(given, node) && !(given.tag === 'record' && given.isGrowing))
      return this.refuseElement(of, this.shapeLike(given, node), node);
    const element = this.valueOf(this.asRow(given, node), node);
    const asked = elementType(type);
    if (isArray(element.type) && (!isArray(asked) || !sameType(element.type, asked)))
      return this.refuseElement(of, { tag: 'array', type: element.type }, node);
    if (element.type === 'bool' || isArray(element.type) !== isArray(asked))
      return this.refuseElement(of, isNumber(element.type) ? { tag: 'number' } : null, node);
    // What is not there would become NaN.
    if (!isArray(asked)) this.leaveUnless(this.builder.present(element));
    return (at) => this.builder.store(this.heldArray(of, node), at, element);
  }

  /** The bodies of loops and functions in which arrays that grow were made. */
  private readonly rounds = new WeakMap<RecordMeaning, object>();

  /** An array as an element of another one. An array that grew has no more room then: it may not grow any more. */
  private asRow(given: Meaning, node: Node): Meaning {
    if (given.tag !== 'record') return given;
    if (given.isGrowing !== true) return isNewTuple(given) ? this.arrayOf(given, '', node) : given;
    const { elements, madeFor } = given;
    const array = this.slot(given, 'array0');
    const isDone =
      elements === undefined &&
      !given.isFixed &&
      this.rounds.get(given) === this.round &&
      !this.busy.has(array);
    if (!isDone || madeFor === undefined)
      return this.refuse(
        node,
        'an array that may grow in another array',
        'make it in the same step, or put a copy there',
      );
    const type = this.heldArray(given, node).type as ArrayType;
    if (type.storage === 'Float64Array') {
      this.remedies.learn(madeFor, { isHeld: true });
      return this.refuse(node, 'an array in another array', 'annotate it as number[]', 'lessons');
    }
    const whole = this.copied('number[]', given, node);
    given.isFixed = true;
    this.state.set(array, whole);
    const head = given.slots.get('head');
    if (head !== undefined) this.state.set(head, meaning(this.zero()));
    return whole;
  }

  /** What a function gives or is given: an array that does not grow any more, if it was learned that it must be one. */
  protected asHandedOn(of: Meaning, node: Node): Meaning {
    if (of.tag === 'record' && isNewTuple(of)) {
      for (const [name, slot] of of.slots) {
        const held = this.field(of, name, node);
        const given = this.asHandedOn(held, node);
        if (given !== held) this.state.set(slot, given);
      }
      return of;
    }
    if (of.tag !== 'record' || of.isGrowing !== true || of.madeFor === undefined) return of;
    const isReturned = this.remedies.of(of.madeFor)?.isReturned === true;
    return isReturned && !of.isFixed ? this.asRow(of, node) : of;
  }

  /** Whether nobody said what the elements are, and none told it yet. */
  private isGuess = ({ madeFor }: RecordMeaning): boolean =>
    madeFor !== undefined &&
    this.remedies.of(madeFor)?.of === undefined &&
    shapeOf(madeFor.identifier.typeAnnotation, this.facts.classes) === undefined;

  /** Refuses an element, unless nothing was known of the elements. */
  private refuseElement(of: RecordMeaning, shape: Shape | null, node: Node): never {
    const { madeFor } = of;
    if (
      madeFor !== undefined &&
      this.isGuess(of) &&
      shape !== null &&
      arrayShape(shape) !== undefined
    )
      this.remedies.learn(madeFor, { of: shape });
    return this.refuse(
      node,
      'an element of another kind',
      'annotate the array, as in number[][]',
      'lessons',
    );
  }
}

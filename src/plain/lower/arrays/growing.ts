/**
 * Lowers local arrays that grow, by `push` or by a store at their end.
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
import {
  isEmptyLiteral,
  isNewTuple,
  meaning,
  type Meaning,
  type RecordMeaning,
} from '../meanings/meanings.js';
import { shapeOf } from '../shapes/promised-shapes.js';
import { shapeByUse } from '../shapes/shapes-by-use.js';
import {
  areLists,
  areMaps,
  arrayShape,
  elementShape,
  refIn,
  shapeText,
  usualShape,
  type Shape,
} from '../shapes/shapes.js';
import { growsAsLiteral, growsByMethods } from '../syntax/growing-uses.js';
import { isJoined, mayBeOfHost } from '../syntax/lists-of-host.js';
import type { Grown } from './growing-room.js';
import { RowsThatGrow } from './rows-that-grow.js';

export abstract class Growing extends RowsThatGrow {
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
    if (lesson?.isOfHost) return this.listOfHost(found, node);
    if (lesson?.isOfRows) return this.literalOfRows(found, binding, node);
    const annotated = shapeOf(binding.identifier.typeAnnotation, this.facts.classes);
    const learned = lesson?.of && arrayShape(lesson.of);
    // Uses may tell less than all fields: what is put there tells them.
    const told = annotated ?? learned ?? (this.hasPools ? undefined : this.guessed(found, binding));
    const { literal } = found;
    const made: RecordMeaning = Object.assign(
      this.emptyList(
        binding,
        told,
        binding.identifier.name,
        found.slots.size,
        lesson?.isHeld === true,
      ),
      literal && { literal },
    );
    for (const key of found.slots.keys()) {
      const element = this.field(found, key, node);
      // The literal that held it is no more.
      if (element.tag === 'record' && !element.isNamed) element.isHeld = false;
      this.push(made, element, node);
    }
    return made;
  }

  /** A list into which code puts what it gives, one after the other; and what is there at last. */
  protected collecting(node: Node) {
    const learned = this.remedies.of(node)?.of;
    const made = this.emptyList(node, learned && arrayShape(learned), '');
    return {
      put: (given: Meaning) => void this.push(made, given, node),
      all: (): Meaning => (this.fresh = this.copied('number[]', made, node)),
    };
  }

  /** A list as a value of the host: each push makes another one. */
  private listOfHost(found: RecordMeaning, node: Node): Meaning {
    const all = [...found.slots.keys()].map((key) =>
      this.asOfHost(this.field(found, key, node), node),
    );
    return meaning(this.hostValue(`[${all.map(() => '#').join(',')}]`, all));
  }

  /** An element of such a list: nothing that changes. */
  protected asOfHost(given: Meaning, node: Node): Value {
    const of = this.valueOf(given, node);
    if (of.type === 'host' || isNumber(of.type)) return of;
    return this.refuse(node, 'an element beside arrays of NumPy', 'use a list of its own');
  }

  /** Learns that a list is of values of the host, if it may be. */
  private learnOfHost(of: Grown, node: Node): void {
    const { madeFor } = of.tag === 'record' ? of : {};
    const { bindings, classes } = this.facts;
    if (
      madeFor === undefined ||
      !('identifier' in madeFor) ||
      shapeOf(madeFor.identifier.typeAnnotation, classes)?.tag === 'array'
    )
      return;
    const mayBe = mayBeOfHost(madeFor, bindings);
    if (!mayBe && !isJoined(madeFor, bindings)) return;
    if (mayBe) this.remedies.learn(madeFor, { isOfHost: true });
    this.refuse(
      node,
      'a list of arrays of NumPy that does more than grow and be read',
      'use it by push, an index, length, for, and functions of arrays only',
      'lessons',
    );
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
      return this.growing(found.arrays, this.countOf(found), binding, { elements: found.shape });
    if (found.tag !== 'value' || !isArray(found.value.type)) return found;
    const { storage } = found.value.type;
    return storage === 'number[]' || storage === 'list'
      ? this.growing([found.value], this.builder.length(found.value), binding)
      : found;
  }

  /** Puts an element at the end; the room doubles where it is used up. */
  protected override push(of: Grown, given: Meaning, node: Node): Meaning {
    if (this.isBusy(of))
      return this.refuse(node, 'push to an array that is gone through', 'push to another one');
    if (this.isShared(of))
      return this.refuse(
        node,
        'push to an array that is shared',
        'push to it under its first name',
      );
    return this.pushBy(of, this.putting(of, given, node), node);
  }

  /** What puts an element in its place, once there is room. */
  protected override putting(of: Grown, given: Meaning, node: Node): (at: Value) => void {
    if (of.tag === 'record' && of.rows !== undefined) return this.puttingRow(of, given, node);
    const isNew = given.tag === 'record' && !given.isNamed && !given.isHeld;
    const elements = this.objectsIn(of);
    const ref = refIn(elements);
    if (elements !== undefined && ref !== undefined) {
      const one = this.placed(given, ref, node);
      return (at) => this.storeElement(this.grownColumns(of, node)!, at, one, node);
    }
    if (areLists(elements) || areMaps(elements))
      return (at) => this.storeElement(this.grownColumns(of, node)!, at, given, node);
    const isBare = given.tag === 'record' && !given.isTuple && given.slots.size === 0;
    if (isBare) this.learnDictionary([given.literal]);
    const map = this.shapeOfMap(given);
    if (map !== undefined) return this.refuseElement(of, map, node);
    const list = of.tag === 'grown' ? this.poolOfRow(given, node) : undefined;
    if (list !== undefined) return this.refuseElement(of, { tag: 'list', pool: list }, node);
    if (elements !== undefined) {
      // What uses told may be too little.
      const like = this.isGuess(of) || elements.isOne ? this.shapeLike(given, node) : elements;
      const shape = like && this.inList(like);
      if (shape === null || shapeText(shape) !== shapeText(elements))
        return this.refuseElement(of, shape, node);
      if (!isNew && this.isShapeWritten(elements))
        this.refuse(node, 'an object in an array that has another name', 'push a new object');
      const one = given.tag === 'element' ? this.snapshot(given) : given;
      return (at) => this.storeElement(this.grownColumns(of, node)!, at, one, node);
    }
    if (isEmptyLiteral(given) && of.tag === 'record' && of.madeFor !== undefined) {
      this.remedies.learn(of.madeFor, { isOfRows: true });
      this.refuse(node, 'an array that may grow in another array', 'make it in one go', 'lessons');
    }
    const type = this.heldArray(of, node).type as ArrayType;
    if (this.isForColumns(given, node) && !(given.tag === 'record' && given.isGrowing))
      return this.refuseElement(of, this.shapeLike(given, node), node);
    const found = this.valueOf(this.asRow(given, node), node);
    const asked = elementType(type);
    if (found.type === 'host' && !isArray(asked)) this.learnOfHost(of, node);
    const element = isArray(asked) ? found : this.realIn(found);
    if (isArray(element.type) && (!isArray(asked) || !sameType(element.type, asked)))
      return this.refuseElement(of, { tag: 'array', type: element.type }, node);
    if (element.type === 'bool' || isArray(element.type) !== isArray(asked))
      return this.refuseElement(of, isNumber(element.type) ? { tag: 'number' } : null, node);
    return (at) => this.putElement(of, at, element, node);
  }

  /** The pool of a list that goes into a list of a pool: it may grow there, if it is empty. */
  private poolOfRow(given: Meaning, node: Node): string | undefined {
    if (!this.hasPools || !(given.tag === 'grown' || isEmptyLiteral(given))) return undefined;
    const pool = this.poolOfList(given);
    if (pool === undefined)
      this.refuse(node, 'an array that may grow in another array', 'make it in one go', 'lessons');
    return pool;
  }

  /** An array as an element of another one. An array that grew has no more room then: it may not grow any more. */
  private asRow(given: Meaning, node: Node): Meaning {
    if (given.tag !== 'record') return given;
    if (given.isGrowing !== true) return isNewTuple(given) ? this.arrayOf(given, '', node) : given;
    const { elements, madeFor } = given;
    const isDone =
      elements === undefined &&
      given.rows === undefined &&
      !given.isFixed &&
      this.rounds.get(given) === this.round &&
      !this.isBusy(given);
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
    this.state.set(this.gone(given), whole);
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

  /** The variable or the literal by which it is known what the elements are. */
  protected keyOfElements = (of: Grown): Binding | Node | undefined =>
    of.tag === 'record' ? of.madeFor : of.of.rows!.madeFor;

  /** Whether nobody said what the elements are, and none told it yet. */
  private isGuess(of: Grown): boolean {
    const key = this.keyOfElements(of);
    if (key === undefined) return false;
    const lesson = this.remedies.of(key);
    if (of.tag === 'grown')
      return lesson?.inRows === undefined && this.annotatedRows(key) === undefined;
    const typeAnnotation = 'identifier' in key ? key.identifier.typeAnnotation : null;
    return lesson?.of === undefined && shapeOf(typeAnnotation, this.facts.classes) === undefined;
  }

  /** Refuses an element, unless nothing was known of the elements. */
  private refuseElement(of: Grown, shape: Shape | null, node: Node): never {
    const key = this.keyOfElements(of);
    const told = shape && this.inList(shape);
    if (key !== undefined && this.isGuess(of) && told !== null && arrayShape(told) !== undefined)
      this.remedies.learn(key, of.tag === 'grown' ? { inRows: told } : { of: told });
    return this.refuse(
      node,
      'an element of another kind',
      'annotate the array, as in number[][]',
      'lessons',
    );
  }
}

/** Lowers members of records and arrays: what reads them, and what writes them. */
import { elementType, isArray, isList, sameType, type ArrayType, type Value } from '../../ir/ir.js';
import { remedyFor } from '../syntax/refusal.js';
import { isOpenStorage } from '../../ir/open-types.js';
import { isText } from '../meanings/words.js';
import { bare, nameOfKey, type Node, type types } from '../../front/syntax.js';
import { Abroad } from './abroad.js';
import { differentKinds } from '../meanings/advice.js';
import {
  isNewTuple,
  meaning,
  nothing,
  type ClassMeaning,
  type ClosuresMeaning,
  type ElementMeaning,
  type Frame,
  type FunctionMeaning,
  type Meaning,
  type Member,
  type RecordMeaning,
  type Slot,
} from '../meanings/meanings.js';

const computedName = ['a write to a computed name of a field', 'write the name'] as const;

export abstract class Members extends Abroad {
  protected abstract expression(node: Node, frame: Frame): Meaning;
  protected abstract testAt(node: Node, frame: Frame): Value;
  protected abstract asField(to: Meaning, of: RecordMeaning, name: string, at: Node): Meaning;
  protected abstract staticField(name: string, of: ClassMeaning, at: Node): Meaning;
  protected abstract learnEmpty(of: RecordMeaning): void;
  protected abstract methodHeld(
    name: string,
    of: RecordMeaning | ElementMeaning,
  ): FunctionMeaning | undefined;
  protected abstract setterOf(
    of: RecordMeaning,
    name: string,
    at: Node,
  ): ((to: Meaning) => void) | undefined;
  protected abstract memberOfClosures(
    of: ClosuresMeaning,
    node: types.MemberExpression,
    place: () => Value,
  ): Member;
  protected abstract arrayOf(tuple: RecordMeaning, name: string, node: Node): Meaning;

  /** The new array that was made last, as long as nothing holds it. */
  protected fresh: Meaning | null = null;

  protected number = (node: Node, frame: Frame): Value =>
    this.numberOf(this.expression(node, frame), node);

  /** An element by position, as patterns read it. */
  protected part(given: Meaning, k: number, node: Node): Meaning {
    const of = this.sure(given);
    if (of.tag === 'record' && of.isTuple) return this.field(of, String(k), node);
    if (of.tag === 'element' && of.shape.isTuple) return this.heldBy(of, String(k), node);
    if (of.tag === 'columns' || of.tag === 'stretch') return this.objectAt(of, k);
    const array = this.valueOf(of, node);
    if (array.type === 'host') return meaning(this.hostValue(`[...#][${k}]`, [array]));
    if (!isArray(array.type))
      this.refuse(node, 'a pattern of what is no array', 'read it by itself');
    return meaning(this.load(array, this.builder.constant(k)));
  }

  /** An element that may be missing; an array in a list may not. */
  protected load(array: Value, index: Value): Value {
    if (isList(array.type)) this.builder.add({ tag: 'check', array, index });
    return this.element(array, index);
  }

  /** An element; an array that a list may not have is missing where the program asks for that. */
  protected elementOfArray(array: Value, index: Value, node: Node): Meaning {
    const get = (): Meaning => meaning(this.load(array, index));
    if (!isList(array.type) || !this.isAsked(node)) return get();
    return this.perhaps(node, this.isWithin(this.builder.length(array), index), get);
  }

  protected override element(array: Value, index: Value): Value {
    const made = { name: '', type: elementType(array.type as ArrayType) };
    this.builder.add({ tag: 'let', value: made, op: { tag: 'load', args: [array, index] } });
    return this.isAbroad ? this.asForeign(made) : made;
  }

  protected override field(of: RecordMeaning, name: string, node: Node): Meaning {
    const slot = of.slots.get(name);
    if (slot !== undefined) return this.read(slot, node);
    const isWhole = of.isWhole || this.knownKeys(of) !== undefined;
    this.learnEmpty(of);
    if (!isWhole || name in Object.prototype)
      return this.refuse(
        node,
        `an object without the field ${name}`,
        'give it the field where it is made',
      );
    return nothing;
  }

  protected storeMember(node: types.MemberExpression, frame: Frame, make: () => Meaning): Meaning {
    const { get, set } = this.place(node, frame);
    const made = make();
    const isNew = isNewTuple(made);
    set(made);
    this.fresh = null;
    // What it holds now may have another form.
    return isNew ? get() : made;
  }

  /** A member: the object and the key are evaluated once. */
  protected place(node: types.MemberExpression, frame: Frame): Member {
    return this.memberOf(this.expression(node.object, frame), node, frame);
  }

  protected memberOf(given: Meaning, node: types.MemberExpression, frame: Frame): Member {
    const name = nameOfKey(node.property, node.computed);
    const object = this.sure(given);
    if (node.property.type === 'PrivateName') this.insistOnPrivate(object, node.property);
    if (object.tag === 'record') {
      const key = bare(node.property);
      const field = name ?? (key.type === 'NumericLiteral' ? String(key.value) : undefined);
      if (field === 'length' && object.isTuple)
        return {
          get: () => meaning(this.builder.constant(object.slots.size)),
          set: () => this.refuse(node, 'a write to length', 'make a new array'),
        };
      return field === undefined
        ? this.computed(object, node, frame)
        : this.ownField(object, field, node);
    }
    if (object.tag === 'class')
      return {
        get: () => this.staticField(name ?? '', object, node),
        set: () => this.refuse(node, 'a write to a class', 'return the value instead'),
      };
    if (object.tag === 'element') {
      const key = bare(node.property);
      const field = name ?? (key.type === 'NumericLiteral' ? String(key.value) : '');
      const own = this.fieldOf(object, field, node);
      if (own !== undefined) return own;
      const none = () =>
        this.refuse(node, `an object without the field ${field}`, 'give it the field');
      const method = this.methodHeld(field, object) ?? none();
      return { get: () => method, set: none };
    }
    if (object.tag === 'columns')
      return this.memberOfColumns(object, node, () => this.number(node.property, frame));
    if (object.tag === 'closures')
      return this.memberOfClosures(object, node, () => this.number(node.property, frame));
    if (object.tag === 'stretch')
      return this.memberOfStretch(object, node, () => this.number(node.property, frame));
    const array = this.valueOf(object, node.object);
    if (array.type === 'host')
      return this.hostMember(array, node, () => this.number(node.property, frame));
    if (!isArray(array.type)) this.refuse(node, 'a member of a number', 'call a function instead');
    if (name === 'length')
      return {
        get: () => meaning(this.builder.length(array)),
        set: () => this.refuse(node, 'a write to length', 'make a new array'),
      };
    if (name !== undefined) this.refuse(node, `the member ${name} of an array`, 'write a loop');
    const index = this.number(node.property, frame);
    const { storage } = array.type;
    return {
      get: () => this.elementOfArray(array, index, node),
      set: (given) => {
        const isFresh = given.tag === 'record' && given.isTuple && !given.isNamed;
        this.learnObjects(array, given, node);
        const to = isFresh ? this.arrayOf(given, '', node) : given;
        const stored = isList(array.type) ? this.valueOf(to, node) : this.numberOf(to, node);
        if (isList(array.type) && !sameType(stored.type, elementType(array.type as ArrayType)))
          this.refuse(node, ...differentKinds);
        // There arrays would become longer, and elements could have names that are no numbers.
        if (storage === 'number[]' || storage === 'list' || isOpenStorage(storage))
          this.builder.add({ tag: 'check', array, index });
        this.builder.store(array, index, stored);
      },
    };
  }

  /** A field of an object by its name: what reads it, and what writes it. */
  private ownField(object: RecordMeaning, field: string, node: Node) {
    return {
      get: () => this.field(object, field, node),
      set: (to: Meaning): void => {
        const setter = this.setterOf(object, field, node);
        if (setter !== undefined) {
          setter(to);
          return;
        }
        const slot = object.slots.get(field) ?? this.newField(object, field);
        const before = slot && this.kept(slot, node);
        if (before?.tag === 'cell') {
          this.storeInCell(before, to, node);
          return;
        }
        if (object.isFixed) this.learnSeveral([object]);
        if (slot === undefined || object.isFixed)
          this.refuse(
            node,
            `a write to the field ${field} of an object that is shared`,
            'make a new object',
            'cells',
          );
        this.noteWrite(object, field, to, node);
        const held = this.asHeld(this.asField(to, object, field, node), slot);
        if (held.tag === 'record') held.isNamed = true;
        this.state.set(slot, held);
      },
    };
  }

  /** The same where the name is not written down as one of a field. */
  protected namedField(of: RecordMeaning, name: string, node: Node) {
    const { get, set } = this.ownField(of, name, node);
    return {
      get,
      set: (to: Meaning): void => {
        if (!this.isFieldWritten(name)) this.refuse(node, ...computedName, remedyFor(name));
        set(to);
      },
    };
  }

  /** A field whose name is a text that is known when the function runs. */
  private fieldByWord(of: RecordMeaning, node: types.MemberExpression, frame: Frame) {
    const key = this.sure(this.expression(node.property, frame));
    if (key.tag === 'text' && of.from === undefined) return this.namedField(of, key.text, node);
    const literals = of.sites ?? [of.literal];
    if (of.slots.size === 0) this.learnDictionary(literals);
    if (!isText(key) || of.from !== undefined)
      return this.refuse(node, 'a computed name of a field', 'write the name');
    const slot: Slot = { name: '' };
    const among = ([name, ...others]: readonly string[]): void => {
      if (name === undefined) {
        this.builder.add({ tag: 'leave' });
        return;
      }
      const found = () => this.state.set(slot, this.field(of, name, node));
      if (others.length === 0) {
        this.leaveUnless(this.areSame(key, { tag: 'text', text: name }));
        found();
      } else this.if(this.areSame(key, { tag: 'text', text: name }), found, () => among(others));
    };
    return {
      get: () => {
        among([...of.slots.keys()]);
        return this.read(slot, node);
      },
      set: () => {
        this.learnDictionary(literals);
        return this.refuse(node, ...computedName);
      },
    };
  }

  /** An element of a tuple by a computed index: the tuple becomes an array, if nobody writes into it. */
  private computed(tuple: RecordMeaning, node: types.MemberExpression, frame: Frame) {
    const isWritten = [...tuple.slots.keys()].some((name) => this.isFieldWritten(name));
    if (!tuple.isTuple) return this.fieldByWord(tuple, node, frame);
    if (this.isMixed(tuple, node)) {
      const place = this.number(node.property, frame);
      return {
        get: () => this.partAt(tuple, place, node),
        set: () => this.refuse(node, 'a write into a tuple', 'write each part by its index'),
      };
    }
    if (isWritten)
      this.refuse(node, 'a computed index into a tuple', 'declare it as number[] or Float64Array');
    const index = this.number(node.property, frame);
    const list = this.arrayOf(tuple, '', node);
    if (list.tag === 'columns') return this.memberOfColumns(list, node, () => index);
    const array = this.valueOf(list, node);
    return {
      get: () => meaning(this.load(array, index)),
      set: () => this.refuse(node, 'a write into a tuple', 'declare it as Float64Array'),
    };
  }
}

/**
 * Lowers what keys lead to: it is read, replaced, and put behind all others. What objects inherit stands under keys that are
 * not there: where code asks for such a name it leaves.
 */
import type { ArrayType, Value } from '../../ir/ir.js';
import type { Binding, Node, types } from '../../front/syntax.js';
import { isKeyed, Keyed } from './keyed.js';
import type { Grown } from '../arrays/growing-room.js';
import {
  isEmptyLiteral,
  isNewTuple,
  lost,
  meaning,
  nothing,
  type KeyedMeaning,
  type Meaning,
  type RecordMeaning,
  type Slot,
} from '../meanings/meanings.js';
import type { Get } from '../meanings/optionals.js';
import { ENTRIES, NAMES } from '../../ir/origin.js';
import type { Leaf, Way } from '../objects/shaped-meanings.js';
import { areLists, columnType, inOneColumns, type DictionaryShape } from '../shapes/shapes.js';

export abstract class KeptEntries extends Keyed {
  /** The maps, and their like, that arrays were found in. */
  private readonly heldFor = new WeakMap<Value, Binding | Node>();

  // ── What is asked ──

  protected hasKeyIn(of: KeyedMeaning, key: Meaning, node: Node): Value {
    return this.isThere(this.placeOfKey(of, this.codeOfKey(of, key, node), node));
  }

  /** What a key leads to, and what puts something else there: the key is evaluated once. */
  protected entryOf(of: KeyedMeaning, key: Meaning, node: Node) {
    const known = key.tag === 'text' ? key.text : undefined;
    if (known === '__proto__') return this.refuse(node, 'the key __proto__', 'use a Map');
    const code = this.codeOfKey(of, key, node);
    const get = (): Meaning => {
      const place = this.placeOfKey(of, code, node);
      const isPlain = known !== undefined && !(known in Object.prototype);
      if (of.keyed.kind === 'object' && !isPlain) this.leaveIfInherited(place, code);
      return this.heldAt(of, place, node);
    };
    const set = (to: Meaning): void => {
      if (of.keyed.kind === 'object' && known === undefined) this.leaveIfProto(code);
      this.setEntry(of, code, to, node);
    };
    return {
      get,
      set,
      put: (to: Meaning): Meaning => {
        set(to);
        // A list is known by its place from then on.
        return isNewTuple(to) ? this.sure(get()) : to;
      },
    };
  }

  /** What objects inherit stands under a key that is not there. */
  private leaveIfInherited(place: Value, code: Value): void {
    const { builder } = this;
    this.if(
      this.isThere(place),
      () => undefined,
      () => {
        const found = this.textOp('isInherited', [code]);
        this.leaveUnless(builder.compare('eq', found, this.zero()));
      },
    );
  }

  private leaveIfProto = (code: Value): void =>
    this.leaveUnless(this.builder.compare('ne', code, this.codeOf('__proto__')));

  private heldAt(of: KeyedMeaning, place: Value, node: Node): Meaning {
    const held = this.listHeld(of, node);
    const isOfNumbers =
      !this.areRows(held) &&
      this.objectsIn(held) === undefined &&
      (this.heldArray(held, node).type as ArrayType).of === undefined;
    if (isOfNumbers) return meaning(this.element(this.heldArray(held, node), place));
    const there = this.isThere(place);
    // Where nothing is there, what is read is anything.
    const safe = this.builder.choose(there, place, this.zero());
    return { tag: 'optional', there, of: this.heldSafely(held, there, safe, node), isNull: false };
  }

  /** Whether what keys lead to are arrays that grow, and have no other names. */
  private areRows = (held: Grown): boolean => held.tag === 'record' && held.rows !== undefined;

  private heldSafely(held: Grown, there: Value, place: Value, node: Node): Meaning {
    const isOfArrays = this.arraysIn(held, node).some(
      ({ type }) => (type as ArrayType).of !== undefined,
    );
    if (!isOfArrays || this.areRows(held)) return this.elementIn(held, place, node);
    const slot: Slot = { name: '' };
    this.if(
      there,
      () => this.state.set(slot, this.elementIn(held, place, node)),
      () => this.state.set(slot, nothing),
    );
    const read = this.read(slot, node);
    const found = read.tag === 'optional' ? read.of : read;
    const key = this.keyOfElements(held);
    if (found.tag === 'value' && key) this.heldFor.set(found.value, key);
    return found;
  }

  // ── What changes ──

  private setEntry(of: KeyedMeaning, code: Value, given: Meaning, node: Node): void {
    const isFound = given.tag === 'optional' && (given.of.tag === 'grown' || isKeyed(given.of));
    const to = isFound ? this.sure(given) : given;
    if (of.keyed.isOutside)
      return this.refuse(node, 'a write to a map or an object from outside', 'copy it first');
    const keys = this.listOfKeys(of, node);
    const held = of.keyed.kind === 'Set' ? null : this.listHeld(of, node);
    if (held !== null) this.learnHeld(held, to, node);
    const put = held && this.putting(held, to, node);
    const place = this.placeOfKey(of, code, node);
    const isPooled = of.keyed.pool !== undefined;
    // Nobody else would see the new key.
    if (of.isFixed && !isPooled) this.insistOnPool(of, node);
    const isFull = (of.isFixed && !isPooled) || this.isBusy(keys);
    this.if(
      this.isThere(place),
      () => {
        if (put === null) return;
        if (held !== null && !this.areRows(held)) put(place);
        else this.builder.add({ tag: 'leave' });
      },
      () => {
        if (isFull) this.builder.add({ tag: 'leave' });
        else
          this.addKey(of, keys, code, () => held && put && void this.pushBy(held, put, node), node);
      },
    );
  }

  /** An empty list, or one with another name, that a key leads to. */
  private learnHeld(held: Grown, to: Meaning, node: Node): void {
    const madeFor = this.keyOfElements(held);
    if (areLists(this.objectsIn(held)) || this.areRows(held) || madeFor === undefined) return;
    const isOfArrays = (this.heldArray(held, node).type as ArrayType).of !== undefined;
    const isList = isEmptyLiteral(to) || to.tag === 'grown' || (isOfArrays && isNewTuple(to));
    if (!isList && !(to.tag === 'record' && to.isGrowing && to.keyed === undefined)) return;
    if (!this.hasPools && !isEmptyLiteral(to)) return;
    this.remedies.learn(madeFor, this.hasPools ? { isOfLists: true } : { isOfRows: true });
    this.refuse(node, 'an array that may grow in a map', 'make it in one go', 'lessons');
  }

  /** Learns that a list that a key leads to grows. */
  protected override learnGrowing(of: Meaning): void {
    const key = of.tag === 'value' ? this.heldFor.get(of.value) : undefined;
    this.makesObjects ||= key !== undefined;
    if (key !== undefined && this.hasPools) this.remedies.learn(key, { isOfLists: true });
  }

  /** Lists beside others are lists of a pool, where there are such. */
  protected override learnBy(pair: readonly Meaning[], gets?: readonly Get[]): void {
    const isLearned = this.hasPools && pair.some((of, k) => this.learnBeside(of, pair[1 - k]));
    if (!isLearned) super.learnBy(pair, gets);
  }

  private learnBeside(of: Meaning, literal: Meaning): boolean {
    if (of.tag === 'grown' && literal.tag === 'grown') return this.learnOnePool(of, literal);
    if (isKeyed(of) && isKeyed(literal)) return this.learnOneMap(of, literal);
    if (isKeyed(of)) return this.learnBesideMap(of, literal);
    if (literal.tag !== 'record' || !literal.isTuple || literal.literal === undefined) return false;
    if (of.tag === 'grown') this.learnList(literal);
    else this.learnGrowing(of);
    return of.tag === 'grown' || (of.tag === 'value' && this.heldFor.has(of.value));
  }

  /** An object beside a map is one. */
  private learnBesideMap(of: KeyedMeaning, literal: Meaning): boolean {
    if (literal.tag !== 'record' || literal.literal === undefined) return false;
    this.learnPooled(of);
    this.learnDictionary([literal.literal]);
    return true;
  }

  /** A copy of a map that others know gets no keys: it has to be in a pool. */
  private insistOnPool(of: KeyedMeaning, node: Node): void {
    this.learnPooled(of);
    this.refuse(node, 'a new key of a map that has several names', 'make it where it is used');
  }

  private addKey(of: KeyedMeaning, keys: Grown, code: Value, add: () => void, node: Node): void {
    const { builder } = this;
    const after = this.pushBy(keys, (at) => this.putElement(keys, at, code, node), node);
    add();
    const places = this.placesOfKeys(of, node);
    const among = this.codeOfPlace(of, code, node);
    const length = builder.length(places);
    this.if(
      builder.compare('lt', among, length),
      () => undefined,
      () => {
        const double = builder.prim('mul', [length, builder.constant(2)]);
        const room = builder.prim('max', [double, builder.prim('add', [among, this.one()])]);
        const larger = builder.alloc('Int32Array', room, 'places');
        builder.each(this.zero(), length, this.one(), (i) =>
          builder.store(larger, i, this.element(places, i)),
        );
        this.state.set(this.slotOfPlaces(of), meaning(larger));
      },
    );
    builder.store(this.placesOfKeys(of, node), among, this.valueOf(after, node));
  }

  /** Gives all that another one holds. */
  protected copyEntries(from: KeyedMeaning, to: KeyedMeaning, node: Node): void {
    this.eachEntry(from, node, (key, held) => this.entryOf(to, key, node).set(held));
  }

  /** A loop over the keys that there are now. */
  protected abstract eachEntry(
    of: KeyedMeaning,
    node: Node,
    step: (key: Meaning, held: Meaning) => void,
  ): void;

  // ── Dictionaries ──

  /** A new literal as an object of which any key may be asked. */
  protected asDictionary(
    of: RecordMeaning,
    shape: DictionaryShape,
    key: Binding | Node,
    node: Node,
  ) {
    const made = this.newKeyed({ kind: 'object', keys: 'text', of: shape.of, madeFor: key }, key);
    for (const name of of.slots.keys()) {
      const held = this.field(of, name, node);
      if (held.tag === 'record' && !held.isNamed) held.isHeld = false;
      this.entryOf(made, { tag: 'text', text: name }, node).set(held);
    }
    return made;
  }

  /** One from outside, made of its parts. */
  protected override dictionaryFormed(
    { kind, keys, of, madeFor }: DictionaryShape,
    name: string,
    leaf: Leaf,
    way: Way,
  ): Meaning {
    const tells = keys === 'text' ? { texts: this.words, kind } : ({ isKeys: true, kind } as const);
    const storage = keys === 'text' ? 'Int32Array' : 'Float64Array';
    const given = leaf({ storage }, 'keys', [...way, NAMES], tells);
    const kept = { kind, keys, of, ...(madeFor && { madeFor }) };
    if (kind === 'Set') return this.keyedOutside(kept, given, null);
    const inside: Leaf = (type, own, inner, told) =>
      leaf(type, own, [...way, ENTRIES, ...inner], told);
    const shape = inOneColumns(of ?? { tag: 'number' });
    if (shape.tag === 'record')
      return this.keyedOutside(kept, given, this.columnsOf(shape, name, inside));
    if (shape.tag !== 'number' && shape.tag !== 'array')
      return lost(
        'a map or an object of what is neither numbers nor arrays',
        'use an object of names',
      );
    return this.keyedOutside(kept, given, meaning(inside(columnType(shape), name, [null])));
  }

  protected newContainer(
    node: types.NewExpression,
    kind: 'Map' | 'Set',
    shape: DictionaryShape | undefined,
  ): KeyedMeaning {
    const lesson = this.remedies.of(node);
    const keys = lesson?.keys ?? shape?.keys ?? 'number';
    return this.newKeyed({ kind, keys, of: shape?.of, madeFor: node }, node);
  }
}

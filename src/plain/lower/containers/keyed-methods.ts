/**
 * Lowers what is done with maps, sets and dictionaries: members, methods, loops over them, and the functions of `Object` on
 * dictionaries. What is gone through gets no new keys meanwhile: where it would, code leaves.
 */
import { bare, nameOfKey, type Node, type types } from '../../front/syntax.js';
import type { Value } from '../../ir/ir.js';
import type { Call, Series } from '../arrays/arrays.js';
import { mayChange } from '../syntax/counting.js';
import { isKeyed } from './keyed.js';
import { TakenKeys } from './taken-keys.js';
import {
  Frame,
  meaning,
  nothing,
  type KeyedMeaning,
  type Meaning,
  type RecordMeaning,
  type Slot,
} from '../meanings/meanings.js';

/** What is gone through: keys, what they lead to, or both. */
export type Side = 'keys' | 'values' | 'entries';
export const sides: readonly string[] = ['keys', 'values', 'entries'];

export abstract class KeyedMethods extends TakenKeys {
  protected override memberOf(given: Meaning, node: types.MemberExpression, frame: Frame) {
    const of = this.sure(given);
    if (!isKeyed(of)) return super.memberOf(given, node, frame);
    const name = nameOfKey(node.property, node.computed);
    if (of.keyed.kind === 'object') {
      const key = name === undefined ? this.expression(node.property, frame) : textOf(name);
      return this.entryOf(of, key, node);
    }
    if (name !== 'size')
      return this.refuse(node, 'this member of a map or a set', 'use its methods');
    return {
      get: () => meaning(this.sizeOf(of, node)),
      set: () => this.refuse(node, 'a write to size', 'leave it out'),
    };
  }

  /** A member by its name, as patterns read it. */
  protected override field(of: RecordMeaning, name: string, node: Node): Meaning {
    return isKeyed(of) && of.keyed.kind === 'object'
      ? this.entryOf(of, textOf(name), node).get()
      : super.field(of, name, node);
  }

  protected override part(given: Meaning, k: number, node: Node): Meaning {
    const of = this.sure(given);
    return isKeyed(of)
      ? this.refuse(node, 'this pattern', 'read the elements one by one')
      : super.part(given, k, node);
  }

  protected override arrayMethod(
    name: string,
    of: Meaning,
    node: Call,
    frame: Frame,
  ): Meaning | null {
    if (!isKeyed(of) || of.keyed.isList) return super.arrayMethod(name, of, node, frame);
    if (of.keyed.kind === 'object') {
      if (name !== 'hasOwnProperty') return null;
      const [key] = this.arguments(node, frame);
      return key === undefined ? null : meaning(this.hasKeyIn(of, key, node));
    }
    if (sides.includes(name))
      return node.arguments.length > 0 ? null : this.listOfSide(of, name as Side, node);
    const args = this.arguments(node, frame);
    const [key, held] = args;
    if (name === 'forEach') {
      this.eachEntry(of, node, (one, its) => void this.applied(key, [its, one, of], node));
      return nothing;
    }
    if (name === 'clear') {
      this.clearAll(of, node);
      return nothing;
    }
    if (key === undefined) return null;
    if (name === 'delete') return meaning(this.takeAway(of, key, node));
    const isSet = of.keyed.kind === 'Set';
    if (name === 'has') return meaning(this.hasKeyIn(of, key, node));
    if (name === 'get' && !isSet) return this.entryOf(of, key, node).get();
    if (name === 'set' && !isSet && held !== undefined) {
      this.entryOf(of, key, node).set(held);
      return of;
    }
    if (name === 'add' && isSet) {
      this.entryOf(of, key, node).set(nothing);
      return of;
    }
    return null;
  }

  // ── What is gone through ──

  /** Keys of objects that are whole numbers come first, and in their order. */
  private insistOnKeyOrder(of: KeyedMeaning, node: Node): void {
    if (of.keyed.kind !== 'object' || of.keyed.isOutside === true) return;
    const { builder } = this;
    const keys = this.heldArray(this.listOfKeys(of, node), node);
    builder.each(this.zero(), this.countOfPlaces(of, node), this.one(), (i) => {
      const isIndex = this.textOp('isIndex', [this.element(keys, i)]);
      this.leaveUnless(builder.compare('eq', isIndex, this.zero()));
    });
  }

  /** What stands at a place, of one that is gone through. */
  private sideAt(of: KeyedMeaning, side: Side, i: Value, node: Node): Meaning {
    const key = (): Meaning => this.keySeen(of, i, node);
    if (of.keyed.kind === 'Set') return side === 'entries' ? this.entryPair(key(), key()) : key();
    const held = (): Meaning => this.elementIn(this.listHeld(of, node), i, node);
    if (side === 'keys') return key();
    return side === 'values' ? held() : this.entryPair(key(), held());
  }

  private entryPair = (one: Meaning, other: Meaning): RecordMeaning =>
    this.record(Object.entries({ 0: one, 1: other }), true);

  /** A map or a set as it is gone through: entries of the former, keys of the latter. */
  protected override seriesOf(given: Meaning, node: Node): Series | null {
    const of = this.sure(given);
    if (!isKeyed(of)) return super.seriesOf(given, node);
    const { kind, side = kind === 'Set' ? 'keys' : 'entries', shrinks } = of.keyed;
    if (kind === 'object') return null;
    if (shrinks === true) return super.seriesOf(this.listOfSide(of, side, node), node);
    return this.seriesOfPlaces(of, side, node);
  }

  private seriesOfPlaces = (of: KeyedMeaning, side: Side, node: Node): Series => ({
    length: this.countOfPlaces(of, node),
    at: (i) => this.sideAt(of, side, i, node),
    whole: of,
    growing: this.gone(this.listOfKeys(of, node)),
  });

  /** Keys may be taken away while a loop goes through them. */
  protected override seriesInLoop(given: Meaning, node: Node): Series | null {
    const of = this.sure(given);
    if (!isKeyed(of) || of.keyed.shrinks !== true || of.keyed.kind === 'object')
      return super.seriesInLoop(given, node);
    this.insistOnFewGone(of, node);
    const { kind, side = kind === 'Set' ? 'keys' : 'entries' } = of.keyed;
    return { ...this.seriesOfPlaces(of, side, node), isThere: this.stillThere(of, node)! };
  }

  /** `keys`, `values` and `entries` of a map or a set are gone through as they are. */
  protected override iterated(given: Node, frame: Frame, isAtOnce = false): Meaning | undefined {
    const call = bare(given);
    const callee = call.type === 'CallExpression' ? bare(call.callee) : undefined;
    const name = callee?.type === 'MemberExpression' ? this.keyOf(callee) : '';
    if (!this.hasContainers || callee?.type !== 'MemberExpression' || !sides.includes(name))
      return super.iterated(given, frame, isAtOnce);
    if (this.isGlobal(callee.object, 'Object'))
      return this.sideOutside(call, frame) ?? super.iterated(given, frame, isAtOnce);
    const of = this.sure(this.expression(callee.object, frame));
    if (!isKeyed(of) || of.keyed.kind === 'object') {
      // What is no map is evaluated once more.
      if (mayChange(this.facts, callee.object, this.isGetter))
        this.refuse(call, `${name} of what a call gives`, 'give it a name');
      return super.iterated(given, frame, isAtOnce);
    }
    return { ...of, keyed: { ...of.keyed, side: name as Side } };
  }

  /** `Object.entries(o)` and the like of an object from outside, which nobody writes, as it is gone through. */
  protected override sideOutside(given: Node, frame: Frame): KeyedMeaning | undefined {
    const call = bare(given);
    const callee = call.type === 'CallExpression' ? bare(call.callee) : undefined;
    const name = callee?.type === 'MemberExpression' ? this.keyOf(callee) : '';
    if (call.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return undefined;
    const isAsked = sides.includes(name) && this.isGlobal(callee.object, 'Object');
    const [object, ...others] = call.arguments.map(bare);
    // Others may do something when they are evaluated.
    if (!this.hasContainers || !isAsked || object?.type !== 'Identifier' || others.length > 0)
      return undefined;
    const of = this.expression(object, frame);
    if (!isKeyed(of) || of.keyed.kind !== 'object' || of.keyed.isOutside !== true) return undefined;
    return { ...of, keyed: { ...of.keyed, kind: 'Map', side: name as Side, isList: true } };
  }

  protected override eachEntry(
    of: KeyedMeaning,
    node: Node,
    step: (key: Meaning, held: Meaning) => void,
  ): void {
    this.insistOnFewGone(of, node);
    const range = this.allPlaces(of, node);
    const isThere = this.stillThere(of, node);
    const still = isThere === undefined ? {} : { isThere };
    const exits = { slots: [], stops: [], name: 'k' };
    const series = {
      length: range.to,
      at: () => of,
      whole: of,
      growing: this.gone(this.listOfKeys(of, node)),
    };
    this.through(
      series,
      () =>
        void this.range(node, range, new Frame(null), exits, (i) =>
          this.whereThere(still, i, () =>
            step(this.sideAt(of, 'keys', i, node), this.sideAt(of, 'values', i, node)),
          ),
        ),
    );
  }

  /** The keys, what they lead to, or both, in an array of its own. */
  protected listOfSide(of: KeyedMeaning, side: Side, node: Node): Meaning {
    this.insistOnKeyOrder(of, node);
    if (of.keyed.shrinks === true) return this.listOfThose(of, side, node);
    const size = this.sizeOf(of, node);
    return (this.fresh = this.listed(size, 'number[]', '', node, (put) =>
      this.builder.each(this.zero(), size, this.one(), (i) =>
        put(i, this.sideAt(of, side, i, node)),
      ),
    ));
  }

  /** The same where some are no longer there: each is put where the next one belongs, and stays if it is there. */
  private listOfThose(of: KeyedMeaning, side: Side, node: Node): Meaning {
    this.insistOnFewGone(of, node);
    const { builder } = this;
    const count: Slot = { name: 'count' };
    this.state.set(count, meaning(this.zero()));
    const counted = (): Value => this.valueOf(this.read(count, node), node);
    const isThere = this.stillThere(of, node)!;
    const exits = { slots: [count], stops: [], name: 'k' };
    const all = this.listed(this.countOfPlaces(of, node), 'number[]', '', node, (put) => {
      void this.range(node, this.allPlaces(of, node), new Frame(null), exits, (i) => {
        const before = counted();
        put(before, this.sideAt(of, side, i, node));
        const next = builder.prim('add', [before, this.one()]);
        this.state.set(count, meaning(builder.choose(isThere(i), next, before)));
      });
    });
    return (this.fresh = this.copied('number[]', all, node, [this.zero(), counted()]));
  }

  /** A loop over all that a series has. */
  protected eachOf(series: Series, node: Node, step: (element: Meaning) => void): void {
    const range = { from: this.zero(), to: series.length, step: this.one(), by: 'lt' as const };
    const exits = { slots: [], stops: [], name: 'k' };
    this.through(
      series,
      () => void this.range(node, range, new Frame(null), exits, (i) => step(series.at(i))),
    );
  }

  /** The keys that a loop over them sees; null for what has other keys, or none. */
  protected keysListed(given: Meaning, node: Node): Series | null {
    const of = this.sure(given);
    if (!isKeyed(of) || of.keyed.kind !== 'object') return null;
    const keys = this.seriesOf(this.listOfSide(of, 'keys', node), node)!;
    if (of.keyed.shrinks !== true) return keys;
    // A key that is taken away before its turn has none.
    return { ...keys, isThere: (i) => this.hasKeyIn(of, keys.at(i), node) };
  }
}

export const textOf = (text: string): Meaning => ({ tag: 'text', text });

/** A map or a set of which a loop takes the entries; anything else as it is. */
export const asEntries = (of: Meaning): Meaning =>
  isKeyed(of) ? { ...of, keyed: { ...of.keyed, side: 'entries' } } : of;

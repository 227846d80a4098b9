/**
 * Lowers what takes keys away: `delete`, and `clear`. The place of such a key stays, so that loops that go through all keys go on as
 * in JavaScript, and objects that keys led to are still known by their places.
 */
import { bare, nameOfKey, type Node, type types } from '../../front/syntax.js';
import type { ArrayType, Value } from '../../ir/ir.js';
import { KeptEntries } from './kept-entries.js';
import { isKeyed } from './keyed.js';
import { Frame, meaning, type KeyedMeaning, type Meaning } from '../meanings/meanings.js';

/** So many places without keys are gone through, and so many times the keys that there are. */
const [FEW, TIMES] = [1000, 8];

export abstract class TakenKeys extends KeptEntries {
  /** `delete object[key]`. */
  protected override deleted(node: types.UnaryExpression, frame: Frame): Meaning {
    const target = bare(node.argument);
    const isMember = target.type === 'MemberExpression' && target.property.type !== 'PrivateName';
    const of = isMember ? this.sure(this.expression(target.object, frame)) : undefined;
    if (!isMember || of === undefined || !isKeyed(of) || of.keyed.kind !== 'object')
      return this.refuse(node, 'the operator delete', 'leave it out');
    const name = nameOfKey(target.property, target.computed);
    const key: Meaning =
      name === undefined ? this.expression(target.property, frame) : { tag: 'text', text: name };
    this.takeAway(of, key, node);
    return meaning(this.builder.constant(true));
  }

  private insistOnShrinking({ keyed, isFixed }: KeyedMeaning, node: Node): void {
    if (keyed.pool !== undefined)
      this.refuse(node, 'a key that is taken from a map with several names', 'put a number there');
    if (keyed.isOutside === true)
      this.refuse(node, 'a write to a map or an object from outside', 'copy it first');
    if (keyed.shrinks === true) {
      if (isFixed) this.builder.add({ tag: 'leave' });
      return;
    }
    if (keyed.madeFor !== undefined) this.remedies.learn(keyed.madeFor, { shrinks: true });
    this.refuse(node, 'a key that is taken away', 'put a number there that says so', 'lessons');
  }

  private countGone(of: KeyedMeaning, more: Value, node: Node): void {
    const slot = of.slots.get('gone')!;
    const before = this.valueOf(this.read(slot, node), node);
    this.state.set(slot, meaning(this.builder.prim('add', [before, more])));
  }

  /** Takes a key away, and tells whether it was there. */
  protected takeAway(of: KeyedMeaning, key: Meaning, node: Node): Value {
    this.insistOnShrinking(of, node);
    const code = this.codeOfKey(of, key, node);
    const place = this.placeOfKey(of, code, node);
    const there = this.isThere(place);
    this.if(
      there,
      () => {
        if (of.keyed.kind === 'object') this.leaveIfInheritedKey(code);
        this.takePlace(of, code, place, node);
        this.countGone(of, this.one(), node);
      },
      () => undefined,
    );
    return there;
  }

  /** A loop that goes through an object comes to a key that was taken away if the object inherits it. */
  private leaveIfInheritedKey(code: Value): void {
    const found = this.textOp('isInherited', [code]);
    this.leaveUnless(this.builder.compare('eq', found, this.zero()));
  }

  private takePlace(of: KeyedMeaning, code: Value, place: Value, node: Node): void {
    const { builder } = this;
    builder.store(this.placesOfKeys(of, node), code, this.zero());
    builder.store(this.codesOf(of, node), place, builder.constant(-1));
  }

  private codesOf = (of: KeyedMeaning, node: Node): Value =>
    this.heldArray(this.listOfKeys(of, node), node);

  /** Takes all keys away. Where nobody can have an object of them, or goes through them, their places are free again. */
  protected clearAll(of: KeyedMeaning, node: Node): void {
    this.insistOnShrinking(of, node);
    this.insistOnFewGone(of, node);
    const range = this.allPlaces(of, node);
    const exits = { slots: [], stops: [], name: 'k' };
    void this.range(node, range, new Frame(null), exits, (i) => {
      const code = this.element(this.codesOf(of, node), i);
      this.if(
        this.isThere(code),
        () => this.takePlace(of, code, i, node),
        () => undefined,
      );
    });
    const keys = this.listOfKeys(of, node);
    const held = of.keyed.kind === 'Set' ? null : this.listHeld(of, node);
    const isFree =
      held === null ||
      (held.tag === 'record' &&
        held.rows === undefined &&
        held.elements === undefined &&
        (this.heldArray(held, node).type as ArrayType).of === undefined);
    if (!isFree || this.isBusy(keys)) return this.countGone(of, this.sizeOf(of, node), node);
    for (const list of held === null ? [keys] : [keys, held])
      this.setCount(list, this.zero(), node);
    this.state.set(of.slots.get('gone')!, meaning(this.zero()));
  }

  protected allPlaces = (of: KeyedMeaning, node: Node) => ({
    from: this.zero(),
    to: this.countOfPlaces(of, node),
    step: this.one(),
    by: 'lt' as const,
  });

  /** Whether a place still has its key; undefined where none is ever taken away. */
  protected stillThere(of: KeyedMeaning, node: Node): ((i: Value) => Value) | undefined {
    if (of.keyed.shrinks !== true) return undefined;
    return (i) => this.isThere(this.element(this.codesOf(of, node), i));
  }

  /** Leaves where there are many more places than keys: going through them again and again would take too long. */
  protected insistOnFewGone(of: KeyedMeaning, node: Node): void {
    if (of.keyed.shrinks !== true) return;
    const { builder } = this;
    const times = builder.prim('mul', [this.sizeOf(of, node), builder.constant(TIMES)]);
    const most = builder.prim('add', [times, builder.constant(FEW)]);
    this.leaveUnless(builder.compare('le', this.countOfPlaces(of, node), most));
  }
}

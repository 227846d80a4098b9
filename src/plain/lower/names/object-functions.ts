/** `Object.keys` and the other functions of the language that take objects apart, or put them together. */
import type { Value } from '../../ir/ir.js';
import type { Node, types } from '../../front/syntax.js';
import {
  meaning,
  nothing,
  type Frame,
  type Meaning,
  type RecordMeaning,
  type Slot,
} from '../meanings/meanings.js';
import { Globals } from './globals.js';

export abstract class ObjectFunctions extends Globals {
  /** The result of a function of `Object`; undefined for any other call. */
  protected objectCalled(
    callee: Node,
    node: types.CallExpression,
    frame: Frame,
  ): Meaning | undefined {
    if (callee.type !== 'MemberExpression' || !this.isGlobal(callee.object, 'Object'))
      return undefined;
    const name = this.keyOf(callee);
    if (!functions.includes(name) || node.arguments.length === 0) return undefined;
    const [of, ...others] = this.arguments(node, frame);
    const found = this.onDictionary(name, of, others, node);
    if (found !== undefined) return found;
    switch (name) {
      case 'keys':
        return this.textsOf(this.ownKeysOf(of, node));
      case 'values':
        return this.parts(of, node, (_, held) => held);
      case 'entries':
        return this.parts(of, node, (key, held) =>
          this.record(Object.entries({ 0: { tag: 'text', text: key } as const, 1: held }), true),
        );
      case 'assign':
        return this.assigned(of, others, node);
      case 'fromEntries':
        return this.ofEntries(of, node);
      case 'hasOwn':
        return meaning(this.hasKey(of, others[0] ?? nothing, node));
      default:
        return this.frozen(of, node);
    }
  }

  /** Texts that are known, in a list. */
  protected textsOf = (texts: readonly string[]): RecordMeaning =>
    this.record(
      texts.map((text, k) => [String(k), { tag: 'text', text }] as const),
      true,
    );

  /** Slots of frozen objects, which get no new ones. */
  private readonly frozenSlots = new WeakSet<RecordMeaning['slots']>();

  protected override newField(of: RecordMeaning, name: string): Slot | undefined {
    return this.frozenSlots.has(of.slots) ? undefined : super.newField(of, name);
  }

  private parts(
    given: Meaning,
    node: Node,
    made: (key: string, held: Meaning) => Meaning,
  ): RecordMeaning {
    const of = this.sure(given);
    const keys = this.ownKeysOf(of, node);
    const list = this.record(
      keys.map((key, k) => [String(k), made(key, this.field(of as RecordMeaning, key, node))]),
      true,
    );
    this.partsOfObjects.add(list.slots);
    return list;
  }

  private assigned(to: Meaning, sources: readonly Meaning[], node: Node): Meaning {
    if (to.tag !== 'record' || to.isTuple)
      return this.refuse(node, 'an assignment to what is no new object', 'spread the objects');
    // Nobody else has a literal without fields.
    const isNew = to.literal !== undefined && to.slots.size === 0 && !to.isNamed && !to.isHeld;
    if (isNew && to.isWhole) return this.spreadTogether(sources, node);
    for (const source of sources) {
      const of = this.sure(source);
      // Of nothing nothing is taken.
      if (of.tag === 'nothing') continue;
      for (const key of this.ownKeysOf(of, node))
        this.namedField(to, key, node).set(this.field(of as RecordMeaning, key, node));
    }
    return to;
  }

  /** An object whose fields nobody may write any more. */
  private frozen(of: Meaning, node: Node): Meaning {
    if (of.tag !== 'record' || of.isTuple || of.isGrowing === true)
      return this.refuse(node, 'a frozen object that is no object of fields', 'leave freeze out');
    // A write would throw, whatever the object is called there, and may stand before this in a loop.
    const written = [...of.slots.keys()].find((name) => this.isFieldWritten(name));
    if (written !== undefined)
      this.refuse(node, `a frozen object whose field ${written} is written`, 'leave freeze out');
    of.isFixed = true;
    this.frozenSlots.add(of.slots);
    return of;
  }

  /** `Object.fromEntries` of a list of pairs. */
  private ofEntries(of: Meaning, node: Node): Meaning {
    const none = (): never =>
      this.refuse(node, 'fromEntries of pairs whose names are not known', 'write an object');
    if (of.tag !== 'record' || !of.isTuple) return none();
    const fields = [...of.slots.keys()].map((k) => {
      const pair = this.field(of, k, node);
      if (pair.tag !== 'record' || !pair.isTuple || pair.slots.size !== 2) return none();
      const key = this.field(pair, '0', node);
      return key.tag === 'text' && key.text !== '__proto__'
        ? ([key.text, this.field(pair, '1', node)] as const)
        : none();
    });
    const made = { ...this.record(new Map(fields)), isWhole: true };
    this.madeOf(
      made,
      fields.map(([name]) => name),
    );
    return made;
  }

  /** Whether an object has a key of its own. */
  private hasKey(given: Meaning, key: Meaning, node: Node): Value {
    const of = this.sure(given);
    if (key.tag !== 'text')
      return this.refuse(node, 'a question for a key that is not known', 'write the key');
    if (of.tag === 'record' && this.isKeyWhereThere(of, key.text)) {
      const held = this.field(of, key.text, node);
      if (held.tag === 'optional') return held.there;
    }
    return this.answer(this.ownKeysOf(of, node).includes(key.text));
  }

  protected override isIn(node: types.BinaryExpression, frame: Frame): Meaning {
    const key = this.expression(node.left, frame);
    const of = this.expression(node.right, frame);
    const found = this.isInDictionary(key, of, node);
    if (found !== undefined) return meaning(found);
    if (key.tag === 'text' && key.text in Object.prototype)
      return this.refuse(node, 'a question for what objects inherit', 'ask Object.hasOwn');
    return meaning(this.hasKey(of, key, node));
  }
}

const functions = ['keys', 'values', 'entries', 'assign', 'fromEntries', 'hasOwn', 'freeze'];

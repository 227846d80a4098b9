/**
 * Lowers conditions, and what depends on them: questions whether something is there, `&&`, `||`, `??`, `?:` and
 * defaults.
 */
import { isArray, isNumber, type Value } from '../../ir/ir.js';
import { isOpenStorage } from '../../ir/open-types.js';
import { bare, type Node, type types } from '../../front/syntax.js';
import { Narrowing } from './narrowing.js';
import { isEquality } from '../syntax/asked-whether-there.js';
import { mayBeObject } from '../shapes/unions.js';
import {
  kindOf,
  meaning,
  noObject,
  nothing,
  type Frame,
  type Meaning,
  type Slot,
} from '../meanings/meanings.js';
import { isText } from '../meanings/words.js';

export abstract class Conditions extends Narrowing {
  /** Whether two texts are the same; undefined if they are no texts. One that is missing is another one. */
  protected sameTexts(x: Meaning, y: Meaning): Value | undefined {
    const [one, other] = [x, y].map((of) => (of.tag === 'optional' ? of.of : of));
    if (!isText(one) || !isText(other)) return undefined;
    const there = [x, y].flatMap((of) => (of.tag === 'optional' ? [of.there] : []));
    if (there.length > 1) this.leaveUnless(there[1]);
    const [asked] = there;
    const same = this.areSame(one, other);
    return asked === undefined
      ? same
      : this.builder.choose(asked, same, this.builder.constant(false));
  }

  /** Whether two bools are the same; undefined if one of them is no bool. */
  protected sameBools(x: Meaning, y: Meaning): Value | undefined {
    if (x.tag !== 'value' || y.tag !== 'value') return undefined;
    if (x.value.type !== 'bool' || y.value.type !== 'bool') return undefined;
    return this.builder.choose(x.value, y.value, this.builder.not(y.value));
  }

  /** A condition: what JavaScript takes for true. */
  protected testOf(of: Meaning, node: Node): Value {
    if (of.tag === 'word') return this.builder.compare('ne', of.code, this.codeOf(''));
    if (of.tag === 'text') return this.builder.constant(of.text !== '');
    if (of.tag === 'nothing') return this.answer(false);
    if (['record', 'element', 'columns', 'stretch', 'grown', 'match', 'pattern'].includes(of.tag))
      return this.answer(true);
    if (of.tag === 'optional') {
      const test = this.testOf(of.of, node);
      return this.builder.choose(of.there, test, this.builder.constant(false));
    }
    const found = this.valueOf(of, node);
    if (found.type === 'bool') return found;
    if (found.type === 'host') return this.truthOf(found);
    if (isArray(found.type)) return this.builder.constant(true);
    return this.builder.truthy(found);
  }

  protected isTextual = (of: Meaning): boolean => isText(of.tag === 'optional' ? of.of : of);

  /** An expression as a condition: what `&&` and `||` give does not matter then. */
  protected override testAt(given: Node, frame: Frame): Value {
    const node = bare(given);
    this.noteAsked(node);
    if (node.type !== 'LogicalExpression' || node.operator === '??')
      return this.testOf(this.expression(node, frame), node);
    this.count(node);
    const [slot, isAnd] = [{ name: '' }, node.operator === '&&'];
    const test = this.testAt(node.left, frame);
    const other = () => this.state.set(slot, meaning(this.testAt(node.right, frame)));
    const known = () => this.state.set(slot, meaning(this.builder.constant(!isAnd)));
    const next = this.knowing(node.left, isAnd, frame, other);
    this.if(test, isAnd ? next : known, isAnd ? known : next);
    return this.valueOf(this.read(slot, node), node);
  }

  /** Whether something is undefined, in one of the ways in which this is asked; undefined for any other question. */
  protected presence(
    { operator, left, right }: types.BinaryExpression,
    frame: Frame,
  ): Meaning | undefined {
    if (!isEquality(operator)) return undefined;
    const sides = [left, right];
    const absent = sides.findLastIndex((side) => this.isAbsent(bare(side)));
    if (absent < 0) return this.kindAsked(sides, operator, frame);
    const asked = sides[1 - absent];
    this.noteAsked(asked);
    const isNull = bare(sides[absent]).type === 'NullLiteral';
    const of = this.known(this.expression(asked, frame), asked);
    if (of.tag === 'value' && of.value.type === 'host') {
      const isAbsent = this.isAbsentIn(
        of.value,
        operator.length === 2 ? '== null' : isNull ? '=== null' : '=== undefined',
      );
      return meaning(operator.startsWith('!') ? this.builder.not(isAbsent) : isAbsent);
    }
    const isThere = operator.length < 3 ? this.presenceOf(of) : this.isOther(of, isNull);
    return meaning(operator.startsWith('!') ? isThere : this.negation(isThere));
  }

  /** Whether a value of the host is absent, as an operator says. */
  private isAbsentIn = (of: Value, as: string): Value =>
    this.truthOf(this.hostValue(`# ${as}`, [of], true));

  /** Whether `typeof` gives a text. */
  private kindAsked(sides: readonly Node[], operator: string, frame: Frame): Meaning | undefined {
    const [one, other] = sides.map(bare);
    const [asked, text] = one.type === 'UnaryExpression' ? [one, other] : [other, one];
    if (asked.type !== 'UnaryExpression' || asked.operator !== 'typeof') return undefined;
    if (text.type !== 'StringLiteral') return undefined;
    const of = this.known(this.expression(asked.argument, frame), asked);
    const number = of.tag === 'value' && isNumber(of.value.type) ? of.value : undefined;
    const isSure = number !== undefined && mayBeObject(this.facts, asked.argument);
    // What may be an object instead is asked for that, and not whether it is missing.
    if (isSure) this.leaveUnless(this.builder.present(number));
    const isIt = isSure
      ? this.answer(text.value === 'number')
      : this.isOfKind(of, text.value, asked);
    return meaning(operator.startsWith('!') ? this.negation(isIt) : isIt);
  }

  private isOfKind(of: Meaning, kind: string, node: Node): Value {
    const { builder } = this;
    if (of.tag === 'optional') {
      const inner = this.isOfKind(of.of, kind, node);
      const none = builder.constant(kind === (of.isNull ? 'object' : 'undefined'));
      return builder.choose(of.there, inner, none);
    }
    if (of.tag === 'value' && isNumber(of.value.type) && ['number', 'undefined'].includes(kind)) {
      const isThere = builder.present(of.value);
      return kind === 'number' ? isThere : builder.not(isThere);
    }
    const own = kindOf(of);
    return own === undefined
      ? this.refuse(node, 'a question for the type of this', 'ask for a value of it')
      : this.answer(own === kind);
  }

  protected presenceOf(of: Meaning): Value {
    const { builder } = this;
    if (of.tag === 'nothing') return this.answer(false);
    if (of.tag === 'optional') {
      // An element that is no more there is undefined, though it was given.
      const inner = this.presenceOf(of.of);
      if (this.answerOf(inner) === true) return of.there;
      return builder.choose(of.there, inner, builder.constant(false));
    }
    return of.tag === 'value' && isNumber(of.value.type)
      ? builder.present(of.value)
      : this.answer(true);
  }

  /** Whether something is not null, or not undefined. An element that is no more there is undefined, and not null. */
  private isOther(of: Meaning, isNull: boolean): Value {
    if (isNull) {
      if (!isNullish(of)) return this.answer(true);
      return of.tag === 'optional' ? of.there : this.answer(false);
    }
    if (!isNullish(of)) return this.presenceOf(of);
    const inner = of.tag === 'optional' ? this.presenceOf(of.of) : this.answer(true);
    if (of.tag !== 'optional' || this.answerOf(inner) === true) return inner;
    return this.builder.choose(of.there, inner, this.builder.constant(true));
  }

  /** What of another module may be missing is known only when it is linked. */
  private known(of: Meaning, node: Node): Meaning {
    const isOpen =
      of.tag === 'value' && isArray(of.value.type) && isOpenStorage(of.value.type.storage);
    return isOpen
      ? this.refuse(node, 'a question whether another module gives this', 'annotate what it gives')
      : of;
  }

  /** Whether null or undefined is written there. */
  private isAbsent = (node: Node): boolean =>
    node.type === 'NullLiteral' ||
    (node.type === 'UnaryExpression' && node.operator === 'void' && isZero(node.argument)) ||
    this.isUndefined(node);

  private isUndefined = (node: Node): boolean =>
    node.type === 'Identifier' &&
    node.name === 'undefined' &&
    this.facts.bindings.get(node) === undefined;

  protected logical(node: types.LogicalExpression, frame: Frame): Meaning {
    this.noteAsked(node.left);
    const left = this.expression(node.left, frame);
    const known = node.operator === '&&' ? undefined : this.orEmptyList(left, node.right);
    if (known !== undefined) return known;
    const right = (): Meaning => {
      let found: Meaning = nothing;
      const lower = (): void => void (found = this.expression(node.right, frame));
      if (node.operator === '??') lower();
      else this.knowing(node.left, node.operator === '&&', frame, lower)();
      return found;
    };
    return this.oneOf(node.operator, left, right, node.left);
  }

  protected override oneOf(
    operator: '&&' | '||' | '??',
    left: Meaning,
    usual: () => Meaning,
    node: Node,
  ): Meaning {
    if (operator === '??') return this.orElse(left, usual, node);
    if (isObject(left)) return operator === '||' ? left : usual();
    const test = this.testOf(left, node);
    if (left.tag === 'optional' || left.tag === 'nothing')
      return this.operandOf(operator, left, test, usual, node);
    const x = this.valueOf(left, node);
    const [slot, isAnd] = [{ name: '' }, operator === '&&'];
    this.if(
      test,
      () => this.state.set(slot, isAnd ? usual() : meaning(x)),
      () => this.state.set(slot, isAnd ? meaning(x) : usual()),
    );
    return this.read(slot, node);
  }

  /** What `&&` and `||` give of what may be missing. */
  private operandOf(
    operator: '&&' | '||',
    left: Meaning,
    test: Value,
    usual: () => Meaning,
    node: Node,
  ): Meaning {
    const slot: Slot = { name: '' };
    const held = left.tag === 'optional' && (operator === '||' || isObject(left.of));
    // An object is true where it is there.
    const own = held ? (operator === '||' ? left.of : left.isNull ? noObject : nothing) : left;
    const other = () => this.state.set(slot, usual());
    const set = () => this.state.set(slot, own);
    this.if(test, operator === '&&' ? other : set, operator === '&&' ? set : other);
    return this.read(slot, node);
  }

  protected either(node: types.ConditionalExpression, frame: Frame): Meaning {
    const { test, consequent, alternate } = node;
    const slot: Slot = { name: '' };
    this.ifAt(
      test,
      this.testAt(test, frame),
      frame,
      () => this.state.set(slot, this.expression(consequent, frame)),
      () => this.state.set(slot, this.expression(alternate, frame)),
    );
    return this.read(slot, node);
  }

  /** What something is, or something else if it is undefined. */
  protected override orElse(
    of: Meaning,
    usual: () => Meaning,
    node: Node,
    isDefault = false,
  ): Meaning {
    // A default is for what is undefined.
    if (isDefault && isNullish(of)) return of;
    if (of.tag === 'nothing') return usual();
    if (of.tag === 'optional') {
      const slot: Slot = { name: '' };
      this.if(
        this.presenceOf(of),
        () => this.state.set(slot, of.of),
        () => this.state.set(slot, usual()),
      );
      return this.read(slot, node);
    }
    this.known(of, node);
    if (of.tag !== 'value' || !(isNumber(of.value.type) || of.value.type === 'host')) return of;
    const slot: Slot = { name: of.value.name };
    this.if(
      of.value.type === 'host'
        ? this.builder.not(this.isAbsentIn(of.value, isDefault ? '=== undefined' : '== null'))
        : this.builder.present(of.value),
      () => this.state.set(slot, of),
      () => this.state.set(slot, usual()),
    );
    return this.read(slot, node);
  }
}

const isObject = ({ tag }: Meaning): boolean =>
  tag === 'record' || tag === 'element' || tag === 'columns' || tag === 'grown';

/** Whether it is null where it is missing. */
const isNullish = (of: Meaning): boolean =>
  (of.tag === 'nothing' || of.tag === 'optional') && of.isNull === true;

const isZero = (node: Node): boolean => node.type === 'NumericLiteral' && node.value === 0;

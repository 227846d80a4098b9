/**
 * Lowers what is done with texts: their members and methods, and texts that are put together. A text is a number (ir/text-table.ts),
 * so that it is carried, compared and kept like any number.
 */
import { isArray, isNumber, type Value } from '../../ir/ir.js';
import type { TextVerb } from '../../ir/text-verbs.js';
import { nameOfKey, type Node, type types } from '../../front/syntax.js';
import { ArrayMethods } from '../arrays/array-methods.js';
import type { Call, Series } from '../arrays/arrays.js';
import { meaning, type Frame, type Meaning, type Slot } from '../meanings/meanings.js';
import { isText, isTextual, type TextMeaning } from '../meanings/words.js';
import { methodsOfNumbers, methodsOfTexts, type Method } from './text-methods.js';

/** How many parts a text is cut into if nobody says it. */
export const MOST_PARTS = 2 ** 32 - 1;

export abstract class TextOperations extends ArrayMethods {
  /** The table of the texts of the module, which entry makes. */
  protected abstract textTable(): Value;

  protected textOp = (does: TextVerb, args: readonly Value[]): Value =>
    this.builder.let({ tag: 'text', does, args: [this.textTable(), ...args] });

  protected word = (code: Value): TextMeaning => ({ tag: 'word', code });

  /** A number that becomes a key or a text, where it may not depend on inputs: a run knows what then is wrong. */
  protected asPassive = (x: Value): Value =>
    this.builder.let({ tag: 'stop', args: [x], isForeign: true }, x.name);

  /** What something is as a part of a text. */
  protected asText(given: Meaning, node: Node): TextMeaning {
    const of = this.sure(given);
    if (isText(of)) return of;
    const found = this.valueOf(of, node);
    if (found.type === 'bool') {
      const [yes, no] = ['true', 'false'].map(this.codeOf);
      return this.word(this.builder.choose(found, yes, no));
    }
    const x = this.numberOf(of, node);
    this.leaveUnless(this.builder.present(x));
    return this.word(this.textOp('ofNumber', [this.asPassive(x)]));
  }

  protected override joinedTexts(parts: readonly Meaning[], node: Node): Meaning | undefined {
    if (!this.hasContainers) return undefined;
    return parts
      .map((part) => this.asText(part, node))
      .reduce((one, other): TextMeaning => {
        if (one.tag === 'text' && other.tag === 'text')
          return { tag: 'text', text: one.text + other.text };
        if (one.tag === 'text' && one.text === '') return other;
        if (other.tag === 'text' && other.text === '') return one;
        return this.word(this.textOp('join', [this.wordOf(one), this.wordOf(other)]));
      });
  }

  /** An order of two texts. */
  protected override orderOfTexts(
    operator: string,
    x: Meaning,
    y: Meaning,
    node: Node,
  ): Value | undefined {
    const isAsked = this.hasContainers && ['<', '<=', '>', '>='].includes(operator);
    if (!isAsked || !isTextual(x) || !isTextual(y)) return undefined;
    const isBack = operator === '>' || operator === '<=';
    const [one, other] = isBack ? [y, x] : [x, y];
    const { builder } = this;
    const less = this.textOp(
      'isLess',
      [one, other].map((of) => this.wordOf(this.asText(of, node))),
    );
    return builder.compare(operator.endsWith('=') ? 'eq' : 'ne', less, this.zero());
  }

  protected lengthOfText = (of: TextMeaning): Value =>
    of.tag === 'text'
      ? this.builder.constant(of.text.length)
      : this.textOp('length', [this.wordOf(of)]);

  /** The unit at an index, if there is one. */
  private unitAt(of: TextMeaning, index: Value): Meaning {
    const { builder } = this;
    const isBelow = builder.compare('lt', index, this.lengthOfText(of));
    const isFrom = builder.compare('ge', this.whole(index), this.zero());
    const there = builder.choose(isFrom, isBelow, builder.constant(false));
    const code = this.textOp('charAt', [this.wordOf(of), index]);
    this.units.set(code, this.textOp('charCodeAt', [this.wordOf(of), index]));
    return { tag: 'optional', there, of: this.word(code), isNull: false };
  }

  protected override memberOf(given: Meaning, node: types.MemberExpression, frame: Frame) {
    const of = this.hasContainers ? this.sure(given) : given;
    if (!this.hasContainers || !isText(of)) return super.memberOf(given, node, frame);
    const name = nameOfKey(node.property, node.computed);
    const set = (): never => this.refuse(node, 'a write into a text', 'make another one');
    if (name === 'length') return { get: () => meaning(this.lengthOfText(of)), set };
    if (name !== undefined)
      return this.refuse(node, `the member ${name} of a text`, 'write it with its characters');
    const index = this.number(node.property, frame);
    return { get: () => this.unitAt(of, index), set };
  }

  protected override arrayMethod(
    name: string,
    of: Meaning,
    node: Call,
    frame: Frame,
  ): Meaning | null {
    if (!this.hasContainers) return super.arrayMethod(name, of, node, frame);
    if (isText(of)) return this.textMethod(name, of, node, frame);
    const isOne = of.tag === 'value' && isNumber(of.value.type);
    if (isOne) return this.numberMethod(name, of.value, this.arguments(node, frame), node);
    if (name === 'join') return this.joinedList(of, node, frame);
    return super.arrayMethod(name, of, node, frame);
  }

  protected textMethod(name: string, of: TextMeaning, node: Call, frame: Frame): Meaning | null {
    const args = this.arguments(node, frame);
    if (name === 'toString' || name === 'valueOf') return args.length === 0 ? of : null;
    if (name === 'at' && args.length === 1) {
      const i = this.whole(this.numberOf(args[0], node));
      const back = this.builder.prim('add', [this.lengthOfText(of), i]);
      return this.unitAt(
        of,
        this.builder.choose(this.builder.compare('lt', i, this.zero()), back, i),
      );
    }
    return this.textMethodOn(name, of, args, node);
  }

  protected textMethodOn(
    name: string,
    of: TextMeaning,
    args: readonly Meaning[],
    node: Node,
  ): Meaning | null {
    if (name === 'concat') return this.joinedTexts([of, ...args], node) ?? null;
    if (name === 'split') return this.splitText(of, args, node);
    const method = methodsOfTexts.get(name);
    if (method === undefined) return null;
    const values = this.valuesFor(method.takes, args, node);
    return values && this.madeBy(method, [this.wordOf(of), ...values]);
  }

  /** A number as a text. */
  private numberMethod(
    name: string,
    x: Value,
    args: readonly Meaning[],
    node: Call,
  ): Meaning | null {
    const method = methodsOfNumbers.get(name);
    if (method === undefined) return null;
    if (name === 'toString' && args.length === 0) return this.asText(meaning(x), node);
    const values = this.valuesFor(method.takes, args, node);
    if (values === null) return null;
    this.leaveUnless(this.builder.present(x));
    return this.madeBy(method, [this.asPassive(x), ...values]);
  }

  /** The elements of a list as one text. */
  private joinedList(of: Meaning, node: Call, frame: Frame): Meaning | null {
    const [by = { tag: 'text', text: ',' } as const, ...others] = this.arguments(node, frame);
    if (others.length > 0 || !isText(by)) return null;
    if (of.tag === 'record' && of.isTuple) {
      const parts = [...of.slots.keys()].map((key) => this.field(of, key, node));
      return this.joinedTexts(
        parts.flatMap((part, k) => (k === 0 ? [part] : [by, part])),
        node,
      )!;
    }
    const series = this.seriesOf(of, node);
    if (series === null) return null;
    const [all, { builder }]: [Slot, this] = [{ name: 'joined' }, this];
    this.state.set(all, this.word(this.codeOf('')));
    const range = { from: this.zero(), to: series.length, step: this.one(), by: 'lt' as const };
    this.through(
      series,
      () =>
        void this.range(node, range, frame, { slots: [all], stops: [], name: 'k' }, (i) => {
          const isFirst = builder.compare('eq', i, this.zero());
          const between = builder.choose(isFirst, this.codeOf(''), this.wordOf(by));
          const parts = [this.read(all, node), this.word(between), series.at(i)];
          this.state.set(all, this.joinedTexts(parts, node)!);
        }),
    );
    return this.read(all, node);
  }

  /** What a method gives. */
  private madeBy({ does, gives, from, below }: Method, values: readonly Value[]): Meaning {
    const { builder } = this;
    const [, first] = values;
    if (from !== undefined) this.leaveUnless(builder.compare('ge', first, builder.constant(from)));
    if (below !== undefined)
      this.leaveUnless(builder.compare('lt', first, builder.constant(below)));
    const made = this.textOp(does, values);
    if (gives === 'text') return this.word(made);
    if (does === 'codePointAt') this.leaveUnless(builder.compare('eq', made, made));
    return meaning(gives === 'bool' ? builder.compare('ne', made, this.zero()) : made);
  }

  /** The arguments of a method, or null if it takes others. */
  protected valuesFor(
    takes: Method['takes'],
    args: readonly Meaning[],
    node: Node,
  ): Value[] | null {
    if (args.length > takes.length) return null;
    const values: Value[] = [];
    for (const [k, [kind, usual]] of takes.entries()) {
      const arg = args[k] === undefined ? undefined : this.sure(args[k]);
      if (arg === undefined || arg.tag === 'nothing') {
        if (usual === undefined) return null;
        values.push(typeof usual === 'string' ? this.codeOf(usual) : this.builder.constant(usual));
      } else if (kind === 'text') {
        if (!isText(arg)) return null;
        values.push(this.wordOf(arg));
      } else values.push(this.numberOf(arg, node));
    }
    return values;
  }

  /** The texts of a list that an operation gives, as an array. */
  protected listOfTexts(list: Value, node: Node): Meaning {
    const count = this.textOp('countOf', [list]);
    return (this.fresh = this.listed(count, 'number[]', '', node, (put) =>
      this.builder.each(this.zero(), count, this.one(), (i) =>
        put(i, this.word(this.textOp('partOf', [list, i]))),
      ),
    ));
  }

  protected splitText(of: TextMeaning, args: readonly Meaning[], node: Node): Meaning | null {
    const values = this.valuesFor([['text'], ['number', MOST_PARTS]], args, node);
    return values && this.listOfTexts(this.textOp('split', [this.wordOf(of), ...values]), node);
  }

  /** The characters of a text, which `for…of`, spreads and `Array.from` go through. */
  protected override seriesOf(given: Meaning, node: Node): Series | null {
    const of = this.hasContainers ? this.sure(given) : given;
    if (!this.hasContainers || !isText(of)) return super.seriesOf(given, node);
    const list = this.textOp('characters', [this.wordOf(of)]);
    return {
      length: this.textOp('countOf', [list]),
      at: (i) => this.word(this.textOp('partOf', [list, i])),
      whole: of,
    };
  }

  /** What `Number`, `parseFloat` and the like make of a text; undefined for any other call. */
  protected numberOfText(name: string, args: readonly Meaning[], node: Node): Meaning | undefined {
    const [given, radix, ...others] = args;
    if (!this.hasContainers || given === undefined || others.length > 0) return undefined;
    if (name === 'String.fromCharCode') return this.textOfUnit(args, node);
    const of = given.tag === 'optional' && isText(given.of) ? this.sure(given) : given;
    if (!isText(of)) return name === 'String' && !radix ? this.asText(of, node) : undefined;
    if (name === 'String') return radix ? undefined : of;
    if (name === 'Number' && !radix) return meaning(this.textOp('toNumber', [this.wordOf(of)]));
    if (name === 'parseFloat' && !radix)
      return meaning(this.textOp('parseFloat', [this.wordOf(of)]));
    if (name !== 'parseInt') return undefined;
    const by = radix === undefined ? this.zero() : this.numberOf(radix, node);
    return meaning(this.textOp('parseInt', [this.wordOf(of), by]));
  }

  /** `String.fromCharCode` of one number. */
  private textOfUnit(args: readonly Meaning[], node: Node): Meaning | undefined {
    const [unit, ...others] = args;
    if (!this.hasContainers || unit === undefined || others.length > 0) return undefined;
    return this.word(this.textOp('fromCharCode', [this.asPassive(this.numberOf(unit, node))]));
  }

  /** What is asked for by a text is a number or a text that holds no array. */
  protected isKey = (of: Meaning): boolean =>
    isText(of) || (of.tag === 'value' && !isArray(of.value.type) && isNumber(of.value.type));
}

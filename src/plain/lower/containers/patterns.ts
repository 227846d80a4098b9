/**
 * Lowers regular expressions on texts. A pattern is known while code is lowered, and only searches (ir/text-matches.ts): where
 * one goes on is a number that the code carries. What it finds is a number, too: the place of the match among all that were found.
 */
import type { Node, types } from '../../front/syntax.js';
import { nameOfKey } from '../../front/syntax.js';
import type { Value } from '../../ir/ir.js';
import type { Call, Series } from '../arrays/arrays.js';
import {
  meaning,
  type Frame,
  type MatchMeaning,
  type Meaning,
  type PatternMeaning,
  type Slot,
} from '../meanings/meanings.js';
import { isText, type TextMeaning } from '../meanings/words.js';
import { patternOf, remembers, type Pattern } from '../syntax/patterns-used.js';
import { MOST_PARTS, TextOperations } from './text-operations.js';

export abstract class Patterns extends TextOperations {
  // ── Patterns ──

  protected override patternWritten(node: types.RegExpLiteral): Meaning {
    const known = this.hasContainers ? patternOf(node.pattern, node.flags) : null;
    if (known === null)
      return this.refuse(node, 'this regular expression', 'write it with methods of texts');
    return this.newPattern(known);
  }

  private newPattern(of: Pattern): Meaning {
    if (!remembers(of.flags)) return { tag: 'pattern', of, next: null };
    const next: Slot = { name: 'lastIndex' };
    this.state.set(next, meaning(this.zero()));
    this.carry([next]);
    return { tag: 'pattern', of, next };
  }

  /** A pattern that a variable outside of the function keeps. */
  protected patternKept(node: types.RegExpLiteral): Meaning | undefined {
    const known = this.hasContainers ? patternOf(node.pattern, node.flags) : null;
    return known === null ? undefined : { tag: 'pattern', of: known, next: null };
  }

  /** `new RegExp` of texts that are known. */
  protected patternMade(node: types.NewExpression, frame: Frame): Meaning | undefined {
    if (!this.hasContainers || !this.isGlobal(node.callee, 'RegExp')) return undefined;
    const [source, flags, ...others] = this.arguments(node, frame);
    const isKnown = source?.tag === 'text' && (flags === undefined || flags.tag === 'text');
    const known =
      isKnown && others.length === 0
        ? patternOf(source.text, flags?.tag === 'text' ? flags.text : '')
        : null;
    return known === null
      ? this.refuse(node, 'a regular expression that is computed', 'write it down')
      : this.newPattern(known);
  }

  private writtenOf = (of: PatternMeaning): Value => this.codeOf(of.of.written);

  /** What a pattern finds next, or first. */
  private executed(of: PatternMeaning, text: TextMeaning, node: Node): Meaning {
    const { next } = of;
    const from = next === null ? this.zero() : this.valueOf(this.read(next, node), node);
    const code = this.textOp('match', [this.wordOf(text), this.writtenOf(of), from]);
    if (next !== null) this.state.set(next, meaning(this.textOp('endOfMatch', [code])));
    const there = this.builder.compare('ge', code, this.zero());
    const found = { tag: 'match', code, of: of.of } as const;
    const made = { tag: 'optional', there, of: found, isNull: true } as const;
    const perhaps = { ...of.of, certain: new Set<number>(), isPerhaps: true } as const;
    this.orEmpty.set(made, { ...found, of: perhaps });
    return made;
  }

  private methodOfPattern(
    name: string,
    of: PatternMeaning,
    args: readonly Meaning[],
    node: Node,
  ): Meaning | null {
    const [given] = args;
    if (given === undefined || (name !== 'test' && name !== 'exec')) return null;
    const text = this.asText(given, node);
    if (of.next === null && remembers(of.of.flags)) return null;
    if (name === 'exec') return this.executed(of, text, node);
    if (of.next !== null) return meaning((this.executed(of, text, node) as Optional).there);
    const found = this.textOp('isFound', [this.wordOf(text), this.writtenOf(of)]);
    return meaning(this.builder.compare('ne', found, this.zero()));
  }

  // ── Texts ──

  protected override textMethod(
    name: string,
    of: TextMeaning,
    node: Call,
    frame: Frame,
  ): Meaning | null {
    const [first] = node.arguments;
    const isAsked = ['match', 'matchAll', 'replace', 'replaceAll', 'split', 'search'];
    if (!isAsked.includes(name) || first === undefined)
      return super.textMethod(name, of, node, frame);
    const [by, ...others] = this.arguments(node, frame);
    if (by.tag !== 'pattern') return this.textMethodOn(name, of, [by, ...others], node);
    const isGlobal = by.of.flags.includes('g');
    if (by.of.flags.includes('y'))
      return this.refuse(node, `${name} by a pattern that is sticky`, 'use exec');
    const [text, written] = [this.wordOf(of), this.writtenOf(by)];
    if (name === 'match' && !isGlobal) return this.executed(by, of, node);
    // All but `split` and `search` begin anew, and end so.
    const begins = name !== 'split' && name !== 'search' && name !== 'matchAll';
    if (begins && by.next !== null) this.state.set(by.next, meaning(this.zero()));
    switch (name) {
      case 'match': {
        const list = this.textOp('textsFound', [text, written]);
        const there = this.builder.compare('gt', this.textOp('countOf', [list]), this.zero());
        // It is empty where nothing is found.
        const all = this.listOfTexts(list, node);
        const made = { tag: 'optional', there, of: all, isNull: true } as const;
        this.orEmpty.set(made, all);
        return made;
      }
      case 'search':
        return meaning(this.textOp('search', [text, written]));
      case 'replace':
      case 'replaceAll': {
        const [other] = others;
        if (other === undefined || !isText(other) || (name === 'replaceAll' && !isGlobal))
          return null;
        return this.word(this.textOp('replaceFound', [text, written, this.wordOf(other)]));
      }
      case 'split': {
        // A group that finds nothing would be undefined among texts.
        if (by.of.groups > 0)
          return this.refuse(node, 'a split by a pattern with groups', 'leave them out: (?:…)');
        const values = this.valuesFor([['number', MOST_PARTS]], others, node);
        return (
          values &&
          this.listOfTexts(this.textOp('splitWhereFound', [text, written, ...values]), node)
        );
      }
      default:
        return this.refuse(node, 'matchAll in this place', 'go through it by for…of, or spread it');
    }
  }

  /** All that a pattern finds, as loops go through it. */
  private matchesOf(given: Node, frame: Frame): Meaning | undefined {
    if (given.type !== 'CallExpression' || given.callee.type !== 'MemberExpression')
      return undefined;
    if (!this.hasContainers || this.keyOf(given.callee) !== 'matchAll') return undefined;
    const text = this.sure(this.expression(given.callee.object, frame));
    const [by, ...others] = this.arguments(given, frame);
    const isIt = isText(text) && by?.tag === 'pattern' && others.length === 0;
    if (!isIt || !by.of.flags.includes('g') || by.of.flags.includes('y'))
      return this.refuse(given, 'matchAll of this', 'give it a pattern that is global');
    // It goes on where the pattern is.
    if (by.next !== null) {
      const at = this.valueOf(this.read(by.next, given), given);
      this.leaveUnless(this.builder.compare('eq', at, this.zero()));
    }
    const list = this.textOp('matches', [this.wordOf(text), this.writtenOf(by)]);
    return { tag: 'matches', code: list, of: by.of };
  }

  protected override iterated(given: Node, frame: Frame, isAtOnce = false): Meaning | undefined {
    return this.matchesOf(given, frame) ?? super.iterated(given, frame, isAtOnce);
  }

  protected override seriesOf(given: Meaning, node: Node): Series | null {
    if (given.tag !== 'matches') return super.seriesOf(given, node);
    const at = (i: Value): Meaning => ({
      tag: 'match',
      code: this.textOp('matchAt', [given.code, i]),
      of: given.of,
    });
    return { length: this.textOp('matchesIn', [given.code]), at, whole: given };
  }

  // ── Matches ──

  private groupIn({ code, of }: MatchMeaning, k: number): Meaning {
    if (k > of.groups) return { tag: 'nothing' };
    const at = [code, this.builder.constant(k)];
    const text = this.word(this.textOp('inMatch', at));
    if ((k === 0 && !of.isPerhaps) || of.certain.has(k)) return text;
    const there = this.builder.compare('ne', this.textOp('isInMatch', at), this.zero());
    return { tag: 'optional', there, of: text, isNull: false };
  }

  private memberOfMatch(of: MatchMeaning, name: string, node: Node): Meaning {
    if (/^(?:0|[1-9]\d{0,3})$/.test(name)) return this.groupIn(of, Number(name));
    if (of.of.isPerhaps)
      return this.refuse(node, `${name} of a match that may be missing`, 'ask for it by if');
    if (name === 'length') return meaning(this.builder.constant(of.of.groups + 1));
    if (name === 'index') return meaning(this.textOp('indexOfMatch', [of.code]));
    if (name === 'input') return this.word(this.textOp('matched', [of.code]));
    if (name === 'groups' && of.of.names.size > 0) {
      const { names } = of.of;
      return this.record([...names].map(([own, k]) => [own, this.groupIn(of, k)] as const));
    }
    return this.refuse(node, `the member ${name} of a match`, 'use its groups by their numbers');
  }

  protected override memberOf(given: Meaning, node: types.MemberExpression, frame: Frame) {
    const of = this.hasContainers ? this.sure(given) : given;
    if (of.tag === 'match') {
      const { property } = node;
      const isNumber = property.type === 'NumericLiteral';
      const name = isNumber ? String(property.value) : nameOfKey(property, node.computed);
      if (name === undefined)
        return this.refuse(node, 'a group of a match that is computed', 'write its number');
      const set = (): never => this.refuse(node, 'a write into a match', 'use a variable');
      return { get: () => this.memberOfMatch(of, name, node), set };
    }
    if (of.tag !== 'pattern') return super.memberOf(given, node, frame);
    const { next } = of;
    if (next === null || this.keyOf(node) !== 'lastIndex')
      return this.refuse(node, 'this member of a pattern', 'leave it out');
    return {
      get: () => this.read(next, node),
      set: (to: Meaning) => {
        const x = this.numberOf(to, node);
        this.leaveUnless(this.builder.present(x));
        this.state.set(next, meaning(this.asPassive(x)));
      },
    };
  }

  protected override part(given: Meaning, k: number, node: Node): Meaning {
    const of = this.sure(given);
    return of.tag === 'match' ? this.groupIn(of, k) : super.part(given, k, node);
  }

  protected override arrayMethod(
    name: string,
    of: Meaning,
    node: Call,
    frame: Frame,
  ): Meaning | null {
    if (of.tag === 'pattern')
      return this.methodOfPattern(name, of, this.arguments(node, frame), node);
    if (of.tag !== 'match') return super.arrayMethod(name, of, node, frame);
    const [from] = node.arguments;
    const isKnown = from?.type === 'NumericLiteral' && node.arguments.length === 1;
    if (name !== 'slice' || of.of.isPerhaps || !isKnown || !(from.value >= 0)) return null;
    const parts: (readonly [string, Meaning])[] = [];
    for (let k = Math.trunc(from.value); k <= of.of.groups; k++)
      parts.push([String(parts.length), this.groupIn(of, k)]);
    return this.record(parts, true);
  }
}

type Optional = Meaning & { readonly tag: 'optional' };

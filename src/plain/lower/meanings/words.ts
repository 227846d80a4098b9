/**
 * Texts that are known only when the function runs, such as `kind: 'circle' | 'square'`. The language has no texts: such
 * a text is its place among those that the module compares it with, and among all that it is given behind those.
 */
import { Builder, value } from '../../ir/build.js';
import type { Stmt, Value } from '../../ir/ir.js';
import type { Meaning } from './meanings.js';

export type TextMeaning = Meaning & { readonly tag: 'text' | 'word' };

export const isText = (of: Meaning): of is TextMeaning => of.tag === 'text' || of.tag === 'word';

/** Whether something is a text, if it is there. */
export const isTextual = (of: Meaning): boolean => isText(of.tag === 'optional' ? of.of : of);

export abstract class Words {
  protected readonly builder = new Builder();
  /** The texts that the code compares with. */
  protected readonly words: string[] = [];

  private placeAmong(text: string): number {
    const known = this.words.indexOf(text);
    return known < 0 ? this.words.push(text) - 1 : known;
  }

  /** The number that stands for a text. */
  protected codeOf = (text: string): Value => this.builder.constant(this.placeAmong(text));

  protected wordOf = (of: TextMeaning): Value =>
    of.tag === 'word' ? of.code : this.codeOf(of.text);

  /** The same where a branch is at its end. */
  protected codeIn(of: TextMeaning, body: Stmt[]): Value {
    if (of.tag === 'word') return of.code;
    const code = value('', 'f64');
    const op = { tag: 'const', value: this.placeAmong(of.text), args: [] } as const;
    body.push({ tag: 'let', value: code, op });
    return code;
  }

  protected abstract leaveUnless(test: Value): void;

  /** Tests whose answers are known while code is lowered. */
  private readonly answers = new WeakMap<Value, boolean>();

  protected answer(of: boolean): Value {
    const made = this.builder.constant(of);
    this.answers.set(made, of);
    return made;
  }

  protected answerOf = (test: Value): boolean | undefined => this.answers.get(test);

  protected negation(test: Value): Value {
    const known = this.answerOf(test);
    return known === undefined ? this.builder.not(test) : this.answer(!known);
  }

  /** The codes of texts that are one unit of another text: they tell as much as the texts, and are found sooner. */
  protected readonly units = new WeakMap<Value, Value>();

  private unitOf = (of: TextMeaning): Value | undefined =>
    of.tag === 'word'
      ? this.units.get(of.code)
      : of.text.length === 1
        ? this.builder.constant(of.text.charCodeAt(0))
        : undefined;

  private unitsOf(x: TextMeaning, y: TextMeaning): readonly [Value, Value] | undefined {
    const [one, other] = [this.unitOf(x), this.unitOf(y)];
    return one && other && [one, other];
  }

  /** Whether two texts are the same. */
  protected areSame(x: TextMeaning, y: TextMeaning): Value {
    if (x.tag === 'text' && y.tag === 'text') return this.answer(x.text === y.text);
    const units = this.unitsOf(x, y);
    return this.builder.compare('eq', ...(units ?? [this.wordOf(x), this.wordOf(y)]));
  }
}

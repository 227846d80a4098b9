/** Lowers methods of lists of texts, such as the keys of an object: what is known of their texts is answered here. */
import { meaning, type Frame, type Meaning, type RecordMeaning } from '../meanings/meanings.js';
import { isText } from '../meanings/words.js';
import type { Call } from './arrays.js';
import { Sorting } from './sorting.js';

export abstract class ListsOfTexts extends Sorting {
  /** Where a text stands among others, or whether it does. */
  protected placeOfText(name: string, of: RecordMeaning, node: Call, frame: Frame): Meaning | null {
    const texts = [...of.slots.keys()].map((key) => this.field(of, key, node));
    const isAsked = name === 'indexOf' || name === 'includes';
    if (!isAsked || texts.length === 0 || !texts.every(isText)) return null;
    const [text, ...others] = this.arguments(node, frame);
    if (text === undefined || !isText(text) || others.length > 0) return null;
    const { builder } = this;
    const place = texts.reduceRight(
      (found, one, k) => builder.choose(this.areSame(one, text), builder.constant(k), found),
      builder.constant(-1),
    );
    return meaning(name === 'indexOf' ? place : builder.compare('ge', place, this.zero()));
  }

  /** Texts that are known, in the order of their characters. */
  protected sortedTexts(name: string, of: RecordMeaning, node: Call): Meaning | null {
    const held = [...of.slots.keys()].map((key) => this.field(of, key, node));
    const texts = held.flatMap((one) => (one.tag === 'text' ? [one.text] : []));
    const isNew = !of.isNamed && !of.isHeld;
    const isSort = (name === 'sort' && isNew) || name === 'toSorted';
    if (!isSort || texts.length < held.length || node.arguments.length > 0) return null;
    return this.record(
      texts.sort().map((text, k) => [String(k), { tag: 'text', text }] as const),
      true,
    );
  }

  /** The parts for which a test is true; the answers have to be known here. */
  protected partsWhere(tests: readonly Meaning[], of: RecordMeaning, node: Call): Meaning[] {
    const isKept = tests.map((test) => this.answerOf(this.testOf(test, node)));
    if (isKept.includes(undefined))
      return this.refuse(node, 'a filter of texts or functions by what is computed', 'use if');
    return [...of.slots.keys()].filter((_, k) => isKept[k]).map((key) => this.field(of, key, node));
  }
}

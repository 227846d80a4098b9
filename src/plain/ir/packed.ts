/**
 * Lowered functions of bundles in half as many characters (written.ts, lowered-text.ts). The text is gone through by
 * its grammar, so that each part of it is expected by where it stands; a value by when it was used last. O(length of the
 * text × values that are in sight).
 */
import { Digits, digitsOf } from './digits.js';
import { grammarOf, type HeadParts } from './heads.js';
import { LearningCoder, nothingLearnt, within, type Learnt } from './learning-coder.js';
import { primers } from './primers.js';
import type { Text } from './written.js';

/** A text and what stands behind it; the numbers of the text are told apart. */
type Told = readonly [
  func: readonly [...parts: unknown[], functions: readonly unknown[]],
  ...more: unknown[],
];

/** The subjects of the numbers of a text; contexts begin with them. */
const about = { letter: 3, count: 4, head: 5, isNew: 6, kind: 7, class: 8, value: 9 };
/** The number of bits that say which letter or which head it is; a larger one follows behind it. */
const LETTER = 7;
const HEAD = 7;
/** All types but numbers, whole numbers and bools are arrays. */
const ARRAY = 3;

/** Goes through a text that is given, or makes it. */
class Walk {
  private from: Digits | undefined;
  private kindsFrom: Digits | undefined;
  private kinds = '';
  private heads: readonly HeadParts[] = [];
  private classes: readonly number[] = [];
  /** The class of each value. */
  private readonly values: number[] = [];
  /** The values in sight, the one that was used last first; those that were not used are in front of them. */
  private unused: number[] = [];
  private used: number[] = [];
  /** The heads before, and the last two values. */
  private before: readonly number[] = [0, 0];
  private last: readonly number[] = [0, 0];

  constructor(private readonly coder: LearningCoder) {}

  text(given?: string): string {
    const [written, ...more] =
      given === undefined ? [] : (JSON.parse(given) as [Text, ...unknown[]]);
    const [name, types, kinds, values, heads, region, ...others] = written ?? [];
    const told: Told | undefined = written && [
      [name, types, kinds, heads, others.map((one) => ('of' in one! ? one : one![0]))],
      ...more,
    ];
    const [found, ...rest] = JSON.parse(this.letters(told && JSON.stringify(told))) as [
      readonly [Text[0], Text[1], Text[2], Text[4], readonly (string | object)[]],
      ...unknown[],
    ];
    const grammar = grammarOf(found[3], found[2]);
    this.heads = grammar.heads;
    this.classes = grammar.types.map((type) => Math.min(type, ARRAY));
    this.kindsFrom = written && new Digits(values!);
    const own = this.regionOf(region);
    const all = found[4].map((one, k) =>
      typeof one === 'string'
        ? [one, this.regionOf((others[k] as readonly string[] | undefined)?.[1])]
        : one,
    );
    const [ownName, ownTypes, ownKinds, ownHeads] = found;
    return JSON.stringify([
      [ownName, ownTypes, ownKinds, this.kinds, ownHeads, own, ...all],
      ...rest,
    ]);
  }

  private letters(given?: string): string {
    let text = '';
    for (let k = 0; ; k++) {
      const contexts = [within(about.letter, 0)];
      for (let length = 1; length <= 4; length++)
        contexts.push(
          [...text.slice(-length)].reduce(
            (all, one) => within(all, one.charCodeAt(0)),
            40 + length,
          ),
        );
      const letter = given === undefined ? undefined : k < given.length ? given.charCodeAt(k) : 0;
      const found = this.large(contexts, LETTER, letter);
      if (found === 0) return text;
      text += String.fromCharCode(found);
    }
  }

  /** A choice that may be beyond what its bits can tell. */
  private large(contexts: readonly number[], bits: number, given?: number): number {
    const most = 2 ** bits - 1;
    const found = this.coder.choice(contexts, bits, given && Math.min(given, most));
    return found < most ? found : most + this.coder.number([0], given && given - most);
  }

  private regionOf(given?: string): string {
    this.from = given === undefined ? undefined : new Digits(given);
    return this.region(0);
  }

  private region(place: number): string {
    const first = this.values.length;
    const params = this.list(within(place, 1));
    const count = this.from?.next();
    let body = '';
    let found = 0;
    for (; this.head(count === undefined ? undefined : found < count); found++) body += this.stmt();
    const yields = this.list(within(place, 2));
    const isOutside = (value: number) => value < first;
    this.unused = this.unused.filter(isOutside);
    this.used = this.used.filter(isOutside);
    return params + digitsOf(found) + body + yields;
  }

  /** True if there is another statement. Its head is the last one then. */
  private head(isThere?: boolean): boolean {
    const given = isThere === undefined ? undefined : isThere ? this.from!.next() + 1 : 0;
    const [one, two] = this.before;
    const contexts = [about.head, within(about.head, one), within(within(about.head, one), two)];
    const found = this.large(contexts, HEAD, given);
    this.before = [found, one];
    return found > 0;
  }

  private stmt(): string {
    const [found] = this.before;
    const { parts, isOperation } = this.heads[found - 1];
    let text = digitsOf(found - 1);
    parts.forEach((part, k) => {
      const place = within(within(about.value, found), k);
      if (part === 'region') text += this.region(place);
      else for (let one = 0; one < part; one++) text += this.value(within(place, one));
    });
    if (isOperation) this.newValue(within(about.value, found));
    return text;
  }

  private list(place: number): string {
    const count = this.coder.number([about.count, within(about.count, place)], this.from?.next());
    let text = digitsOf(count);
    for (let k = 0; k < count; k++) text += this.value(place);
    return text;
  }

  private value(place: number): string {
    const distance = this.from?.next();
    const isNew = this.coder.choice(
      [within(about.isNew, place)],
      1,
      distance === undefined ? undefined : Number(distance === 0),
    );
    if (isNew === 1) {
      this.newValue(place);
      return digitsOf(0);
    }
    const count = this.values.length;
    const given = distance === undefined ? undefined : count - distance;
    const contexts = [within(about.class, 0), within(about.class, place)];
    const found = this.coder.choice(contexts, 2, given === undefined ? given : this.values[given]);
    const candidates = [...this.unused, ...this.used].filter((one) => this.values[one] === found);
    const rank = given === undefined ? undefined : candidates.indexOf(given);
    const value = candidates[this.rank(place, found, rank)];
    this.unused = this.unused.filter((one) => one !== value);
    this.used = [value, ...this.used.filter((one) => one !== value)];
    return digitsOf(count - value);
  }

  /** The place of a value among those that it may be. */
  private rank(place: number, of: number, given?: number): number {
    const [one, two] = this.last;
    const here = within(within(about.value, place), of);
    const contexts = [within(about.value, of), here, within(here, one + 1), 0];
    contexts[3] = within(contexts[2], two + 1);
    const rank = this.coder.number(contexts, given);
    this.last = [rank, one];
    return rank;
  }

  private newValue(place: number): void {
    const contexts = [about.kind, within(about.kind, place)];
    const kind = this.coder.number(contexts, this.kindsFrom?.next());
    this.kinds += digitsOf(kind);
    this.unused.unshift(this.values.length);
    this.values.push(this.classes[kind]);
  }
}

let primed: Learnt | null = null;

/** The expectations for a text of which nothing is known. */
function learnt(): Learnt {
  if (primed === null) {
    primed = nothingLearnt();
    for (const primer of primers) new Walk(new LearningCoder(primed)).text(primer);
  }
  return primed.slice();
}

/** @param text what `writtenLowered` gives */
export function packed(text: string): string {
  const coder = new LearningCoder(learnt());
  new Walk(coder).text(text);
  return coder.end();
}

/** The text that was packed. */
export const unpacked = (text: string): string =>
  new Walk(new LearningCoder(learnt(), text)).text();

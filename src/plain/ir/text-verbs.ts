/** The operations on texts: each takes a table of texts, and then texts and numbers. */
import { patternOf } from './text-matches.js';
import type { Texts } from './text-table.js';

/**
 * The names of the operations. `split` and the like give a place among lists, and patterns a place
 * among matches. `keyOf` gives a number of its own to each number that is a key.
 */
export type TextVerb = keyof typeof verbs;

/** Applies an operation to a table of texts, and to texts and numbers. */
export interface TextOf<Value> {
  readonly tag: 'text';
  readonly does: TextVerb;
  readonly args: readonly Value[];
}

/** The largest index of an array, and one more: as keys of an object, such numbers stand first. */
const INDICES = 2 ** 32 - 1;
const isIndex = (text: string): boolean => /^(0|[1-9]\d*)$/.test(text) && Number(text) < INDICES;

type Verb = (texts: Texts, ...args: number[]) => number;

/** Code asks whether an operation throws, but may do it before it asks. */
function unlessItThrows(make: () => string): string {
  try {
    return make();
  } catch {
    return '';
  }
}

const asked =
  (ask: (text: string, other: string) => boolean): Verb =>
  (texts, text, other) =>
    Number(ask(texts.textAt(text), texts.textAt(other)));
/** The same from a place on. */
const askedFrom =
  (ask: (text: string, other: string, at: number) => boolean): Verb =>
  (texts, text, other, at) =>
    Number(ask(texts.textAt(text), texts.textAt(other), at));
const changed =
  (change: (text: string) => string): Verb =>
  (texts, text) =>
    texts.placeOf(change(texts.textAt(text)));
/** Replaces a part of a text. */
const replaced =
  (change: (text: string, old: string, by: string) => string): Verb =>
  (texts, text, old, by) =>
    texts.placeOf(change(texts.textAt(text), texts.textAt(old), texts.textAt(by)));
/** A text as long as it is asked for. */
const filled =
  (fill: (text: string, length: number, by: string) => string): Verb =>
  (texts, text, length, by) =>
    texts.placeOf(unlessItThrows(() => fill(texts.textAt(text), length, texts.textAt(by))));
/** A number as a text, by how many digits or in which radix. */
const written =
  (write: (of: number, by: number) => string): Verb =>
  (texts, of, by) =>
    texts.placeOf(unlessItThrows(() => write(of, by)));
const part =
  (take: (text: string, from: number, to: number) => string): Verb =>
  (texts, text, from, to) =>
    texts.placeOf(take(texts.textAt(text), from, to));

/** Each takes the table of texts, and then texts and numbers. */
const verbs = {
  length: (texts, text) => texts.textAt(text).length,
  charCodeAt: (texts, text, index) => texts.textAt(text).charCodeAt(index),
  codePointAt: (texts, text, index) => texts.textAt(text).codePointAt(index) ?? NaN,
  indexOf: (texts, text, other, from) => texts.textAt(text).indexOf(texts.textAt(other), from),
  lastIndexOf: (texts, text, other, from) =>
    texts.textAt(text).lastIndexOf(texts.textAt(other), from),
  localeCompare: (texts, text, other) => texts.textAt(text).localeCompare(texts.textAt(other)),
  toNumber: (texts, text) => Number(texts.textAt(text)),
  parseFloat: (texts, text) => parseFloat(texts.textAt(text)),
  parseInt: (texts, text, radix) => parseInt(texts.textAt(text), radix),
  includes: askedFrom((text, other, at) => text.includes(other, at)),
  startsWith: askedFrom((text, other, at) => text.startsWith(other, at)),
  endsWith: askedFrom((text, other, at) => text.endsWith(other, at)),
  isLess: asked((text, other) => text < other),
  /** True if objects inherit a property of that name. */
  isInherited: (texts, text) => Number(texts.textAt(text) in Object.prototype),
  /** True if it is a key that objects put in front of others. */
  isIndex: (texts, text) => Number(isIndex(texts.textAt(text))),
  charAt: (texts, text, index) => {
    const code = texts.textAt(text).charCodeAt(index);
    return code === code ? texts.unit(code) : texts.placeOf('');
  },
  fromCharCode: (texts, code) => texts.unit(code & 0xffff),
  join: (texts, one, other) => texts.placeOf(texts.textAt(one) + texts.textAt(other)),
  ofNumber: (texts, of) => texts.placeOf(String(of)),
  slice: part((text, from, to) => text.slice(from, to)),
  substring: part((text, from, to) => text.substring(from, to)),
  toLowerCase: changed((text) => text.toLowerCase()),
  toUpperCase: changed((text) => text.toUpperCase()),
  trim: changed((text) => text.trim()),
  trimStart: changed((text) => text.trimStart()),
  trimEnd: changed((text) => text.trimEnd()),
  normalize: changed((text) => text.normalize()),
  repeat: (texts, text, count) =>
    texts.placeOf(unlessItThrows(() => texts.textAt(text).repeat(count))),
  padStart: filled((text, length, by) => text.padStart(length, by)),
  padEnd: filled((text, length, by) => text.padEnd(length, by)),
  replace: replaced((text, old, by) => text.replace(old, by)),
  replaceAll: replaced((text, old, by) => text.replaceAll(old, by)),
  toFixed: written((of, digits) => of.toFixed(digits)),
  toPrecision: written((of, digits) => of.toPrecision(digits)),
  toExponential: written((of, digits) => of.toExponential(digits)),
  inRadix: written((of, radix) => of.toString(radix)),
  split: (texts, text, separator, most) => {
    const [whole, by] = [texts.textAt(text), texts.textAt(separator)];
    return texts.listOf(`${text} ${separator} ${most}`, () => whole.split(by, most));
  },
  characters: (texts, text) => {
    return texts.listOf(String(text), () => [...texts.textAt(text)]);
  },
  countOf: (texts, list) => texts.listAt(list).length,
  partOf: (texts, list, index) => texts.placeOf(texts.listAt(list)[index] ?? ''),
  // ── Patterns ──
  isFound: asked((text, written) => patternOf(written).test(text)),
  search: (texts, text, written) => texts.textAt(text).search(patternOf(texts.textAt(written))),
  replaceFound: replaced((text, written, by) => text.replace(patternOf(written), by)),
  splitWhereFound: (texts, text, written, most) => {
    const [whole, by] = [texts.textAt(text), patternOf(texts.textAt(written))];
    return texts.listOf(`${text} at ${written} ${most}`, () => whole.split(by, most));
  },
  textsFound: (texts, text, written) =>
    texts.listOf(
      `${text} all ${written}`,
      () => texts.textAt(text).match(patternOf(texts.textAt(written))) ?? [],
    ),
  match: (texts, text, written, from) =>
    texts.matches.first(texts.textAt(text), texts.textAt(written), from),
  matches: (texts, text, written) => texts.matches.all(texts.textAt(text), texts.textAt(written)),
  matchesIn: (texts, list) => texts.matches.countOf(list),
  matchAt: (texts, list, k) => texts.matches.at(list, k),
  isInMatch: (texts, match, k) => Number(texts.matches.groupOf(match, k) !== undefined),
  inMatch: (texts, match, k) => texts.placeOf(texts.matches.groupOf(match, k) ?? ''),
  matched: (texts, match) => texts.placeOf(texts.matches.textOf(match)),
  indexOfMatch: (texts, match) => texts.matches.indexOf(match),
  endOfMatch: (texts, match) => texts.matches.endOf(match),
  keyOf: (texts, of) => texts.keyOf(of),
  numberOf: (texts, key) => texts.numberOf(key),
} as const satisfies Readonly<Record<string, Verb>>;

export const verbOf = (does: TextVerb): Verb => verbs[does];

/** The number of texts and numbers that an operation takes beside the table. */
export const arityOf = (does: TextVerb): number => verbs[does].length - 1;

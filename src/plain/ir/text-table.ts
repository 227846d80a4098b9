/**
 * Operations on texts. The language has no texts: a text is its place among those that the module knows, and behind these
 * among all that were met since the arguments were read. So two texts are the same where their places are. A new text only
 * gets a place, and keeps it: so an operation may be done again, or left out, and nobody sees that.
 */

/** What `split` and the like give is a place among lists. `keyOf` gives a number of its own to each number that is a key. */
export type TextVerb = keyof typeof verbs;

/** What is done with texts, on a table of texts, and on texts and numbers. */
export interface TextOf<Value> {
  readonly tag: 'text';
  readonly does: TextVerb;
  readonly args: readonly Value[];
}

/** More texts than these are not remembered from one call to the next. */
const MOST_REMEMBERED = 256;

/** The texts that were met while arguments were read and code runs. All modules of a program share them. */
export class MetTexts {
  private readonly places: Map<string, number>;
  /** How many there were before. */
  private readonly from: number;

  constructor(
    private readonly texts: string[],
    private readonly before: MetTexts | null = null,
  ) {
    this.places = new Map(texts.map((text, place) => [text, place]));
    this.from = before?.count ?? 0;
  }

  private get count(): number {
    return this.from + this.texts.length;
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** Whether there are too many to be remembered. */
  get isLarge(): boolean {
    return this.count > MOST_REMEMBERED;
  }

  private find = (text: string): number | undefined =>
    this.before?.find(text) ?? this.places.get(text);

  placeOf(text: string): number {
    const found = this.find(text);
    if (found !== undefined) return found;
    const place = this.from + this.texts.push(text) - 1;
    this.places.set(text, place);
    return place;
  }

  textAt(place: number): string | undefined {
    return place < this.from ? this.before!.textAt(place) : this.texts[place - this.from];
  }

  /** A table for others behind these, which stay as they are. */
  behind = (): MetTexts => new MetTexts([], this);
}

const knownPlaces = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

function placesOf(known: readonly string[]): ReadonlyMap<string, number> {
  let found = knownPlaces.get(known);
  if (found === undefined)
    knownPlaces.set(known, (found = new Map(known.map((text, place) => [text, place]))));
  return found;
}

const placeAmong = (known: ReadonlyMap<string, number>, text: string, met: MetTexts): number =>
  known.get(text) ?? known.size + met.placeOf(text);

/** The place of a text among those that a module knows, or behind them. */
export const placeIn = (known: readonly string[], text: string, met: MetTexts): number =>
  placeAmong(placesOf(known), text, met);

/** The codes of characters that have places of their own in a table, so that they are found at once. */
const UNITS = 128;

/** The texts of one module, by their places. */
export class Texts {
  private readonly places: ReadonlyMap<string, number>;
  private units: Int32Array | null = null;
  private readonly lists: (readonly string[])[] = [];
  private readonly numbers: number[] = [];
  private keys: Map<number, number> | null = null;
  private made: Map<string, number> | null = null;

  constructor(
    private readonly known: readonly string[],
    private readonly met: MetTexts,
  ) {
    this.places = placesOf(known);
  }

  /** Whether there is too much in it to be remembered. */
  get isLarge(): boolean {
    return this.lists.length + this.numbers.length > MOST_REMEMBERED;
  }

  placeOf = (text: string): number => placeAmong(this.places, text, this.met);

  /** Code may ask for a text before it knows whether there is one. */
  textAt(place: number): string {
    const { known } = this;
    return (place < known.length ? known[place] : this.met.textAt(place - known.length)) ?? '';
  }

  /** The place of a text of one unit. */
  unit(code: number): number {
    if (!(code < UNITS)) return this.placeOf(String.fromCharCode(code));
    const units = (this.units ??= new Int32Array(UNITS));
    if (units[code] === 0) units[code] = 1 + this.placeOf(String.fromCharCode(code));
    return units[code] - 1;
  }

  /** The place of a list that is made once for each way to make it. */
  listOf(way: string, make: () => readonly string[]): number {
    const made = (this.made ??= new Map<string, number>());
    let place = made.get(way);
    if (place === undefined) made.set(way, (place = this.lists.push(make()) - 1));
    return place;
  }

  listAt = (place: number): readonly string[] => this.lists[place] ?? [];

  /** A number for a number that is a key: 0 and -0 are one, and so is NaN. */
  keyOf(of: number): number {
    const keys = (this.keys ??= new Map<number, number>());
    let key = keys.get(of);
    if (key === undefined) keys.set(of, (key = this.numbers.push(of === 0 ? 0 : of) - 1));
    return key;
  }

  numberOf = (key: number): number => this.numbers[key];
}

/** The largest index of an array, and one more: as keys of an object, such numbers stand first. */
const INDICES = 2 ** 32 - 1;
const isIndex = (text: string): boolean => /^(0|[1-9]\d*)$/.test(text) && Number(text) < INDICES;

type Verb = (texts: Texts, ...args: number[]) => number;

const asked =
  (ask: (text: string, other: string) => boolean): Verb =>
  (texts, text, other) =>
    Number(ask(texts.textAt(text), texts.textAt(other)));
const changed =
  (change: (text: string) => string): Verb =>
  (texts, text) =>
    texts.placeOf(change(texts.textAt(text)));
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
  lastIndexOf: (texts, text, other) => texts.textAt(text).lastIndexOf(texts.textAt(other)),
  toNumber: (texts, text) => Number(texts.textAt(text)),
  parseFloat: (texts, text) => parseFloat(texts.textAt(text)),
  parseInt: (texts, text, radix) => parseInt(texts.textAt(text), radix),
  includes: asked((text, other) => text.includes(other)),
  startsWith: asked((text, other) => text.startsWith(other)),
  endsWith: asked((text, other) => text.endsWith(other)),
  isLess: asked((text, other) => text < other),
  /** Whether objects inherit something of that name. */
  isInherited: (texts, text) => Number(texts.textAt(text) in Object.prototype),
  /** Whether it is a key that objects put in front of others. */
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
  split: (texts, text, separator) => {
    const [whole, by] = [texts.textAt(text), texts.textAt(separator)];
    return texts.listOf(`${text} ${separator}`, () => whole.split(by));
  },
  characters: (texts, text) => {
    return texts.listOf(String(text), () => [...texts.textAt(text)]);
  },
  countOf: (texts, list) => texts.listAt(list).length,
  partOf: (texts, list, index) => texts.placeOf(texts.listAt(list)[index] ?? ''),
  keyOf: (texts, of) => texts.keyOf(of),
  numberOf: (texts, key) => texts.numberOf(key),
} as const satisfies Readonly<Record<string, Verb>>;

export const verbOf = (does: TextVerb): Verb => verbs[does];

/** How many texts and numbers an operation takes beside the table. */
export const arityOf = (does: TextVerb): number => verbs[does].length - 1;

/** The places, and one more, at which numbers stand that are whole and not below 0; 0 for all others up to the greatest. */
export function placesIn(numbers: ArrayLike<number>): Int32Array {
  let most = -1;
  for (let k = 0; k < numbers.length; k++) most = Math.max(most, numbers[k]);
  const places = new Int32Array(most + 1);
  for (let k = 0; k < numbers.length; k++) places[numbers[k]] = k + 1;
  return places;
}

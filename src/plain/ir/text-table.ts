/**
 * Tables of texts. The language has no texts: a text is its place among those that the module knows, and behind these
 * among all that were met since the arguments were read. So two texts are the same where their places are. A new text only
 * gets a place, and keeps it: so an operation (text-verbs.ts) may be done again, or left out, and nobody sees that.
 */
import { Matches } from './text-matches.js';

/** More texts than these are not remembered from one call to the next. */
const MOST_REMEMBERED = 256;

/** The texts that were met while arguments were read and code runs. All modules of a program share them. */
export class MetTexts {
  private readonly places: Map<string, number>;
  /** The number of texts that there were before. */
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

  /** True if there are too many to be remembered. */
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
  private found: Matches | null = null;

  constructor(
    private readonly known: readonly string[],
    private readonly met: MetTexts,
  ) {
    this.places = placesOf(known);
  }

  /** True if there is too much in it to be remembered. */
  get isLarge(): boolean {
    const found = this.found?.count ?? 0;
    return this.lists.length + this.numbers.length + found > MOST_REMEMBERED;
  }

  placeOf = (text: string): number => placeAmong(this.places, text, this.met);

  get matches(): Matches {
    return (this.found ??= new Matches());
  }

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

  /** Code may ask for what is not a key before it knows that. */
  numberOf = (key: number): number => this.numbers[key] ?? NaN;
}

/** The places, and one more, at which numbers stand that are whole and not below 0; 0 for all others up to the greatest. */
export function placesIn(numbers: ArrayLike<number>): Int32Array {
  let most = -1;
  for (let k = 0; k < numbers.length; k++) most = Math.max(most, numbers[k]);
  const places = new Int32Array(most + 1);
  for (let k = 0; k < numbers.length; k++) places[numbers[k]] = k + 1;
  return places;
}

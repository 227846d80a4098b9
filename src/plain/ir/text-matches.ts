/**
 * The matches of regular expressions in texts. A match is its place among those that were found, and
 * the same search gives the same place again: so a search may be done again, or left out. Patterns keep
 * nothing: code says from where on they search.
 */

/** A pattern as it is written: `/[a-z]+/g`. */
const patterns = new Map<string, RegExp>();

/** A pattern that searches from a place on, or from the start. */
export function patternOf(written: string, from = 0): RegExp {
  let found = patterns.get(written);
  if (found === undefined) {
    const end = written.lastIndexOf('/');
    found = new RegExp(written.slice(1, end), written.slice(end + 1));
    patterns.set(written, found);
  }
  found.lastIndex = from;
  return found;
}

const NO_MATCH = -1;

export class Matches {
  private readonly found: { readonly match: RegExpExecArray; readonly end: number }[] = [];
  private readonly lists: (readonly number[])[] = [];
  private readonly places = new Map<string, number>();

  /** The amount that it remembers. */
  get count(): number {
    return this.found.length + this.lists.length;
  }

  private once(way: string, make: () => number): number {
    let place = this.places.get(way);
    if (place === undefined) this.places.set(way, (place = make()));
    return place;
  }

  private add(match: RegExpExecArray | null, end: number): number {
    return match === null ? NO_MATCH : this.found.push({ match, end }) - 1;
  }

  /** The place of what a pattern finds. */
  first(text: string, written: string, from: number): number {
    return this.once(`${from} ${written} ${text}`, () => {
      const pattern = patternOf(written, from);
      return this.add(pattern.exec(text), pattern.lastIndex);
    });
  }

  /** The place of a list of all that a pattern finds. */
  all(text: string, written: string): number {
    return this.once(`all ${written} ${text}`, () => {
      const found = [...text.matchAll(patternOf(written))].map((match) => this.add(match, 0));
      return this.lists.push(found) - 1;
    });
  }

  /** Code may ask for what was not found. */
  groupOf = (place: number, k: number): string | undefined => this.found[place]?.match[k];
  textOf = (place: number): string => this.found[place]?.match.input ?? '';
  indexOf = (place: number): number => this.found[place]?.match.index ?? NaN;
  /** Where a pattern that remembers goes on. */
  endOf = (place: number): number => this.found[place]?.end ?? 0;
  countOf = (list: number): number => this.lists[list]?.length ?? 0;
  at = (list: number, k: number): number => this.lists[list]?.[k] ?? NO_MATCH;
}

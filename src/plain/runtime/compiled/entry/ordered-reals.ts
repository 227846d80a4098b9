/**
 * The reals of trees, and of objects of arrays with arrays of objects inside, in the order of the arguments: in parameters, those of
 * one field stand side by side. O(objects).
 */
import { isInput, type Origin } from '../../../ir/origin.js';
import { isLeaf, type Part } from './entry-parts.js';
import { hidesAny, keysOf, type Held } from './records.js';

interface OrderedReals {
  /** The parameters that hold reals. */
  readonly places: readonly number[];
  /** For each real, or each array of reals, which of these it stands in, and where. */
  readonly order: readonly number[];
  /** The keys of all objects, in the order of their reals; null if any hides something. */
  readonly keys: readonly (readonly string[])[] | null;
}

/**
 * The reals of something that has been read already; null if there are others beside those that are known.
 *
 * @param part what is known of one object: of the root of a tree, or of each object in an array
 * @param values what was read
 */
export function orderedReals(
  part: Part,
  of: unknown,
  origins: readonly Origin[],
  values: readonly unknown[],
  isTree: boolean,
): OrderedReals | null {
  const search = new Search(part, origins, values);
  const isKnown = isTree
    ? search.visit(part, of, 0)
    : (of as readonly unknown[]).every((one, k) => search.visit(part, one, k));
  return isKnown ? search : null;
}

class Search implements OrderedReals {
  readonly places: number[] = [];
  readonly order: number[] = [];
  keys: (readonly string[])[] | null = [];

  constructor(
    private readonly root: Part,
    private readonly origins: readonly Origin[],
    private readonly values: readonly unknown[],
  ) {}

  /** Looks at the part of an object that stands at an index; false if it holds other reals. */
  visit(part: Part | undefined, of: unknown, index: number): boolean {
    if (part === undefined) return isLeaf(of);
    if (typeof part === 'number') return this.leaf(part, of, index);
    if (part.presence !== undefined)
      return of === undefined || of === null || this.visit(part.at(true), of, index);
    if (Array.isArray(of)) {
      const { starts, element } = part;
      if (starts === undefined) return of.every((child, k) => this.visit(part.at(k), child, index));
      const from = this.whole(starts, index);
      return of.every((child, k) => this.visit(element, child, from + k));
    }
    const keys = keysOf(of as object);
    if (keys === null) return false;
    if (hidesAny(of as object, keys) || keys.includes('__proto__')) this.keys = null;
    else this.keys?.push(keys);
    for (const key of keys) if (!this.visit(part.at(key), (of as Held)[key], index)) return false;
    return true;
  }

  private leaf(place: number, of: unknown, index: number): boolean {
    const origin = this.origins[place];
    if (origin.tells !== undefined && 'isLink' in origin.tells)
      return this.visit(this.root, of, this.whole(place, index));
    if (!isInput(origin)) return true;
    let column = this.places.indexOf(place);
    if (column < 0) column = this.places.push(place) - 1;
    this.order.push(column, index);
    return true;
  }

  private whole = (place: number, index: number): number =>
    (this.values[place] as Int32Array)[index];
}

/**
 * Sets of input indices. Equal sets are one object, so that work on them can be remembered: all samples of a
 * training loss depend on the same parameters in the same ways. Sets are sorted arrays.
 */
import { notSparse } from '../../core/errors.js';

export interface IndexSet {
  readonly id: number;
  readonly members: Int32Array;
}

/** More entries than this are not held: 16 bytes each in a result. */
export const MOST_ENTRIES = 2 ** 26;

export class IndexSets {
  private readonly byHash = new Map<number, IndexSet[]>();
  private readonly singles: IndexSet[] = [];
  private readonly stamps: Int32Array;
  private stamp = 0;
  private count = 0;
  private entries = 0;

  /** @param size the number of indices. */
  constructor(size: number) {
    this.stamps = new Int32Array(size);
  }

  readonly empty: IndexSet = this.intern(new Int32Array(0));

  single(index: number): IndexSet {
    return (this.singles[index] ??= this.intern(Int32Array.of(index)));
  }

  /** The union of sets. O(total size), and the time to sort a result that is new. */
  union(sets: readonly IndexSet[]): IndexSet {
    if (sets.length === 1) return sets[0];
    const found: number[] = [];
    const stamp = ++this.stamp;
    let largest = this.empty;
    let last: IndexSet | undefined;
    for (const set of sets) {
      if (set === last) continue;
      last = set;
      if (set.members.length > largest.members.length) largest = set;
      for (const index of set.members) {
        if (this.stamps[index] === stamp) continue;
        this.stamps[index] = stamp;
        found.push(index);
      }
    }
    if (found.length === largest.members.length) return largest;
    return this.intern(Int32Array.from(found).sort());
  }

  private intern(members: Int32Array): IndexSet {
    let hash = members.length;
    for (const index of members) hash = Math.imul(hash ^ index, 0x9e3779b1) ^ (hash >>> 15);
    const bucket = this.byHash.get(hash);
    const known = bucket?.find((set) => sameMembers(set.members, members));
    if (known !== undefined) return known;
    this.entries += members.length;
    if (this.entries > MOST_ENTRIES) throw notSparse(MOST_ENTRIES);
    const set = { id: this.count++, members };
    if (bucket === undefined) this.byHash.set(hash, [set]);
    else bucket.push(set);
    return set;
  }
}

const sameMembers = (a: Int32Array, b: Int32Array): boolean =>
  a.length === b.length && a.every((index, k) => index === b[k]);

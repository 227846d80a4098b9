/**
 * Sets of input indices. Equal sets are one object, so that work on them can be
 * remembered: all samples of a training loss depend on the same parameters in the same
 * ways. Sets are sorted arrays.
 */
import { notSparse } from './errors.js';

export interface IndexSet {
  readonly id: number;
  readonly members: Int32Array;
}

/** More entries than this are not held: 16 bytes each in a result. */
const MOST_ENTRIES = 2 ** 26;

export function insistOnRoom(entries: number): void {
  if (entries > MOST_ENTRIES) throw notSparse(MOST_ENTRIES);
}

export class IndexSets {
  private readonly byHash = new Map<number, IndexSet[]>();
  private readonly singles: IndexSet[] = [];
  private readonly stamps: Int32Array;
  private readonly found: Int32Array;
  private stamp = 0;
  private count = 0;
  private entries = 0;

  /** @param size the number of indices. */
  constructor(size: number) {
    this.stamps = new Int32Array(size);
    this.found = new Int32Array(size);
  }

  readonly empty: IndexSet = this.intern(new Int32Array(0));

  single(index: number): IndexSet {
    return (this.singles[index] ??= this.intern(Int32Array.of(index)));
  }

  /** The union of sets. O(total size), and the time to sort a result that is new. */
  union(sets: readonly IndexSet[]): IndexSet {
    if (sets.length === 1) return sets[0];
    const { stamps, found } = this;
    const stamp = ++this.stamp;
    let count = 0;
    let ascending = true;
    let largest = this.empty;
    for (const set of sets) {
      const { members } = set;
      if (members.length > largest.members.length) largest = set;
      for (let k = 0; k < members.length; k++) {
        const index = members[k];
        if (stamps[index] === stamp) continue;
        stamps[index] = stamp;
        if (count > 0 && index < found[count - 1]) ascending = false;
        found[count++] = index;
      }
    }
    if (count === largest.members.length) return largest;
    const union = found.slice(0, count);
    return this.intern(ascending ? union : union.sort());
  }

  private intern(members: Int32Array): IndexSet {
    let hash = members.length;
    for (let k = 0; k < members.length; k++)
      hash = Math.imul(hash ^ members[k], 0x9e3779b1) ^ (hash >>> 15);
    const bucket = this.byHash.get(hash);
    const known = bucket?.find((set) => sameMembers(set.members, members));
    if (known !== undefined) return known;
    this.entries += members.length;
    insistOnRoom(this.entries);
    const set = { id: this.count++, members };
    if (bucket === undefined) this.byHash.set(hash, [set]);
    else bucket.push(set);
    return set;
  }
}

function sameMembers(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

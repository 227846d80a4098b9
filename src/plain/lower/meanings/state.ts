/** What slots hold while code is lowered, also in branches, which forget what they changed. */
import type { Meaning, Slot } from './meanings.js';

/** What slots hold at the place that is being lowered. */
export class State {
  private readonly held = new Map<Slot, Meaning>();
  /** For each branch around the place, what slots held before it. */
  private readonly before: Map<Slot, Meaning | undefined>[] = [];
  private reads: Set<Slot> | null = null;

  get = (slot: Slot): Meaning | undefined => {
    this.reads?.add(slot);
    return this.held.get(slot);
  };

  /** The slots that are looked at meanwhile. */
  readBy(look: () => void): ReadonlySet<Slot> {
    const [before, reads] = [this.reads, new Set<Slot>()];
    this.reads = reads;
    look();
    this.reads = before;
    return reads;
  }

  /** What tells the innermost branch or loop from others; null outside of all. */
  get region(): object | null {
    return this.before.at(-1) ?? null;
  }

  /** The slots that hold something, but for some of them. */
  slots = (but: readonly Slot[]): ReadonlySet<Slot> =>
    new Set([...this.held.keys()].filter((slot) => !but.includes(slot)));

  set(slot: Slot, to: Meaning): void {
    const innermost = this.before.at(-1);
    if (innermost !== undefined && !innermost.has(slot)) innermost.set(slot, this.held.get(slot));
    this.held.set(slot, to);
  }

  /** Lowers a branch, and forgets what it changed. The result is what changed. O(changes). */
  branch(lower: () => void): ReadonlyMap<Slot, Meaning> {
    const before = new Map<Slot, Meaning | undefined>();
    this.before.push(before);
    try {
      lower();
    } finally {
      this.before.pop();
    }
    const changes = new Map<Slot, Meaning>();
    for (const [slot, old] of before) {
      changes.set(slot, this.held.get(slot)!);
      if (old === undefined) this.held.delete(slot);
      else this.held.set(slot, old);
    }
    return changes;
  }
}

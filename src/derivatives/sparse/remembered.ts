/**
 * Remembers what follows from the structure of a function alone, such as a pattern with its colouring. It is
 * used at other arguments, too, if compiled code says that the structure is the same there
 * (functions/translated-functions.ts).
 */

/** A search for a pattern takes about as long as so many whole Hessians, and may find that they are full. */
const OFTEN = 8;

export class Remembered<T> {
  private readonly known = new WeakMap<object, T>();
  private readonly asked = new WeakMap<object, number>();

  /** Returns what was found before, or finds it now. */
  at(same: object | null, find: () => T): T {
    const before = same === null ? undefined : this.known.get(same);
    if (before !== undefined) return before;
    const found = find();
    if (same !== null) this.known.set(same, found);
    return found;
  }

  /** The same once it has been asked for often: before, finding it may cost more than it saves. */
  later(same: object, find: () => T): T | undefined {
    const asked = this.asked.get(same) ?? 0;
    if (asked >= OFTEN) return this.at(same, find);
    this.asked.set(same, asked + 1);
    return this.known.get(same);
  }
}

/**
 * What follows from the structure of a function alone, such as a pattern with its colouring. It is right at other
 * arguments, too, where compiled code says that the structure is the same (core/translated-functions.ts).
 */
export class Remembered<T> {
  private readonly known = new WeakMap<object, T | undefined>();

  /** What was found before, or is found now. */
  at(same: object | null, find: () => T): T {
    const before = same === null ? undefined : this.known.get(same);
    if (before !== undefined) return before;
    const found = find();
    if (same !== null) this.known.set(same, found);
    return found;
  }

  /** The same from the second time on: where it is asked for once, it costs more than it saves. */
  again(same: object, find: () => T): T | undefined {
    if (this.known.has(same)) return this.at(same, find);
    this.known.set(same, undefined);
    return undefined;
  }
}

/**
 * Properties that values have if all that they are made of have them, in circles, too: what is being found out
 * is taken for granted, and the rest decides. What was found is remembered, but for what rests on something
 * that turned out to be wrong.
 */
export class CircularProperty<S> {
  private readonly found = new Map<S, boolean>();
  private readonly asked = new Set<S>();
  /** What was taken for granted. */
  private readonly granted = new Set<S>();
  /** What was found to hold since the first question that is open. */
  private resting: S[] = [];

  holds(subject: S, find: () => boolean): boolean {
    const known = this.found.get(subject);
    if (known !== undefined) return known;
    if (this.asked.has(subject)) {
      this.granted.add(subject);
      return true;
    }
    this.asked.add(subject);
    const isSo = find();
    this.asked.delete(subject);
    this.found.set(subject, isSo);
    if (isSo) this.resting.push(subject);
    if (this.granted.delete(subject) && !isSo) {
      for (const other of this.resting) this.found.delete(other);
      this.resting = [];
    }
    if (this.asked.size === 0) this.resting = [];
    return isSo;
  }
}

/**
 * Properties that a subject has if everything that it is made of has them, also in circles. While a subject is
 * decided, it is taken to have the property, and the rest of the circle decides. Answers are remembered. If the
 * assumption turns out to be wrong, the answers that rest on it are forgotten.
 */
export class CircularProperty<S> {
  private readonly found = new Map<S, boolean>();
  private readonly asked = new Set<S>();
  /** The subjects that were taken to have the property while they were decided. */
  private readonly granted = new Set<S>();
  /** The subjects that were found to have it since the first open question. */
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

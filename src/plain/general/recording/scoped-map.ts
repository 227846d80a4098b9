/** What is known along the statements that are put out; what an inner block adds is forgotten after it. */
export class ScopedMap<K, V> {
  private readonly known = new Map<K, V>();
  private order: K[] = [];
  /** How often all of it was forgotten. */
  private times = 0;

  get(key: K): V | undefined {
    return this.known.get(key);
  }

  has(key: K): boolean {
    return this.known.has(key);
  }

  /** Takes note of what was not known. */
  set(key: K, value: V): void {
    this.known.set(key, value);
    this.order.push(key);
  }

  clear(): void {
    this.known.clear();
    this.order = [];
    this.times++;
  }

  /** Runs what puts out an inner block. What that forgets is forgotten after it, too. */
  within<T>(body: () => T): T {
    const [before, times] = [this.order.length, this.times];
    try {
      return body();
    } finally {
      const from = this.times === times ? before : 0;
      for (const key of this.order.splice(from)) this.known.delete(key);
    }
  }
}

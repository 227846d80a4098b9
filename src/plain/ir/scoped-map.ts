/**
 * A map for facts that are known along the statements that are put out. Facts that an inner block adds are
 * forgotten after the block.
 */
export class ScopedMap<K, V> {
  private readonly known = new Map<K, V>();
  private order: K[] = [];
  /** The number of times that everything was forgotten. */
  private times = 0;

  get(key: K): V | undefined {
    return this.known.get(key);
  }

  has(key: K): boolean {
    return this.known.has(key);
  }

  /** Adds a fact that was not known. */
  set(key: K, value: V): void {
    this.known.set(key, value);
    this.order.push(key);
  }

  clear(): void {
    this.known.clear();
    this.order = [];
    this.times++;
  }

  /** Runs `body`, which puts out an inner block. If the block forgets everything, everything stays forgotten. */
  within<T>(body: () => T): T {
    const [before, times] = [this.order.length, this.times];
    try {
      return body();
    } finally {
      const from = this.times === times ? before : 0;
      while (this.order.length > from) this.known.delete(this.order.pop()!);
    }
  }
}

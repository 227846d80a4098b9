/**
 * Ledgers: lists of arrays that are freed together. The memory of numpy-ts has a fixed size. The garbage collector
 * does not see how full it is, and does not run inside a synchronous loop. So the library itself frees arrays that
 * it knows nobody needs.
 *
 * An array is noted by its storage. Views have storages of their own; memory is free when all its storages are.
 */
import type { NDArray, Storage } from '../array-types.js';
import { retire, type Freed } from './freed.js';

/** Of a plain array. */
const storageOf = (x: unknown): Storage | undefined => (x as Partial<NDArray> | undefined)?.storage;

export class Ledger {
  private readonly storages: Storage[] = [];

  /**
   * @param freed what is thrown where a freed array is used
   * @param isLent whether a storage is somebody else's by now
   * @param isOfRuns whether the arrays belong to runs, and not to a user
   */
  constructor(
    private readonly freed: Freed,
    private readonly isLent: (storage: Storage) => boolean,
    readonly isOfRuns: boolean,
  ) {}

  add(storage: Storage): void {
    this.storages.push(storage);
  }

  /** The number of storages noted. */
  get mark(): number {
    return this.storages.length;
  }

  /** True if a storage was noted after a mark. */
  hasAfter(mark: number, storage: Storage): boolean {
    return this.storages.lastIndexOf(storage) >= mark;
  }

  /** Frees what was noted after a mark, but for what is kept. */
  freeAfter(mark: number, isKept: (storage: Storage) => boolean): void {
    const { storages } = this;
    let count = mark;
    for (let k = mark; k < storages.length; k++) {
      const storage = storages[k];
      if (isKept(storage)) storages[count++] = storage;
      else if (!this.isLent(storage)) retire(storage, this.freed);
    }
    storages.length = count;
  }

  /** Frees what was noted after a mark, but for some operands. */
  freeAllBut(mark: number, one: unknown, other?: unknown): void {
    const [first, second] = [storageOf(one), storageOf(other)];
    const { storages } = this;
    if (storages.length === mark + 1 && storages[mark] === first) return;
    if (storages.length > mark)
      this.freeAfter(mark, (storage) => storage === first || storage === second);
  }

  /** Frees one that was noted, unless it is kept. */
  free(storage: Storage, isKept: (storage: Storage) => boolean): void {
    if (!isKept(storage) && !this.isLent(storage)) retire(storage, this.freed);
  }

  [Symbol.iterator](): Iterator<Storage> {
    return this.storages.values();
  }

  /** Moves everything to another. */
  handOver(to: Ledger | null): void {
    if (to !== null) for (const storage of this.storages) to.add(storage);
    this.storages.length = 0;
  }
}

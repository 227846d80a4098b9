/**
 * The arrays that adjoints make: to make a small one anew costs more than to fill it. Each function has its own pool,
 * which is lent to one call at a time; another one that begins meanwhile gets a pool of its own.
 */

/** Longer arrays are made anew: there it costs little, and they are given back to the system. */
const LONGEST = 4096;
/** How many numbers are kept from one call to the next: 16 MiB. */
const MOST = 2 ** 21;

export class ArrayPool {
  private readonly arrays: Float64Array[] = [];
  private size = 0;
  /** How many arrays are in use: what was made after others ends before them. */
  next = 0;

  /** An array of zeros. */
  array(length: number): Float64Array {
    const found = this.arrays[this.next];
    if (found?.length !== length) return this.made(length);
    this.next++;
    return found.fill(0);
  }

  private made(length: number): Float64Array {
    const array = new Float64Array(length);
    if (array.length > LONGEST) return array;
    this.size += array.length - (this.arrays[this.next]?.length ?? 0);
    this.arrays[this.next++] = array;
    return array;
  }

  /** Ends all arrays; whether the pool is worth keeping. */
  isKept(): boolean {
    this.next = 0;
    return this.size <= MOST;
  }
}

export class ArrayPools {
  private spare: ArrayPool | null = null;

  borrow(): ArrayPool {
    const lent = this.spare ?? new ArrayPool();
    this.spare = null;
    return lent;
  }

  giveBack(lent: ArrayPool): void {
    this.spare = lent.isKept() ? lent : null;
  }
}

/**
 * The arrays that adjoints make: to make a small one anew costs more than to fill it. Each function has its own pool,
 * which is lent to one call at a time; another one that begins meanwhile gets a pool of its own.
 */

/** Longer arrays are made anew where there are many: there it costs little, and they are given back to the system. */
const LONGEST = 4096;
/** How many numbers are kept from one call to the next: 16 MiB. */
const MOST = 2 ** 21;

export class ArrayPool {
  private readonly arrays: Float64Array[] = [];
  private size = 0;
  private lasting: ArrayPool | null = null;
  /** How many arrays are in use: what was made after others ends before them. */
  next = 0;

  /** An array of zeros. */
  array(length: number): Float64Array {
    const found = this.arrays[this.next];
    if (found?.length !== length) return this.made(length);
    this.next++;
    return found.fill(0);
  }

  /**
   * Zeros for a statement that makes one array at a time, in the place of the one that it made before. What is taken
   * here is nobody else's before the end of the call.
   */
  again(before: Float64Array | undefined, length: number): Float64Array {
    if (before === undefined) return (this.lasting ??= new ArrayPool()).array(length);
    return before.length === length ? before.fill(0) : new Float64Array(length);
  }

  private made(length: number): Float64Array {
    const array = new Float64Array(length);
    if (array.length > LONGEST && this.size + array.length > MOST) return array;
    this.size += array.length - (this.arrays[this.next]?.length ?? 0);
    this.arrays[this.next++] = array;
    return array;
  }

  /** Ends all arrays. The last are given back to the system if there are too many. */
  end(): void {
    this.next = 0;
    this.lasting?.end();
    while (this.size > MOST) this.size -= this.arrays.pop()!.length;
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
    lent.end();
    this.spare = lent;
  }
}

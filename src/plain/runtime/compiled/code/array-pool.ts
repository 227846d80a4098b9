/**
 * Lends adjoints the arrays that they make, since a small new array costs more than filling it. Each function has a
 * pool of its own, which is lent to one call at a time. A call that begins meanwhile gets another pool.
 */
import { cleared } from './zeros.js';

/**
 * Longer arrays are made anew where there are many. That costs little for them, and gives their room back to the
 * system.
 */
const LONGEST = 4096;
/**
 * The count of numbers that a pool keeps from one call to the next, if nothing else is asked for: 16
 * MiB.
 */
const MOST = 2 ** 21;

/** The arrays that are kept. */
interface Kept {
  numbers: number;
}

export class ArrayPool {
  private readonly arrays: Float64Array[] = [];
  private readonly wholes: Int32Array[] = [];
  private lasting: ArrayPool | null = null;
  /** The number of arrays in use: arrays that were made after others end before them. */
  next = 0;
  /** The same of whole numbers. */
  nextWhole = 0;

  /** @param kept counts together what belongs together */
  constructor(
    private readonly most = MOST,
    private readonly kept: Kept = { numbers: 0 },
  ) {}

  /** An array of zeros. */
  array(length: number): Float64Array {
    const found = this.found(length);
    return found === null ? this.made(length) : cleared(found);
  }

  /** An array with any numbers. */
  room(length: number): Float64Array {
    return this.found(length) ?? this.made(length);
  }

  /** The same of whole numbers. Only short ones are kept. */
  ints(length: number): Int32Array {
    const found = this.wholes[this.nextWhole] as Int32Array | undefined;
    if (found?.length === length) {
      this.nextWhole++;
      return found;
    }
    const array = new Int32Array(length);
    if (length <= LONGEST) this.wholes[this.nextWhole++] = array;
    return array;
  }

  /** An array of zeros where it is not known how many there will be: those beyond what is kept are made anew. */
  shared(length: number): Float64Array {
    const found = this.found(length);
    if (found !== null) return cleared(found);
    const { kept, most } = this;
    return kept.numbers + length > most ? new Float64Array(length) : this.made(length);
  }

  /** The same of whole numbers. */
  whole(length: number): Int32Array {
    const found = this.wholes[this.nextWhole] as Int32Array | undefined;
    if (found?.length === length) {
      this.nextWhole++;
      return cleared(found);
    }
    const array = new Int32Array(length);
    const { kept, most } = this;
    if (kept.numbers + length > most) return array;
    kept.numbers += length - (found?.length ?? 0);
    this.wholes[this.nextWhole++] = array;
    return array;
  }

  private found(length: number): Float64Array | null {
    const found = this.arrays[this.next];
    if (found?.length !== length) return null;
    this.next++;
    return found;
  }

  /**
   * Zeros for a statement that makes one array at a time, in the place of the one that it made before. What is taken
   * here is nobody else's before the end of the call.
   */
  again(before: Float64Array | undefined, length: number): Float64Array {
    if (before === undefined)
      return (this.lasting ??= new ArrayPool(this.most, this.kept)).array(length);
    return before.length === length ? cleared(before) : new Float64Array(length);
  }

  private made(length: number): Float64Array {
    const array = new Float64Array(length);
    const { kept, most } = this;
    if (length > LONGEST && kept.numbers + length > most) return array;
    kept.numbers += length - (this.arrays[this.next]?.length ?? 0);
    this.arrays[this.next++] = array;
    return array;
  }

  /** Ends all arrays. The last are given back to the system if there are too many. */
  end(): void {
    this.next = 0;
    this.nextWhole = 0;
    this.lasting?.end();
    while (this.kept.numbers > this.most && this.arrays.length > 0)
      this.kept.numbers -= this.arrays.pop()!.length;
  }
}

export class ArrayPools {
  private spare: ArrayPool | null = null;

  /** @param most how many numbers are kept */
  constructor(private readonly most = MOST) {}

  borrow(): ArrayPool {
    const lent = this.spare ?? new ArrayPool(this.most);
    this.spare = null;
    return lent;
  }

  giveBack(lent: ArrayPool): void {
    lent.end();
    this.spare = lent;
  }
}

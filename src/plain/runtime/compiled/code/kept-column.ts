/**
 * Lends adjoints the column in which they keep numbers for their reverse sweep, and functions that are cut
 * into stretches the one by which these hand on numbers. Each is lent to one function at a time. One that
 * begins meanwhile gets another column, so that neither writes into what the other reads.
 */

/**
 * The count of numbers that gradients keep before loops of theirs forget what they kept, and run again
 * in their reverse sweep: 16 MiB. Tests ask for less.
 */
export const keeping = { atMost: 2 ** 21 };

const START = 1024;

class Columns {
  private spare: Float64Array | null = null;

  /** @param least how many numbers it holds at least, which may be any */
  borrow(least = 0): Float64Array {
    const { spare } = this;
    this.spare = null;
    return spare !== null && spare.length >= least
      ? spare
      : new Float64Array(Math.max(START, least));
  }

  /** A longer column with the same numbers, amortised O(1) for each. */
  grown(full: Float64Array, least: number): Float64Array {
    const longer = new Float64Array(Math.max(least, 2 * full.length));
    longer.set(full);
    return longer;
  }

  giveBack(lent: Float64Array): void {
    if (this.spare === null || this.spare.length < lent.length) this.spare = lent;
  }
}

export const column = new Columns();
export const frames = new Columns();

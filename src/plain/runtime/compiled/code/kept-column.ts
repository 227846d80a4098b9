/**
 * Lends adjoints the column in which they keep numbers for their way back. It is lent to one adjoint at a time. An
 * adjoint that begins meanwhile gets another column, so that neither writes into what the other reads.
 */

const START = 1024;
let spare: Float64Array | null = null;

export const column = {
  borrow(): Float64Array {
    const lent = spare ?? new Float64Array(START);
    spare = null;
    return lent;
  },

  /** A longer column with the same numbers, amortised O(1) for each. */
  grown(full: Float64Array, least: number): Float64Array {
    const longer = new Float64Array(Math.max(least, 2 * full.length));
    longer.set(full);
    return longer;
  },

  giveBack(lent: Float64Array): void {
    if (spare === null || spare.length < lent.length) spare = lent;
  },
};

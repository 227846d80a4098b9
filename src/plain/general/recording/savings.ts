/**
 * Counts the operations that a recording version saves, to decide whether it is worth its code. An operation of
 * the general version makes a dual and a binding in 10 ns or so. To unbox a real, to bind a result or to box a
 * pair takes half of that.
 */
const OPERATION = 2;
/** The number of times that a loop is taken to run. */
const OFTEN = 8;

export class Savings {
  private total = 0;
  private weight = 1;

  reset(): void {
    this.total = 0;
  }

  /** An operation that makes no dual. */
  gain(): void {
    this.total += OPERATION * this.weight;
  }

  /** An element of an array of floats that is not made a dual. */
  gainElement(): void {
    this.total += this.weight;
  }

  /** A real that is unboxed or boxed, or a binding. */
  lose(): void {
    this.total -= this.weight;
  }

  inLoop<T>(body: () => T): T {
    this.weight *= OFTEN;
    try {
      return body();
    } finally {
      this.weight /= OFTEN;
    }
  }

  /** True if more than one operation is saved. */
  get isWorthIt(): boolean {
    return this.total > OPERATION;
  }
}

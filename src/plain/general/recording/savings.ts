/**
 * Whether a recording version is worth its code. It saves operations of the general version, each of
 * which makes a dual and a binding in 10 ns or so; it takes reals apart, binds the results and puts
 * them together, each in half of that.
 */
const OPERATION = 2;
/** How often a loop is taken to run. */
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

  /** An element of an array of floats that becomes no dual. */
  gainElement(): void {
    this.total += this.weight;
  }

  /** A real taken apart or put together, or a binding. */
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

  /** More than one operation has to be saved. */
  get isWorthIt(): boolean {
    return this.total > OPERATION;
  }
}

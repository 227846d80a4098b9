/**
 * Dual numbers ℝ × X, for the translations that came before Deltas with ids: each pairs a primal, which is a
 * plain number, with something of its own. They differ in what that is, and in what an operation makes of
 * it.
 */
import { insistOnOwn, nextLevel, within } from '../../core/open-runs.js';
import { Dual, Run, type Operation, type Real } from '../../core/real.js';

export class StageDual<X> extends Dual {
  constructor(
    readonly run: Run,
    readonly primalNumber: number,
    readonly paired: X,
  ) {
    super();
  }
}

/** An argument of an operation: its partial, and what it is paired with; null for a constant. */
interface Term<X> {
  readonly partial: number;
  readonly of: X | null;
}

export class StageRun<X> extends Run {
  readonly level = nextLevel();

  /**
   * @param name as errors call it
   * @param combine gives what the result of an operation is paired with
   * @param show describes that for people
   */
  constructor(
    private readonly name: string,
    private readonly combine: (terms: readonly Term<X>[]) => X,
    private readonly show: (x: X) => string = () => `of ${name}`,
  ) {
    super();
  }

  apply(primitive: Operation, args: readonly Real[]): Real {
    insistOnOwn(this, this.name, args);
    const active = args.map((x) => x instanceof StageDual);
    const primals = args.map((x) => (x instanceof StageDual ? x.primalNumber : (x as number)));
    const value = primitive.value(primals);
    const partials = primitive.partials(primals, value, active) as readonly number[];
    const terms = args.map((x, k) => ({
      partial: partials[k],
      of: x instanceof StageDual ? (x.paired as X) : null,
    }));
    return new StageDual(this, value, this.combine(terms));
  }

  /** Runs `e` at `s`, and returns what its result is paired with; null if it is constant. */
  at(e: (s: readonly Real[]) => Real, s: readonly number[], input: (index: number) => X): X | null {
    return within(this, () => {
      const output = e(s.map((x, k) => new StageDual(this, x, input(k))));
      return output instanceof StageDual ? (output.paired as X) : null;
    });
  }

  primalOf(dual: Dual): number {
    return (dual as StageDual<X>).primalNumber;
  }

  describe(dual: Dual): string {
    return this.show((dual as StageDual<X>).paired);
  }
}

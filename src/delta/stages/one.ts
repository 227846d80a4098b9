/**
 * Reverse mode #1 (Figs. 5 and 6): each real is paired with a whole vector δS. Correct and simple,
 * but every operation costs O(inputs). A reference for the tests.
 */
import { product } from '../exact-zero.js';
import { insistOnOwn, nextLevel, within } from '../../core/open-runs.js';
import { Dual, Run, type Operation, type Real } from '../../core/real.js';

export class VectorDual extends Dual {
  constructor(
    readonly run: Run,
    readonly primalNumber: number,
    readonly vector: readonly number[],
  ) {
    super();
  }
}

class StageOneRun extends Run {
  readonly level = nextLevel();

  constructor(private readonly inputs: number) {
    super();
  }

  vectorOf = (x: Real): readonly number[] =>
    x instanceof VectorDual ? x.vector : new Array<number>(this.inputs).fill(0);

  apply(primitive: Operation, args: readonly Real[]): Real {
    insistOnOwn(this, 'reverse mode #1', args);
    const primals = args.map((x) => (x instanceof VectorDual ? x.primalNumber : (x as number)));
    const value = primitive.value(primals);
    const active = args.map((x) => x instanceof VectorDual);
    const partials = primitive.partials(primals, value, active) as readonly number[];
    const vectors = args.map((x, k) => scale(partials[k], this.vectorOf(x)));
    return new VectorDual(this, value, vectors.reduce(plus));
  }

  primalOf(dual: Dual): number {
    return (dual as VectorDual).primalNumber;
  }

  describe(dual: Dual): string {
    return `δS [${(dual as VectorDual).vector.join(', ')}]`;
  }
}

/** ⊗ and ⊕ of Fig. 1, at δS = Rᵃ. */
const scale = (r: number, ds: readonly number[]): readonly number[] => ds.map((x) => product(r, x));
const plus = (one: readonly number[], other: readonly number[]): readonly number[] =>
  one.map((x, k) => x + other[k]);

/** The wrapper R¹{e} of Fig. 6. O(inputs) for each operation. @example stageOne((s) => mul(s[0], s[1]))([2, 3], 1) // [3, 2] */
export const stageOne =
  (e: (s: readonly Real[]) => Real) =>
  (s: readonly number[], dt: number): readonly number[] => {
    const run = new StageOneRun(s.length);
    const oneHot = (i: number) => s.map((_, k) => (k === i ? dt : 0));
    return within(run, () => run.vectorOf(e(s.map((x, i) => new VectorDual(run, x, oneHot(i))))));
  };

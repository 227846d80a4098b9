/**
 * Reverse mode #2 (Figs. 7 and 8): each real is paired with a Delta, but nothing is let-bound,
 * so `eval₂` walks shared Deltas once for every use: exponential on x₁ = x + x, x₂ = x₁ + x₁, …
 * A reference for the tests.
 */
import { insistOnOwn, nextLevel, within } from '../../core/open-runs.js';
import { Dual, Run, type Operation, type Real } from '../../core/real.js';

type Delta2 =
  | { readonly tag: 'Zero' }
  | { readonly tag: 'OneHot'; readonly index: number }
  | { readonly tag: 'Scale'; readonly factor: number; readonly delta: Delta2 }
  | { readonly tag: 'Add'; readonly left: Delta2; readonly right: Delta2 };

export class UnsharedDual extends Dual {
  constructor(
    readonly run: Run,
    readonly primalNumber: number,
    readonly delta: Delta2,
  ) {
    super();
  }
}

const deltaOf = (x: Real): Delta2 => (x instanceof UnsharedDual ? x.delta : { tag: 'Zero' });

class StageTwoRun extends Run {
  readonly level = nextLevel();

  apply(primitive: Operation, args: readonly Real[]): Real {
    insistOnOwn(this, 'reverse mode #2', args);
    const primals = args.map((x) => (x instanceof UnsharedDual ? x.primalNumber : (x as number)));
    const value = primitive.value(primals);
    const active = args.map((x) => x instanceof UnsharedDual);
    const partials = primitive.partials(primals, value, active) as readonly number[];
    const delta = args
      .map((x, k): Delta2 => ({ tag: 'Scale', factor: partials[k], delta: deltaOf(x) }))
      .reduce((left, right) => ({ tag: 'Add', left, right }));
    return new UnsharedDual(this, value, delta);
  }

  primalOf(dual: Dual): number {
    return (dual as UnsharedDual).primalNumber;
  }

  describe(dual: Dual): string {
    return `Delta ${deltaOf(dual).tag}`;
  }
}

/**
 * `eval₂` of Fig. 8, updating the vector in place as its linear type allows; gives the number of its
 * steps. An exact 0 wins: what it scales is not walked.
 */
function eval2(x: number, delta: Delta2, vector: number[]): number {
  if (x === 0) return 1;
  switch (delta.tag) {
    case 'Zero':
      return 1;
    case 'OneHot':
      vector[delta.index] += x;
      return 1;
    case 'Scale':
      return delta.factor === 0 ? 1 : 1 + eval2(x * delta.factor, delta.delta, vector);
    case 'Add':
      return 1 + eval2(x, delta.left, vector) + eval2(x, delta.right, vector);
  }
}

/** The Delta of a function's output at `s`. */
function deltaAt(e: (s: readonly Real[]) => Real, s: readonly number[]): Delta2 {
  const run = new StageTwoRun();
  return within(run, () =>
    deltaOf(e(s.map((x, index) => new UnsharedDual(run, x, { tag: 'OneHot', index })))),
  );
}

const zeros = (s: readonly number[]): number[] => new Array<number>(s.length).fill(0);

/** The wrapper R²{e} of Fig. 8. Exponential where values are shared. @example stageTwo((s) => mul(s[0], s[1]))([2, 3], 1) // [3, 2] */
export const stageTwo =
  (e: (s: readonly Real[]) => Real) =>
  (s: readonly number[], dt: number): readonly number[] => {
    const gradient = zeros(s);
    eval2(dt, deltaAt(e, s), gradient);
    return gradient;
  };

/**
 * Counts the steps that `eval₂` takes for the gradient of `e` at `s`: the cost of lost sharing (§7).
 *
 * @example stageTwoSteps((s) => mul(s[0], s[1]))([2, 3]) // 5
 */
export const stageTwoSteps =
  (e: (s: readonly Real[]) => Real) =>
  (s: readonly number[]): number =>
    eval2(1, deltaAt(e, s), zeros(s));

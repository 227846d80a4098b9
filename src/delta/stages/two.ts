/**
 * Reverse mode #2 (Figs. 7 and 8): each real is paired with a Delta, but nothing is let-bound,
 * so `eval₂` walks shared Deltas once for every use: exponential on x₁ = x + x, x₂ = x₁ + x₁, …
 * A reference for the tests.
 */
import type { Real } from '../../core/real.js';
import { StageRun } from './stage-run.js';

type Delta2 =
  | { readonly tag: 'Zero' }
  | { readonly tag: 'OneHot'; readonly index: number }
  | { readonly tag: 'Scale'; readonly factor: number; readonly delta: Delta2 }
  | { readonly tag: 'Add'; readonly left: Delta2; readonly right: Delta2 };

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

const zero: Delta2 = { tag: 'Zero' };

/** The Delta of a function's output at `s`. */
const deltaAt = (e: (s: readonly Real[]) => Real, s: readonly number[]): Delta2 =>
  new StageRun<Delta2>('reverse mode #2', (terms) =>
    terms
      .map(({ partial, of }): Delta2 => ({ tag: 'Scale', factor: partial, delta: of ?? zero }))
      .reduce((left, right) => ({ tag: 'Add', left, right })),
  ).at(e, s, (index) => ({ tag: 'OneHot', index })) ?? zero;

const zeros = (s: readonly number[]): number[] => new Array<number>(s.length).fill(0);

/**
 * The wrapper R²{e} of Fig. 8. Exponential where values are shared.
 *
 * @example stageTwo((s) => mul(s[0], s[1]))([2, 3], 1) // [3, 2]
 */
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

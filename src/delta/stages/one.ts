/**
 * Reverse mode #1 (Figs. 5 and 6): each real is paired with a whole vector δS. Correct and simple,
 * but every operation costs O(inputs). A reference for the tests.
 */
import { product } from '../exact-zero.js';
import type { Real } from '../../core/real.js';
import { StageRun } from './stage-run.js';

type Vector = readonly number[];

/** ⊗ and ⊕ of Fig. 1, at δS = Rᵃ. */
const scale = (r: number, ds: Vector): Vector => ds.map((x) => product(r, x));
const plus = (one: Vector, other: Vector): Vector => one.map((x, k) => x + other[k]);

/**
 * The wrapper R¹{e} of Fig. 6. O(inputs) for each operation.
 *
 * @example stageOne((s) => mul(s[0], s[1]))([2, 3], 1) // [3, 2]
 */
export const stageOne =
  (e: (s: readonly Real[]) => Real) =>
  (s: readonly number[], dt: number): readonly number[] => {
    const zeros = s.map(() => 0);
    const run = new StageRun<Vector>(
      'reverse mode #1',
      (terms) => terms.map(({ partial, of }) => scale(partial, of ?? zeros)).reduce(plus),
      (vector) => `δS [${vector.join(', ')}]`,
    );
    const oneHot = (i: number) => s.map((_, k) => (k === i ? dt : 0));
    return run.at(e, s, oneHot) ?? zeros;
  };

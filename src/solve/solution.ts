/**
 * The implicit function theorem. Where residual(x, …others) = 0, x is a function of the others; its
 * derivatives follow from those of the residual alone, however x was found.
 *
 * The solver works on plain numbers, with all derivatives in progress muted. Then x is corrected
 * in ordinary operators, by x ← x − J⁻¹ residual(x, …others) with the Jacobian J at the solution
 * as a constant. If x is right up to derivatives of order k, a correction makes it right up to
 * order k + 1: it multiplies the error by 1 − J⁻¹J(x, …others), whose primal is 0. So there are as
 * many corrections as orders of derivative being taken. A correction leaves the primal alone
 * (invariant *same primal*), and records one binding for each unknown. O(order · (residual + n²))
 * after the solver's O(n³).
 */
import { definePrimitive } from '../core/primitives/primitive.js';
import { totalOrder, without } from '../core/open-runs.js';
import { primalOf, type Real } from '../core/real.js';
import type { Rows } from './linear.js';
import type { Unknowns } from './unknowns.js';

/** Equations in flat unknowns: all results are 0 at a solution. */
export type Equations = (xs: readonly Real[]) => readonly Real[];

/** A solution in plain numbers. */
export interface Found {
  readonly xs: readonly number[];
  /** The inverse of the Jacobian of the equations there. */
  readonly inverse: Rows;
}

/** The solution that `solve` finds from the primals of the unknowns, with its derivatives. */
export function solution(
  unknowns: Unknowns,
  equations: Equations,
  solve: (start: readonly number[]) => Found,
): unknown {
  if (unknowns.reals.length === 0) return unknowns.rebuild([]);
  const found = without(1, 'muted', () => solve(unknowns.reals.map(primalOf)));
  return unknowns.rebuild(corrected(found, equations));
}

function corrected({ xs, inverse }: Found, equations: Equations): readonly Real[] {
  const corrections = inverse.map(correction);
  let reals: readonly Real[] = xs;
  for (let orders = totalOrder(); orders > 0; orders--) {
    const residuals = equations(reals);
    reals = corrections.map((correct, k) => correct(reals[k], residuals));
    if (reals.every((x) => typeof x === 'number')) break;
  }
  return reals;
}

/** (x, r) ↦ x − w · r for a row w of the inverse Jacobian and an r whose primals are 0. */
function correction(weights: readonly number[]) {
  const places = weights.flatMap((weight, k) => (weight === 0 ? [] : [k]));
  const partials = [1, ...places.map((k) => -weights[k])];
  const move = definePrimitive({
    name: 'correction',
    value: ([x]) => x,
    partials: () => partials,
    formula: ['1, -w'],
    domain: { text: 'r = 0', points: [] },
    conventions: [],
  });
  return (x: Real, residuals: readonly Real[]): Real =>
    move([x, ...places.map((k) => residuals[k])]);
}

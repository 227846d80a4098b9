/**
 * Newton's method on plain numbers, for equations and their Jacobian. A step is shortened until it brings the
 * solution nearer. The measure is the step that the same Jacobian would take next, so the units of the equations do
 * not matter. The method continues until rounding stops it. O(n³) for an iteration, and the cost of the Jacobian.
 */
import { notFinite, notSolved, singularSystem } from './errors.js';
import { primalOf, type Real } from '../core/real.js';
import { jacobian } from '../derivatives/jacobian.js';
import { inverseOf, times, type Rows } from './linear.js';
import { sizeOf, type Limits } from './options.js';
import type { Equations, Found } from './solution.js';

/** The shortest part of a step that is tried. */
const SHORTEST = 2 ** -30;

/** The inverse Jacobian of equations that have no symmetry. */
export const inverseJacobian =
  (solver: string, equations: Equations) =>
  (xs: readonly number[]): Rows => {
    const rows = jacobian((unknowns: readonly Real[]) => equations(unknowns), { plan: 'reverse' });
    const inverse = inverseOf(rows([...xs]));
    if (inverse === null) throw singularSystem(solver);
    return inverse;
  };

/** @param inverseAt the inverse Jacobian; throws if there is none */
export function newton(
  solver: string,
  equations: Equations,
  inverseAt: (xs: readonly number[]) => Rows,
  start: readonly number[],
  { tolerance, maxIterations }: Limits,
): Found {
  const valuesAt = (at: readonly number[]) => equations(at).map(primalOf);
  let xs = start;
  let values = valuesAt(xs);
  let size = Infinity;
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    if (!values.every(Number.isFinite)) throw notFinite(solver, 'residual', iteration);
    const inverse = inverseAt(xs);
    const step = times(inverse, values);
    size = sizeOf(step, xs);
    if (size === 0) return { xs, inverse };
    for (let part = 1; ; part /= 2) {
      const next = xs.map((x, k) => x - part * step[k]);
      const nextValues = valuesAt(next);
      if (sizeOf(times(inverse, nextValues), xs) < (1 - part / 4) * size) {
        xs = next;
        values = nextValues;
        break;
      }
      if (size <= tolerance) return { xs, inverse };
      if (part <= SHORTEST) throw notSolved(solver, iteration, size);
    }
  }
  throw notSolved(solver, maxIterations, size);
}

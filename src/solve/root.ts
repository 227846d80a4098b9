/** Roots of systems of equations, by Newton's method. */
import { notAsManyEquations } from './errors.js';
import { call } from '../derivatives/call.js';
import type { AnyFunction } from '../derivatives/signatures.js';
import { inverseJacobian, newton } from './newton.js';
import { limitsOf, type SolverOptions } from './options.js';
import { solution, type Equations } from './solution.js';
import { Unknowns, realsOf } from './unknowns.js';

/**
 * The x near the guess with residual(x, …others) = 0, as a function of the guess and the others. The guess
 * may be any tree of reals, and x has its shape; the residual may be any tree with as many reals.
 *
 * The derivative is that of the implicit function theorem, to any order: in reverse mode one evaluation of
 * the residual is recorded for each order, not the search. The others may be any trees, and the residual may
 * use reals from outside; there is no derivative with respect to the guess. O(n³) an iteration for n
 * unknowns, and n sweeps over the residual.
 *
 * @throws DeltaTapeError if there are not as many equations as unknowns, if the Jacobian is singular on the
 *   way, or if Newton's method does not converge.
 * @example
 * const squareRoot = root((x: Real, a: Real) => sub(mul(x, x), a));
 * grad((a: Real) => squareRoot(1, a))(4) // 0.25
 */
export function root<X, O extends readonly unknown[] = never[]>(
  residual: (x: X, ...others: O) => unknown,
  options?: SolverOptions,
): (guess: X, ...others: O) => X;
export function root(residual: AnyFunction, options: SolverOptions = {}): unknown {
  const limits = limitsOf('root', options, 100);
  return (guess: unknown, ...others: unknown[]) => {
    const unknowns = new Unknowns(guess);
    const equations: Equations = (xs) => {
      const reals = realsOf(call(residual, [unknowns.rebuild(xs), ...others]));
      if (reals.length !== xs.length) throw notAsManyEquations('root', reals.length, xs.length);
      return reals;
    };
    const inverse = inverseJacobian('root', equations);
    return solution(unknowns, equations, (xs) => newton('root', equations, inverse, xs, limits));
  };
}

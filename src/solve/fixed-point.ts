/** Fixed points of contractions, by iteration. */
import { notFinite, notSolved } from './errors.js';
import { primalOf } from '../core/real.js';
import { sub } from '../core/primitives/table.js';
import { call } from '../derivatives/call.js';
import type { AnyFunction } from '../derivatives/signatures.js';
import { inverseJacobian, newton } from './newton.js';
import { limitsOf, sizeOf, type Limits, type SolverOptions } from './options.js';
import { solution, type Equations } from './solution.js';
import { Unknowns } from './unknowns.js';

/** Iterates until the step is within the tolerance. */
function iterate(step: Equations, start: readonly number[], limits: Limits): readonly number[] {
  let xs = start;
  let change = Infinity;
  for (let iteration = 0; iteration < limits.maxIterations; iteration++) {
    const next = step(xs).map(primalOf);
    if (!next.every(Number.isFinite)) throw notFinite('fixedPoint', 'step', iteration);
    const changes = next.map((x, k) => x - xs[k]);
    change = sizeOf(changes, xs);
    xs = next;
    if (change <= limits.tolerance) return xs;
  }
  throw notSolved('fixedPoint', limits.maxIterations, change);
}

/**
 * The x with x = step(x, …others) that iteration from the guess leads to, as a function of the guess and the
 * others. Iteration goes on until x changes by no more than the tolerance; Newton's method finds the last
 * digits. Trees, derivatives and reals from outside are as for `root`: the iteration is not recorded. O(n³)
 * for n unknowns, and the cost of the iteration.
 *
 * @throws DeltaTapeError if the iteration does not converge, if a step does not have the shape of the guess,
 *   or if the fixed point is not isolated.
 * @example
 * fixedPoint((x: Real) => cos(x))(1) // 0.7390851332151607
 */
export function fixedPoint<X, O extends readonly unknown[] = never[]>(
  step: (x: X, ...others: O) => NoInfer<X>,
  options?: SolverOptions,
): (guess: X, ...others: O) => X;
export function fixedPoint(step: AnyFunction, options: SolverOptions = {}): unknown {
  const limits = limitsOf('fixedPoint', options, 10_000);
  return (guess: unknown, ...others: unknown[]) => {
    const unknowns = new Unknowns(guess);
    const stepped: Equations = (xs) =>
      unknowns.read(call(step, [unknowns.rebuild(xs), ...others]), 'result of a step');
    const equations: Equations = (xs) => stepped(xs).map((next, k) => sub(xs[k], next));
    const inverse = inverseJacobian('fixedPoint', equations);
    return solution(unknowns, equations, (xs) => {
      const near = iterate(stepped, xs, limits);
      const last = { tolerance: limits.tolerance, maxIterations: 100 };
      return newton('fixedPoint', equations, inverse, near, last);
    });
  };
}

/**
 * Minima of smooth functions, by Newton's method. The first phase goes downhill: it uses the absolute values
 * of the curvatures, and makes steps short enough to get lower, until rounding hides any further gain. The
 * second phase solves for a gradient of 0, to get the last digits.
 */
import { noStrictMinimum, notFinite, notSolved } from './errors.js';
import { primalOf, type Real } from '../core/real.js';
import { valueAndGrad } from '../derivatives/grad.js';
import { hessian } from '../derivatives/hessian.js';
import type { AnyFunction, ScalarOutput } from '../derivatives/signatures.js';
import { curvatureOf, type Rows } from './linear.js';
import { newton } from './newton.js';
import { limitsOf, sizeOf, type Limits, type SolverOptions } from './options.js';
import { solution, type Equations } from './solution.js';
import { Unknowns } from './unknowns.js';

type Loss = (xs: readonly Real[]) => Real;

/** The shortest part of a step that is tried, and the part of the promised gain that a step must bring. */
const SHORTEST = 2 ** -50;
const GAIN = 1e-4;

/** Goes downhill until there is nothing to be gained. */
function descend(
  loss: Loss,
  start: readonly number[],
  { maxIterations }: Limits,
): readonly number[] {
  const lossAt = (at: readonly number[]) => primalOf(loss(at));
  let xs = start;
  let size = Infinity;
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const { value, gradient } = valueAndGrad(loss)([...xs]);
    const curvatures = hessian(loss)([...xs]);
    if (![value, ...gradient, ...curvatures.flat()].every(Number.isFinite)) {
      throw notFinite('argmin', 'loss, or a derivative of it,', iteration);
    }
    const step = curvatureOf(curvatures).downhill(gradient);
    size = sizeOf(step, xs);
    const slope = step.reduce((total, d, k) => total + d * gradient[k], 0);
    if (!(-slope > Number.EPSILON * Math.abs(value))) return xs;
    for (let part = 1; ; part /= 2) {
      if (part < SHORTEST) return xs;
      const next = xs.map((x, k) => x + part * step[k]);
      if (lossAt(next) <= value + GAIN * part * slope) {
        xs = next;
        break;
      }
    }
  }
  throw notSolved('argmin', maxIterations, size);
}

/**
 * The x at which loss(x, …others) has a minimum, downhill from the guess, as a function of the guess and the
 * others. It must be a strict minimum, with a positive definite Hessian. Trees, derivatives and reals from
 * outside are as for `root`: the derivative is that of a root of the gradient. O(n³) an iteration for n
 * unknowns, and n Hessian-vector products of the loss.
 *
 * @throws DeltaTapeError if the loss is not a real, if the search does not converge, or if it ends where the
 *   Hessian is not positive definite.
 * @example
 * const shrunk = argmin((x: Real, penalty: Real) => add(pow(sub(x, 6), 2), mul(penalty, mul(x, x))));
 * grad((penalty: Real) => shrunk(0, penalty))(1) // -1.5
 */
export function argmin<X, O extends readonly unknown[] = never[]>(
  loss: (x: X, ...others: O) => ScalarOutput,
  options?: SolverOptions,
): (guess: X, ...others: O) => X;
export function argmin(loss: AnyFunction, options: SolverOptions = {}): unknown {
  const limits = limitsOf('argmin', options, 100);
  return (guess: unknown, ...others: unknown[]) => {
    const unknowns = new Unknowns(guess);
    const flatLoss: Loss = (xs) =>
      (loss as (...args: unknown[]) => Real)(unknowns.rebuild(xs), ...others);
    const gradient: Equations = (xs) => valueAndGrad(flatLoss)(xs).gradient;
    const inverse = (xs: readonly number[]): Rows => {
      const found = curvatureOf(hessian(flatLoss)([...xs])).inverse;
      if (found === null) throw noStrictMinimum();
      return found;
    };
    return solution(unknowns, gradient, (xs) =>
      newton('argmin', gradient, inverse, descend(flatLoss, xs, limits), limits),
    );
  };
}

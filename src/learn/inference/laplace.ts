/** Laplace's approximation: the normal distribution that has the mode and the curvature there of another. */
import { invalidOption } from '../../errors/errors.js';
import { insistOnOptions } from '../../errors/options.js';
import { neg } from '../../core/primitives/table.js';
import type { Real } from '../../core/real.js';
import type { Reals, Tangent } from '../../core/types.js';
import { seedOf } from '../../derivatives/check/seed.js';
import { hessian } from '../../derivatives/hessian.js';
import { jacobian } from '../../derivatives/jacobian.js';
import type {
  AnyFunction,
  FirstArgument,
  Scalar,
  Unannotated,
} from '../../derivatives/signatures.js';
import { CholeskyDecomposition, Matrix } from '../../vendor/matrix.js';
import { minimize } from '../minimize/minimize.js';
import type { WithArgs } from '../runs/run.js';
import { FreeParameters, type Constraints } from './constraints/free-parameters.js';
import { noMode } from './errors.js';
import { Chance } from './sampling/chance.js';
import { Target } from './sampling/target.js';

/** The options of `laplace`. */
export interface LaplaceOptions<F, X> extends WithArgs<F> {
  /** As for `nuts`. */
  readonly constraints?: Constraints<X>;
}

/** A normal distribution of free reals, and what it says of the parameters. */
export interface Laplace<P> {
  /** Where the density of the free reals is largest. */
  readonly mode: P;
  /** Standard deviations of the parameters, with the constraints made linear at the mode. */
  readonly deviation: P;
  /** The covariance of the free reals, by rows. */
  readonly covariance: number[][];
  /** The logarithm of the integral of the density, for one with all its constants. */
  readonly logEvidence: number;
  /** So many draws from the approximation, the same for the same seed. */
  readonly draws: (count: number, seed?: number) => P[];
}

/**
 * Approximates a distribution by a normal one of the free reals, at the mode that `minimize` finds, with the
 * covariance that `hessian` gives there. Function, start and constraints are those of `nuts`. Use it for
 * distributions that are nearly normal, as with many data, at the price of some dozen gradients and a
 * Hessian; it says nothing about other modes, or about tails.
 *
 * @throws DeltaTapeError as `minimize`; if no mode is found, or the Hessian at it is not positive definite;
 *   if constraints do not fit.
 * @example
 * const bell = ({ x }: { x: Real }): Real => normalLogDensity(x, 3, 2);
 * const { mode, covariance, logEvidence } = laplace(bell, { x: 0 });
 * [mode.x, covariance[0][0], Math.abs(logEvidence) < 1e-12] // [3, 4, true]
 */
export function laplace<
  F,
  S extends FirstArgument<F>,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(f: Scalar<F, X, P>, start: S, options?: LaplaceOptions<F, S>): Laplace<Tangent<S>>;
export function laplace(
  f: AnyFunction,
  start: unknown,
  options: { readonly args?: readonly unknown[]; readonly constraints?: unknown } = {},
): Laplace<unknown> {
  insistOnOptions('laplace', options, { args: true, constraints: true });
  const { args = [] } = options;
  const parameters = new FreeParameters('laplace', start, options.constraints);
  const target = new Target('laplace', f, args, parameters);
  const energy = (free: Float64Array, ...data: readonly unknown[]): Real =>
    neg(target.of(free, ...data));
  const { solution, value, converged, reason } = minimize(energy, parameters.start, {
    args: args as unknown[],
  });
  if (!converged && reason !== 'no-progress')
    throw noMode(`the search for a mode ended by ${reason}`);
  const rows = hessian(energy)(solution, ...args) as unknown as ArrayLike<number>[];
  const size = solution.length;
  const factored = new CholeskyDecomposition(symmetric(size, (i, j) => rows[i][j]));
  if (!factored.isPositiveDefinite()) {
    throw noMode('its Hessian at the best point is not positive definite');
  }
  const inverse = factored.solve(Matrix.eye(size));
  const covariance = symmetric(size, (i, j) => inverse.get(i, j));
  const factor = new CholeskyDecomposition(covariance).lowerTriangularMatrix;
  const at = (free: Float64Array) => parameters.tree(parameters.numbers(free).values);
  return {
    mode: at(solution),
    deviation: parameters.tree(deviations(parameters, solution, covariance)),
    covariance: covariance.to2DArray(),
    logEvidence: logOfDiagonal(factor) + (size / 2) * Math.log(2 * Math.PI) - value,
    draws(count, seed = 0) {
      if (!Number.isInteger(seed)) throw invalidOption('seed', 'a whole number', seed);
      const chance = new Chance(seedOf(seed, 0));
      return Array.from({ length: count }, () => {
        const normal = Array.from({ length: size }, () => chance.normal());
        const free = solution.map((x, i) =>
          normal.reduce((sum, z, j) => (j > i ? sum : sum + factor.get(i, j) * z), x),
        );
        return at(free);
      });
    },
  };
}

/** The mean of both halves of a matrix that is symmetric up to rounding. */
function symmetric(size: number, at: (i: number, j: number) => number): Matrix {
  const indices = Array.from({ length: size }, (_, k) => k);
  return new Matrix(indices.map((i) => indices.map((j) => (at(i, j) + at(j, i)) / 2)));
}

const logOfDiagonal = (factor: Matrix): number =>
  factor.diagonal().reduce((sum, x) => sum + Math.log(x), 0);

/** The standard deviations of the values, by the slopes of the constraints at the mode. */
function deviations(
  parameters: FreeParameters,
  mode: Float64Array,
  covariance: Matrix,
): Float64Array {
  const values = (free: Reals): Real[] => [...parameters.constrain(free).values];
  const slopes = jacobian(values)(mode) as unknown as ArrayLike<number>[];
  return Float64Array.from(Array.from(slopes), (row) => {
    let variance = 0;
    for (let i = 0; i < row.length; i++) {
      for (let j = 0; j < row.length; j++) variance += row[i] * covariance.get(i, j) * row[j];
    }
    return Math.sqrt(variance);
  });
}

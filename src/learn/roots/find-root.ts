/** Roots of systems of equations, as runs that can be watched. */
import { insistOnOptions } from '../../errors/options.js';
import type { Primal, Tangent } from '../../core/types.js';
import type { Real } from '../../core/real.js';
import type {
  Callback,
  FirstArgument,
  ResultOf,
  Unannotated,
} from '../../derivatives/signatures.js';
import { notAsManyEquations } from '../../solve/errors.js';
import {
  LinearProblem,
  lambdaFor,
  stepFor,
  type Decomposed,
} from '../least-squares/linear-problem.js';
import { Residuals } from '../least-squares/residuals.js';
import { Problem } from '../runs/problem.js';
import { Progress, stopped, tolerance, type Point } from '../runs/progress.js';
import { reportOf } from '../runs/run-report.js';
import { runNames, type Reason, type Run, type RunOptions, type WithArgs } from '../runs/run.js';
import { shownAs } from '../runs/aligned-text.js';
import { unitOf } from '../runs/unit.js';
import { largestOf, norm, type Vector } from '../runs/vectors.js';

/** The options of `findRoot`, beside the limits of all runs. */
export interface FindRootOptions<F, X> extends RunOptions<Tangent<X>>, WithArgs<F> {
  /** A run converges when a whole Newton step is no longer than this part of the unknowns. Default 1e-12. */
  readonly stepTolerance?: number;
  /**
   * Or when residuals are no larger than this part of those at the start, as at a multiple root. Default
   * 1e-20.
   */
  readonly residualTolerance?: number;
}

/** The result of `findRoot`. `value` is the largest residual. */
export interface RootRun<X, R> extends Run<X> {
  /** As the function returns them at the solution. */
  readonly residuals: R;
}

/**
 * The shortest part of a Newton step that is tried, and the part of the promised gain that it must bring.
 */
const SHORTEST = 2 ** -16;
const GAIN = 1e-4;
/** Steps shorter than this part turn from Newton's direction to that of the steepest descent. */
const STRAIGHT = 1 / 8;

/** A part of a Newton step in scaled unknowns; a short one as by Levenberg and Marquardt. */
function partOf(decomposed: Decomposed, newton: Vector, part: number): Vector {
  if (part >= STRAIGHT) return newton.map((s) => part * s);
  return stepFor(decomposed, lambdaFor(decomposed, part * norm(newton)));
}

interface Equations extends Point {
  readonly residuals: Vector;
  /** Row by row. */
  readonly jacobian: Vector;
}

/** The lengths of rows, or 1; or of columns. */
function lengths(jacobian: Vector, size: number, byColumns: boolean): Vector {
  return Float64Array.from({ length: size }, (_, i) => {
    const at = (j: number) => (byColumns ? jacobian[j * size + i] : jacobian[i * size + j]);
    return norm(Float64Array.from({ length: size }, (__, j) => at(j))) || 1;
  });
}

/**
 * Unknowns, near a start, at which all residuals are 0: there are as many residuals as unknowns. By Newton's
 * method with the exact Jacobian; a step is cut down until residuals, in units of their derivatives, get
 * smaller, and short ones turn towards the steepest descent. Where the Jacobian is singular, the shortest of
 * the best steps is taken. Starts, `args` and runs are as for `leastSquares`. O(unknowns³) an iteration, and
 * a Jacobian.
 *
 * A run that does not converge does not throw; `root` of delta-tape/solve does, and has derivatives.
 *
 * @throws DeltaTapeError if there are not as many residuals as unknowns, or as `leastSquares`.
 * @example findRoot((x: Real) => sub(mul(x, x), 2), 1).solution // 1.4142135623730951
 */
export function findRoot<
  F,
  S extends FirstArgument<F>,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(
  equations: F & Callback<X, P>,
  start: S,
  options: FindRootOptions<F, S> = {},
): RootRun<Tangent<S>, Primal<ResultOf<F>>> {
  insistOnOptions('findRoot', options, {
    ...runNames,
    stepTolerance: true,
    residualTolerance: true,
  });
  const tolerances = {
    step: tolerance('stepTolerance', options.stepTolerance ?? 1e-12),
    residual: tolerance('residualTolerance', options.residualTolerance ?? 1e-20),
  };
  const problem = new Problem('findRoot', start, undefined);
  const defaults = { maxIterations: 200, maxEvaluations: 5000 };
  const progress = new Progress<Tangent<S>>(problem, options, defaults);
  const args: readonly unknown[] = options.args ?? [];
  const found = new Residuals(equations, args, problem);
  let last: Vector = problem.start;
  const run = progress.result(() =>
    newton(found, problem, tolerances, progress, (x) => (last = x)),
  );
  const elements = found.tree(last);
  const residuals = elements.rebuild(found.numbers(elements)) as Primal<ResultOf<F>>;
  return shownAs({ ...run, residuals }, () => reportOf(problem, run, 'largest residual'));
}

function newton(
  equations: Residuals,
  problem: Problem,
  tolerances: { readonly step: number; readonly residual: number },
  progress: Pick<Progress<never>, 'evaluating' | 'iterating' | 'reached' | 'showAs'>,
  at: (x: Vector) => void,
): Reason {
  const size = problem.size;
  let unit = 0;
  progress.showAs(({ value, gradientNorm }) => ({
    value: value * unit,
    gradientNorm: gradientNorm * unit * unit,
  }));
  const residualsAt = (x: Vector): Vector => {
    progress.evaluating('functions');
    const residuals = equations.numbers(equations.tree(x));
    if (residuals.length !== size) throw notAsManyEquations('findRoot', residuals.length, size);
    if (unit === 0) unit = unitOf(largestOf(residuals));
    return residuals.map((r) => r / unit);
  };
  const pointAt = (x: Vector, residuals: Vector): Equations => {
    progress.evaluating('derivatives');
    const jacobian = equations.jacobian(x, size).map((entry) => entry / unit);
    const gradient = new Float64Array(size);
    for (let k = 0; k < jacobian.length; k++) {
      gradient[k % size] += jacobian[k] * residuals[Math.floor(k / size)];
    }
    const gradientNorm = jacobian.every(Number.isFinite) ? largestOf(gradient) : NaN;
    const point = { x, value: largestOf(residuals), gradientNorm, residuals, jacobian };
    at(x);
    progress.reached(point);
    return point;
  };
  let point = pointAt(problem.start, residualsAt(problem.start));
  const first = lengths(point.jacobian, size, false);
  const sizeOf = (residuals: Vector) => norm(residuals.map((r, i) => r / first[i]));
  const small = tolerances.residual * sizeOf(point.residuals);
  for (;;) {
    const { x, residuals, jacobian } = point;
    if (point.value === 0) return 'exact';
    if (sizeOf(residuals) <= small) return 'value';
    progress.iterating();
    const units = lengths(jacobian, size, false);
    const weighed = (r: Vector) => r.map((ri, i) => ri / units[i]);
    const rows = jacobian.map((entry, k) => entry / units[Math.floor(k / size)]);
    const columns = lengths(rows, size, true);
    const { decomposed } = new LinearProblem(rows, weighed(residuals), columns);
    const full = stepFor(decomposed, 0);
    const isLast = full.every(
      (s, j) => Math.abs(s / columns[j]) <= tolerances.step * Math.abs(x[j]),
    );
    const before = norm(weighed(residuals));
    let next: { readonly x: Vector; readonly residuals: Vector } | null = null;
    for (let part = 1; part >= SHORTEST && next === null; part /= 2) {
      const step = partOf(decomposed, full, part);
      const trial = x.map((xj, j) => xj + step[j] / columns[j]);
      const there = residualsAt(trial);
      if (norm(weighed(there)) < (1 - GAIN * part) * before) next = { x: trial, residuals: there };
      else if (isLast) return decomposed.rank === size ? 'step' : stuck();
    }
    if (next === null) return stuck();
    point = pointAt(next.x, next.residuals);
    if (isLast && decomposed.rank === size) return point.value === 0 ? 'exact' : 'step';
  }
}

function stuck(): never {
  throw stopped('no-progress');
}

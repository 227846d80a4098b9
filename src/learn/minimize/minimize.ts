/** Minima of functions of many unknowns. */
import { invalidOption } from '../../errors/errors.js';
import { insistOnOptions } from '../../errors/options.js';
import type { Real } from '../../core/real.js';
import type { Tangent } from '../../core/types.js';
import type {
  AnyFunction,
  FirstArgument,
  Scalar,
  Unannotated,
} from '../../derivatives/signatures.js';
import { Domain, edgeFor } from '../runs/domain.js';
import type { Limits } from '../runs/bounds.js';
import { Problem } from '../runs/problem.js';
import { Progress, tolerance } from '../runs/progress.js';
import { reportOf } from '../runs/run-report.js';
import { runNames, type Bounds, type Run, type RunOptions, type WithArgs } from '../runs/run.js';
import { shownAs } from '../runs/aligned-text.js';
import { cg } from './cg.js';
import { lbfgs } from './lbfgs.js';
import { iterate, type Method, type Search } from './descent.js';
import { newtonCg } from './newton-cg.js';
import { Objective, type Evaluated } from './objective.js';
import { trustRegion } from './trust-region.js';

/** The methods of `minimize`. */
export type MinimizeMethod = 'lbfgs' | 'cg' | 'newton-cg' | 'trust-region';

/** The options of `minimize`, beside the limits of all runs. */
export interface MinimizeOptions<F, X> extends RunOptions<Tangent<X>>, WithArgs<F> {
  /**
   * `lbfgs`, which is the default, remembers a few steps; `cg` only one; `newton-cg` and `trust-region` take
   * Hessian-vector products, and few iterations.
   */
  readonly method?: MinimizeMethod;
  /** For `lbfgs`. */
  readonly bounds?: Bounds<X>;
  /**
   * A run converges where no entry of the gradient is larger than this, or than this part of the largest one at the
   * start if that is below 1. Default 1e-8.
   */
  readonly gradientTolerance?: number;
  /** Or when two iterations in succession change the value by no more than this part of it. Default 1e-15. */
  readonly valueTolerance?: number;
  /** Or each unknown by no more than this part of it. Default 1e-15. */
  readonly stepTolerance?: number;
}

/** The same of any function. */
type Asked = Omit<MinimizeOptions<AnyFunction, unknown>, 'onIteration' | 'bounds' | 'args'> &
  RunOptions<never> & { readonly bounds?: Limits; readonly args?: readonly unknown[] };

const methods: Readonly<Record<MinimizeMethod, Method>> = {
  lbfgs,
  cg,
  'newton-cg': newtonCg,
  'trust-region': trustRegion,
};

/**
 * The unknowns, near a start and downhill from it, for which a smooth function is least. The start is any tree of
 * numbers, and the solution has its shape; `args` are the function's other arguments. An iteration takes a value with
 * its gradient, seldom more, and O(unknowns).
 *
 * A run that does not converge does not throw: `converged` and `reason` say so. It finds a local minimum, and does not
 * look for others.
 *
 * @throws DeltaTapeError as `valueAndGrad`; if an option is unknown or invalid, if bounds cross or do not have the shape of the start,
 *   or if it is called on dual numbers (`argmin` of delta-tape/solve has derivatives).
 * @example
 * const bowl = ({ a, b }: { a: Real; b: Real }) => add(pow(sub(a, 3), 2), pow(sub(b, a), 4));
 * minimize(bowl, { a: 0, b: 1 }, { method: 'trust-region' }).converged // true
 */
export function minimize<
  F,
  S extends FirstArgument<F>,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(f: Scalar<F, X, P>, start: S, options?: MinimizeOptions<F, S>): Run<Tangent<S>>;
export function minimize(f: AnyFunction, start: unknown, options: Asked = {}): Run<unknown> {
  insistOnOptions('minimize', options, {
    ...runNames,
    method: true,
    bounds: true,
    gradientTolerance: true,
    valueTolerance: true,
    stepTolerance: true,
  });
  const { method = 'lbfgs', bounds } = options;
  const { gradientTolerance = 1e-8, valueTolerance = 1e-15, stepTolerance = 1e-15 } = options;
  if (!Object.hasOwn(methods, method)) {
    throw invalidOption('method', Object.keys(methods).join(', '), method);
  }
  if (bounds !== undefined && method !== 'lbfgs') {
    throw invalidOption('method', 'lbfgs where there are bounds', method);
  }
  const tolerances = {
    gradientTolerance: tolerance('gradientTolerance', gradientTolerance),
    valueTolerance: tolerance('valueTolerance', valueTolerance),
    stepTolerance: tolerance('stepTolerance', stepTolerance),
  };
  const problem = new Problem('minimize', start, bounds);
  const defaults = { maxIterations: 15_000, maxEvaluations: 30_000 };
  const progress = new Progress<never>(problem, options, defaults);
  const objective = new Objective(f, options.args ?? [], problem, progress);
  progress.showAs(({ value, gradientNorm }) => ({
    value: value * objective.unit,
    gradientNorm: gradientNorm * objective.unit,
  }));
  const { start: x, box } = problem;
  const domain = new Domain(box, (at) => {
    const { value, gradientNorm } = objective.at(at);
    objective.takeOutside();
    return Number.isFinite(value) && Number.isFinite(gradientNorm);
  });
  let last: Evaluated | null = null;
  const search: Search = {
    ...{ objective, start: x, box, domain, tolerances },
    reached(point) {
      last = point;
      progress.reached(point);
    },
    iterating: () => progress.iterating(),
  };
  const run = progress.result(
    () => iterate(search, methods[method](search), lbfgs(search)),
    (reason) => edgeFor(reason, problem, domain, last!, (at) => ({ value: objective.valueAt(at) })),
  );
  return shownAs(run, () => reportOf(problem, run, 'value'));
}

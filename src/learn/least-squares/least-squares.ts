/** Least squares: unknowns that make a sum of squares, or of robust losses, as small as possible. */
import { invalidOption } from '../../errors/errors.js';
import { insistOnOptions, type OptionNames } from '../../errors/options.js';
import type { Primal, Tangent } from '../../core/types.js';
import type { Real } from '../../core/real.js';
import type {
  Callback,
  FirstArgument,
  ResultOf,
  Unannotated,
} from '../../derivatives/signatures.js';
import type { JacobianOf } from '../../derivatives/jacobian.js';
import type { SparsityPattern } from '../../derivatives/sparse/pattern.js';
import { Domain, edgeFor } from '../runs/domain.js';
import { Problem } from '../runs/problem.js';
import { Progress, positive, tolerance } from '../runs/progress.js';
import { runNames, type Bounds, type Run, type RunOptions, type WithArgs } from '../runs/run.js';
import { shownAs } from '../runs/aligned-text.js';
import type { Costs, LeastSquaresPoint } from './costs.js';
import { losses, type Loss } from './losses.js';
import { flatUnknowns } from './flat-unknowns.js';
import { fitReport } from './fit-report.js';
import { goodnessOf } from './goodness.js';
import { ProjectedCosts } from './projected-costs.js';
import { Residuals } from './residuals.js';
import { search } from './search.js';
import type { Method } from './trusted-steps.js';
import { bandOf, Uncertainty, type Band, type BandOptions } from './uncertainty.js';
import { WeighedCosts } from './weighed-costs.js';

/** The options of `leastSquares`, beside the limits of all runs. */
export interface LeastSquaresOptions<F, X> extends RunOptions<Tangent<X>>, WithArgs<F> {
  /** Levenberg–Marquardt steps, which is the default, or Powell's dogleg. */
  readonly method?: Method;
  /**
   * For many unknowns of which each residual depends on few: `true`, or the pattern of the Jacobian if it is
   * known, as for `jacobian`.
   */
  readonly sparse?: boolean | SparsityPattern;
  readonly bounds?: Bounds<X>;
  /**
   * Unknowns in which the residuals are linear, by their places in the tree, such as `['size', 'floor']`; a
   * place stands for all below it. They are solved for at each step (variable projection), so their start
   * does not matter. They have no bounds.
   */
  readonly linear?: readonly string[];
  /** Standard deviations of the residuals: a tree in their shape, or one number. */
  readonly sigma?: Tangent<ResultOf<F>> | number;
  /** True if `sigma` is right as it is. By default its scale is estimated from the residuals. */
  readonly absoluteSigma?: boolean;
  /** The loss of each residual r: `linear` is r², which is the default; the others grow more slowly. */
  readonly loss?: Loss;
  /** Residuals of this size, in units of `sigma`, begin to count as outliers. Default 1. */
  readonly lossScale?: number;
  /** A run converges when an iteration changes the value by no more than this part of it. Default 1e-14. */
  readonly valueTolerance?: number;
  /** Or when a step is no longer than this part of the unknowns, as they are scaled. Default 1e-12. */
  readonly stepTolerance?: number;
  /** Or when all columns of the Jacobian are orthogonal to the residuals, up to this cosine. Default 1e-12. */
  readonly gradientTolerance?: number;
}

/** The result of `leastSquares`. `value` is half the sum of the squares, or of the losses. */
export interface LeastSquaresRun<X, R> extends Run<X> {
  /** As the function returns them at the solution. */
  readonly residuals: R;
  /**
   * The tree of the unknowns with a tree of covariances in the place of each. Unknowns that the residuals
   * leave open have the variance Infinity, and covariances NaN; so have all where there are not more
   * residuals than unknowns.
   */
  readonly covariance: JacobianOf<X, X>;
  /** The same with correlations, NaN for unknowns that the residuals leave open. */
  readonly correlations: JacobianOf<X, X>;
  /** The square roots of the variances. */
  readonly standardErrors: X;
  /** The rank of the Jacobian at the solution. */
  readonly rank: number;
  /** The unknowns that the residuals leave open, by their places in the tree. */
  readonly undetermined: readonly string[];
  /** Residuals less the rank. */
  readonly degreesOfFreedom: number;
  /**
   * The sum of the squares of residuals in units of `sigma`, or of their losses, divided by the degrees of
   * freedom; NaN without these.
   */
  readonly reducedChiSquared: number;
  /**
   * Akaike's and Schwarz's criteria (−2 ln L + 2 k and −2 ln L + k ln n) for normal residuals, by which
   * models of the same data are compared: lower is better. k counts the rank, and the scale of the residuals
   * unless `absoluteSigma` is set. NaN for robust losses.
   */
  readonly aic: number;
  readonly bic: number;
  /**
   * Returns the predictions of a model at the solution, with the confidence band that the covariances give,
   * pointwise. The arguments of the model after the first are `args`.
   */
  readonly band: <M extends (unknowns: never, ...args: never[]) => unknown>(
    model: M,
    options?: BandOptions & WithArgs<M>,
  ) => Band<Primal<ReturnType<M>>>;
}

const optionNames: OptionNames<LeastSquaresOptions<unknown, unknown>> = {
  ...runNames,
  method: true,
  sparse: true,
  bounds: true,
  linear: true,
  sigma: true,
  absoluteSigma: true,
  loss: true,
  lossScale: true,
  valueTolerance: true,
  stepTolerance: true,
  gradientTolerance: true,
};

const methods: readonly Method[] = ['lm', 'dogleg'];

/**
 * The unknowns for which half the sum of the squares of the residuals is least, downhill from a start, with
 * their covariances. The start is any tree of numbers, the residuals any tree of reals, by convention
 * observed less fitted values; `args` are the residuals' other arguments. Steps are those of a linear model
 * with the exact Jacobian, within a trust region; scales of the unknowns do not matter.
 *
 * A run that does not converge does not throw: `converged` and `reason` say so. O(residuals · unknowns²) an
 * iteration, and a Jacobian. With `sparse`, conjugate gradients find the steps: O(entries) each, some ten to
 * a thousand an iteration. The fields that describe uncertainty are then computed when they are first read,
 * from the whole Jacobian.
 *
 * @throws DeltaTapeError if an option is unknown or invalid, if a tree has the wrong shape, if bounds cross,
 *   or if it is called on dual numbers.
 * @example
 * const line = ({ a, b }: { a: Real; b: Real }) => [1, 2, 4].map((y, x) => sub(y, add(a, mul(b, x))));
 * leastSquares(line, { a: 0, b: 0 }).solution.b // 1.5
 */
export function leastSquares<
  F,
  S extends FirstArgument<F>,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(
  residuals: F & Callback<X, P>,
  start: S,
  options: LeastSquaresOptions<F, S> = {},
): LeastSquaresRun<Tangent<S>, Primal<ResultOf<F>>> {
  insistOnOptions('leastSquares', options, optionNames);
  const { method = 'lm', loss = 'linear', lossScale = 1, absoluteSigma = false } = options;
  const { sparse = false } = options;
  const { valueTolerance = 1e-14, stepTolerance = 1e-12, gradientTolerance = 1e-12 } = options;
  if (!methods.includes(method)) throw invalidOption('method', methods.join(' or '), method);
  if (!Object.hasOwn(losses, loss)) {
    throw invalidOption('loss', Object.keys(losses).join(', '), loss);
  }
  const tolerances = {
    valueTolerance: tolerance('valueTolerance', valueTolerance),
    stepTolerance: tolerance('stepTolerance', stepTolerance),
    gradientTolerance: tolerance('gradientTolerance', gradientTolerance),
  };
  const problem = new Problem('leastSquares', start, options.bounds);
  const args: readonly unknown[] = options.args ?? [];
  const defaults = { maxIterations: 1000, maxEvaluations: 10_000 };
  const progress = new Progress<Tangent<S>>(problem, options, defaults);
  const found = new Residuals(residuals, args, problem);
  const scale = positive('lossScale', lossScale);
  const costs = new WeighedCosts(found, progress, loss, scale, options.sigma, sparse);
  progress.showAs(({ value, gradientNorm }) => ({
    value: value * costs.unit * costs.unit,
    gradientNorm: gradientNorm * costs.unit * costs.unit,
  }));
  const isLinear = linearUnknowns(options.linear, problem);
  const projected = isLinear && new ProjectedCosts(costs, problem.start, isLinear);
  if (projected !== null && (sparse !== false || loss !== 'linear'))
    throw invalidOption(
      'linear',
      'left out with sparse, and with losses that are not linear',
      options.linear,
    );
  const searched: Costs = projected ?? costs;
  const reduced = projected?.reduced ?? ((all: Float64Array) => all);
  const fullAt = (at: Float64Array) => projected?.full(at) ?? at;
  const box = problem.box && {
    lower: reduced(problem.box.lower),
    upper: reduced(problem.box.upper),
  };
  const domain = new Domain(box, (at) => Number.isFinite(searched.cost(at)));
  let last: LeastSquaresPoint | null = null;
  const told = {
    get iterations() {
      return progress.iterations;
    },
    iterating: () => progress.iterating(),
    reached: (point: LeastSquaresPoint) => progress.reached({ ...point, x: fullAt(point.x) }),
  };
  const names = { names: problem.names.filter((_, j) => isLinear?.[j] !== true) };
  const run = progress.result(
    () =>
      search(
        searched,
        reduced(problem.start),
        box,
        domain,
        method,
        tolerances,
        told as never,
        (at) => (last = at),
      ),
    (reason) => edgeFor(reason, names, domain, last!, (at) => costs.notFiniteAt(fullAt(at))),
  );
  if (projected !== null) {
    const full = fullAt(last!.x);
    const found = costs.linear(full);
    last = { ...last!, x: full, ...found };
  }
  const { x, residuals: weighed, jacobian, value: cost } = last!;
  const rows = weighed.length;
  const unsure = once(() => {
    const known = absoluteSigma ? { deviation: 1 / costs.unit } : { cost };
    const isFlat = flatUnknowns(costs, problem.box, last!);
    return new Uncertainty(
      problem,
      jacobian.without((j) => isFlat[j]),
      rows,
      known,
    );
  });
  const goodness = once(() => {
    const { unit, logDeviations } = costs;
    const { rank } = unsure();
    const isNormal = loss === 'linear';
    const isAbsolute = absoluteSigma;
    return goodnessOf({ cost, unit, residuals: rows, rank, logDeviations, isAbsolute, isNormal });
  });
  const parts = {
    ...run,
    residuals: costs.tree(x) as Primal<ResultOf<F>>,
    band: <M extends (unknowns: never, ...args: never[]) => unknown>(
      model: M,
      asked: BandOptions & WithArgs<M> = {},
    ) => {
      insistOnOptions('band', asked, { level: true, args: true });
      const given: readonly unknown[] = asked.args ?? [];
      const band = bandOf(unsure(), problem, x, model, given, absoluteSigma, asked);
      return band as Band<Primal<ReturnType<M>>>;
    },
  };
  const result = whenRead(parts, {
    covariance: () => unsure().covarianceTree as JacobianOf<Tangent<S>, Tangent<S>>,
    correlations: () => unsure().correlationTree as JacobianOf<Tangent<S>, Tangent<S>>,
    standardErrors: () => problem.tree(unsure().standardErrors) as Tangent<S>,
    rank: () => unsure().rank,
    undetermined: () => unsure().undetermined,
    degreesOfFreedom: () => unsure().degreesOfFreedom,
    reducedChiSquared: () => goodness().reducedChiSquared,
    aic: () => goodness().aic,
    bic: () => goodness().bic,
  });
  return shownAs(result, () => {
    const known = sparse === false ? { uncertainty: unsure(), goodness: goodness() } : null;
    return fitReport({ problem, run, x, residuals: rows, isAbsolute: absoluteSigma, known });
  });
}

/** Which unknowns the option `linear` names; null if it is left out. */
function linearUnknowns(
  linear: readonly string[] | undefined,
  { names, box }: Problem,
): boolean[] | null {
  if (linear === undefined) return null;
  const isIn = (name: string, place: string) =>
    name === place || name.startsWith(`${place}.`) || name.startsWith(`${place}[`);
  const stray = linear.find((place) => !names.some((name) => isIn(name, place)));
  if (stray !== undefined)
    throw invalidOption('linear', `places of unknowns, which are ${names.join(', ')}`, stray);
  const isLinear = names.map((name) => linear.some((place) => isIn(name, place)));
  const bound = isLinear.findIndex(
    (is, j) => is && box !== null && (box.lower[j] > -Infinity || box.upper[j] < Infinity),
  );
  if (bound >= 0) throw invalidOption('linear', 'unknowns without bounds', names[bound]);
  return isLinear;
}

/** Computes once, when it is first asked for. */
function once<T>(compute: () => T): () => T {
  let found: { readonly value: T } | null = null;
  return () => (found ??= { value: compute() }).value;
}

/** Adds properties that are computed when they are first read: covariances of large problems are dear. */
function whenRead<T extends object, L extends object>(
  result: T,
  later: { readonly [K in keyof L]: () => L[K] },
): T & L {
  for (const name of Object.keys(later) as (keyof L)[])
    Object.defineProperty(result, name, { get: once(later[name]), enumerable: true });
  return result as T & L;
}

/**
 * Trust regions for sums of squares: Levenberg–Marquardt steps (Moré, 1978, with MINPACK's scaling of unknowns and
 * its rules for the radius), or Powell's dogleg. A step that is refused is tried once more, bent. If the cost falls
 * towards a bound, an unknown at that bound is held there for an iteration. Steps that leave the box are cut back to it.
 */
import type { Domain } from '../runs/domain.js';
import { project, type Box } from '../runs/bounds.js';
import { gradientSize } from '../runs/problem.js';
import { stopped, type Progress } from '../runs/progress.js';
import type { Reason } from '../runs/run.js';
import { along, dot, minus, norm, shrunk, stretched, type Vector } from '../runs/vectors.js';
import { bent, type Trial } from './bend.js';
import type { Costs, LeastSquaresPoint } from './costs.js';
import { flatUnknowns } from './flat-unknowns.js';
import type { Matrix } from './weighed-jacobian.js';
import { stepsBy, type Method } from './trusted-steps.js';

interface Tolerances {
  readonly valueTolerance: number;
  readonly stepTolerance: number;
  readonly gradientTolerance: number;
}

/** Takes the larger one of two scales of each unknown. An unknown on which nothing depends has the scale 1. */
const grown = (before: Vector | null, now: Vector): Vector =>
  now.map((x, j) => Math.max(before?.[j] ?? 0, x) || 1);

/** The Jacobian without the columns of unknowns that are held at a bound. */
function freed({ x, gradient, jacobian }: LeastSquaresPoint, box: Box | null): Matrix {
  if (box === null) return jacobian;
  return jacobian.without(
    (j) => (x[j] <= box.lower[j] && gradient[j] > 0) || (x[j] >= box.upper[j] && gradient[j] < 0),
  );
}

/** The part of the promised gain that a step must bring. */
const GAIN = 1e-4;

/**
 * The part of residuals below which a change does not count: an unknown so near to a bound that the
 * rest would change them by no more is put on the bound.
 */
const NEGLIGIBLE = 1e-12;

/** Searches until it converges; `at` hears of every point that is reached. */
export function search(
  costs: Costs,
  start: Vector,
  given: Box | null,
  domain: Domain,
  method: Method,
  tolerances: Tolerances,
  progress: Pick<Progress<never>, 'iterations' | 'iterating' | 'reached'>,
  at: (point: LeastSquaresPoint) => void,
): Reason {
  const pointAt = (x: Vector, value: number): LeastSquaresPoint => {
    const { residuals, jacobian } = costs.linear(x);
    const gradient = jacobian.pulled(residuals);
    const gradientNorm = jacobian.isFinite ? gradientSize(x, gradient, given) : NaN;
    return { x, value, residuals, jacobian, gradient, gradientNorm };
  };
  const reached = (point: LeastSquaresPoint) => {
    at(point);
    progress.reached(point);
  };
  const { valueTolerance, stepTolerance, gradientTolerance } = tolerances;
  /**
   * Ends at a value of 0, which may come from rounding: a robust loss of residuals far below its scale is 0, and so
   * are squares of residuals far below the unit of the start. In these cases the fit is exact only if every residual
   * is 0.
   */
  const exact = ({ x, residuals }: LeastSquaresPoint): Reason => {
    const isTiny = costs.residuals(x) !== null && costs.unit <= 1;
    if (isTiny || residuals.every((r) => r === 0)) return 'exact';
    throw stopped('no-progress');
  };
  /** Where the cost does not change with some unknown, a lower one may be anywhere. */
  const ended = (at: LeastSquaresPoint, reason: Reason): Reason => {
    if (flatUnknowns(costs, given, at).includes(true)) throw stopped('flat-region');
    return reason;
  };
  /** Where nothing changes any more, the gradient must be small: else something else keeps the run. */
  const settledAs = (at: LeastSquaresPoint, scales: Vector, reason: Reason): Reason => {
    if (domain.holds(at.x, at.gradient)) throw stopped('edge-of-domain');
    if (isFlat(at, scales, domain.box, domain.isNear ? NEAR_EDGE : COSINE))
      return ended(at, reason);
    throw stopped(domain.isNear ? 'edge-of-domain' : 'no-progress');
  };
  /** The point with unknowns at the bounds that are as near as makes no difference; null if there are none. */
  const besideBounds = (
    { x, value }: LeastSquaresPoint,
    gaps: Vector,
  ): LeastSquaresPoint | null => {
    if (domain.box === null) return null;
    const next = x.slice();
    project(next, domain.box, gaps);
    if (next.every((xj, j) => xj === x[j])) return null;
    const there = costs.cost(next);
    return there <= value * (1 + NEGLIGIBLE) ? pointAt(next, there) : null;
  };
  let point = pointAt(start, costs.cost(start));
  reached(point);
  let scales: Vector | null = null;
  let radius = 0;
  for (;;) {
    const { x, value, gradient } = point;
    if (value === 0) return exact(point);
    const norms = point.jacobian.columnNorms();
    if (isStationary(point, norms, domain.box, gradientTolerance)) {
      if (!domain.holds(x, gradient)) return ended(point, 'gradient');
      if (!domain.hasMoved(x, gradient)) throw stopped('edge-of-domain');
      radius = Math.max(radius, norm(stretched(x, scales ?? norms)));
      continue;
    }
    progress.iterating();
    const { box } = domain;
    const first = scales === null;
    scales = grown(scales, norms);
    // Without a size of the unknowns, the first step may have any length.
    if (first) radius = costs.firstRadius * norm(stretched(x, scales)) || Infinity;
    const free = freed(point, box);
    const steps = stepsBy(method, free, point.residuals, scales);
    const gaps = norms.map((size) => (NEGLIGIBLE * Math.sqrt(2 * value)) / (size || 1));
    const model = { from: point, free, steps, scales, box };
    for (;;) {
      const scaled = steps.within(radius);
      const reach = norm(scaled);
      const next = along(x, 1, shrunk(scaled, scales));
      if (box !== null) project(next, box);
      const taken = minus(next, x);
      const length = norm(stretched(taken, scales));
      if (first && progress.iterations === 0) radius = Math.min(radius, reach);
      const slope = dot(taken, gradient);
      const promised = point.jacobian.times(taken);
      const predicted = -(slope + 0.5 * dot(promised, promised));
      const isBetter = (trial: Trial) =>
        predicted > 0 && trial.value < value && value - trial.value >= GAIN * predicted;
      const straight = { x: next, value: length > 0 ? costs.cost(next) : value };
      if (!Number.isFinite(straight.value)) domain.meet(next);
      const isNegligible = !(predicted > valueTolerance * value);
      const trial =
        isNegligible || isBetter(straight) ? straight : bent(costs, model, straight, promised);
      const actual = value - trial.value;
      const ratio = predicted > 0 ? actual / predicted : 0;
      if (!(ratio > 0.25)) {
        const part = actual >= 0 ? 0.5 : (0.5 * slope) / (slope + actual);
        const cut = trial.value > 100 * value || !(part >= 0.1) ? 0.1 : part;
        radius = cut * Math.min(radius, 10 * reach);
      } else if (ratio >= 0.75) radius = Math.max(radius, 2 * reach);
      const settled =
        Math.abs(actual) <= valueTolerance * value &&
        predicted <= valueTolerance * value &&
        ratio <= 2;
      const isShort = radius <= stepTolerance * norm(stretched(x, scales)) || length === 0;
      const candidate = isBetter(trial) ? pointAt(trial.x, trial.value) : null;
      // Where there is a value and no derivative, a step is too long as well.
      const isUsable = candidate !== null && Number.isFinite(candidate.gradientNorm);
      if (isUsable) {
        point = candidate;
        reached(point);
        domain.moved();
        if (point.value === 0) return exact(point);
      } else if (candidate !== null) radius = reach / 4;
      if (candidate !== null && !isUsable && !isShort) continue;
      if (settled || isShort) {
        const beside = besideBounds(point, gaps);
        if (beside !== null) {
          point = beside;
          reached(point);
          break;
        }
        const { x: here, gradient: slopes } = point;
        const isFree =
          (!isFlat(point, scales, domain.box, COSINE) && domain.wallsFrom(here)) ||
          (domain.holds(here, slopes) && domain.hasMoved(here, slopes));
        if (!isFree) return settledAs(point, scales, settled ? 'value' : 'step');
        radius = norm(stretched(here, scales));
        break;
      }
      if (radius < Number.MIN_VALUE) throw stopped('no-progress');
      if (isUsable) break;
    }
  }
}

/** True if the residuals are as good as orthogonal to every change that the unknowns can make. */
function isStationary(
  { x, gradient, value }: LeastSquaresPoint,
  norms: Vector,
  box: Box | null,
  tolerance: number,
): boolean {
  const size = Math.sqrt(2 * value);
  return gradient.every((g, j) => {
    const atBound = box !== null && (g > 0 ? x[j] <= box.lower[j] : x[j] >= box.upper[j]);
    return g === 0 || atBound || Math.abs(g) <= tolerance * norms[j] * size;
  });
}

/** Residuals are as good as orthogonal up to this cosine, where rounding lets them get no further. */
const COSINE = 1e-3;
/** The same where an edge of the domain may have stopped the run. */
const NEAR_EDGE = 1e-8;
/** The rounding error that residuals may have, in units of the numbers they are computed from. */
const ROUNDING = 64 * Number.EPSILON;

/**
 * True if the gradient can be that of a minimum: small, or no more than the rounding error of
 * residuals.
 */
function isFlat(
  point: LeastSquaresPoint,
  scales: Vector,
  box: Box | null,
  cosine: number,
): boolean {
  const { x, residuals, jacobian } = point;
  const norms = jacobian.columnNorms();
  if (isStationary(point, norms, box, cosine)) return true;
  const free = freed(point, box);
  const step = shrunk(stepsBy('lm', free, residuals, scales).within(Infinity), scales);
  return norm(free.times(step)) <= ROUNDING * (norm(stretched(x, norms)) + norm(residuals));
}

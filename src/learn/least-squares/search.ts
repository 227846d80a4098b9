/**
 * Trust regions for sums of squares: Levenberg–Marquardt steps (Moré, 1978, with MINPACK's scaling of unknowns and
 * its rules for the radius), or Powell's dogleg. If the cost falls towards a bound, an unknown at that bound is held
 * there for an iteration. Steps that leave the box are cut back to it.
 */
import { gradientSize, project, type Box } from '../runs/problem.js';
import { Stopped, type Point, type Progress } from '../runs/progress.js';
import type { Reason } from '../runs/run.js';
import { norm, type Vector } from '../runs/vectors.js';
import type { Matrix } from './matrix.js';
import { stepsBy, type Method } from './steps.js';

interface Tolerances {
  readonly valueTolerance: number;
  readonly stepTolerance: number;
  readonly gradientTolerance: number;
}

/** What the search works on: residuals as they are weighed. */
export interface Costs {
  cost(x: Vector): number;
  /** Residuals and their Jacobian, such that half the sum of squares has the slope of the cost. */
  linear(x: Vector): { readonly residuals: Vector; readonly jacobian: Matrix };
}

export interface LeastSquaresPoint extends Point {
  readonly residuals: Vector;
  readonly jacobian: Matrix;
  readonly gradient: Vector;
}

/** The larger of two scales each; what nothing depends on has the scale 1. */
const grown = (before: Vector | null, now: Vector): Vector =>
  now.map((x, j) => Math.max(before?.[j] ?? 0, x) || 1);

/** The Jacobian without the columns of unknowns that are held at a bound. */
function freed({ x, gradient, jacobian }: LeastSquaresPoint, box: Box | null): Matrix {
  if (box === null) return jacobian;
  return jacobian.without(
    (j) => (x[j] <= box.lower[j] && gradient[j] > 0) || (x[j] >= box.upper[j] && gradient[j] < 0),
  );
}

/** Searches until it converges; `at` hears of every point that is reached. */
export function search(
  costs: Costs,
  start: Vector,
  box: Box | null,
  method: Method,
  tolerances: Tolerances,
  progress: Pick<Progress<never>, 'iterations' | 'iterating' | 'reached'>,
  at: (point: LeastSquaresPoint) => void,
): Reason {
  const pointAt = (x: Vector, value: number): LeastSquaresPoint => {
    const { residuals, jacobian } = costs.linear(x);
    const gradient = jacobian.pulled(residuals);
    const gradientNorm = jacobian.isFinite ? gradientSize(x, gradient, box) : NaN;
    return { x, value, residuals, jacobian, gradient, gradientNorm };
  };
  const reached = (point: LeastSquaresPoint) => {
    at(point);
    progress.reached(point);
  };
  let point = pointAt(start, costs.cost(start));
  reached(point);
  let scales: Vector | null = null;
  let radius = 0;
  for (;;) {
    const { x, value, gradient } = point;
    if (value === 0) return 'exact';
    const norms = point.jacobian.columnNorms();
    if (isStationary(point, norms, box, tolerances.gradientTolerance)) return 'gradient';
    progress.iterating();
    const first = scales === null;
    scales = grown(scales, norms);
    const scaled = (step: Vector) => step.map((s, j) => s * scales![j]);
    if (first) radius = 100 * (norm(scaled(x)) || 1);
    const free = freed(point, box);
    const steps = stepsBy(method, free, point.residuals, scales);
    for (;;) {
      const step = steps(radius).map((s, j) => s / scales![j]);
      const next = x.map((xj, j) => xj + step[j]);
      if (box !== null) project(next, box);
      const taken = next.map((n, j) => n - x[j]);
      const length = norm(scaled(taken));
      if (first && progress.iterations === 0) radius = Math.min(radius, norm(scaled(step)));
      const slope = taken.reduce((total, s, j) => total + s * gradient[j], 0);
      const bent = point.jacobian.times(taken);
      const predicted = -(slope + 0.5 * bent.reduce((total, b) => total + b * b, 0));
      const nextValue = length > 0 ? costs.cost(next) : value;
      const actual = value - nextValue;
      const ratio = predicted > 0 ? actual / predicted : 0;
      const isBetter = ratio >= 1e-4 && nextValue < value;
      if (!(ratio > 0.25)) {
        const part = actual >= 0 ? 0.5 : (0.5 * slope) / (slope + actual);
        const cut = nextValue > 100 * value || !(part >= 0.1) ? 0.1 : part;
        radius = cut * Math.min(radius, 10 * norm(scaled(step)));
      } else if (ratio >= 0.75) radius = Math.max(radius, 2 * norm(scaled(step)));
      const { valueTolerance, stepTolerance } = tolerances;
      const settled =
        Math.abs(actual) <= valueTolerance * value &&
        predicted <= valueTolerance * value &&
        ratio <= 2;
      const isShort = radius <= stepTolerance * norm(scaled(x)) || length === 0;
      const candidate = isBetter ? pointAt(next, nextValue) : null;
      // Where there is a value and no derivative, a step is too long as well.
      const isUsable = candidate !== null && Number.isFinite(candidate.gradientNorm);
      if (isUsable) {
        point = candidate;
        reached(point);
        if (point.value === 0) return 'exact';
      } else if (candidate !== null) radius = norm(scaled(step)) / 4;
      if (candidate !== null && !isUsable && !isShort) continue;
      if (settled) return 'value';
      if (isShort) return 'step';
      if (radius < Number.MIN_VALUE) throw new Stopped('no-progress');
      if (isUsable) break;
    }
  }
}

/** Whether the residuals are as good as orthogonal to what they can change by. */
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

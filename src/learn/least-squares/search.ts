/**
 * Trust regions for sums of squares: Levenberg–Marquardt steps (Moré, 1978, with MINPACK's scaling of unknowns and
 * its rules for the radius), or Powell's dogleg. If the cost falls towards a bound, an unknown at that bound is held
 * there for an iteration. Steps that leave the box are cut back to it.
 */
import { gradientSize, project, type Box } from '../runs/problem.js';
import { Stopped, type Point, type Progress } from '../runs/progress.js';
import type { Reason } from '../runs/run.js';
import { isFinite, norm, type Vector } from '../runs/vectors.js';
import { decompose, lambdaFor, stepFor, type Decomposed } from './linear.js';

export interface Tolerances {
  readonly valueTolerance: number;
  readonly stepTolerance: number;
  readonly gradientTolerance: number;
}

/** What the search works on: residuals as they are weighed. */
export interface Costs {
  cost(x: Vector): number;
  /** Residuals and their Jacobian row by row, such that half the sum of squares has the slope of the cost. */
  linear(x: Vector): { readonly residuals: Vector; readonly jacobian: Vector };
}

export interface LeastSquaresPoint extends Point {
  readonly residuals: Vector;
  readonly jacobian: Vector;
  readonly gradient: Vector;
}

export type Method = 'lm' | 'dogleg';

/** The transpose of a matrix times a vector. */
function pulled(jacobian: Vector, residuals: Vector, columns: number): Vector {
  const gradient = new Float64Array(columns);
  for (let i = 0; i < residuals.length; i++)
    for (let j = 0; j < columns; j++) gradient[j] += jacobian[i * columns + j] * residuals[i];
  return gradient;
}

function pushed(jacobian: Vector, step: Vector): Vector {
  const columns = step.length;
  const result = new Float64Array(jacobian.length / columns);
  for (let i = 0; i < result.length; i++) {
    let total = 0;
    for (let j = 0; j < columns; j++) total += jacobian[i * columns + j] * step[j];
    result[i] = total;
  }
  return result;
}

function columnNorms(jacobian: Vector, columns: number): Vector {
  const rows = jacobian.length / columns;
  const norms = new Float64Array(columns);
  const column = new Float64Array(rows);
  for (let j = 0; j < columns; j++) {
    for (let i = 0; i < rows; i++) column[i] = jacobian[i * columns + j];
    norms[j] = norm(column);
  }
  return norms;
}

/** The larger of two scales each; what nothing depends on has the scale 1. */
const grown = (before: Vector | null, now: Vector): Vector =>
  now.map((x, j) => Math.max(before?.[j] ?? 0, x) || 1);

/** Steps in scaled unknowns, by radius. */
type Steps = (radius: number) => Vector;

function stepsBy(method: Method, decomposed: Decomposed): Steps {
  return method === 'lm'
    ? (radius) => stepFor(decomposed, lambdaFor(decomposed, radius))
    : doglegSteps(decomposed);
}

/** Along the gradient to the lowest point there, and on towards the whole step. */
function doglegSteps(decomposed: Decomposed): Steps {
  const { singular, along, right, rank } = decomposed;
  const newton = stepFor(decomposed, 0);
  const slopes = singular.slice(0, rank).map((s, k) => s * along[k]);
  const square = slopes.reduce((total, g) => total + g * g, 0);
  const curvature = slopes.reduce((total, g, k) => total + (singular[k] * g) ** 2, 0);
  const cauchy = new Float64Array(right.rows);
  slopes.forEach((g, k) => {
    for (let j = 0; j < cauchy.length; j++) {
      cauchy[j] -= (curvature === 0 ? 0 : square / curvature) * g * right.get(j, k);
    }
  });
  const [whole, short] = [norm(newton), norm(cauchy)];
  return (radius) => {
    if (whole <= radius) return newton;
    if (short >= radius) return cauchy.map((c) => (c * radius) / short);
    const change = newton.map((x, j) => x - cauchy[j]);
    const [a, b] = [
      change.reduce((total, d) => total + d * d, 0),
      change.reduce((total, d, j) => total + d * cauchy[j], 0),
    ];
    const c = radius * radius - short * short;
    const t = c / (b + Math.sqrt(b * b + a * c));
    return cauchy.map((x, j) => x + t * change[j]);
  };
}

/** The Jacobian without the columns of unknowns that are held at a bound. */
function freed({ x, gradient, jacobian }: LeastSquaresPoint, box: Box | null): Vector {
  if (box === null) return jacobian;
  const held = x.map((xj, j) =>
    (xj <= box.lower[j] && gradient[j] > 0) || (xj >= box.upper[j] && gradient[j] < 0) ? 1 : 0,
  );
  const columns = x.length;
  return jacobian.map((entry, k) => (held[k % columns] === 1 ? 0 : entry));
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
    const gradient = pulled(jacobian, residuals, x.length);
    const gradientNorm = isFinite(jacobian) ? gradientSize(x, gradient, box) : NaN;
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
    const norms = columnNorms(point.jacobian, x.length);
    if (isStationary(point, norms, box, tolerances.gradientTolerance)) return 'gradient';
    progress.iterating();
    const first = scales === null;
    scales = grown(scales, norms);
    const scaled = (step: Vector) => step.map((s, j) => s * scales![j]);
    if (first) radius = 100 * (norm(scaled(x)) || 1);
    const free = freed(point, box);
    const steps = stepsBy(method, decompose(free, point.residuals, scales));
    for (;;) {
      const step = steps(radius).map((s, j) => s / scales![j]);
      const next = x.map((xj, j) => xj + step[j]);
      if (box !== null) project(next, box);
      const taken = next.map((n, j) => n - x[j]);
      const length = norm(scaled(taken));
      if (first && progress.iterations === 0) radius = Math.min(radius, norm(scaled(step)));
      const slope = taken.reduce((total, s, j) => total + s * gradient[j], 0);
      const bent = pushed(point.jacobian, taken);
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

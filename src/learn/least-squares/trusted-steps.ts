/** Steps of the linear model of the residuals within a region of trust, in scaled unknowns. */
import { stepWithin } from '../runs/conjugate-gradients.js';
import { dot, norm, times, type Vector } from '../runs/vectors.js';
import {
  LinearProblem,
  lambdaFor,
  solve,
  stepFor,
  TOLERANCE,
  type Decomposed,
} from './linear-problem.js';
import { SparseMatrix, type Matrix } from './weighed-jacobian.js';

export type Method = 'lm' | 'dogleg';

export interface Steps {
  /** The best step within a radius. */
  within(radius: number): Vector;
  /** The step that makes up for residuals that the last step brought unasked, by the slope of half their squares. */
  correction(slope: Vector): Vector;
}

export function stepsBy(
  method: Method,
  jacobian: Matrix,
  residuals: Vector,
  scales: Vector,
): Steps {
  if (jacobian instanceof SparseMatrix) return sparseSteps(method, jacobian, residuals, scales);
  const problem = new LinearProblem(jacobian.dense(), residuals, scales);
  let lambda = 0;
  const correction: Steps['correction'] = (slope) => solve(problem.decomposed, slope, lambda);
  if (method === 'dogleg') {
    const { decomposed } = problem;
    return { within: dogleg(stepFor(decomposed, 0), cauchyStep(decomposed)), correction };
  }
  const whole = problem.whole();
  const longest = whole === null ? Infinity : norm(whole);
  return {
    within(radius) {
      if (whole !== null && longest <= TOLERANCE * radius) {
        lambda = 0;
        return whole;
      }
      lambda = lambdaFor(problem.decomposed, radius);
      return stepFor(problem.decomposed, lambda);
    },
    correction,
  };
}

/** The step to the lowest point along the gradient. */
function cauchyStep({ singular, along, right, rank }: Decomposed): Vector {
  const slopes = singular.slice(0, rank).map((s, k) => s * along[k]);
  const square = slopes.reduce((total, g) => total + g * g, 0);
  const curvature = slopes.reduce((total, g, k) => total + (singular[k] * g) ** 2, 0);
  const cauchy = new Float64Array(right.rows);
  slopes.forEach((g, k) => {
    for (let j = 0; j < cauchy.length; j++) {
      cauchy[j] -= (curvature === 0 ? 0 : square / curvature) * g * right.get(j, k);
    }
  });
  return cauchy;
}

/** The dogleg: along the gradient to the lowest point there, and then towards the whole step. */
function dogleg(newton: Vector, cauchy: Vector): Steps['within'] {
  const [long, short] = [norm(newton), norm(cauchy)];
  return (radius) => {
    if (long <= radius) return newton;
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

/** The part of the gradient that conjugate gradients may leave, and how many products they take at most. */
const ACCURACY = 1e-8;
const MOST_PRODUCTS = 2000;

/**
 * By products with the Jacobian and its transpose alone, O(entries) each. Where `lm` damps a step, conjugate gradients
 * end at the edge of the region.
 */
function sparseSteps(method: Method, jacobian: Matrix, residuals: Vector, scales: Vector): Steps {
  const scaled = (v: Vector) => v.map((x, j) => x / scales[j]);
  const gradient = scaled(jacobian.pulled(residuals));
  const bent = (p: Vector) => jacobian.times(scaled(p));
  const product = (p: Vector) => scaled(jacobian.pulled(bent(p)));
  const most = Math.min(20 * gradient.length, MOST_PRODUCTS);
  const wanted = ACCURACY * norm(gradient);
  const within: Steps['within'] = (radius) =>
    stepWithin(product, gradient, radius, wanted, most).step;
  const correction: Steps['correction'] = (slope) =>
    stepWithin(product, slope, Infinity, ACCURACY * norm(slope), most).step;
  if (method === 'lm') return { within, correction };
  const along = bent(gradient);
  const curvature = dot(along, along);
  const length = curvature === 0 ? 0 : dot(gradient, gradient) / curvature;
  return { within: dogleg(within(Infinity), times(-length, gradient)), correction };
}

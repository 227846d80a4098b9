/** Newton's method by Hessian-vector products: conjugate gradients find the step, a line search its length. */
import { dot, norm, type Vector } from '../runs/vectors.js';
import { downhill, stepAlong, type Method, type Search } from './descent.js';
import type { Evaluated } from './objective.js';

const FLATNESS = 0.9;

export const newtonCg: Method = (search) => (from) => {
  const next = stepAlong(search, from, newtonDirection(search, from), 1, FLATNESS);
  return next ?? stepAlong(search, from, downhill(from), 1 / norm(from.gradient), FLATNESS);
};

/**
 * The direction of Newton's method, as exact as the gradient is small. Where the curvature is not positive, conjugate
 * gradients end with what they have.
 */
function newtonDirection({ objective }: Search, { x, gradient }: Evaluated): Vector {
  const size = norm(gradient);
  const wanted = Math.min(0.5, Math.sqrt(size)) * size;
  const d = new Float64Array(x.length);
  const residual = gradient.slice();
  let p = gradient.map((g) => -g);
  let square = dot(residual, residual);
  for (let k = 0; k < 20 * x.length; k++) {
    const product = objective.product(x, p);
    const curvature = dot(p, product);
    if (!(curvature > Number.EPSILON * dot(p, p))) return k === 0 ? p : d;
    const t = square / curvature;
    for (let j = 0; j < d.length; j++) {
      d[j] += t * p[j];
      residual[j] += t * product[j];
    }
    const now = dot(residual, residual);
    if (Math.sqrt(now) <= wanted) break;
    const beta = now / square;
    p = p.map((pj, j) => beta * pj - residual[j]);
    square = now;
  }
  return d;
}

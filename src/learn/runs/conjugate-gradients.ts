/** The step that a quadratic model asks for, within a radius: conjugate gradients up to its edge (Steihaug, 1983). */
import { along, dot, norm, type Vector } from './vectors.js';

interface ModelStep {
  readonly step: Vector;
  /** The gain that the model predicts. */
  readonly gain: number;
}

/**
 * The model is g·s + s·Hs / 2, of which `product` gives Hp. Without a radius (Infinity), H has no negative curvature.
 * At most `most` products.
 *
 * @param wanted the size of the model's gradient at which the step is good enough
 */
export function stepWithin(
  product: (p: Vector) => Vector,
  gradient: Vector,
  radius: number,
  wanted: number,
  most: number,
): ModelStep {
  const step = new Float64Array(gradient.length);
  const residual = gradient.slice();
  let p = gradient.map((g) => -g);
  let square = dot(residual, residual);
  // The model's gain is −(g·s + s·Hs / 2), and the residual is g + Hs.
  const result = (s: Vector, r: Vector): ModelStep => ({
    step: s,
    gain: -(dot(gradient, s) + dot(r, s)) / 2,
  });
  for (let k = 0; k < most; k++) {
    const bent = product(p);
    const curvature = dot(p, bent);
    const t = square / curvature;
    const next = along(step, t, p);
    if (!(curvature > 0) || !(norm(next) <= radius)) {
      if (radius === Infinity) break;
      const edge = toTheEdge(step, p, radius);
      return result(along(step, edge, p), along(residual, edge, bent));
    }
    step.set(next);
    residual.set(along(residual, t, bent));
    const now = dot(residual, residual);
    if (Math.sqrt(now) <= wanted) break;
    const beta = now / square;
    p = p.map((pj, j) => beta * pj - residual[j]);
    square = now;
  }
  return result(step, residual);
}

/** The positive t at which s + t·p is as long as the radius. */
function toTheEdge(s: Vector, p: Vector, radius: number): number {
  const [a, b, c] = [dot(p, p), dot(s, p), dot(s, s) - radius * radius];
  const root = Math.sqrt(Math.max(b * b - a * c, 0));
  return b > 0 ? -c / (b + root) : (root - b) / a;
}

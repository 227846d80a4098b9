/** Newton's method within a region where its model is trusted. Conjugate gradients find the step (Steihaug, 1983). */
import { along, dot, norm, type Vector } from '../runs/vectors.js';
import { iterate, type Method, type Search } from './methods.js';
import type { Evaluated } from './objective.js';

/** The part of the promised gain that a step must bring. */
const GAIN = 1e-4;

interface Step {
  readonly step: Vector;
  /** What the model promises. */
  readonly gain: number;
}

export const trustRegion: Method = (search) => {
  let radius = 0;
  return iterate(search, (from) => {
    if (radius === 0) radius = Math.max(1, norm(from.x));
    for (;;) {
      const { step, gain } = stepWithin(search, from, radius);
      const length = norm(step);
      if (!(gain > 0) || !(length > Number.EPSILON * norm(from.x))) return null;
      const next = search.objective.at(along(from.x, 1, step));
      const rounding = 1e-14 * Math.abs(from.value);
      const actual = from.value - next.value;
      const isHidden = gain <= rounding && Math.abs(actual) <= rounding;
      const isFiner = isHidden && next.gradientNorm < from.gradientNorm;
      const ratio = isFiner ? 1 : actual / gain;
      // A comparison with NaN is false.
      if (!(ratio >= 0.25)) radius = Math.min(radius, length) / 4;
      else if (ratio > 0.75) radius = Math.max(radius, 2 * length);
      const isGood = ratio >= GAIN && Number.isFinite(next.gradientNorm);
      if (isGood && (isFiner || next.value < from.value)) return next;
      if (isHidden) return null;
    }
  });
};

function stepWithin({ objective }: Search, { x, gradient }: Evaluated, radius: number): Step {
  const size = norm(gradient);
  const wanted = Math.min(0.1, Math.sqrt(size)) * size;
  const step = new Float64Array(x.length);
  const residual = gradient.slice();
  let p = gradient.map((g) => -g);
  let square = dot(residual, residual);
  // The model's gain is −(g·s + s·Hs / 2), and the residual is g + Hs.
  const result = (s: Vector, r: Vector): Step => ({
    step: s,
    gain: -(dot(gradient, s) + dot(r, s)) / 2,
  });
  for (let k = 0; k < 20 * x.length; k++) {
    const product = objective.product(x, p);
    const curvature = dot(p, product);
    const t = square / curvature;
    const next = along(step, t, p);
    if (!(curvature > 0) || !(norm(next) <= radius)) {
      const edge = toTheEdge(step, p, radius);
      return result(along(step, edge, p), along(residual, edge, product));
    }
    step.set(next);
    residual.set(along(residual, t, product));
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

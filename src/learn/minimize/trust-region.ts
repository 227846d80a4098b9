/** Newton's method within a region where its model is trusted. Conjugate gradients find the step (Steihaug, 1983). */
import { stepWithin } from '../runs/conjugate-gradients.js';
import { along, norm, type Vector } from '../runs/vectors.js';
import type { Method } from './descent.js';

/** The part of the promised gain that a step must bring. */
const GAIN = 1e-4;

export const trustRegion: Method = (search) => {
  let radius = 0;
  return (from) => {
    if (radius === 0) radius = Math.max(1, norm(from.x));
    const size = norm(from.gradient);
    const wanted = Math.min(0.1, Math.sqrt(size)) * size;
    const product = (p: Vector) => search.objective.product(from.x, p);
    for (;;) {
      const { step, gain } = stepWithin(product, from.gradient, radius, wanted, 20 * from.x.length);
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
  };
};

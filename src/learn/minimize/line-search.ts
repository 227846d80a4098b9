/**
 * A line search for the strong Wolfe conditions (Moré and Thuente, 1994). Where rounding hides how much lower a
 * value is, slopes decide (Hager and Zhang, 2005). Steps to points where the function is not finite are cut back.
 */
import { along, dot, type Vector } from '../runs/vectors.js';
import { interpolated, type Interval, type Place } from './more-thuente.js';
import type { Evaluated } from './objective.js';

/** The part of the promised gain that a step must bring. */
const GAIN = 1e-4;
/** The most evaluations along one line. */
const TRIALS = 40;
/** Values that are no further apart, relative to them, are as good as the same: then only slopes tell. */
const ROUNDING = 1e-14;

/**
 * @param flatness the part of the slope that may be left
 * @returns the point that was found; null if there is none
 */
export function lineSearch(
  evaluate: (x: Vector) => Evaluated,
  from: Evaluated,
  direction: Vector,
  first: number,
  flatness: number,
): Evaluated | null {
  const start: Place = { t: 0, value: from.value, slope: dot(from.gradient, direction) };
  if (!(start.slope < 0)) return null;
  const needed = GAIN * start.slope;
  const interval: Interval = { best: start, other: start, isBracketed: false };
  let isEarly = true;
  let width = Infinity;
  let ceiling = Infinity;
  let [least, most] = [0, 5 * first];
  let t = first;
  let found: Evaluated | null = null;
  for (let trial = 0; trial < TRIALS; trial++) {
    const point = evaluate(along(from.x, t, direction));
    const at: Place = { t, value: point.value, slope: dot(point.gradient, direction) };
    if (!Number.isFinite(at.value) || !Number.isFinite(at.slope)) {
      ceiling = t;
      const { best } = interval;
      t = best.t + (t - best.t) / (best.t === 0 ? 10 : 2);
      if (t === best.t) break;
      continue;
    }
    const gain = start.value + t * needed;
    const isFlat = Math.abs(at.slope) <= -flatness * start.slope;
    if (at.value <= gain && isFlat) return point;
    const isRounded = Math.abs(at.value - start.value) <= ROUNDING * Math.abs(start.value);
    if (isRounded && isFlat && at.slope <= (2 * GAIN - 1) * start.slope) return point;
    if (at.value < (found?.value ?? start.value) && at.value <= gain) found = point;
    if (isEarly && at.value <= gain && at.slope >= GAIN * start.slope) isEarly = false;
    if (isEarly && at.value <= interval.best.value && at.value > gain) {
      t = modified(interval, at, needed, least, most);
    } else t = interpolated(interval, at, least, most);
    const { best, other, isBracketed } = interval;
    if (isBracketed) {
      const now = Math.abs(other.t - best.t);
      if (now >= 0.66 * width) t = best.t + 0.5 * (other.t - best.t);
      width = now;
      [least, most] = [Math.min(best.t, other.t), Math.max(best.t, other.t)];
      if (now <= 1e-15 * most) break;
    } else {
      [least, most] = [t + 1.1 * (t - best.t), t + 4 * (t - best.t)];
    }
    if (t >= ceiling) t = (best.t + ceiling) / 2;
    if (!(t > 0) || t === best.t) break;
  }
  return found;
}

/** The same step on the function less what is promised, until that has a minimum. */
function modified(
  interval: Interval,
  at: Place,
  needed: number,
  least: number,
  most: number,
): number {
  const lowered = ({ t, value, slope }: Place): Place => ({
    t,
    value: value - t * needed,
    slope: slope - needed,
  });
  const raised = ({ t, value, slope }: Place): Place => ({
    t,
    value: value + t * needed,
    slope: slope + needed,
  });
  const other: Interval = {
    best: lowered(interval.best),
    other: lowered(interval.other),
    isBracketed: interval.isBracketed,
  };
  const next = interpolated(other, lowered(at), least, most);
  interval.best = raised(other.best);
  interval.other = raised(other.other);
  interval.isBracketed = other.isBracketed;
  return next;
}

/** One step of Moré and Thuente's line search: a better place to look, by cubic and quadratic interpolation. */

/** A place on the line: the step, the value and the slope. */
export interface Place {
  readonly t: number;
  readonly value: number;
  readonly slope: number;
}

export interface Interval {
  /** The lowest place so far. */
  best: Place;
  /** The other end. */
  other: Place;
  isBracketed: boolean;
}

/** Where a cubic with these values and slopes at two places has its minimum, told from the one towards the other. */
function cubic(one: Place, other: Place, isClamped: boolean): { r: number; gamma: number } {
  const theta = (3 * (one.value - other.value)) / (other.t - one.t) + one.slope + other.slope;
  const size = Math.max(Math.abs(theta), Math.abs(one.slope), Math.abs(other.slope));
  const square = (theta / size) ** 2 - (one.slope / size) * (other.slope / size);
  let gamma = size * Math.sqrt(isClamped ? Math.max(0, square) : square);
  if (other.t < one.t) gamma = -gamma;
  const p = gamma - one.slope + theta;
  const q = gamma - one.slope + gamma + other.slope;
  return { r: p / q, gamma };
}

const towards = (one: Place, other: Place, r: number): number => one.t + r * (other.t - one.t);
const secant = (one: Place, other: Place): number =>
  other.t + (other.slope / (other.slope - one.slope)) * (one.t - other.t);

/** The next step; takes the new place into the interval. */
export function interpolated(interval: Interval, at: Place, least: number, most: number): number {
  const { best, other } = interval;
  const isOpposite = at.slope * Math.sign(best.slope) < 0;
  let next: number;
  if (at.value > best.value) {
    // Higher: the minimum is in between.
    const byCubic = towards(best, at, cubic(best, at, false).r);
    const drop = (best.value - at.value) / (at.t - best.t) + best.slope;
    const byQuadratic = best.t + (best.slope / drop / 2) * (at.t - best.t);
    const isNear = Math.abs(byCubic - best.t) < Math.abs(byQuadratic - best.t);
    next = isNear ? byCubic : byCubic + (byQuadratic - byCubic) / 2;
    interval.isBracketed = true;
  } else if (isOpposite) {
    // Lower, and the slope has turned.
    const byCubic = towards(at, best, cubic(at, best, false).r);
    const bySecant = secant(best, at);
    next = Math.abs(byCubic - at.t) > Math.abs(bySecant - at.t) ? byCubic : bySecant;
    interval.isBracketed = true;
  } else if (Math.abs(at.slope) < Math.abs(best.slope)) {
    // Lower, and the slope gets flatter.
    const { r, gamma } = cubic(at, best, true);
    const beyond = at.t > best.t ? most : least;
    const byCubic = r < 0 && gamma !== 0 ? towards(at, best, r) : beyond;
    const bySecant = secant(best, at);
    const isNear = Math.abs(byCubic - at.t) < Math.abs(bySecant - at.t);
    if (interval.isBracketed) {
      next = isNear ? byCubic : bySecant;
      const limit = at.t + 0.66 * (other.t - at.t);
      next = at.t > best.t ? Math.min(limit, next) : Math.max(limit, next);
    } else {
      next = Math.min(most, Math.max(least, isNear ? bySecant : byCubic));
    }
  } else if (interval.isBracketed) {
    next = towards(at, other, cubic(at, other, false).r);
  } else {
    next = at.t > best.t ? most : least;
  }
  if (at.value > best.value) interval.other = at;
  else {
    if (isOpposite) interval.other = best;
    interval.best = at;
  }
  return next;
}

/**
 * Constraints as maps from free reals, which may be any, with the logarithm of how much they stretch
 * volumes: the determinant of their Jacobian. A density of what is constrained is a density of what is free,
 * times that.
 */
import { lt } from '../../../core/comparisons.js';
import { invalidOption } from '../../../errors/errors.js';
import { add, exp, mul, neg, sigmoid, softplus, sub, sum } from '../../../core/primitives/table.js';
import type { Real } from '../../../core/real.js';

/** The values that free reals stand for. */
export interface Constrained {
  readonly values: readonly Real[];
  /** The logarithm of the determinant of the Jacobian of what is free to choose among the values. */
  readonly logJacobian: Real;
}

/** The name of what makes a constraint, and the numbers that it is given. */
export interface Making {
  readonly maker: string;
  readonly numbers: readonly number[];
}

/** A condition on some reals of a tree. */
export interface Constraint {
  /** In words, such as `positive`. */
  readonly name: string;
  /** The number of reals that it constrains together; null if it constrains any number, one by one. */
  readonly size: number | null;
  /** The number of them that are free. */
  readonly freeSize: number | null;
  constrain(free: readonly Real[]): Constrained;
  /** The call that made it, for other threads; constraints of one's own may leave it out. */
  readonly made?: Making;
  /** The free numbers for some values; null if they are not what they must be, or at the border. */
  unconstrain(values: readonly number[]): number[] | null;
}

/** The constraints made here, as `made` says. One that is spread into another is another one. */
const makings = new WeakSet<Constraint>();

export const isOwn = (constraint: Constraint): boolean => makings.has(constraint);

function own(constraint: Constraint): Constraint {
  makings.add(constraint);
  return constraint;
}

/** The slopes of a value, and of the logarithm of its slope, with respect to a free number. */
type Slopes = (free: number) => readonly [ofValue: number, ofLogSlope: number];

/**
 * The constraints on single reals that are made here, with formulas for their slopes, so that samplers need
 * no run for them.
 */
const formulas = new WeakMap<Constraint, Slopes>();

export const slopesOf = (constraint: Constraint): Slopes | undefined => formulas.get(constraint);

export const isConstraint = (value: unknown): value is Constraint =>
  typeof (value as Partial<Constraint> | null)?.constrain === 'function';

/** @param at the value, and the logarithm of its slope */
function single(
  name: string,
  made: Making,
  at: (free: Real) => readonly [value: Real, logSlope: Real],
  slopes: Slopes,
  back: (value: number) => number,
): Constraint {
  const constraint: Constraint = {
    ...{ name, made, size: null, freeSize: null },
    constrain(free) {
      const found = free.map(at);
      const slopes = found.map(([, logSlope]) => logSlope);
      return { values: found.map(([value]) => value), logJacobian: sum(slopes) };
    },
    unconstrain(values) {
      const free = values.map(back);
      return free.every(Number.isFinite) ? free : null;
    },
  };
  formulas.set(constraint, slopes);
  return own(constraint);
}

/**
 * No constraint, as where none is given: any number of reals, which are free as they are.
 *
 * @example real.constrain([3]).logJacobian // 0
 */
export const real: Constraint = single(
  'real numbers',
  { maker: 'real', numbers: [] },
  (free) => [free, 0],
  () => [1, 0],
  (value) => value,
);

/**
 * Above 0: any number of reals, each the exponential of a free one. O(reals).
 *
 * @example positive.constrain([0]).values // [1]
 */
export const positive: Constraint = single(
  'positive',
  { maker: 'positive', numbers: [] },
  (free) => [exp(free), free],
  (free) => [Math.exp(free), 1],
  Math.log,
);

/**
 * Between two bounds: any number of reals, each a free one on a logistic curve. With an infinite bound each
 * is a bound plus or minus the exponential of a free one. O(reals).
 *
 * @throws DeltaTapeError if nothing is between the bounds.
 * @example interval(0, 4).constrain([0]).values // [2]
 */
export function interval(lower: number, upper: number): Constraint {
  if (!(lower < upper)) throw invalidOption('upper', `a number above ${lower}`, upper);
  const name = `between ${lower} and ${upper}`;
  const made = { maker: 'interval', numbers: [lower, upper] };
  const width = upper - lower;
  if (width < Infinity) {
    const logWidth = Math.log(width);
    return single(
      name,
      made,
      (free) => [
        // From the nearer end, so that few digits cancel.
        lt(free, 0)
          ? add(lower, mul(width, sigmoid(free)))
          : sub(upper, mul(width, sigmoid(neg(free)))),
        sub(logWidth, add(softplus(free), softplus(neg(free)))),
      ],
      (free) => [width * sigmoid(free) * sigmoid(-free), -Math.tanh(free / 2)],
      (value) => Math.log((value - lower) / (upper - value)),
    );
  }
  if (lower > -Infinity) {
    return single(
      name,
      made,
      (free) => [add(lower, exp(free)), free],
      (free) => [Math.exp(free), 1],
      (value) => Math.log(value - lower),
    );
  }
  if (upper === Infinity) return own({ ...real, name, made });
  return single(
    name,
    made,
    (free) => [sub(upper, exp(free)), free],
    (free) => [-Math.exp(free), 1],
    (value) => Math.log(upper - value),
  );
}

function sizeOf(size: number): number {
  if (!Number.isInteger(size) || size < 1) throw invalidOption('size', 'a positive integer', size);
  return size;
}

const log1mSigmoid = (x: Real): Real => neg(softplus(x));
const logSigmoid = (x: Real): Real => neg(softplus(neg(x)));

/**
 * Positive reals that add up to 1, of which all but one are free: each takes a share of the rest that those
 * before it have left. Free reals of 0 are equal shares. O(size).
 *
 * @throws DeltaTapeError if the size is not a positive integer.
 * @example simplex(4).constrain([0, 0, 0]).values // [0.25, 0.25, 0.25, 0.25]
 */
export function simplex(size: number): Constraint {
  const last = sizeOf(size) - 1;
  return own({
    ...{ name: 'positive with the sum 1', size, freeSize: last },
    made: { maker: 'simplex', numbers: [size] },
    constrain(free) {
      const values: Real[] = [];
      const slopes: Real[] = [];
      let logLeft: Real = 0;
      for (let k = 0; k < last; k++) {
        const logit = sub(free[k], Math.log(last - k));
        const logValue = add(logLeft, logSigmoid(logit));
        values.push(exp(logValue));
        slopes.push(add(logValue, log1mSigmoid(logit)));
        logLeft = add(logLeft, log1mSigmoid(logit));
      }
      return { values: [...values, exp(logLeft)], logJacobian: sum(slopes) };
    },
    unconstrain(values) {
      const free: number[] = [];
      let left = values[last];
      for (let k = last - 1; k >= 0; k--) {
        free.push(Math.log(values[k]) - Math.log(left) + Math.log(last - k));
        left += values[k];
      }
      return free.every(Number.isFinite) && Math.abs(left - 1) < 1e-8 ? free.reverse() : null;
    },
  });
}

/**
 * Reals in ascending order: the first is free, and steps are exponentials of free reals. O(size).
 *
 * @throws DeltaTapeError if the size is not a positive integer.
 * @example ordered(3).constrain([5, 0, 0]).values // [5, 6, 7]
 */
export function ordered(size: number): Constraint {
  return own({
    ...{ name: 'in ascending order', size: sizeOf(size), freeSize: size },
    made: { maker: 'ordered', numbers: [size] },
    constrain(free) {
      const values: Real[] = [free[0]];
      for (let k = 1; k < size; k++) values.push(add(values[k - 1], exp(free[k])));
      return { values, logJacobian: sum(free.slice(1)) };
    },
    unconstrain(values) {
      const free = values.map((x, k) => (k === 0 ? x : Math.log(x - values[k - 1])));
      return free.every(Number.isFinite) ? free : null;
    },
  });
}

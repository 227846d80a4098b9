/**
 * Derivatives of other kinds than the gradient: what they cost beside it, and the
 * check that they are right.
 */
import { hvp, jvp, type Reals } from 'delta-tape';
import type { Answers } from './answered.js';
import { median } from './timing.js';
import { libraryGradient, type Workload } from './workload.js';

export interface Kinds {
  readonly point: Float64Array;
  readonly direction: Float64Array;
  gradient(this: void, x: Float64Array): Float64Array;
  /** The tangent of the result along the direction. */
  tangent(this: void, x: Float64Array): number;
  /** The Hessian times the direction. */
  product(this: void, x: Float64Array): Float64Array;
}

export function kindsOf(workload: Workload): Kinds {
  const { point, library } = workload;
  const direction = point.map((_, k) => Math.cos(k));
  const both = libraryGradient(workload);
  const along = jvp((x: Reals) => library(x));
  const times = hvp((x: Reals) => library(x));
  return {
    point,
    direction,
    gradient: (x) => both(x).gradient,
    tangent: (x) => along([x], [direction]).tangent,
    product: (x) => times(x, direction),
  };
}

const STEP = 1e-5;
const TOLERANCE = 1e-6;

/** @throws Error if the kinds do not fit each other. */
export function assertKinds(name: string, kinds: Kinds): void {
  const { point, direction, gradient, tangent, product } = kinds;
  const expectClose = (what: string, x: number, y: number, size: number) => {
    // Written so that NaN does not pass.
    if (Math.abs(x - y) <= TOLERANCE * size) return;
    throw new Error(`${name}: ${what} is ${x}, but should be ${y}`);
  };
  const slope = gradient(point).reduce((total, g, k) => total + g * direction[k], 0);
  expectClose('the tangent', tangent(point), slope, Math.abs(slope));
  const moved = (h: number) => gradient(point.map((x, k) => x + h * direction[k]));
  const [ahead, behind] = [moved(STEP), moved(-STEP)];
  const differences = ahead.map((g, k) => (g - behind[k]) / (2 * STEP));
  const size = Math.max(...differences.map(Math.abs));
  product(point).forEach((x, k) => {
    expectClose(`entry ${k} of the product`, x, differences[k], size);
  });
}

/** Milliseconds of the plain function, the gradient, a tangent and a product, in this order. */
export interface KindsLaunch {
  readonly steady: readonly number[];
  readonly answers: Answers;
}

export interface KindsResult {
  readonly name: string;
  readonly answers: Answers;
  /** As ratios to the plain function: gradient, tangent, product. */
  readonly ratios: readonly number[];
  readonly productToGradient: number;
}

export function summariseKinds(name: string, launches: readonly KindsLaunch[]): KindsResult {
  const ratio = (above: number, below: number) =>
    median(launches.map(({ steady }) => steady[above] / steady[below]));
  return {
    name,
    answers: launches[0].answers,
    ratios: [1, 2, 3].map((kind) => ratio(kind, 0)),
    productToGradient: ratio(3, 1),
  };
}

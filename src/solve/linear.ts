/**
 * Dense linear algebra on plain numbers, O(n³). What counts as singular does not depend on units.
 */
import { EigenvalueDecomposition, LuDecomposition, Matrix } from '../vendor/matrix.js';

export type Rows = readonly (readonly number[])[];

/** A number of this size, or smaller, counts as 0 beside 1. */
const NEGLIGIBLE = 1e-14;
/** A number of this size, or smaller, is left out beside 1: its square would underflow in a decomposition. */
const TINY = 1e-100;
/** Next to a largest curvature of 1, the least that a step downhill is divided by. */
const LEAST_CURVATURE = 1e-8;

const largest = (xs: readonly number[]): number => Math.max(...xs.map(Math.abs));

export const times = (rows: Rows, xs: readonly number[]): number[] =>
  rows.map((row) => row.reduce((total, entry, k) => total + entry * xs[k], 0));

/** The matrix with row i multiplied by `left[i]` and column j by `right[j]`. */
const scaled = (rows: Rows, left: readonly number[], right: readonly number[]): number[][] =>
  rows.map((row, i) => row.map((entry, j) => left[i] * entry * right[j]));

/**
 * The inverse; null if the matrix is singular, or not finite. A pivot that is what rounding left of
 * larger numbers counts as 0.
 */
export function inverseOf(rows: Rows): Rows | null {
  const ones = rows.map(() => 1);
  const scales = rows.map((row) => 1 / largest(row));
  if (!scales.every(Number.isFinite)) return null;
  const lu = new LuDecomposition(scaled(rows, scales, ones));
  const { lowerTriangularMatrix: lower, upperTriangularMatrix: upper } = lu;
  const isPivot = (k: number) => {
    let terms = 0;
    for (let i = 0; i <= k; i++) terms += Math.abs(lower.get(k, i) * upper.get(i, k));
    return Math.abs(upper.get(k, k)) > NEGLIGIBLE * terms;
  };
  if (!rows.every((_, k) => isPivot(k))) return null;
  return scaled(lu.solve(Matrix.eye(rows.length)).to2DArray(), ones, scales);
}

/** The properties of a Hessian. */
interface Curvature {
  /** Its inverse; null if it is not positive definite. */
  readonly inverse: Rows | null;
  /**
   * A step that goes downhill, by Newton's method with the size of each curvature
   * in place of the curvature.
   */
  readonly downhill: (gradient: readonly number[]) => number[];
}

/**
 * Units in which the curvatures along the axes are 1, or, where other entries would
 * get large, one unit for all.
 */
function unitsOf(hessian: Rows): readonly number[] {
  const units = hessian.map((row, i) => (row[i] === 0 ? 1 : 1 / Math.sqrt(Math.abs(row[i]))));
  // In a positive definite matrix no entry is then larger than 1.
  if (scaled(hessian, units, units).every((row) => largest(row) < 1e4)) return units;
  const unit = 1 / Math.sqrt(largest(hessian.map(largest)));
  return units.map(() => unit);
}

/** Takes a finite symmetric matrix apart into its principal curvatures. */
export function curvatureOf(hessian: Rows): Curvature {
  const scales = unitsOf(hessian);
  const entries = scaled(hessian, scales, scales);
  const tiny = TINY * largest(entries.map(largest));
  const even = entries.map((row) => row.map((entry) => (Math.abs(entry) > tiny ? entry : 0)));
  const decomposition = new EigenvalueDecomposition(even, { assumeSymmetric: true });
  const { realEigenvalues: curvatures, eigenvectorMatrix: vectors } = decomposition;
  const most = largest(curvatures) || 1;
  const withCurvatures = (change: (curvature: number) => number): Rows => {
    const inverse = Matrix.diag(curvatures.map((c) => 1 / change(c)));
    return scaled(vectors.mmul(inverse).mmul(vectors.transpose()).to2DArray(), scales, scales);
  };
  const isDefinite = curvatures.every((c) => c > NEGLIGIBLE * most);
  const positive = withCurvatures((c) => Math.max(Math.abs(c), LEAST_CURVATURE * most));
  return {
    inverse: isDefinite ? withCurvatures((c) => c) : null,
    downhill: (gradient) => times(positive, gradient).map((x) => -x),
  };
}

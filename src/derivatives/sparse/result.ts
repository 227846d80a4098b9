/** Sparse matrices as results, and the check of patterns that were given. */
import { insideRun } from '../../core/open-runs.js';
import type { Flat } from '../../core/trees/flat.js';
import { primalOf, type Real } from '../../core/real.js';
import type { Primal, Tangent } from '../../core/types.js';
import { patternTooSmall } from './errors.js';
import type { Pattern, SparsityPattern } from './pattern.js';

/**
 * A matrix by its entries: entry k is `values[k]` in row `rows[k]` and column `columns[k]`, row by
 * row. All others are 0. Rows and columns count the reals of output and input from left to right.
 * It is a `SparsityPattern` itself, which the next call can be given.
 */
export interface Sparse<V extends Float64Array | Real[] = Float64Array> extends SparsityPattern {
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  /** A `Float64Array`, or inside another derivative an array of reals. */
  readonly values: V;
  /** The number of rows and of columns. */
  readonly shape: readonly [number, number];
  /** The number of products with a vector that it took. */
  readonly passes: number;
}

/** The result for arguments A: with an array of reals if there are duals among them. */
export type SparseOf<A> = [Tangent<A>] extends [Primal<A>] ? Sparse : Sparse<Real[]>;

export interface SparseOption {
  /**
   * `true` to find the pattern, or the pattern if it is known: entries outside
   * of it are taken to be 0.
   */
  readonly sparse: true | SparsityPattern;
}

export const sparseResult = (
  { rows, columns, height, width }: Pattern,
  values: Flat<Real>,
  passes: number,
): Sparse<Float64Array | Real[]> => ({
  // The pattern may be remembered.
  rows: rows.slice(),
  columns: columns.slice(),
  values: insideRun()
    ? [...values]
    : values instanceof Float64Array
      ? values
      : Float64Array.from(values as readonly number[]),
  shape: [height, width],
  passes,
});

/** Component k of the direction of a check: between 0.5 and 1.5, and as if at random. */
export function probe(k: number): number {
  let bits = Math.imul(k + 1, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return 0.5 + ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

/** The most by which two ways of rounding may differ, relative to the entries summed up. */
const TOLERANCE = 1e-6;

/**
 * Compares the matrix times the probe, computed without a pattern, with the same of
 * the entries found. Entry k goes from `from[k]` to `to[k]`. Where entries are
 * infinite or NaN nothing can be said.
 *
 * @throws DeltaTapeError if they differ: an entry is missing.
 */
export function insistOnComplete(
  from: Int32Array,
  to: Int32Array,
  values: Flat<Real>,
  product: Flat<Real>,
  place: (index: number) => string,
): void {
  const sums = new Float64Array(product.length);
  const sizes = new Float64Array(product.length);
  values.forEach((value, k) => {
    const share = probe(from[k]) * primalOf(value);
    sums[to[k]] += share;
    sizes[to[k]] += Math.abs(share);
  });
  product.forEach((real, index) => {
    if (!Number.isFinite(sums[index])) return;
    const exact = primalOf(real);
    const allowed = TOLERANCE * Math.max(sizes[index], Math.abs(exact));
    if (Number.isFinite(exact) && Math.abs(exact - sums[index]) <= allowed) return;
    throw patternTooSmall(place(index));
  });
}

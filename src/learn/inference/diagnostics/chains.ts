/** Chains of numbers, and what is made of them before they are compared (Vehtari et al., 2021). */
import erfcinv from '../../../vendor/erfcinv.js';

/** The draws of one quantity, chain by chain; all are equally long. */
export type Draws = readonly ArrayLike<number>[];

export type Rows = readonly Float64Array[];

export const rowsOf = (draws: Draws): Rows => draws.map((chain) => Float64Array.from(chain));

export const meanOf = (xs: Float64Array): number => xs.reduce((sum, x) => sum + x, 0) / xs.length;

/** The sample variance. */
export function varianceOf(xs: Float64Array): number {
  const mean = meanOf(xs);
  return xs.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (xs.length - 1);
}

function joinedRows(rows: Rows): Float64Array {
  const all = new Float64Array(rows.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const row of rows) {
    all.set(row, at);
    at += row.length;
  }
  return all;
}

/** Both halves of each chain as chains, so that one that drifts differs from itself. A draw in the middle is left out. */
export const split = (draws: Draws): Rows =>
  rowsOf(draws).flatMap((row) => {
    const half = Math.floor(row.length / 2);
    return [row.subarray(0, half), row.subarray(row.length - half)];
  });

/** The quantile of sorted numbers, linear between two of them. */
export function quantileOf(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const next = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (at - below) * (sorted[next] - sorted[below]);
}

export const sortedDraws = (rows: Rows): Float64Array => joinedRows(rows).sort();

/**
 * Normal scores: each number by the normal quantile of its rank among all. Equal ones share their mean rank. NaN has
 * no rank, and leaves none to the others.
 */
export function normalScores(rows: Rows): Rows {
  const all = joinedRows(rows);
  if (!all.every(Number.isFinite)) return rows.map((row) => row.map(() => NaN));
  const order = Array.from(all.keys()).sort((i, j) => all[i] - all[j]);
  const scores = new Float64Array(all.length);
  for (let first = 0; first < order.length;) {
    let end = first + 1;
    while (end < order.length && all[order[end]] === all[order[first]]) end++;
    const rank = (first + 1 + end) / 2;
    const score = -Math.SQRT2 * erfcinv((2 * (rank - 0.375)) / (all.length + 0.25));
    for (let k = first; k < end; k++) scores[order[k]] = score;
    first = end;
  }
  let at = 0;
  return rows.map(({ length }) => scores.subarray(at, (at += length)));
}

/** The distance of each number from the median of all. */
export function folded(rows: Rows): Rows {
  const median = quantileOf(sortedDraws(rows), 0.5);
  return rows.map((row) => row.map((x) => Math.abs(x - median)));
}

/** True if chains say nothing: they are too short, do not move, or are not numbers. */
export function isMute(rows: Rows): boolean {
  const first = rows[0]?.[0];
  return (
    rows.length === 0 ||
    rows.some((row) => row.length < 3 || !row.every(Number.isFinite)) ||
    rows.every((row) => row.every((x) => x === first))
  );
}

/** Tells whether chains have come to the same distribution (Vehtari et al., 2021). */
import {
  folded,
  isMute,
  meanOf,
  normalScores,
  split,
  varianceOf,
  type Draws,
  type Rows,
} from './chains.js';

/** The ratio by which all chains together are wider than each by itself. */
export function plainRHat(rows: Rows): number {
  if (isMute(rows)) return NaN;
  const [{ length }] = rows;
  const within = meanOf(Float64Array.from(rows, varianceOf));
  const between = length * varianceOf(Float64Array.from(rows, meanOf));
  return Math.sqrt((between / within + length - 1) / length);
}

/**
 * R̂, rank-normalized and of halves of chains; of their places or of their spreads, whichever is larger. Chains that
 * have found the same distribution have one below 1.01. NaN for chains that are too short or do not move.
 * O(draws log draws).
 *
 * @example rHat([[1, 2, 1, 2, 1, 2], [8, 9, 8, 9, 8, 9]]) > 1.5 // true
 */
export function rHat(draws: Draws): number {
  const rows = split(draws);
  const [places, spreads] = [rows, folded(rows)].map((of) => plainRHat(normalScores(of)));
  // Chains that stay at places of their own may all be equally far from the middle.
  return Number.isNaN(spreads) ? places : Math.max(places, spreads);
}

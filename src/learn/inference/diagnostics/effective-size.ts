/**
 * Tells how many independent draws would say as much as the draws of some chains (Vehtari et al., 2021; Geyer, 1992).
 */
import { invalidOption } from '../../../errors/errors.js';
import betaincinv from '../../../vendor/betaincinv.js';
import {
  isMute,
  meanOf,
  normalScores,
  quantileOf,
  rowsOf,
  sortedDraws,
  split,
  varianceOf,
  type Draws,
  type Rows,
} from './chains.js';

/** The mean over chains of the sum of products of draws that are so far apart, divided by their length. */
function autocovariances(rows: Rows): (lag: number) => number {
  const centred = rows.map((row) => {
    const mean = meanOf(row);
    return row.map((x) => x - mean);
  });
  return (lag) => {
    let total = 0;
    for (const row of centred) {
      let products = 0;
      for (let k = lag; k < row.length; k++) products += row[k] * row[k - lag];
      total += products / row.length;
    }
    return total / rows.length;
  };
}

/**
 * The effective size of chains as they are. Autocorrelations are added in pairs of lags, as long as the sums of pairs
 * are positive. No sum counts as larger than the one before it. O(draws · lags).
 */
export function effectiveSize(rows: Rows): number {
  if (isMute(rows)) return NaN;
  const [{ length }] = rows;
  const covariance = autocovariances(rows);
  const within = (covariance(0) * length) / (length - 1);
  const between = rows.length > 1 ? varianceOf(Float64Array.from(rows, meanOf)) : 0;
  const variance = covariance(0) + between;
  const correlation = (lag: number) => 1 - (within - covariance(lag)) / variance;
  let [lag, sum, least] = [0, 0, Infinity];
  let [even, odd] = [1, correlation(1)];
  while (lag < length - 5 && even + odd > 0) {
    least = Math.min(least, even + odd);
    sum += least;
    lag += 2;
    [even, odd] = [correlation(lag), correlation(lag + 1)];
  }
  // Of the first pair that is left out, the even lag still helps where it is positive.
  const time = -1 + 2 * sum + Math.max(even, 0);
  const count = rows.length * length;
  return count / Math.max(time, 1 / Math.log10(count));
}

/**
 * The bulk effective sample size: how many independent draws would tell as much about the middle of a distribution.
 * NaN for chains that are too short or do not move. O(draws · lags).
 *
 * @example bulkEss([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]]) < 4 // true
 */
export const bulkEss = (draws: Draws): number => effectiveSize(normalScores(split(draws)));

/**
 * The effective sample size of a quantile, given as a share such as 0.05: of how often draws are at most that.
 * O(draws · lags).
 *
 * @throws DeltaTapeError if the share is not between 0 and 1.
 * @example quantileEss([[5, 5, 5, 5, 5, 5]], 0.5) // NaN
 */
export function quantileEss(draws: Draws, share: number): number {
  if (!(share >= 0 && share <= 1)) throw invalidOption('share', 'a number from 0 to 1', share);
  const rows = rowsOf(draws);
  if (isMute(split(rows))) return NaN;
  const quantile = quantileOf(sortedDraws(rows), share);
  return effectiveSize(split(rows.map((row) => row.map((x) => (x <= quantile ? 1 : 0)))));
}

/**
 * The tail effective sample size: the smaller one of those of the 5 % and the 95 % quantile. O(draws · lags).
 *
 * @example tailEss([[5, 5, 5, 5, 5, 5]]) // NaN
 */
export const tailEss = (draws: Draws): number =>
  Math.min(quantileEss(draws, 0.05), quantileEss(draws, 0.95));

/**
 * The Monte Carlo standard error of the mean of draws, in their unit. O(draws · lags).
 *
 * @example meanError([[5, 5, 5, 5, 5, 5]]) // NaN
 */
export const meanError = (draws: Draws): number =>
  Math.sqrt(varianceOf(sortedDraws(rowsOf(draws))) / effectiveSize(split(draws)));

/** Within one deviation of a normal number. */
const WITHIN = [0.1586553, 0.8413447] as const;

/**
 * The Monte Carlo standard error of a quantile of draws, as in ArviZ: half the distance of the draws between which the
 * quantile lies with a probability of 68 %. O(draws · lags).
 *
 * @throws DeltaTapeError if the share is not between 0 and 1.
 * @example quantileError([[5, 5, 5, 5, 5, 5]], 0.5) // NaN
 */
export function quantileError(draws: Draws, share: number): number {
  const size = quantileEss(draws, share);
  if (!Number.isFinite(size)) return NaN;
  const sorted = sortedDraws(rowsOf(draws));
  const last = sorted.length - 1;
  const [low, high] = WITHIN.map(
    (probability) =>
      betaincinv(probability, size * share + 1, size * (1 - share) + 1) * sorted.length - 1,
  );
  return (sorted[Math.ceil(Math.min(high, last))] - sorted[Math.floor(Math.max(low, 0))]) / 2;
}

/**
 * The Monte Carlo standard error of the standard deviation of draws, in their unit. O(draws · lags).
 *
 * @example deviationError([[5, 5, 5, 5, 5, 5]]) // NaN
 */
export function deviationError(draws: Draws): number {
  const rows = rowsOf(draws);
  const mean = meanOf(sortedDraws(rows));
  const squares = rows.map((row) => row.map((x) => (x - mean) ** 2));
  const all = sortedDraws(squares);
  const variance = meanOf(all);
  const spread = meanOf(all.map((x) => x * x)) - variance * variance;
  return Math.sqrt(spread / effectiveSize(split(squares)) / variance / 4);
}

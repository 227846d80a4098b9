/** The ends of bootstrap intervals: quantiles, and the levels that correct them (Efron and Tibshirani, chapter 14). */
import erfc from '../../vendor/erfc.js';
import erfcinv from '../../vendor/erfcinv.js';

const normalCdf = (x: number): number => erfc(-x / Math.SQRT2) / 2;
const normalQuantile = (p: number): number => -Math.SQRT2 * erfcinv(2 * p);

/** A quantile of numbers in order, linear between them; NaN where one is not a number, since such numbers have no order. */
export function quantileOf(sorted: Float64Array, level: number): number {
  if (sorted.length === 0 || Number.isNaN(level) || Number.isNaN(sorted[sorted.length - 1]))
    return NaN;
  const place = level * (sorted.length - 1);
  const [low, high] = [Math.floor(place), Math.ceil(place)];
  return sorted[low] + (place - low) * (sorted[high] - sorted[low]);
}

/**
 * The levels of the quantiles that are the ends of a BCa interval. Where all replicates lie on one side of the value the
 * correction is infinite, and where they do not change there is none.
 *
 * @param without the statistic without each example in turn
 */
export function bcaLevels(
  value: number,
  sorted: Float64Array,
  without: Float64Array,
  tail: number,
): [lower: number, upper: number] {
  // Ties count half, as they do for samples of whole numbers.
  const below = sorted.reduce((count, x) => count + (x < value ? 1 : x === value ? 0.5 : 0), 0);
  const bias = normalQuantile(below / sorted.length);
  const mean = without.reduce((total, x) => total + x, 0) / without.length;
  let [squares, cubes] = [0, 0];
  for (const x of without) {
    squares += (mean - x) ** 2;
    cubes += (mean - x) ** 3;
  }
  const skewness = squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
  const levelAt = (p: number) => {
    if (Number.isNaN(bias) || !Number.isFinite(bias)) return bias > 0 ? 1 : bias < 0 ? 0 : NaN;
    const z = bias + normalQuantile(p);
    return normalCdf(bias + z / (1 - skewness * z));
  };
  return [levelAt(tail), levelAt(1 - tail)];
}

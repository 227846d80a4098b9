/** The Sharpe ratio of a portfolio, whose weights are a softmax. */
import { grad } from 'delta-tape';

function softmax(xs: number[]): number[] {
  const top = Math.max(...xs);
  const powers = xs.map((x) => Math.exp(x - top));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((p) => p / sum);
}

const mean = (xs: number[]): number => xs.reduce((a, b) => a + b, 0) / xs.length;

export function sharpe(scores: number[], returns: number[][], riskFree: number): number {
  const weights = softmax(scores);
  const daily = returns.map((row) => row.reduce((sum, r, i) => sum + r * weights[i], 0));
  const average = mean(daily);
  const variance = mean(daily.map((r) => (r - average) ** 2));
  return ((average - riskFree) / Math.sqrt(variance)) * Math.sqrt(252);
}

export const improve = (scores: number[], returns: number[][]): number[] => {
  const by = grad(sharpe)(scores, returns, 0.0001);
  return scores.map((score, i) => score + 0.1 * by[i]);
};

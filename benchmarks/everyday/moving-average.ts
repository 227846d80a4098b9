/** A strategy of two moving averages, made smooth: its Sharpe ratio. */
interface Bar {
  close: number;
  volume: number;
}
function ema(prices: number[], alpha: number): number[] {
  const out = [prices[0]];
  for (let i = 1; i < prices.length; i++) out.push(alpha * prices[i] + (1 - alpha) * out[i - 1]);
  return out;
}
const mean = (xs: number[]) => xs.reduce((a, b) => a + b, 0) / xs.length;
const std = (xs: number[]) => {
  const m = mean(xs);
  return Math.sqrt(mean(xs.map((x) => (x - m) ** 2)));
};
export function f(params: { fast: number; slow: number; gain: number }, bars: Bar[]): number {
  const closes = bars.map((bar) => bar.close);
  const fast = ema(closes, params.fast);
  const slow = ema(closes, params.slow);
  const positions = fast.map((v, i) => Math.tanh((params.gain * (v - slow[i])) / slow[i]));
  const returns = closes
    .slice(1)
    .map(
      (c, i) =>
        positions[i] * (c / closes[i] - 1) - 0.0005 * Math.abs(positions[i + 1] - positions[i]),
    );
  return (mean(returns) / (std(returns) + 1e-9)) * Math.sqrt(252);
}
export const inputs = (): Parameters<typeof f> => [
  { fast: 0.3, slow: 0.05, gain: 20 },
  Array.from({ length: 250 }, (_, i) => ({
    close: 100 + i / 20 + 5 * Math.sin(i / 9) + Math.sin(i * 3.7),
    volume: 1000 + i,
  })),
];

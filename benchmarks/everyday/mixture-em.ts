/** A step of expectation and maximisation for a mixture, and the likelihood behind it. */
interface Component {
  weight: number;
  mean: number;
  variance: number;
}
const density = (x: number, { mean, variance }: Component) =>
  Math.exp(-((x - mean) ** 2) / (2 * variance)) / Math.sqrt(2 * Math.PI * variance);

function responsibilities(data: number[], mixture: Component[]): number[][] {
  return data.map((x) => {
    const joint = mixture.map((c) => c.weight * density(x, c));
    const total = joint.reduce((a, b) => a + b, 0);
    return joint.map((j) => j / total);
  });
}
function maximise(data: number[], r: number[][], k: number): Component {
  const total = r.reduce((s, row) => s + row[k], 0);
  const mean = data.reduce((s, x, i) => s + r[i][k] * x, 0) / total;
  const variance = data.reduce((s, x, i) => s + r[i][k] * (x - mean) ** 2, 0) / total;
  return { weight: total / data.length, mean, variance };
}
export function f(start: Component[], data: number[]): number {
  const r = responsibilities(data, start);
  const next = start.map((_, k) => maximise(data, r, k));
  return -data.reduce(
    (s, x) => s + Math.log(next.reduce((t, c) => t + c.weight * density(x, c), 0)),
    0,
  );
}
export const inputs = (): Parameters<typeof f> => [
  [
    { weight: 0.3, mean: -1, variance: 0.5 },
    { weight: 0.4, mean: 0.5, variance: 1 },
    { weight: 0.3, mean: 2, variance: 0.7 },
  ],
  Array.from({ length: 80 }, (_, i) => 2 * Math.sin(i * 1.7) + Math.cos(i)),
];

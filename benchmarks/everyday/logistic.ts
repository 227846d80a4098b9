/** Logistic regression with data as number[][], and a penalty. */
interface Dataset {
  X: number[][];
  y: number[];
}
const dot = (a: number[], b: number[]) => a.reduce((s, ai, i) => s + ai * b[i], 0);
const logLoss = (z: number, y: number) =>
  Math.max(z, 0) - z * y + Math.log1p(Math.exp(-Math.abs(z)));

export function f(
  theta: { weights: number[]; bias: number },
  { X, y }: Dataset,
  lambda = 0.1,
): number {
  const losses = X.map((row, i) => logLoss(dot(row, theta.weights) + theta.bias, y[i]));
  const mean = losses.reduce((a, b) => a + b, 0) / losses.length;
  return mean + lambda * dot(theta.weights, theta.weights);
}
export const inputs = (): Parameters<typeof f> => [
  { weights: Array.from({ length: 10 }, (_, i) => Math.sin(i)), bias: 0.1 },
  {
    X: Array.from({ length: 200 }, (_, i) =>
      Array.from({ length: 10 }, (__, j) => Math.sin(i * 7 + j * 3)),
    ),
    y: Array.from({ length: 200 }, (_, i) => ((i * 7) % 3 === 0 ? 1 : 0)),
  },
];

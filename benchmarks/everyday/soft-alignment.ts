/** Two sequences aligned by dynamic programming with soft minima, and gaps that cost. */
interface Costs {
  gapOpen: number;
  scale: number;
  gamma: number;
}
const softMin = (gamma: number, ...values: number[]): number => {
  const m = Math.min(...values);
  let sum = 0;
  for (const v of values) sum += Math.exp(-(v - m) / gamma);
  return m - gamma * Math.log(sum);
};
export function f({ gapOpen, scale, gamma }: Costs, a: number[], b: number[]): number {
  const D: number[][] = [];
  for (let i = 0; i <= a.length; i++) {
    D.push(new Array<number>(b.length + 1).fill(0));
    D[i][0] = i * gapOpen;
  }
  for (let j = 0; j <= b.length; j++) D[0][j] = j * gapOpen;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const match = D[i - 1][j - 1] + scale * Math.abs(a[i - 1] - b[j - 1]);
      D[i][j] = softMin(gamma, match, D[i - 1][j] + gapOpen, D[i][j - 1] + gapOpen);
    }
  }
  return D[a.length][b.length];
}
export const inputs = (): Parameters<typeof f> => [
  { gapOpen: 0.6, scale: 1.3, gamma: 0.2 },
  Array.from({ length: 20 }, (_, i) => Math.sin(i / 2)),
  Array.from({ length: 24 }, (_, i) => Math.sin(i / 2.3 + 0.2)),
];

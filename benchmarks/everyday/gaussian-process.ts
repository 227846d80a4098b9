/** The marginal likelihood of a Gaussian process, by Cholesky's factors of number[][]. */
interface Hyper {
  amplitude: number;
  lengthScale: number;
  noise: number;
}
const kernel = (a: number[], b: number[], { amplitude, lengthScale }: Hyper): number => {
  const d2 = a.reduce((sum, ai, i) => sum + (ai - b[i]) ** 2, 0);
  return amplitude ** 2 * Math.exp(-0.5 * (d2 / lengthScale ** 2));
};
function cholesky(A: number[][]): number[][] {
  const n = A.length;
  const L = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = A[i][j];
      for (let k = 0; k < j; k++) sum -= L[i][k] * L[j][k];
      L[i][j] = i === j ? Math.sqrt(sum) : sum / L[j][j];
    }
  }
  return L;
}
function forwardSolve(L: number[][], b: number[]): number[] {
  const y: number[] = [];
  for (let i = 0; i < b.length; i++) {
    let s = b[i];
    for (let j = 0; j < i; j++) s -= L[i][j] * y[j];
    y.push(s / L[i][i]);
  }
  return y;
}
export function f(hyper: Hyper, X: number[][], y: number[]): number {
  const K = X.map((a, i) =>
    X.map((b, j) => kernel(a, b, hyper) + (i === j ? hyper.noise ** 2 : 0)),
  );
  const L = cholesky(K);
  const z = forwardSolve(L, y);
  const logDet = L.reduce((s, row, i) => s + Math.log(row[i]), 0);
  return 0.5 * z.reduce((s, v) => s + v * v, 0) + logDet + 0.5 * y.length * Math.log(2 * Math.PI);
}
export const inputs = (): Parameters<typeof f> => [
  { amplitude: 1.2, lengthScale: 0.8, noise: 0.2 },
  Array.from({ length: 30 }, (_, i) => [i / 10, Math.sin(i)]),
  Array.from({ length: 30 }, (_, i) => Math.sin(i / 3)),
];

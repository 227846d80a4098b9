/** Linear equations by Gaussian elimination with pivoting. */
function solve(matrix: number[][], right: number[]): number[] {
  const n = right.length;
  const a = matrix.map((row, i) => [...row, right[i]]);
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i][k]) > Math.abs(a[pivot][k])) pivot = i;
    [a[k], a[pivot]] = [a[pivot], a[k]];
    for (let i = k + 1; i < n; i++) {
      const factor = a[i][k] / a[k][k];
      for (let j = k; j <= n; j++) a[i][j] -= factor * a[k][j];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let sum = a[i][n];
    for (let j = i + 1; j < n; j++) sum -= a[i][j] * x[j];
    x[i] = sum / a[i][i];
  }
  return x;
}

export const f = (matrix: number[][], right: number[]): number =>
  solve(matrix, right).reduce((sum, x) => sum + x * x, 0);

export const inputs = (n: number): Parameters<typeof f> => [
  Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (__, j) => Math.sin(1 + 3 * i * j + i) + (i + 1 === j ? 2 : 0)),
  ),
  Array.from({ length: n }, (_, i) => Math.cos(i)),
];

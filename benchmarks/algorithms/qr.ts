/** A least squares problem by Householder's QR. */
export function f(a: number[][], b: number[]): number {
  const m = a.length;
  const n = a[0].length;
  const r = a.map((row) => row.slice());
  const y = b.slice();
  for (let k = 0; k < n; k++) {
    let norm = 0;
    for (let i = k; i < m; i++) norm += r[i][k] ** 2;
    norm = Math.sqrt(norm);
    if (r[k][k] > 0) norm = -norm;
    const v = new Float64Array(m);
    for (let i = k; i < m; i++) v[i] = r[i][k];
    v[k] -= norm;
    let length = 0;
    for (const x of v) length += x * x;
    if (length === 0) continue;
    for (let j = k; j < n; j++) {
      let dot = 0;
      for (let i = k; i < m; i++) dot += v[i] * r[i][j];
      for (let i = k; i < m; i++) r[i][j] -= (2 * dot * v[i]) / length;
    }
    let dot = 0;
    for (let i = k; i < m; i++) dot += v[i] * y[i];
    for (let i = k; i < m; i++) y[i] -= (2 * dot * v[i]) / length;
  }
  let residual = 0;
  for (let i = n; i < m; i++) residual += y[i] * y[i];
  let last = 0;
  for (let k = 0; k < n; k++) last += Math.log(Math.abs(r[k][k]));
  return residual + last;
}

export const inputs = (n: number): Parameters<typeof f> => [
  Array.from({ length: 2 * n }, (_, i) =>
    Array.from({ length: n }, (__, j) => Math.cos(i * j + 1) + Math.sin(i * i + j)),
  ),
  Array.from({ length: 2 * n }, (_, i) => Math.sin(i + 0.5)),
];

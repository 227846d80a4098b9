/** One head of attention over nested arrays. */
type Matrix = number[][];
interface Head {
  Wq: Matrix;
  Wk: Matrix;
  Wv: Matrix;
}
const matmul = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));
const transpose = (m: Matrix): Matrix => m[0].map((_, j) => m.map((row) => row[j]));
function softmaxRows(m: Matrix): Matrix {
  return m.map((row) => {
    const max = Math.max(...row);
    const exps = row.map((x) => Math.exp(x - max));
    const sum = exps.reduce((a, b) => a + b);
    return exps.map((e) => e / sum);
  });
}
export function f(head: Head, tokens: Matrix, targets: Matrix): number {
  const Q = matmul(tokens, head.Wq);
  const K = matmul(tokens, head.Wk);
  const V = matmul(tokens, head.Wv);
  const scale = 1 / Math.sqrt(K[0].length);
  const scores = matmul(Q, transpose(K)).map((row, i) =>
    row.map((s, j) => (j > i ? -1e9 : s * scale)),
  );
  const out = matmul(softmaxRows(scores), V);
  let loss = 0;
  for (let i = 0; i < out.length; i++) {
    for (let j = 0; j < out[i].length; j++) loss += (out[i][j] - targets[i][j]) ** 2;
  }
  return loss / out.length;
}
const matrix = (n: number, m: number, s: number): Matrix =>
  Array.from({ length: n }, (_, i) =>
    Array.from({ length: m }, (__, j) => Math.sin(i * 3 + j * s + s)),
  );
export const inputs = (): Parameters<typeof f> => [
  { Wq: matrix(8, 4, 1), Wk: matrix(8, 4, 2), Wv: matrix(8, 4, 3) },
  matrix(12, 8, 0.7),
  matrix(12, 4, 0.2),
];

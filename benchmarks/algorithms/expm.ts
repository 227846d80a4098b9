/** A matrix exponential by scaling and squaring. */
type Matrix = number[][];

const product = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));

const identity = (n: number): Matrix =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (__, j) => (i === j ? 1 : 0)));

function expm(a: Matrix): Matrix {
  let norm = 0;
  for (const row of a) {
    let sum = 0;
    for (const x of row) sum += Math.abs(x);
    norm = Math.max(norm, sum);
  }
  let squarings = 0;
  while (norm > 0.5) {
    norm /= 2;
    squarings++;
  }
  const scaled = a.map((row) => row.map((x) => x / 2 ** squarings));
  let result = identity(a.length);
  let term = identity(a.length);
  for (let k = 1; k <= 12; k++) {
    term = product(term, scaled).map((row) => row.map((x) => x / k));
    result = result.map((row, i) => row.map((x, j) => x + term[i][j]));
  }
  for (let k = 0; k < squarings; k++) result = product(result, result);
  return result;
}

export function f(a: Matrix): number {
  const e = expm(a);
  let trace = 0;
  for (let i = 0; i < e.length; i++) trace += e[i][i];
  return Math.log(trace) + e[0][1];
}

export const inputs = (n: number): Parameters<typeof f> => [
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (__, j) => Math.sin(i + 2 * j))),
];

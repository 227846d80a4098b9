/** A chain in continuous time: the likelihood of its steps by an exponential of its rates. */
type Matrix = number[][];
const identity = (n: number): Matrix =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (__, j) => (i === j ? 1 : 0)));
const multiply = (a: Matrix, b: Matrix): Matrix => {
  const n = a.length;
  const c: Matrix = [];
  for (let i = 0; i < n; i++) {
    c[i] = [];
    for (let j = 0; j < n; j++) {
      let s = 0;
      for (let k = 0; k < n; k++) s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
  }
  return c;
};
const scaled = (a: Matrix, s: number): Matrix => a.map((row) => row.map((x) => x * s));
const plus = (a: Matrix, b: Matrix): Matrix => a.map((row, i) => row.map((x, j) => x + b[i][j]));

function expm(a: Matrix): Matrix {
  const squarings = 4;
  const small = scaled(a, 1 / 2 ** squarings);
  let term = identity(a.length);
  let sum = term;
  for (let k = 1; k <= 8; k++) {
    term = scaled(multiply(term, small), 1 / k);
    sum = plus(sum, term);
  }
  for (let k = 0; k < squarings; k++) sum = multiply(sum, sum);
  return sum;
}
export function f(rates: number[], jumps: { from: number; to: number; time: number }[]): number {
  const n = 4;
  const Q = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  let at = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      if (i === j) continue;
      Q[i][j] = Math.exp(rates[at++]);
      Q[i][i] -= Q[i][j];
    }
  }
  let total = 0;
  for (const { from, to, time } of jumps) total -= Math.log(expm(scaled(Q, time))[from][to]);
  return total;
}
export const inputs = (): Parameters<typeof f> => [
  Array.from({ length: 12 }, (_, i) => Math.sin(i) - 1),
  Array.from({ length: 12 }, (_, i) => ({ from: i % 4, to: (i * 3 + 1) % 4, time: 0.3 + i / 10 })),
];

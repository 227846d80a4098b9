const memo = (n: number, m: number): number[][] =>
  Array.from({ length: n }, () => Array<number>(m).fill(Infinity));
function softmin(a: number, b: number, c: number, gamma: number): number {
  const args = [-a / gamma, -b / gamma, -c / gamma];
  const max = Math.max(...args);
  let s = 0;
  for (const v of args) s += Math.exp(v - max);
  return -gamma * (Math.log(s) + max);
}
export function f(x: number[], y: number[], gamma: number): number {
  const R = memo(x.length + 1, y.length + 1);
  R[0][0] = 0;
  for (let i = 1; i <= x.length; i++) {
    for (let j = 1; j <= y.length; j++) {
      const cost = (x[i - 1] - y[j - 1]) ** 2;
      R[i][j] = cost + softmin(R[i - 1][j], R[i][j - 1], R[i - 1][j - 1], gamma);
    }
  }
  return R[x.length][y.length];
}
export const inputs = () => [
  Array.from({ length: 20 }, (_, k) => Math.sin(k / 3)),
  Array.from({ length: 25 }, (_, k) => Math.cos(k / 4)),
  0.5,
];

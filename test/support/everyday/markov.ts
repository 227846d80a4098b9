enum State {
  Rain,
  Sun,
  Cloud,
}
const softmax = (v: number[]): number[] => {
  const m = Math.max(...v);
  const e = v.map((x) => Math.exp(x - m));
  const s = e.reduce((a, b) => a + b, 0);
  return e.map((x) => x / s);
};
export function f(
  theta: { start: number[]; trans: number[][]; emit: number[][] },
  obs: number[],
): number {
  const pi = softmax(theta.start);
  const A = theta.trans.map(softmax);
  const B = theta.emit.map((row) => softmax(row));
  const n = pi.length;
  let alpha = pi.map((p, i) => p * B[i][obs[0]]);
  let ll = 0;
  for (let t = 1; t < obs.length; t++) {
    const next: number[] = new Array<number>(n).fill(0);
    for (let j = 0; j < n; j++) {
      for (let i = 0; i < n; i++) next[j] += alpha[i] * A[i][j];
      next[j] *= B[j][obs[t]];
    }
    const c = next.reduce((a, b) => a + b, 0);
    ll += Math.log(c);
    alpha = next.map((v) => v / c);
  }
  return -ll - Math.log(alpha[State.Sun] + alpha[State.Rain] + alpha[State.Cloud]);
}
export const inputs = () => [
  {
    start: [0.1, 0.2, 0.3],
    trans: [
      [1, 0, 0.2],
      [0.3, 1, 0],
      [0, 0, 0.5],
    ],
    emit: [
      [1, 0.2],
      [0, 1],
      [0.5, 0.5],
    ],
  },
  Array.from({ length: 50 }, (_, k) => (k * k) % 2),
];

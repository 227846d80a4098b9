interface Spline {
  knots: number[];
  a: number[];
  b: number[];
  c: number[];
  d: number[];
}
function locate(knots: number[], x: number): number {
  let lo = 0,
    hi = knots.length - 1;
  if (x <= knots[0]) return 0;
  if (x >= knots[hi]) return hi - 1;
  while (hi - lo > 1) {
    const mid = (lo + hi) >> 1;
    if (knots[mid] > x) hi = mid;
    else lo = mid;
  }
  return lo;
}
function build(knots: number[], ys: number[]): Spline {
  const n = knots.length - 1;
  const h = knots.slice(1).map((k, i) => k - knots[i]);
  const alpha = h.map((hi, i) =>
    i === 0 ? 0 : (3 / hi) * (ys[i + 1] - ys[i]) - (3 / h[i - 1]) * (ys[i] - ys[i - 1]),
  );
  const c = new Array<number>(n + 1).fill(0),
    l = new Array<number>(n + 1).fill(1),
    mu = new Array<number>(n + 1).fill(0),
    z = new Array<number>(n + 1).fill(0);
  const b: number[] = new Array<number>(n).fill(0),
    d: number[] = new Array<number>(n).fill(0);
  for (let i = 1; i < n; i++) {
    l[i] = 2 * (knots[i + 1] - knots[i - 1]) - h[i - 1] * mu[i - 1];
    mu[i] = h[i] / l[i];
    z[i] = (alpha[i] - h[i - 1] * z[i - 1]) / l[i];
  }
  for (let j = n - 1; j >= 0; j--) {
    c[j] = z[j] - mu[j] * c[j + 1];
    b[j] = (ys[j + 1] - ys[j]) / h[j] - (h[j] * (c[j + 1] + 2 * c[j])) / 3;
    d[j] = (c[j + 1] - c[j]) / (3 * h[j]);
  }
  return { knots, a: ys, b, c, d };
}
const evaluate = (s: Spline, x: number): number => {
  const i = locate(s.knots, x);
  const t = x - s.knots[i];
  return s.a[i] + t * (s.b[i] + t * (s.c[i] + t * s.d[i]));
};
export function f(ys: number[], knots: number[], data: [number, number][]): number {
  const s = build(knots, ys);
  return data.map(([x, y]) => (evaluate(s, x) - y) ** 2).reduce((a, b) => a + b, 0);
}
export const inputs = () => [
  Array.from({ length: 10 }, (_, k) => Math.sin(k)),
  Array.from({ length: 10 }, (_, k) => k),
  Array.from({ length: 40 }, (_, k) => [k * 0.23, Math.cos(k)]),
];

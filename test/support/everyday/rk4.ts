type State = number[];
type Rhs = (t: number, y: State) => State;
const axpy = (a: number, x: State, y: State): State => y.map((v, i) => v + a * x[i]);
function rk4(rhs: Rhs, y0: State, t0: number, t1: number, n: number): State[] {
  const h = (t1 - t0) / n;
  const path: State[] = [y0];
  let y = y0,
    t = t0;
  for (let k = 0; k < n; k++) {
    const k1 = rhs(t, y);
    const k2 = rhs(t + h / 2, axpy(h / 2, k1, y));
    const k3 = rhs(t + h / 2, axpy(h / 2, k2, y));
    const k4 = rhs(t + h, axpy(h, k3, y));
    y = y.map((v, i) => v + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
    t += h;
    path.push(y);
  }
  return path;
}
export function f(
  p: { alpha: number; beta: number; gamma: number; delta: number },
  data: number[][],
): number {
  const { alpha, beta, gamma, delta } = p;
  const lotkaVolterra: Rhs = (_t, [prey, pred]) => [
    alpha * prey - beta * prey * pred,
    delta * prey * pred - gamma * pred,
  ];
  const path = rk4(lotkaVolterra, [10, 5], 0, 5, data.length - 1);
  let s = 0;
  path.forEach((y, i) =>
    y.forEach((v, j) => {
      s += (v - data[i][j]) ** 2;
    }),
  );
  return s;
}
export const inputs = () => [
  { alpha: 1.1, beta: 0.4, gamma: 0.4, delta: 0.1 },
  Array.from({ length: 51 }, (_, k) => [10 + Math.sin(k), 5 + Math.cos(k)]),
];

/** A neural differential equation: a small network gives the slope of a spiral. */
interface Layer {
  W: number[][];
  b: number[];
}
type Net = Layer[];
const dense = ({ W, b }: Layer, x: number[]): number[] =>
  W.map((row, i) => row.reduce((s, w, j) => s + w * x[j], b[i]));
function forward(net: Net, x: number[]): number[] {
  return net.reduce((h, layer, i) => {
    const z = dense(layer, h);
    return i < net.length - 1 ? z.map(Math.tanh) : z;
  }, x);
}
const axpy = (a: number, x: number[], y: number[]) => y.map((yi, i) => yi + a * x[i]);

export function f(net: Net, trajectory: number[][], dt: number): number {
  let state = trajectory[0];
  let loss = 0;
  for (let t = 1; t < trajectory.length; t++) {
    const k1 = forward(net, state);
    const k2 = forward(net, axpy(dt / 2, k1, state));
    state = axpy(dt, k2, state);
    loss += state.reduce((s, v, i) => s + (v - trajectory[t][i]) ** 2, 0);
  }
  return loss / trajectory.length;
}
const layer = (n: number, m: number, s: number): Layer => ({
  W: Array.from({ length: n }, (_, i) =>
    Array.from({ length: m }, (__, j) => 0.5 * Math.sin(i * 3 + j + s)),
  ),
  b: Array.from({ length: n }, (_, i) => 0.1 * Math.cos(i + s)),
});
export const inputs = (): Parameters<typeof f> => [
  [layer(8, 2, 1), layer(2, 8, 2)],
  Array.from({ length: 30 }, (_, t) => [Math.cos(t / 5) * Math.exp(-t / 30), Math.sin(t / 5)]),
  0.2,
];

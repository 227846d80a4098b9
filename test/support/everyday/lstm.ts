const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
interface Gate {
  W: number[][];
  U: number[][];
  b: number[];
}
interface LSTM {
  i: Gate;
  f: Gate;
  o: Gate;
  g: Gate;
}
interface State {
  h: number[];
  c: number[];
}
const gate = (p: Gate, x: number[], h: number[], act: (v: number) => number): number[] =>
  p.b.map((b, k) => {
    let s = b;
    for (let j = 0; j < x.length; j++) s += p.W[k][j] * x[j];
    for (let j = 0; j < h.length; j++) s += p.U[k][j] * h[j];
    return act(s);
  });
function step(p: LSTM, x: number[], { h, c }: State): State {
  const i = gate(p.i, x, h, sigmoid);
  const f = gate(p.f, x, h, sigmoid);
  const o = gate(p.o, x, h, sigmoid);
  const g = gate(p.g, x, h, Math.tanh);
  const next = c.map((v, k) => f[k] * v + i[k] * g[k]);
  return { c: next, h: next.map((v, k) => o[k] * Math.tanh(v)) };
}
export function f(layers: LSTM[], xs: number[][], target: number[]): number {
  const n = layers[0].i.b.length;
  const states: State[] = layers.map(() => ({
    h: new Array<number>(n).fill(0),
    c: new Array(n).fill(0),
  }));
  let loss = 0;
  for (let t = 0; t < xs.length; t++) {
    let input = xs[t];
    for (let l = 0; l < layers.length; l++) {
      states[l] = step(layers[l], input, states[l]);
      input = states[l].h;
    }
    loss += input.reduce((s, v) => s + (v - target[t]) ** 2, 0);
  }
  return loss;
}
const m = (n: number, k: number, s: number) =>
  Array.from({ length: n }, (_, i) => Array.from({ length: k }, (_, j) => Math.sin(i * 7 + j + s)));
const g = (s: number) => ({ W: m(4, 4, s), U: m(4, 4, s + 1), b: [0.1, 0, 0.2, s / 9] });
export const inputs = () => [
  [
    { i: g(1), f: g(2), o: g(3), g: g(4) },
    { i: g(5), f: g(6), o: g(7), g: g(8) },
  ],
  m(8, 4, 0),
  [0, 1, 0, 1, 0, 1, 0, 1],
];

interface Layer {
  Wx: number[][];
  Wh: number[][];
  b: number[];
}
interface Model {
  hidden: Layer;
  out: { W: number[][]; b: number[] };
}
const affine = (W: number[][], x: number[], b: number[]) =>
  W.map((row, i) => row.reduce((s, w, j) => s + w * x[j], b[i]));
function cell({ Wx, Wh, b }: Layer, x: number[], h: number[]): number[] {
  const a = affine(Wx, x, b);
  const r = affine(
    Wh,
    h,
    b.map(() => 0),
  );
  return a.map((v, i) => Math.tanh(v + r[i]));
}
export function f(model: Model, xs: number[][], ys: number[]): number {
  let h: number[] = Array<number>(model.hidden.b.length).fill(0);
  let loss = 0;
  for (const [t, x] of xs.entries()) {
    h = cell(model.hidden, x, h);
    const [y] = affine(model.out.W, h, model.out.b);
    loss += (y - ys[t]) ** 2;
  }
  return loss / xs.length;
}
const m = (n: number, k: number) =>
  Array.from({ length: n }, (_, i) => Array.from({ length: k }, (_, j) => Math.sin(i * 7 + j)));
export const inputs = () => [
  { hidden: { Wx: m(6, 2), Wh: m(6, 6), b: [0, 0, 0, 0, 0, 0] }, out: { W: m(1, 6), b: [0] } },
  m(20, 2),
  Array.from({ length: 20 }, (_, k) => Math.cos(k)),
];

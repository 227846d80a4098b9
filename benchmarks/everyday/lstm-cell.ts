/** A cell with gates over a sequence, with one matrix for all gates. */
class LSTMCell {
  constructor(
    readonly size: number,
    readonly weights: number[][],
    readonly bias: number[],
  ) {}
  step(x: number[], h: number[], c: number[]): [number[], number[]] {
    const input = [...x, ...h];
    const z = this.weights.map((row, i) => {
      let sum = this.bias[i];
      for (let j = 0; j < row.length; j++) sum += row[j] * input[j];
      return sum;
    });
    const n = this.size;
    const newC: number[] = [];
    const newH: number[] = [];
    for (let k = 0; k < n; k++) {
      const i = sigmoid(z[k]);
      const f = sigmoid(z[n + k]);
      const o = sigmoid(z[2 * n + k]);
      const g = Math.tanh(z[3 * n + k]);
      newC[k] = f * c[k] + i * g;
      newH[k] = o * Math.tanh(newC[k]);
    }
    return [newH, newC];
  }
}
function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
export function f(weights: number[][], bias: number[], readout: number[], xs: number[][]): number {
  const size = bias.length / 4;
  const cell = new LSTMCell(size, weights, bias);
  let h = Array<number>(size).fill(0);
  let c = Array<number>(size).fill(0);
  let loss = 0;
  for (let t = 0; t + 1 < xs.length; t++) {
    [h, c] = cell.step(xs[t], h, c);
    const predicted = h.reduce((s, v, i) => s + v * readout[i], 0);
    loss += (predicted - xs[t + 1][0]) ** 2;
  }
  return loss;
}
export const inputs = (): Parameters<typeof f> => [
  Array.from({ length: 24 }, (_, i) =>
    Array.from({ length: 8 }, (__, j) => 0.4 * Math.sin(i * 5 + j * 2)),
  ),
  Array.from({ length: 24 }, (_, i) => 0.1 * Math.cos(i)),
  [0.3, -0.2, 0.5, 0.1, 0.4, -0.6],
  Array.from({ length: 25 }, (_, t) => [Math.sin(t / 3), Math.cos(t / 4)]),
];

// A recurrent network with two states reads five numbers.
const inputs = [0.5, -0.2, 0.8, 0.1, -0.6];

export function loss(w: number[][], u: number[], v: number[]): number {
  const state = [0, 0];
  for (const x of inputs) {
    const first = Math.tanh(w[0][0] * state[0] + w[0][1] * state[1] + u[0] * x);
    const second = Math.tanh(w[1][0] * state[0] + w[1][1] * state[1] + u[1] * x);
    state[0] = first;
    state[1] = second;
  }
  const output = v[0] * state[0] + v[1] * state[1];
  return (output - 0.3) ** 2;
}

export const at = [
  [
    [0.4, -0.3],
    [0.2, 0.6],
  ],
  [0.9, -0.5],
  [1, -1],
];

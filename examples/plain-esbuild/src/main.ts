/** Teaches a network to tell whether exactly one of two inputs is on. */
import { grad } from 'delta-tape';
import { answer, loss, type Network } from './network.js';

const table = [
  [0, 0, 0],
  [0, 1, 1],
  [1, 0, 1],
  [1, 1, 0],
] as const;

let network: Network = {
  hidden: [
    [1, -1, 0.5],
    [-1, 1, 0.5],
    [0.5, 0.5, -0.5],
  ],
  output: [0.5, 0.5, -0.5],
};
const slope = grad(loss);
for (let step = 0; step < 1000; step++) {
  const change = slope(network, table);
  network = {
    hidden: network.hidden.map(([p, q, bias], k) => {
      const [dp, dq, dbias] = change.hidden[k];
      return [p - 0.1 * dp, q - 0.1 * dq, bias - 0.1 * dbias] as const;
    }),
    output: network.output.map((weight, k) => weight - 0.1 * change.output[k]),
  };
}
console.log(table.map(([a, b]) => Math.round(answer(network, a, b))).join(' '));

/** The loss of the recurrent network, for libraries of scalars. */
import type { Inputs } from './inputs.js';
import type { Operators, Program } from './scalar-programs.js';

/** A layer with what it remembers, which changes. */
interface Layer<T> {
  readonly weights: readonly T[];
  readonly biases: readonly T[];
  hidden: readonly (T | number)[];
  cells: readonly (T | number)[];
}

/** Changes what a layer remembers, by an input, for the hidden values. */
function step<T>(
  { add, mul, div, exp, tanh }: Operators<T>,
  layer: Layer<T>,
  input: readonly T[],
): T[] {
  const { weights, biases, hidden, cells } = layer;
  const size = input.length;
  const gate = (k: number, i: number, x: T | number): T =>
    add(mul(x, weights[k * size + i]), biases[k * size + i]);
  const sigmoid = (x: T): T => div(1, add(1, exp(mul(-1, x))));
  const changed = input.map((x, i) => {
    const kept = mul(cells[i], sigmoid(gate(0, i, x)));
    const taken = mul(sigmoid(gate(1, i, hidden[i])), tanh(gate(3, i, hidden[i])));
    return add(kept, taken);
  });
  const shown = changed.map((cell, i) => mul(sigmoid(gate(2, i, input[i])), tanh(cell)));
  layer.cells = changed;
  layer.hidden = shown;
  return shown;
}

/** The parameters are those of the layers, then the others. */
export function lstm(input: Inputs['lstm']): Program {
  const { main_params: main, extra_params: extra, state, sequence } = input;
  const size = extra[0].length;
  return {
    point: [main, extra].flat(2),
    of<T>(ops: Operators<T>, x: readonly T[]): T {
      const { add, sub, mul, exp, log } = ops;
      const row = (k: number, width: number, from = 0) =>
        x.slice(from + k * width, from + (k + 1) * width);
      const layers: Layer<T>[] = main
        .filter((_, k) => k % 2 === 0)
        .map((_, k) => ({
          weights: row(2 * k, 4 * size),
          biases: row(2 * k + 1, 4 * size),
          hidden: state[2 * k],
          cells: state[2 * k + 1],
        }));
      const [before, after, shift] = [0, 1, 2].map((k) => row(k, size, 4 * size * main.length));
      let total: T | number = 0;
      for (let t = 0; t + 1 < sequence.length; t++) {
        let values = before.map((weight, i) => mul(sequence[t][i], weight));
        for (const layer of layers) values = step(ops, layer, values);
        const predicted = values.map((value, i) => add(mul(value, after[i]), shift[i]));
        let sum: T | number = 2;
        for (const y of predicted) sum = add(sum, exp(y));
        const normaliser = log(sum as T);
        predicted.forEach((y, i) => {
          total = add(total, mul(sequence[t + 1][i], sub(y, normaliser)));
        });
      }
      return mul(total, -1 / (size * (sequence.length - 1)));
    },
  };
}

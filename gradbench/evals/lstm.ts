/** A small recurrent network (LSTM with diagonal weights) that predicts the next character of a text. */
import { grad } from 'delta-tape';
import { flat, list, same, type Matrix } from '../numbers.js';
import type { Functions } from '../protocol.js';
import { timed } from '../timed.js';

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

/**
 * One layer: changes its hidden values and cells, which are in the state from `at` on, by its
 * weights and biases, which are in the parameters from 4 `at` on, each for the four gates forget,
 * in, out and change.
 */
function layer(main: Float64Array, state: Float64Array, at: number, input: Float64Array): void {
  const size = input.length;
  const w = 4 * at;
  const b = w + 4 * size;
  for (let i = 0; i < size; i++) {
    const hidden = state[at + i];
    const forget = sigmoid(input[i] * main[w + i] + main[b + i]);
    const ingate = sigmoid(hidden * main[w + size + i] + main[b + size + i]);
    const outgate = sigmoid(input[i] * main[w + 2 * size + i] + main[b + 2 * size + i]);
    const change = Math.tanh(hidden * main[w + 3 * size + i] + main[b + 3 * size + i]);
    const cell = state[at + size + i] * forget + ingate * change;
    state[at + size + i] = cell;
    state[at + i] = outgate * Math.tanh(cell);
  }
}

/** The network's expectation after a character; its state changes. */
function prediction(
  main: Float64Array,
  extra: Float64Array,
  state: Float64Array,
  character: Float64Array,
): Float64Array {
  const size = character.length;
  let input = new Float64Array(size);
  for (let i = 0; i < size; i++) input[i] = character[i] * extra[i];
  for (let at = 0; at < state.length; at += 2 * size) {
    layer(main, state, at, input);
    input = state.slice(at, at + size);
  }
  const output = new Float64Array(size);
  for (let i = 0; i < size; i++) output[i] = input[i] * extra[size + i] + extra[2 * size + i];
  return output;
}

/** Minus the mean of the logarithms of how likely the network holds each bit of the text. */
export function loss(
  main: Float64Array,
  extra: Float64Array,
  start: Float64Array,
  text: readonly Float64Array[],
): number {
  const state = start.slice();
  const size = text[0].length;
  let total = 0;
  for (let t = 0; t + 1 < text.length; t++) {
    const predicted = prediction(main, extra, state, text[t]);
    let sum = 2;
    for (let i = 0; i < size; i++) sum += Math.exp(predicted[i]);
    const normaliser = Math.log(sum);
    const actual = text[t + 1];
    for (let i = 0; i < size; i++) total += actual[i] * (predicted[i] - normaliser);
  }
  return -total / (size * (text.length - 1));
}

interface Input {
  readonly main_params: Matrix;
  readonly extra_params: Matrix;
  readonly state: Matrix;
  readonly sequence: Matrix;
}

const read = (input: Input) => ({
  main: flat(input.main_params),
  extra: flat(input.extra_params),
  start: flat(input.state),
  text: input.sequence.map((row) => Float64Array.from(row)),
});
const gradient = grad(loss, { wrt: [0, 1] });

export const functions: Functions = {
  objective: timed(read, ({ main, extra, start, text }) => loss(main, extra, start, text), same),
  jacobian: timed(
    read,
    ({ main, extra, start, text }) => gradient(main, extra, start, text),
    (parts) => parts.flatMap(list),
  ),
};

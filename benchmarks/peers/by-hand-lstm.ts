/** The gradient of the loss of the recurrent network, by hand. */
import { flat } from '../../gradbench/numbers.js';
import type { Inputs } from './inputs.js';

/**
 * The numbers that are kept of each unit of a layer at each step: its inputs, its gates and its output.
 */
const KEPT = 8;

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

/** One layer forwards; the input becomes its output. `w` is where its weights begin. */
function forwards(
  main: Float64Array,
  w: number,
  state: Float64Array,
  at: number,
  input: Float64Array,
  kept: Float64Array,
  to: number,
): void {
  const size = input.length;
  const b = w + 4 * size;
  for (let i = 0; i < size; i++) {
    const [x, hidden, cell] = [input[i], state[at + i], state[at + size + i]];
    const forget = sigmoid(x * main[w + i] + main[b + i]);
    const ingate = sigmoid(hidden * main[w + size + i] + main[b + size + i]);
    const outgate = sigmoid(x * main[w + 2 * size + i] + main[b + 2 * size + i]);
    const change = Math.tanh(hidden * main[w + 3 * size + i] + main[b + 3 * size + i]);
    const next = cell * forget + ingate * change;
    const squashed = Math.tanh(next);
    state[at + size + i] = next;
    input[i] = state[at + i] = outgate * squashed;
    const k = to + KEPT * i;
    kept[k] = x;
    kept[k + 1] = hidden;
    kept[k + 2] = cell;
    kept[k + 3] = forget;
    kept[k + 4] = ingate;
    kept[k + 5] = outgate;
    kept[k + 6] = change;
    kept[k + 7] = squashed;
  }
}

/** One layer backwards; the cotangent of its output becomes that of its input. */
function backwards(
  main: Float64Array,
  w: number,
  ofState: Float64Array,
  at: number,
  ofInput: Float64Array,
  kept: Float64Array,
  from: number,
  gradient: Float64Array,
): void {
  const size = ofInput.length;
  const b = w + 4 * size;
  for (let i = 0; i < size; i++) {
    const k = from + KEPT * i;
    const [x, hidden, cell] = [kept[k], kept[k + 1], kept[k + 2]];
    const [forget, ingate, outgate] = [kept[k + 3], kept[k + 4], kept[k + 5]];
    const [change, squashed] = [kept[k + 6], kept[k + 7]];
    const ofOutput = ofInput[i] + ofState[at + i];
    const ofCell = ofState[at + size + i] + ofOutput * outgate * (1 - squashed * squashed);
    const ofForget = ofCell * cell * forget * (1 - forget);
    const ofIngate = ofCell * change * ingate * (1 - ingate);
    const ofOutgate = ofOutput * squashed * outgate * (1 - outgate);
    const ofChange = ofCell * ingate * (1 - change * change);
    gradient[w + i] += ofForget * x;
    gradient[w + size + i] += ofIngate * hidden;
    gradient[w + 2 * size + i] += ofOutgate * x;
    gradient[w + 3 * size + i] += ofChange * hidden;
    gradient[b + i] += ofForget;
    gradient[b + size + i] += ofIngate;
    gradient[b + 2 * size + i] += ofOutgate;
    gradient[b + 3 * size + i] += ofChange;
    ofState[at + size + i] = ofCell * forget;
    ofState[at + i] = ofIngate * main[w + size + i] + ofChange * main[w + 3 * size + i];
    ofInput[i] = ofForget * main[w + i] + ofOutgate * main[w + 2 * size + i];
  }
}

/** The gradient by the parameters of the layers, then by the others. */
export function lstm(input: Inputs['lstm']) {
  const [main, extra] = [flat(input.main_params), flat(input.extra_params)];
  const start = flat(input.state);
  const text = input.sequence.map((row) => Float64Array.from(row));
  const size = text[0].length;
  const steps = text.length - 1;
  /** Where the layers begin in the state; their parameters begin at four times that. */
  const layers = input.state.flatMap((_, k) => (k % 2 === 0 ? [k * size] : []));
  const place = (t: number, layer: number) => KEPT * size * (t * layers.length + layer);
  return () => {
    const state = start.slice();
    const kept = new Float64Array(place(steps, 0));
    const outputs = new Float64Array(steps * size);
    for (let t = 0; t < steps; t++) {
      const values = text[t].map((x, i) => x * extra[i]);
      layers.forEach((at, k) => forwards(main, 4 * at, state, at, values, kept, place(t, k)));
      outputs.set(values, t * size);
    }
    const gradient = new Float64Array(main.length + extra.length);
    const ofExtra = gradient.subarray(main.length);
    const ofState = new Float64Array(state.length);
    for (let t = steps - 1; t >= 0; t--) {
      const values = outputs.subarray(t * size, (t + 1) * size);
      const chances = values.map((y, i) => Math.exp(y * extra[size + i] + extra[2 * size + i]));
      const total = chances.reduce((sum, chance) => sum + chance, 2);
      const actual = text[t + 1];
      const bits = actual.reduce((sum, bit) => sum + bit, 0);
      const cotangent = new Float64Array(size);
      for (let i = 0; i < size; i++) {
        const ofPredicted = ((bits * chances[i]) / total - actual[i]) / (size * steps);
        ofExtra[size + i] += ofPredicted * values[i];
        ofExtra[2 * size + i] += ofPredicted;
        cotangent[i] = ofPredicted * extra[size + i];
      }
      for (let k = layers.length - 1; k >= 0; k--) {
        const at = layers[k];
        backwards(main, 4 * at, ofState, at, cotangent, kept, place(t, k), gradient);
      }
      for (let i = 0; i < size; i++) ofExtra[i] += cotangent[i] * text[t][i];
    }
    return gradient;
  };
}

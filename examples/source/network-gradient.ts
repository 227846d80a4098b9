// The gradient of networkLoss in network.ts, written by delta-tape.

interface Network {
  hidden: Layer;
  output: Layer;
}

interface Layer {
  weights: number[][];
  biases: number[];
}

/** The value of networkLoss, and its gradient with respect to network. */
export function networkLossGradient(
  network: Network,
  inputs: readonly (readonly number[])[],
  targets: readonly number[],
): { value: number; gradient: Network } {
  const { weights, biases } = network.hidden;
  const { weights: weights2, biases: biases2 } = network.output;
  const weightsBar = weights.map((row) => zeros(row.length));
  const biasesBar = zeros(biases.length);
  const weightsBar2 = weights2.map((row) => zeros(row.length));
  const biasesBar2 = zeros(biases2.length);
  pool.next = 0;
  let kept = column;
  let top = 0;
  const t = 1 / inputs.length;
  let loss = 0;
  for (let k = 0; k < inputs.length; k++) { // line 26
    const mark = pool.next;
    const inputs2 = inputs[k];
    const values = zeros(biases.length);
    const valuesBar = floats(biases.length);
    for (let k2 = 0; k2 < biases.length; k2++) { // line 7
      const bias = biases[k2];
      const weightsk = weights[k2];
      let sum = bias;
      for (let j = 0; j < inputs2.length; j++) { // line 9
        sum += weightsk[j] * inputs2[j];
      }
      values[k2] = sum;
    }
    const hidden = zeros(values.length);
    const hiddenBar = floats(values.length);
    kept = withRoom(kept, top + (values.length + 1));
    for (let k2 = 0; k2 < values.length; k2++) { // line 27
      const x = values[k2];
      const tanh = Math.tanh(x);
      hidden[k2] = tanh;
      kept[top++] = tanh;
    }
    const values2 = zeros(biases2.length);
    const valuesBar2 = floats(biases2.length);
    for (let k2 = 0; k2 < biases2.length; k2++) { // line 7
      const bias = biases2[k2];
      const weightsk = weights2[k2];
      let sum = bias;
      for (let j = 0; j < hidden.length; j++) { // line 9
        sum += weightsk[j] * hidden[j];
      }
      values2[k2] = sum;
    }
    const error = values2[0] - targets[k];
    valuesBar2[0] += t * (2 * error);
    for (let k2 = biases2.length - 1; k2 >= 0; k2--) { // line 7
      const weightsk = weights2[k2];
      const weightskBar = weightsBar2[k2];
      const sumBar = valuesBar2[k2] ?? 0;
      for (let j = hidden.length - 1; j >= 0; j--) { // line 9
        hiddenBar[j] += sumBar * weightsk[j];
        weightskBar[j] += sumBar * hidden[j];
      }
      biasesBar2[k2] += sumBar;
    }
    for (let k2 = values.length - 1; k2 >= 0; k2--) { // line 27
      const tanh = kept[--top];
      const slope =
        tanh > 0.99 || tanh < -0.99
          ? Math.exp(-2 * Math.abs(values[k2])) * (1 + Math.abs(tanh)) ** 2
          : 1 - tanh * tanh;
      valuesBar[k2] += (hiddenBar[k2] ?? 0) * slope;
    }
    for (let k2 = biases.length - 1; k2 >= 0; k2--) { // line 7
      const weightskBar = weightsBar[k2];
      const sumBar = valuesBar[k2] ?? 0;
      for (let j = inputs2.length - 1; j >= 0; j--) { // line 9
        weightskBar[j] += sumBar * inputs2[j];
      }
      biasesBar[k2] += sumBar;
    }
    pool.next = mark;
    loss += error ** 2;
  }
  weightsBar.forEach((row) => insist(row));
  insist(biasesBar);
  weightsBar2.forEach((row) => insist(row));
  insist(biasesBar2);
  return {
    value: loss / inputs.length,
    gradient: {
      hidden: { weights: weightsBar, biases: biasesBar },
      output: { weights: weightsBar2, biases: biasesBar2 },
    },
  };
}

/** Where numbers are kept for the reverse sweep, from call to call. */
let column: Float64Array = new Float64Array(1024);

/** A column with the same numbers, and with room for so many. */
function withRoom(full: Float64Array, size: number): Float64Array {
  if (!(size > full.length)) return full;
  column = new Float64Array(Math.max(Math.ceil(size), 2 * full.length));
  column.set(full);
  return column;
}

/** Arrays that one call leaves to the next. */
const pool = { arrays: [] as Float64Array[], next: 0, size: 0 };

/** Zeros, in an array from the pool where one fits. */
function floats(length: number): Float64Array {
  const found = pool.arrays[pool.next];
  if (found !== undefined && found.length === length) {
    pool.next++;
    return found.fill(0);
  }
  const made = new Float64Array(length);
  if (length > 4096 || pool.size > 2 ** 21) return made;
  pool.size += length - (found === undefined ? 0 : found.length);
  pool.arrays[pool.next++] = made;
  return made;
}

function zeros(length: number): number[] {
  const list = new Array<number>(length);
  for (let k = 0; k < length; k++) list[k] = 0;
  return list;
}

/** Refuses NaN: where a slope that is not finite meets a cotangent of 0, the right answer may be 0. */
function insist(numbers: ArrayLike<number>): void {
  for (let k = 0; k < numbers.length; k++)
    if (Number.isNaN(numbers[k]))
      throw new RangeError('The derivative is NaN here. Write this code again with the option exactZeros.');
}

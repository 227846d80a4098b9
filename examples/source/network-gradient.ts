// The gradient of networkLoss in network.ts, written by delta-tape.

interface Network {
  hidden: Layer;
  output: Layer;
}

interface Layer {
  weights: number[][];
  biases: number[];
}

/** The value of networkLoss, and its gradient by network. */
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
  let kept = column;
  let top = 0;
  const t = 1 / inputs.length;
  let loss = 0;
  for (let k = 0; k < inputs.length; k++) { // line 26
    if (inputs[k] === undefined) throw outside('inputs[k]');
    const inputs2 = inputs[k];
    const values = zeros(biases.length);
    const valuesBar = new Float64Array(biases.length);
    for (let k2 = 0; k2 < biases.length; k2++) { // line 7
      const bias = biases[k2];
      let sum = bias;
      for (let j = 0; j < inputs2.length; j++) { // line 9
        if (weights[k2] === undefined) throw outside('weights[k2]');
        sum += weights[k2][j] * inputs2[j];
      }
      values[k2] = sum;
    }
    const hidden = zeros(values.length);
    const hiddenBar = new Float64Array(values.length);
    for (let k2 = 0; k2 < values.length; k2++) { // line 27
      const x = values[k2];
      const tanh = Math.tanh(x);
      hidden[k2] = tanh;
      if (top + 1 > kept.length) kept = longer(kept);
      kept[top++] = tanh;
    }
    const values2 = zeros(biases2.length);
    const valuesBar2 = new Float64Array(biases2.length);
    for (let k2 = 0; k2 < biases2.length; k2++) { // line 7
      const bias = biases2[k2];
      let sum = bias;
      for (let j = 0; j < hidden.length; j++) { // line 9
        if (weights2[k2] === undefined) throw outside('weights2[k2]');
        sum += weights2[k2][j] * hidden[j];
      }
      values2[k2] = sum;
    }
    const error = values2[0] - targets[k];
    valuesBar2[0] += t * (2 * error);
    for (let k2 = biases2.length - 1; k2 >= 0; k2--) { // line 7
      const sumBar = valuesBar2[k2] ?? 0;
      for (let j = hidden.length - 1; j >= 0; j--) { // line 9
        const weightskBar = weightsBar2[k2];
        hiddenBar[j] += sumBar * weights2[k2][j];
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
      const sumBar = valuesBar[k2] ?? 0;
      for (let j = inputs2.length - 1; j >= 0; j--) { // line 9
        const weightskBar = weightsBar[k2];
        weightskBar[j] += sumBar * inputs2[j];
      }
      biasesBar[k2] += sumBar;
    }
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

/** Where numbers are kept for the way back, from call to call. */
let column: Float64Array = new Float64Array(1024);

function longer(full: Float64Array): Float64Array {
  column = new Float64Array(2 * full.length);
  column.set(full);
  return column;
}

function outside(what: string): Error {
  return new RangeError(what + ": there is no derivative there. The library's grad has one, or says why not.");
}

function zeros(length: number): number[] {
  const made: number[] = [];
  for (let k = 0; k < length; k++) made.push(0);
  return made;
}

/** Refuses NaN: where a slope that is not finite meets a cotangent of 0, the right answer may be 0. */
function insist(numbers: ArrayLike<number>): void {
  for (let k = 0; k < numbers.length; k++)
    if (Number.isNaN(numbers[k]))
      throw new RangeError('The gradient is NaN here. Write this code again with the option exactZeros.');
}

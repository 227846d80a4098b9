// The gradient of neuron in neuron.ts, written by delta-tape.

/** The value of neuron, and its gradient with respect to weights and bias. */
export function neuronGradient(
  weights: Float64Array,
  inputs: Float64Array,
  bias: number,
): { value: number; gradient: [Float64Array, number] } {
  const weightsBar = new Float64Array(weights.length);
  let kept = column;
  let top = 0;
  let z = bias;
  for (let i = 0; i < weights.length; i++) { // line 4
    z += weights[i] * inputs[i];
  }
  const test = z > 0;
  let chosen: number;
  if (test) { // line 5
    const tanh = Math.tanh(z);
    kept = withRoom(kept, top + 1);
    kept[top++] = tanh;
    chosen = tanh;
  } else {
    chosen = 0.1 * z;
  }

  // The reverse sweep.
  let zBar: number;
  if (test) { // line 5
    const tanh = kept[--top];
    const slope =
      tanh > 0.99 || tanh < -0.99
        ? Math.exp(-2 * Math.abs(z)) * (1 + Math.abs(tanh)) ** 2
        : 1 - tanh * tanh;
    zBar = slope;
  } else {
    zBar = 0.1;
  }
  for (let i = weights.length - 1; i >= 0; i--) { // line 4
    weightsBar[i] += zBar * inputs[i];
  }
  const gradient: [Float64Array, number] = [weightsBar, zBar];
  insist(weightsBar);
  insist([gradient[1]]);
  return { value: chosen, gradient };
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

/** Refuses NaN: where a slope that is not finite meets a cotangent of 0, the right answer may be 0. */
function insist(numbers: ArrayLike<number>): void {
  for (let k = 0; k < numbers.length; k++)
    if (Number.isNaN(numbers[k]))
      throw new RangeError('The derivative is NaN here. Write this code again with the option exactZeros.');
}

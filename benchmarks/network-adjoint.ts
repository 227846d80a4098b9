/**
 * The network's gradient by hand: what a person would write for speed, with all
 * memory kept between calls.
 */
import { HIDDEN, LAYER1, LAYER2, LAYER3, PARAMETERS, type Sample } from './network-layout.js';
import type { Gradient } from './workload.js';

/** output = tanh(bias + weights · input) */
function forwards(p: Float64Array, start: number, input: Float64Array, output: Float64Array): void {
  let at = start;
  for (let j = 0; j < output.length; j++) {
    let total = p[at++];
    for (let i = 0; i < input.length; i++) total += p[at++] * input[i];
    output[j] = Math.tanh(total);
  }
}

/** From the cotangent of a layer's output to those of its parameters and, if wanted, its input. */
function backwards(
  p: Float64Array,
  gradient: Float64Array,
  start: number,
  input: Float64Array,
  output: Float64Array,
  outputCotangent: Float64Array,
  inputCotangent?: Float64Array,
): void {
  inputCotangent?.fill(0);
  let at = start;
  for (let j = 0; j < output.length; j++) {
    const c = outputCotangent[j] * (1 - output[j] * output[j]);
    gradient[at++] += c;
    for (let i = 0; i < input.length; i++, at++) {
      gradient[at] += c * input[i];
      if (inputCotangent !== undefined) inputCotangent[i] += c * p[at];
    }
  }
}

export function networkGradient(samples: readonly Sample[]): (p: Float64Array) => Gradient {
  const first = new Float64Array(HIDDEN);
  const second = new Float64Array(HIDDEN);
  const firstCotangent = new Float64Array(HIDDEN);
  const secondCotangent = new Float64Array(HIDDEN);

  return (p) => {
    const gradient = new Float64Array(PARAMETERS);
    let total = 0;
    for (const { input, target } of samples) {
      forwards(p, LAYER1, input, first);
      forwards(p, LAYER2, first, second);
      let output = p[LAYER3];
      for (let i = 0; i < HIDDEN; i++) output += p[LAYER3 + 1 + i] * second[i];
      const error = output - target;
      total += error * error;

      const c = (2 * error) / samples.length;
      gradient[LAYER3] += c;
      for (let i = 0; i < HIDDEN; i++) {
        gradient[LAYER3 + 1 + i] += c * second[i];
        secondCotangent[i] = c * p[LAYER3 + 1 + i];
      }
      backwards(p, gradient, LAYER2, first, second, secondCotangent, firstCotangent);
      backwards(p, gradient, LAYER1, input, first, firstCotangent);
    }
    return { value: total / samples.length, gradient };
  };
}

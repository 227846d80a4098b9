/** One operation on eight elements, a hundred times: what is left is what recording and sweeping cost. */
import { valueAndGrad } from 'delta-tape';
import * as np from 'delta-tape/numpy';
import * as numpy from 'numpy-ts';
import type { Variant } from './variant.js';

type NDArray = ReturnType<typeof np.zeros>;

/** Operations in one run. */
export const OPERATIONS = 100;

const x = numpy.array([0.3, 0.1, 0.7, 1.1, 0.2, 0.5, 0.9, 0.4]);
const chain = (start: NDArray): NDArray => {
  let z = start;
  for (let k = 0; k < OPERATIONS; k++) z = np.sin(z);
  return z;
};
const summed = (start: NDArray): number => np.sum(chain(start));

/** The calls of numpy-ts that the function makes. */
function calls(): NDArray[] {
  const all = [x];
  for (let k = 0; k < OPERATIONS; k++) all.push(numpy.sin(all[k]));
  return all;
}

const release = (arrays: readonly NDArray[]): void => {
  for (const array of arrays) array.dispose();
};

const plainCalls: Variant = {
  name: 'calls of numpy-ts',
  run() {
    const all = calls();
    release(all.slice(1));
    return all.length;
  },
  gradient: () => null,
};

/** Forth and back: with each sine its cosine, and a product. */
const byHand: Variant = {
  name: 'numpy-ts by hand',
  run() {
    const { gradient, made } = back();
    const first = gradient.iget(0) as number;
    release(made);
    return first;
  },
  gradient: () => back().gradient.tolist() as number[],
};

function back() {
  const all = calls();
  const made = all.slice(1);
  let gradient = numpy.ones([8]);
  made.push(gradient);
  for (let k = OPERATIONS - 1; k >= 0; k--) {
    const slopes = numpy.cos(all[k]);
    gradient = numpy.multiply(gradient, slopes);
    made.push(slopes, gradient);
  }
  return { gradient, made };
}

/** Records everything, and has nothing to sweep. */
const record = valueAndGrad((start: NDArray) => chain(start).shape[0]);
const both = valueAndGrad(summed);

const recording: Variant = {
  name: 'recording',
  run: () => np.tidy(() => record(x).value),
  gradient: () => null,
};

const library: Variant = {
  name: 'library',
  run: () => np.tidy(() => both(x).value),
  gradient: () => both(x).gradient.tolist() as number[],
};

export const variants: readonly Variant[] = [plainCalls, recording, byHand, library];

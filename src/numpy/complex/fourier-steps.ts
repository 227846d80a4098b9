/**
 * Steps of Fourier transforms: linear maps between signals, each with its transpose as a map of pairs of reals. Inputs
 * and outputs are real, and everything between is pairs. So complex numbers need no convention.
 */
import {
  added,
  conjugated,
  resized,
  scaled,
  transformed,
  turned,
  weighted,
  type Signal,
} from './signal.js';

export interface Step {
  readonly forth: (x: Signal) => Signal;
  readonly back: (c: Signal) => Signal;
}

export const resize = (axis: number, from: number, to: number): Step => ({
  forth: (x) => resized(x, axis, to),
  back: (c) => resized(c, axis, from),
});

/** The transform of length n. Its transpose is the one with the other sign. */
export const fourier = (axis: number, isInverse: boolean, scale: number): Step => ({
  forth: (x) => scaled(transformed(x, axis, isInverse), scale),
  back: (c) => scaled(transformed(c, axis, !isInverse), scale),
});

export const conjugation: Step = { forth: conjugated, back: conjugated };

/** The step that has no imaginary part, or drops it. */
export const realPart: Step = {
  forth: (x) => ({ ...x, im: new Float64Array(x.re.length) }),
  back: (c) => ({ ...c, im: new Float64Array(c.re.length) }),
};

/** The n frequencies of a real signal, of which the first n / 2 + 1 are given: the others are their conjugates. */
export function hermitian(axis: number, n: number): Step {
  const half = Math.floor(n / 2) + 1;
  // What is its own conjugate is real, and counts once.
  const isOwn = Array.from({ length: n }, (_, k) => k === 0 || 2 * k === n);
  const share = isOwn.map((own, k) => (own ? 0.5 : k < half ? 1 : 0));
  const imaginary = isOwn.map((own, k) => (own || k >= half ? 0 : 1));
  return {
    forth(x) {
      const first = weighted(resized(x, axis, n), axis, share, imaginary);
      return added(first, conjugated(turned(first, axis)));
    },
    back(c) {
      const both = added(c, turned(conjugated(c), axis));
      return resized(weighted(both, axis, share, imaginary), axis, half);
    },
  };
}

export const through = (steps: readonly Step[]): Step => ({
  forth: (x) => steps.reduce((y, step) => step.forth(y), x),
  back: (c) => steps.reduceRight((y, step) => step.back(y), c),
});

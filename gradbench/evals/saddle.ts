/** A saddle point by nested gradient descent: the minimum over x of the maximum over y. */
import { argmax, argmin, MODES, type Gradient } from '../descent.js';
import type { Vector } from '../numbers.js';
import type { Functions } from '../protocol.js';
import { timed } from '../timed.js';

export const height = (x: number[], y: number[]) =>
  x[0] * x[0] + x[1] * x[1] - (y[0] * y[0] + y[1] * y[1]);

/** The point x and the point y of the saddle, each found from `start`. */
const saddle = (outer: Gradient, inner: Gradient) => (start: number[]) => {
  const best = (x: number[], gradientOf: Gradient) =>
    argmax((y) => height(x, y), gradientOf, start);
  const x = argmin((x) => height(x, best(x, inner)), outer, start);
  return [...x, ...best(x, outer)];
};

const read = ({ start }: { readonly start: Vector }) => [...start];
const write = (point: number[]) => point;

const { f, r } = MODES;

export const functions: Functions = {
  ff: timed(read, saddle(f, f), write),
  fr: timed(read, saddle(f, r), write),
  rf: timed(read, saddle(r, f), write),
  rr: timed(read, saddle(r, r), write),
};

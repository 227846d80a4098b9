/** Gradient descent with a step that grows while it succeeds, for the evals with nested derivatives. */
import { grad, jvp } from 'delta-tape';

export type Objective = (x: number[]) => number;
/** A way to get a gradient. */
export type Gradient = (f: Objective) => (x: number[]) => number[];

/** Forward mode: one pass along each axis. */
const forward: Gradient = (f) => (x) =>
  x.map((_, k) => jvp(f)([x], [x.map((_, j) => (j === k ? 1 : 0))]).tangent);

const reverse: Gradient = (f) => (x) => grad(f)(x);

export const MODES: Readonly<Record<'f' | 'r', Gradient>> = { f: forward, r: reverse };

const ENOUGH = 1e-5;
const FIRST_STEP = 1e-5;
/** After so many steps that went down, the step is doubled. */
const PATIENCE = 10;

function length(v: readonly number[]): number {
  let total = 0;
  for (const x of v) total += x * x;
  return Math.sqrt(total);
}

/** Where `f` has a minimum, as found from `start`. */
export function argmin(f: Objective, gradientOf: Gradient, start: number[]): number[] {
  const gradient = gradientOf(f);
  let x = start;
  let value = f(x);
  let slope = gradient(x);
  let step = FIRST_STEP;
  let successes = 0;
  while (length(slope) > ENOUGH) {
    if (successes === PATIENCE) {
      step *= 2;
      successes = 0;
      continue;
    }
    const next = x.map((xk, k) => xk - step * slope[k]);
    if (length(next.map((xk, k) => xk - x[k])) <= ENOUGH) return x;
    const nextValue = f(next);
    if (nextValue < value) {
      x = next;
      value = nextValue;
      slope = gradient(x);
      successes++;
    } else {
      step /= 2;
      successes = 0;
    }
  }
  return x;
}

/** Where `f` has a maximum, as found from `start`. */
export const argmax = (f: Objective, gradientOf: Gradient, start: number[]): number[] =>
  argmin((x) => -f(x), gradientOf, start);

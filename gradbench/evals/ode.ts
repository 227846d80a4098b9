/** A chain of differential equations, solved by the method of Runge and Kutta. */
import { grad } from 'delta-tape';
import { list, type Vector } from '../numbers.js';
import type { Functions } from '../protocol.js';
import { timed } from '../timed.js';

const END = 2;

/** The right-hand sides: y₀' = x₀, and yᵢ' = xᵢ yᵢ₋₁ for the others. */
function slopes(x: Float64Array, y: Float64Array): Float64Array {
  const out = new Float64Array(x.length);
  out[0] = x[0];
  for (let i = 1; i < x.length; i++) out[i] = x[i] * y[i - 1];
  return out;
}

function moved(y: Float64Array, step: number, slope: Float64Array): Float64Array {
  const out = new Float64Array(y.length);
  for (let i = 0; i < y.length; i++) out[i] = y[i] + step * slope[i];
  return out;
}

/** The solution at the end, from y = 0, by a number of steps of the fourth order. */
export function solution(x: Float64Array, steps: number): Float64Array {
  const h = END / steps;
  let y = new Float64Array(x.length);
  for (let step = 0; step < steps; step++) {
    const k1 = slopes(x, y);
    const k2 = slopes(x, moved(y, h / 2, k1));
    const k3 = slopes(x, moved(y, h / 2, k2));
    const k4 = slopes(x, moved(y, h, k3));
    const next = new Float64Array(x.length);
    for (let i = 0; i < x.length; i++) {
      next[i] = y[i] + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    }
    y = next;
  }
  return y;
}

interface Input {
  readonly x: Vector;
  readonly s: number;
}

const read = ({ x, s }: Input) => ({ x: Float64Array.from(x), s });
/** The last of the unknowns at the end. */
export const last = (x: Float64Array, steps: number): number => solution(x, steps)[x.length - 1];

const gradientOfLast = grad(last);

export const functions: Functions = {
  primal: timed(read, ({ x, s }) => solution(x, s), list),
  gradient: timed(read, ({ x, s }) => gradientOfLast(x, s), list),
};

/**
 * A long recurrence: y ← sin(y) y + 0.1, from one input to the sum of the trajectory. Of
 * the last y alone the cotangent would soon underflow to 0, and a sweep that skips zeros
 * would have nothing to do.
 */
import { add, mul, sin, type Real, type Reals } from 'delta-tape';
import type { Gradient, Workload } from './workload.js';

/** sin, times, plus, and the plus of the sum. */
export const OPERATIONS_PER_STEP = 4;

export function chain(steps: number): Workload {
  function plain(x: Float64Array): number {
    let y = x[0];
    let total = 0;
    for (let i = 0; i < steps; i++) {
      y = Math.sin(y) * y + 0.1;
      total += y;
    }
    return total;
  }

  // The library keeps its memory between runs; so does this.
  let partials = new Float64Array(0);

  function handWritten(x: Float64Array): Gradient {
    if (partials.length === 0) partials = new Float64Array(steps);
    let y = x[0];
    let value = 0;
    for (let i = 0; i < steps; i++) {
      const s = Math.sin(y);
      partials[i] = Math.cos(y) * y + s;
      y = s * y + 0.1;
      value += y;
    }
    let cotangent = 0;
    for (let i = steps - 1; i >= 0; i--) cotangent = (cotangent + 1) * partials[i];
    return { value, gradient: Float64Array.of(cotangent) };
  }

  function library(x: Reals): Real {
    let y = x[0];
    let total: Real = 0;
    for (let i = 0; i < steps; i++) {
      y = add(mul(sin(y), y), 0.1);
      total = add(total, y);
    }
    return total;
  }

  return {
    name: `chain of ${steps.toLocaleString('en')} steps`,
    point: Float64Array.of(0.7),
    plain,
    handWritten,
    library,
  };
}

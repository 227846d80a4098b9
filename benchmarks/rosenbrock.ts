/** Rosenbrock's valley: many inputs, a little work on each. */
import { add, mul, sub, type Real, type Reals } from 'delta-tape';
import type { Gradient, Workload } from './workload.js';

function plain(x: Float64Array): number {
  let total = 0;
  for (let i = 0; i + 1 < x.length; i++) {
    const a = x[i + 1] - x[i] * x[i];
    const b = 1 - x[i];
    total += 100 * a * a + b * b;
  }
  return total;
}

function handWritten(x: Float64Array): Gradient {
  const gradient = new Float64Array(x.length);
  let value = 0;
  for (let i = 0; i + 1 < x.length; i++) {
    const a = x[i + 1] - x[i] * x[i];
    const b = 1 - x[i];
    value += 100 * a * a + b * b;
    gradient[i] -= 400 * a * x[i] + 2 * b;
    gradient[i + 1] = 200 * a;
  }
  return { value, gradient };
}

function library(x: Reals): Real {
  let total: Real = 0;
  for (let i = 0; i + 1 < x.length; i++) {
    const a = sub(x[i + 1], mul(x[i], x[i]));
    const b = sub(1, x[i]);
    total = add(total, add(mul(mul(100, a), a), mul(b, b)));
  }
  return total;
}

export const rosenbrock = (size: number): Workload => ({
  name: `Rosenbrock n=${size}`,
  point: Float64Array.from({ length: size }, (_, i) => Math.sin(3 * i)),
  plain,
  handWritten,
  library,
});

/** Whole Hessians and Taylor series: what they cost beside a gradient or the plain function. */
import {
  add,
  hessian,
  hvp,
  mul,
  sin,
  taylor,
  valueAndGrad,
  type Real,
  type Reals,
} from 'delta-tape';
import { rosenbrock } from './rosenbrock.js';
import type { Answers } from './answered.js';
import { median } from './timing.js';

/** A derivative, and what its time is measured by. */
export interface Order {
  readonly name: string;
  readonly beside: string;
  /** The function. */
  readonly of: (x: never) => unknown;
  /** Numbers that the timer keeps, so that the work is done. */
  basis(this: void): number;
  derivative(this: void): number;
  /** Passes over the function; throws if the derivative is wrong. */
  check(this: void): number;
}

export interface OrderLaunch {
  readonly basis: number;
  readonly derivative: number;
  readonly passes: number;
  readonly peakBytes: number;
  readonly answers: Answers;
}

function insist(name: string, actual: number, expected: number): void {
  // Written so that NaN does not pass.
  if (Math.abs(actual - expected) <= 1e-8 * Math.abs(expected)) return;
  throw new Error(`${name}: there is ${actual} where ${expected} should be`);
}

const probe = (_: number, k: number) => Math.cos(k);

function denseHessian(size: number): Order {
  const name = `Hessian of Rosenbrock, n = ${size}, dense`;
  const { library, point } = rosenbrock(size);
  const f = (x: Reals): Real => library(x);
  const gradient = valueAndGrad(f);
  const whole = hessian(f);
  return {
    name,
    beside: 'gradient',
    of: f,
    basis: () => gradient(point).value,
    derivative: () => whole(point)[0][0],
    check() {
      const along = point.map(probe);
      const product = hvp(f)(point, along);
      whole(point).forEach((row, k) => {
        const times = row.reduce((total, h, j) => total + h * along[j], 0);
        insist(name, times, product[k]);
      });
      return size;
    },
  };
}

function bandedHessian(size: number): Order {
  const name = `Hessian of Rosenbrock, n = ${size}, sparse`;
  const { library, point } = rosenbrock(size);
  const f = (x: Reals): Real => library(x);
  const gradient = valueAndGrad(f);
  const banded = hessian(f, { sparse: true });
  return {
    name,
    beside: 'gradient',
    of: f,
    basis: () => gradient(point).value,
    derivative: () => banded(point).values[0],
    check() {
      const along = point.map(probe);
      const product = hvp(f)(point, along);
      const { rows, columns, values, passes } = banded(point);
      const times = new Float64Array(size);
      values.forEach((h, k) => (times[rows[k]] += h * along[columns[k]]));
      times.forEach((x, k) => insist(name, x, product[k]));
      return passes;
    },
  };
}

const STEPS = 1000;

function series(order: number): Order {
  const name = `Taylor series of the chain of ${STEPS} steps to order ${order}`;
  const chain = (x: Real): Real => {
    let y = x;
    for (let k = 0; k < STEPS; k++) y = add(mul(sin(y), 0.9), 0.1);
    return y;
  };
  const plain = (x: number): number => {
    let y = x;
    for (let k = 0; k < STEPS; k++) y = Math.sin(y) * 0.9 + 0.1;
    return y;
  };
  const expand = taylor(chain, order);
  let nudge = 0;
  return {
    name,
    beside: 'plain function',
    of: chain,
    basis: () => plain(0.7 + (nudge += 1e-9)),
    derivative: () => expand(0.7)[order],
    check() {
      const coefficients = expand(0.7);
      const near = coefficients.reduceRight((total: number, c) => total * 1e-3 + c, 0);
      insist(name, near, plain(0.701));
      return 1;
    },
  };
}

export const orders: readonly Order[] = [
  denseHessian(300),
  bandedHessian(100_000),
  series(5),
  series(20),
];

export interface OrderResult {
  readonly name: string;
  readonly beside: string;
  readonly milliseconds: number;
  readonly ratio: number;
  readonly passes: number;
  readonly peakBytes: number;
  readonly answers: Answers;
}

export function summariseOrder(
  { name, beside }: Order,
  launches: readonly OrderLaunch[],
): OrderResult {
  return {
    name,
    beside,
    answers: launches[0].answers,
    milliseconds: median(launches.map(({ derivative }) => derivative)),
    ratio: median(launches.map(({ derivative, basis }) => derivative / basis)),
    passes: launches[0].passes,
    peakBytes: Math.max(...launches.map(({ peakBytes }) => peakBytes)),
  };
}

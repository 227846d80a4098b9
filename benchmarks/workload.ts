/** A workload: one function written three times, and the check that the three mean the same. */
import { valueAndGrad, type Real, type Reals } from 'delta-tape';

export interface Gradient {
  readonly value: number;
  readonly gradient: Float64Array;
}

export interface Workload {
  readonly name: string;
  readonly point: Float64Array;
  /** The function in native operators on numbers. */
  plain(this: void, x: Float64Array): number;
  /** Its gradient as a person would write it for speed: reverse mode without a tape. */
  handWritten(this: void, x: Float64Array): Gradient;
  /** The same function in the library's operators. */
  library(this: void, x: Reals): Real;
}

/** The gradient that the library makes of the workload. */
export function libraryGradient({ library }: Workload): (x: Float64Array) => Gradient {
  const both = valueAndGrad(library);
  return (x) => both(x);
}

const TOLERANCE = 1e-9;

/** Equal up to rounding; infinities are equal to themselves, NaN to nothing. */
const close = (x: number, y: number): boolean =>
  x === y || Math.abs(x - y) < TOLERANCE * Math.min(Math.abs(x), Math.abs(y));

/** @throws Error if the three versions differ: what is timed must be the same thing. */
export function assertAgreement(name: string, plain: number, hand: Gradient, library: Gradient) {
  const expectClose = (what: string, x: number, y: number) => {
    if (!close(x, y))
      throw new Error(`${name}: ${what} is ${x}, but ${y} in the library's version`);
  };
  expectClose('the plain value', plain, library.value);
  expectClose('the hand-written value', hand.value, library.value);
  expectClose('the gradient size', hand.gradient.length, library.gradient.length);
  hand.gradient.forEach((x, k) => {
    expectClose(`entry ${k} of the hand-written gradient`, x, library.gradient[k]);
  });
}

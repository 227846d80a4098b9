/** Elementwise functions, each with its own loop, so that the engine compiles each loop by itself. */
import { floatTypeOf, made, numbersOf } from '../numpy/elements.js';
import type { NDArray, Numbers } from '../numpy/library.js';
import type { Pointwise } from '../numpy/rows/pointwise.js';

export const kernel =
  (loop: (to: Numbers, from: ArrayLike<number>) => void): NonNullable<Pointwise['value']> =>
  (x) => {
    const from = x as NDArray;
    const [array, to] = made(from.shape, floatTypeOf(from));
    loop(to, numbersOf(from));
    return array;
  };

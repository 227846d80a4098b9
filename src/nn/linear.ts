/**
 * Linear functions of one array, in pairs of loops. Each is the transpose of the other, so the pullback of one is
 * the other, and derivatives of every order follow.
 */
import { applyRow } from '../numpy/apply.js';
import type { AnyArray, Operand } from '../numpy/array-dual.js';
import { floatTypeOf, numbersOf, zeros } from '../numpy/elements.js';
import type { NDArray, Numbers } from '../numpy/library.js';
import type { ArrayRow } from '../numpy/row.js';

type Loop<O> = (to: Numbers, from: ArrayLike<number>, options: O) => void;

export interface OneWay<O> {
  /** The shape of the result. */
  readonly shape: (options: O) => readonly number[];
  /** Writes the result, which holds zeros. */
  readonly loop: Loop<O>;
}

/** A function and its transpose. */
export function transposes<O>(
  name: string,
  forth: OneWay<O>,
  back: OneWay<O>,
  /** How far the operand is from others for which the options would differ. */
  distance: (options: O) => number = () => Infinity,
) {
  const row = ({ shape, loop }: OneWay<O>, other: () => ArrayRow<O>): ArrayRow<O> => ({
    name,
    value([x], options) {
      const [array, to] = zeros(shape(options), floatTypeOf(x as NDArray));
      loop(to, numbersOf(x as NDArray), options);
      return array;
    },
    pullback: (c, _, __, ___, options) => [applyRow(other(), [c], options)],
    pushforward([t], _, __, options) {
      return applyRow(this, [t], options);
    },
    boundary: (_, __, options) => distance(options),
  });
  const there: ArrayRow<O> = row(forth, () => again);
  const again: ArrayRow<O> = row(back, () => there);
  return (x: Operand, options: O): AnyArray => applyRow(there, [x], options) as AnyArray;
}

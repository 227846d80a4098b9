/**
 * Linear functions of one array, in pairs of loops. Each is the transpose of the other, so the pullback of one is
 * the other, and derivatives of every order follow. Many examples are looped over one after the other.
 */
import { applyRow } from '../numpy/apply.js';
import type { AnyArray, Operand } from '../numpy/array-dual.js';
import { floatTypeOf, numbersOf, sizeOf, zeros } from '../numpy/elements.js';
import type { NDArray, Numbers } from '../numpy/library.js';
import type { ArrayRow } from '../numpy/row.js';

type Loop<O> = (to: Numbers, from: ArrayLike<number>, options: O) => void;

interface OneWay<O> {
  /** The shape of the result. */
  readonly shape: (options: O) => readonly number[];
  /** Writes the result, which holds zeros. */
  readonly loop: Loop<O>;
}

interface Looped<O> {
  readonly own: O;
  /** The lengths of the axes along which examples lie. */
  readonly examples: readonly number[];
}

/** A function and its transpose. */
export function transposes<O>(name: string, forth: OneWay<O>, back: OneWay<O>) {
  const row = (
    { shape, loop }: OneWay<O>,
    other: () => ArrayRow<Looped<O>>,
  ): ArrayRow<Looped<O>> => ({
    name,
    value([x], { own, examples }) {
      const count = sizeOf(examples);
      const [array, to] = zeros([...examples, ...shape(own)], floatTypeOf(x as NDArray));
      const from = numbersOf(x as NDArray) as Numbers;
      const [m, n] = [from.length / count, to.length / count];
      if (count === 1) loop(to, from, own);
      else
        for (let k = 0; k < count; k++)
          loop(to.subarray(k * n, (k + 1) * n), from.subarray(k * m, (k + 1) * m), own);
      return array;
    },
    pullback: (c, _, __, ___, options) => [applyRow(other(), [c], options)],
    pushforward([t], _, __, options) {
      return applyRow(this, [t], options);
    },
    batch({ xs: [x], size, options: { own, examples } }) {
      const array = applyRow(this, [x], {
        own,
        examples: [size, ...examples],
      });
      return { array: array as AnyArray, isReal: false };
    },
  });
  const there: ArrayRow<Looped<O>> = row(forth, () => again);
  const again: ArrayRow<Looped<O>> = row(back, () => there);
  return (x: Operand, own: O): AnyArray => applyRow(there, [x], { own, examples: [] }) as AnyArray;
}

/** Operators of the table in the variadic form that `Math` gives them. */
import { notAReal } from './errors.js';
import type { Binary, Nary, Primitive } from './primitive.js';
import { isReal, type Real } from './real.js';

export interface Variadic {
  (...xs: readonly number[]): number;
  (...xs: readonly Real[]): Real;
  readonly primitive: Primitive;
  readonly ofMany: true;
}

/** A call with any number of arguments, with the row of the operator that it comes down to. */
export const variadic = (operator: Nary | Binary, call: (xs: readonly Real[]) => Real): Variadic =>
  Object.assign((...xs: readonly Real[]) => call(xs) as number, {
    primitive: operator.primitive,
    ofMany: true as const,
  });

/** A binary operator over a list from left to right; an empty list gives `empty`. */
export function fold(operator: Binary, xs: readonly Real[], empty: number): Real {
  if (xs.length === 0) return empty;
  xs.forEach((x, k) => {
    if (!isReal(x)) throw notAReal(x, `argument ${k + 1} of ${operator.primitive.name}`);
  });
  return xs.reduce((result, x) => operator(result, x));
}

/** `Math.hypot` of any number of arguments; a call takes a few ten thousand. */
export function hypotOfMany(xs: readonly number[]): number {
  if (xs.length <= 10_000) return Math.hypot(...xs);
  const middle = xs.length >> 1;
  return Math.hypot(hypotOfMany(xs.slice(0, middle)), hypotOfMany(xs.slice(middle)));
}

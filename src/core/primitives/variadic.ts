/** Operators of the table in the variadic form that `Math` gives them. */
import { notAReal } from '../../errors/errors.js';
import type { Binary, Nary, Primitive } from './row.js';
import { isReal, type Real } from '../real.js';

export interface Variadic {
  (...xs: readonly number[]): number;
  (...xs: readonly Real[]): Real;
  readonly primitive: Primitive;
  /** The same of a list, which may be longer than the stack is. */
  readonly ofList: (xs: readonly Real[]) => Real;
}

/** A call with any number of arguments, with the row of the operator that it comes down to. */
export const variadic = (operator: Nary | Binary, call: (xs: readonly Real[]) => Real): Variadic =>
  Object.defineProperty(
    Object.assign((...xs: readonly Real[]) => call(xs) as number, {
      primitive: operator.primitive,
      ofList: call,
    }),
    'name',
    { value: operator.primitive.name },
  );

/** A binary operator over a list from left to right; an empty list gives `empty`. */
export function fold(operator: Binary, xs: readonly Real[], empty: number): Real {
  if (xs.length === 0) return empty;
  xs.forEach((x, k) => {
    if (!isReal(x)) throw notAReal(x, `argument ${k + 1} of ${operator.primitive.name}`);
  });
  return xs.reduce((result, x) => operator(result, x));
}

/** The most arguments that are handed on one by one: a call takes a few ten thousand. */
const MANY = 10_000;

/**
 * `Math.hypot` of any number of arguments: of many, what V8 does. The squares, scaled by the largest,
 * are added with compensation.
 */
export function hypotOfMany(xs: readonly number[]): number {
  if (xs.length <= MANY) return Math.hypot(...xs);
  const largest = xs.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
  if (xs.some((x) => Math.abs(x) === Infinity)) return Infinity;
  if (Number.isNaN(largest) || largest === 0) return largest;
  let sum = 0;
  let lost = 0;
  for (const x of xs) {
    const scaled = Math.abs(x) / largest;
    const summand = scaled * scaled - lost;
    const next = sum + summand;
    lost = next - sum - summand;
    sum = next;
  }
  return Math.sqrt(sum) * largest;
}

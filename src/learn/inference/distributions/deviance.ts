/**
 * Parts of log densities that are 0 at the mode, on numbers (Loader, 2000). They are written in how far a ratio is from 1,
 * which has all digits where the ratio has lost them.
 */
import { productError } from '../../../special/exact-products.js';
import { log1pmxValue } from '../../../special/log1pmx.js';

/** u - log(1 + u) ≥ 0. Near -1, 1 + u has lost digits: `log` gives its logarithm. */
export const excess = (u: number, log: () => number): number =>
  u > -0.5 ? -log1pmxValue(u) : u - log();

/** log(1 + u), in the same way. */
export const logOf = (u: number, log: () => number): number =>
  u > -0.5 && u < 1 ? Math.log1p(u) : log();

/** A sum as if it were computed with twice the digits (Ogita, Rump and Oishi, 2005). */
export function exactSum(...terms: readonly number[]): number {
  let total = 0;
  let rest = 0;
  for (const term of terms) {
    const next = total + term;
    const part = next - total;
    rest += total - (next - part) + (term - part);
    total = next;
  }
  return Number.isFinite(total) ? total + rest : total;
}

/** -x y in two terms of such a sum. */
export const minusProduct = (x: number, y: number): readonly [number, number] => [
  -x * y,
  Number.isFinite(x * y) ? -productError(x, y) : 0,
];

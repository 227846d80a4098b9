/**
 * Comparisons look at primals only: a program branches on values, and is differentiated along the branch it
 * takes. Each accepts numbers and duals of any level and answers with a native boolean.
 */
import { primalOf, type Real } from './real.js';

/** `x < y` on primals. @example lt(1, 2) // true */
export const lt = (x: Real, y: Real): boolean => primalOf(x) < primalOf(y);
/** `x <= y` on primals. @example le(2, 2) // true */
export const le = (x: Real, y: Real): boolean => primalOf(x) <= primalOf(y);
/** `x > y` on primals. @example gt(1, 2) // false */
export const gt = (x: Real, y: Real): boolean => primalOf(x) > primalOf(y);
/** `x >= y` on primals. @example ge(2, 2) // true */
export const ge = (x: Real, y: Real): boolean => primalOf(x) >= primalOf(y);
/** `x === y` on primals. @example eq(2, 2) // true */
export const eq = (x: Real, y: Real): boolean => primalOf(x) === primalOf(y);

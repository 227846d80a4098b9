/**
 * Comparisons look at primals only: a program branches on values, and is differentiated along the branch it
 * takes. Each comparison takes numbers and duals of any level, and gives a native boolean. Watched runs see
 * it (watcher.ts).
 */
import { primalOf, type Real } from './real.js';
import { runsAreWatched, watchedComparison } from './watcher.js';

/** `x < y` on primals. @example lt(1, 2) // true */
export function lt(x: Real, y: Real): boolean {
  if (runsAreWatched()) return watchedComparison('lt', x, y);
  return primalOf(x) < primalOf(y);
}
/** `x <= y` on primals. @example le(2, 2) // true */
export function le(x: Real, y: Real): boolean {
  if (runsAreWatched()) return watchedComparison('le', x, y);
  return primalOf(x) <= primalOf(y);
}
/** `x > y` on primals. @example gt(1, 2) // false */
export function gt(x: Real, y: Real): boolean {
  if (runsAreWatched()) return watchedComparison('gt', x, y);
  return primalOf(x) > primalOf(y);
}
/** `x >= y` on primals. @example ge(2, 2) // true */
export function ge(x: Real, y: Real): boolean {
  if (runsAreWatched()) return watchedComparison('ge', x, y);
  return primalOf(x) >= primalOf(y);
}
/** `x === y` on primals. @example eq(2, 2) // true */
export function eq(x: Real, y: Real): boolean {
  if (runsAreWatched()) return watchedComparison('eq', x, y);
  return primalOf(x) === primalOf(y);
}

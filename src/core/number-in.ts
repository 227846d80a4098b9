/**
 * The number inside of a real for the library, which tells runs of its questions in other ways (watcher.ts).
 */
import { isUnderWay, keptPrimal, type Real } from './real.js';

/** As `primalOf`, but no run takes it for a number that the program goes on with. O(levels). */
export function numberIn(x: Real): number {
  let real: Real = x;
  while (typeof real !== 'number')
    real = isUnderWay(real) ? real.run.primalOf(real) : keptPrimal(real);
  return real;
}

/**
 * The choices of a function, and whether two points may differ in them. If they do, there is a kink or a
 * jump between the points, and differences say nothing about the derivative at either.
 */
import type { Kink } from '../../errors/kink.js';

/**
 * The number whose sign a comparison, or a primitive with a boundary at 0 or at a tie, looks at;
 * otherwise undefined.
 */
function signed({ values, distance }: Kink): number | undefined {
  const [x, y = 0] = values;
  return values.length <= 2 && Math.abs(x - y) === distance ? x - y : undefined;
}

/** True if the boundary of a choice may lie between how it is met here and there. */
function isBetween(here: Kink, there: Kink): boolean {
  const [one, other] = [signed(here), signed(there)];
  if (one !== undefined && other !== undefined) return one > 0 !== other > 0;
  const moved = here.values.reduce((sum, x, k) => sum + Math.abs(x - there.values[k]), 0);
  return moved >= here.distance;
}

/**
 * True if a kink may lie between two points, by the kinks that a function met at each. Kinks on which
 * the first point itself sits do not count: one-sided differences find those.
 */
export function kinkBetween(here: readonly Kink[], there: readonly Kink[]): boolean {
  let sitsOnKink = false;
  for (let k = 0; k < Math.max(here.length, there.length); k++) {
    const [one, other] = [here.at(k), there.at(k)];
    if (one === undefined || one.operation !== other?.operation) return !sitsOnKink;
    if (one.distance === 0) sitsOnKink = true;
    else if (isBetween(one, other)) return true;
  }
  return false;
}

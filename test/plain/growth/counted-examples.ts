/** Work that grows, for the test of what counts it. */
import { range } from '../../support/range.js';

/** Linear. */
export const once = (n: number): number =>
  range(n).reduce((sum, k) => (k % 2 > 0 ? sum : sum + k), 0);

/** Quadratic, in steps that are seen. */
export const pairs = (n: number): number =>
  range(n).reduce((sum, k) => sum + range(k).filter((i) => i % 2 > 0).length, 0);

/** Quadratic, within a method of arrays that calls nothing. */
export function different(n: number): number {
  const found: number[] = [];
  for (let k = 0; k < n; k++) if (!found.includes(k)) found.push(k);
  return found.length;
}

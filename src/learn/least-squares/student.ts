/** Student's t: in closed form for whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4). */
import { erf } from '../../special/special.js';

/** From here on the normal distribution serves, which is right to 5 digits there. */
const MANY = 100_000;

/** The probability that |T| is at most t. O(freedom). */
function inside(t: number, freedom: number): number {
  if (freedom > MANY) return erf(t / Math.SQRT2);
  const angle = Math.atan(t / Math.sqrt(freedom));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = freedom % 2 === 1;
  let term = isOdd ? cosine : 1;
  let total = freedom === 1 ? 0 : term;
  for (let k = isOdd ? 3 : 2; k < freedom; k += 2) {
    term *= (cosine * cosine * (k - 1)) / k;
    total += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * total) : sine * total;
}

/** The t that |T| exceeds with the probability 1 − level; NaN without a degree of freedom. */
export function studentQuantile(level: number, freedom: number): number {
  if (!(freedom >= 1)) return NaN;
  let [low, high] = [0, 1];
  while (inside(high, freedom) < level && high < 1e15) [low, high] = [high, 2 * high];
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (inside(middle, freedom) < level) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * The distance from the middle of a band to its edge; infinite where nothing shows how accurate an
 * error is.
 */
export function marginOf(error: number, level: number, freedom: number): number {
  if (error === 0) return 0;
  return freedom >= 1 ? studentQuantile(level, freedom) * error : Infinity;
}

import gammaln from '../vendor/gammaln.js';
import { gammaDifference, gammaRemainder, gammaRemainderDifference } from './gamma-differences.js';

/** log B(a, b) without its part of entropy, which is a log(a / (a + b)) + b log(b / (a + b)). */
export const logBetaRemainder = (a: number, b: number): number =>
  a >= b
    ? gammaRemainder(0, b) - gammaRemainderDifference(0, a, b)
    : gammaRemainder(0, a) - gammaRemainderDifference(0, b, a);

/** log B(a, b). */
export function logBetaValue(a: number, b: number): number {
  if (b > a) return logBetaValue(b, a);
  if (!(b > 8)) return gammaln(b) - gammaDifference(0, a, b);
  return logBetaRemainder(a, b) - a * Math.log1p(b / a) - b * Math.log1p(a / b);
}

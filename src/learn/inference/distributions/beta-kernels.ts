/** The beta distribution, and counts whose normalising constants are beta functions. */
import { eq, lt } from '../../../core/comparisons.js';
import { productLess } from '../../../special/exact-products.js';
import {
  gammaDifference,
  gammaRemainder,
  gammaRemainderDifference,
} from '../../../special/gamma-differences.js';
import {
  lgammaRemainder,
  lgammaRemainderDifference,
  polygammaDifference,
} from '../../../special/gamma-rows.js';
import { logBetaRemainder } from '../../../special/log-beta.js';
import type { Ternary } from '../../../core/primitives/row.js';
import { polygamma } from '../../../special/special.js';
import { add, div, mul, neg, sub } from '../../../core/primitives/table.js';
import { exactSum, excess, logOf, minusProduct } from './deviance.js';
import { smooth3 } from './smooth-rows.js';

const { log, log1p } = Math;

/**
 * The distances of the shares p and 1 - p from those of a and b: g is a - (a + b) p. The ratios are
 * those of p to a's share less 1, …
 */
function shares(g: number, a: number, b: number, p: number) {
  const [u, v] = [-g / a, g / b];
  const logs = [() => log(p) + log1p(b / a), () => log1p(-p) + log1p(a / b)] as const;
  return {
    excess: a * excess(u, logs[0]) + b * excess(v, logs[1]),
    /** log(p (a + b) / a) and log((1 - p) (a + b) / b). */
    logs: [logOf(u, logs[0]), logOf(v, logs[1])] as const,
  };
}

const moved = (x: number, a: number, b: number): number =>
  exactSum(a, ...minusProduct(a, x), ...minusProduct(b, x));

/** By x and the two shapes, for 0 < x < 1. */
export const betaRow: Ternary = /* @__PURE__ */ smooth3(
  'beta',
  (x, a, b) =>
    -shares(moved(x, a, b), a, b, x).excess - logBetaRemainder(a, b) - log(x) - log1p(-x),
  [
    (x, a, b) => exactSum(a, -1, 2 * x, ...minusProduct(a, x), ...minusProduct(b, x)) / x / (1 - x),
    (x, a, b) => shares(moved(x, a, b), a, b, x).logs[0] + gammaRemainderDifference(1, a, b),
    (x, a, b) => shares(moved(x, a, b), a, b, x).logs[1] + gammaRemainderDifference(1, b, a),
  ],
  [
    (x, a, b) => sub(div(div(sub(1, a), x), x), div(div(sub(b, 1), sub(1, x)), sub(1, x))),
    (x) => div(1, x),
    (x) => div(-1, sub(1, x)),
    (_, a, b) => polygammaDifference(1, a, b),
    (_, a, b) => polygamma(1, add(a, b)),
    (_, a, b) => polygammaDifference(1, b, a),
  ],
);

/** ψ(n + 1) - ψ(1). */
const afterOne = (n: number): number => gammaDifference(1, 1, n);

const ofTrials = (k: number, n: number, p: number) => shares(-productLess(n, p, k), k, n - k, p);

/** By successes, trials and the probability of success, for 0 ≤ k ≤ n and 0 < p < 1. */
export const binomialRow: Ternary = /* @__PURE__ */ smooth3(
  'binomial',
  (k, n, p) => {
    if (k === 0) return n * log1p(-p);
    if (k === n) return n * log(p);
    return -ofTrials(k, n, p).excess - logBetaRemainder(k, n - k) + log(n / k) - log(n - k);
  },
  [
    (k, n, p) => {
      if (k === 0) return afterOne(n) + log(p) - log1p(-p);
      if (k === n) return log(p) - log1p(-p) - afterOne(n);
      const [success, failure] = ofTrials(k, n, p).logs;
      const [one, other] = [k, n - k].map((m) => gammaRemainder(1, m) + 1 / m);
      return success - failure + (other - one);
    },
    (k, n, p) => {
      if (k === n) return afterOne(n) + log1p(-p);
      const { logs } = ofTrials(k, n, p);
      return logs[1] + gammaRemainderDifference(1, n - k, k) - k / (n - k) / n;
    },
    (k, n, p) => -productLess(n, p, k) / p / (1 - p),
  ],
  [
    (k, n) => neg(add(polygamma(1, add(k, 1)), polygamma(1, add(sub(n, k), 1)))),
    (k, n) => polygamma(1, add(sub(n, k), 1)),
    (_, __, p) => div(div(1, p), sub(1, p)),
    (k, n) => polygammaDifference(1, add(sub(n, k), 1), k),
    (_, __, p) => div(-1, sub(1, p)),
    (k, n, p) => neg(add(div(div(k, p), p), div(div(sub(n, k), sub(1, p)), sub(1, p)))),
  ],
);

/**
 * The distance between mean and count: the ratios of their shares beside φ less 1, and the logarithms
 * of the ratios.
 */
function ofMean(k: number, mean: number, phi: number) {
  const [u, v] = [(phi / (phi + mean)) * ((mean - k) / k), (k - mean) / (phi + mean)];
  const farLog = () => log(phi + k) - log(phi + mean);
  return { u, v, logs: [() => log(mean) - log(k) + farLog(), farLog] as const };
}

/** By count, mean and φ; the mean is 0 only where the count is. */
export const negativeBinomialRow: Ternary = /* @__PURE__ */ smooth3(
  'negativeBinomial',
  (k, mean, phi) => {
    const ratio = mean / phi;
    if (k === 0) return -phi * (ratio < Infinity ? log1p(ratio) : log(mean) - log(phi));
    const { u, v, logs } = ofMean(k, mean, phi);
    const away = k * excess(u, logs[0]) + phi * excess(v, logs[1]);
    return -away - logBetaRemainder(phi, k) - log(k);
  },
  [
    (k, mean, phi) => {
      if (k === 0)
        return gammaRemainder(1, phi) - gammaRemainder(1, 1) + log(mean / (1 + mean / phi));
      const { u, logs } = ofMean(k, mean, phi);
      return logOf(u, logs[0]) + gammaRemainderDifference(1, k, phi) - 1 / k;
    },
    (k, mean, phi) => (k === 0 ? -1 : (k - mean) / mean) * (phi / (phi + mean)),
    (k, mean, phi) => {
      const { v, logs } = ofMean(k, mean, phi);
      return gammaRemainderDifference(1, phi, k) - excess(v, logs[1]);
    },
  ],
  [
    (k, _, phi) =>
      lt(phi, 0.5)
        ? neg(polygammaDifference(1, add(k, phi), sub(1, phi)))
        : polygammaDifference(1, add(k, 1), sub(phi, 1)),
    (_, mean, phi) => div(div(phi, add(phi, mean)), mean),
    (k, mean, phi) =>
      sub(lgammaRemainder(2, add(phi, k)), div(div(sub(k, mean), add(phi, k)), add(phi, mean))),
    (k, mean, phi) => {
      const far = div(phi, add(phi, mean));
      if (eq(k, 0)) return div(far, add(phi, mean));
      const less = sub(sub(mean, mul(2, k)), mul(div(k, mean), phi));
      return mul(far, div(div(less, mean), add(phi, mean)));
    },
    (k, mean, phi) => div(div(sub(k, mean), add(phi, mean)), add(phi, mean)),
    (k, mean, phi) => {
      const away = div(sub(k, mean), add(phi, mean));
      return add(lgammaRemainderDifference(2, phi, k), div(mul(away, away), add(phi, k)));
    },
  ],
);

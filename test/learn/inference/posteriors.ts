/** The densities of models of posteriordb (stan-dev), in plain TypeScript. Each is exported, so that it is compiled. */
import {
  halfCauchyLogDensity,
  halfNormalLogDensity,
  normalLogDensity,
  positive,
} from 'delta-tape/learn/inference';

type Schools = { mu: number; tau: number; trans: number[] };
type Series = { alpha: number; beta: number[]; sigma: number };
type Regression = { beta: number[]; sigma: number };

export function schools(
  { mu, tau, trans }: Schools,
  { y, sigma }: { y: number[]; sigma: number[] },
): number {
  let total = normalLogDensity(mu, 0, 5) + halfCauchyLogDensity(tau, 5);
  for (let j = 0; j < trans.length; j++) {
    total += normalLogDensity(trans[j], 0, 1);
    total += normalLogDensity(y[j], mu + tau * trans[j], sigma[j]);
  }
  return total;
}

export function series(
  { alpha, beta, sigma }: Series,
  { K, y }: { K: number; y: number[] },
): number {
  let total = normalLogDensity(alpha, 0, 10) + halfCauchyLogDensity(sigma, 2.5);
  for (let k = 0; k < K; k++) total += normalLogDensity(beta[k], 0, 10);
  for (let t = K; t < y.length; t++) {
    let mean = alpha;
    for (let k = 0; k < K; k++) mean += beta[k] * y[t - k - 1];
    total += normalLogDensity(y[t], mean, sigma);
  }
  return total;
}

export function regression(
  { beta, sigma }: Regression,
  { X, y }: { X: number[][]; y: number[] },
): number {
  let total = halfNormalLogDensity(sigma, 10);
  for (let k = 0; k < beta.length; k++) total += normalLogDensity(beta[k], 0, 10);
  for (let n = 0; n < y.length; n++) {
    let mean = 0;
    for (let k = 0; k < beta.length; k++) mean += beta[k] * X[n][k];
    total += normalLogDensity(y[n], mean, sigma);
  }
  return total;
}

export const models = {
  eight_schools: {
    density: schools,
    start: () => ({ mu: 0, tau: 1, trans: [0, 0, 0, 0, 0, 0, 0, 0] }),
    constraints: { tau: positive },
    quantities: ({ mu, tau, trans }: Schools) => ({
      mu,
      tau,
      theta: trans.map((z) => mu + tau * z),
    }),
  },
  arK: {
    density: series,
    start: () => ({ alpha: 0, beta: [0, 0, 0, 0, 0], sigma: 1 }),
    constraints: { sigma: positive },
    quantities: (draw: Series) => ({ ...draw }),
  },
  sblri_blr: {
    density: regression,
    start: () => ({ beta: [0, 0, 0, 0, 0], sigma: 1 }),
    constraints: { sigma: positive },
    quantities: (draw: Regression) => ({ ...draw }),
  },
};

/**
 * The rows of the gamma function: its logarithm, the derivatives of that, and differences of all of them.
 */
import { invalidRow } from '../errors/errors.js';
import type { Real } from '../core/real.js';
import gammalnValue from '../vendor/gammaln.js';
import { fromPole } from '../core/primitives/boundaries.js';
import { domain, limit } from '../core/primitives/domains.js';
import { digammaValue, polygammaValue } from './gamma.js';
import { gammaDifference, gammaRemainder, gammaRemainderDifference } from './gamma-differences.js';
import { logBetaValue } from './log-beta.js';
import { primitive } from '../core/primitives/primitive.js';
import type { Binary, Limit, Unary } from '../core/primitives/row.js';
import { add, neg } from '../core/primitives/table.js';

const noPoles = domain('x not 0, -1, -2, …', 0.4, 2.3, -1.4);
const positives = domain('x > 0', 0.4, 2.3, 14);
const moved = domain('x > 0, x + y > 0', [0.4, 2.3], [2.3, -1.4], [14, 0.6]);

const factorial = (n: number): number => (n === 0 ? 1 : n * factorial(n - 1));

/** Where large terms cancel below 0, sums are as exact as the terms: log |Γ|, ψ and its even derivatives. */
const lgammaCancels = (order: Limit['order']): Limit =>
  limit(order, 'near the zeros below 0: within 2⁻⁴⁸ (1 - x)', (x) =>
    x < 0 ? 2 ** -48 * (1 - x) : 0,
  );
const digammaCancels = (order: Limit['order']): Limit =>
  limit(order, 'near the zeros below 0: within 2⁻⁴⁸ (1 + log(1 - x))', (x) =>
    x < 0 ? 2 ** -48 * (1 + Math.log(1 - x)) : 0,
  );
const polygammaCancels = (n: number, order: Limit['order']): Limit =>
  limit(
    order,
    `near the zeros below 0: within 2⁻⁴⁸ ${n}! / d^${n + 1} at a distance d from a pole`,
    (x) => (x < 0 ? 2 ** -48 * (factorial(n) / Math.abs(fromPole(x)) ** (n + 1)) : 0),
  );

/** The logarithm of the absolute value of the gamma function. @example lgamma(5) // Math.log(24) */
export const lgamma: Unary = primitive(
  'lgamma',
  gammalnValue,
  [(x) => digamma(x)],
  'ψ(x)',
  noPoles,
  {
    boundary: fromPole,
    limits: [lgammaCancels(0), digammaCancels(1)],
  },
);

/** The derivative ψ of lgamma. @example digamma(1) // -γ = -0.5772156649015329 */
export const digamma: Unary = primitive(
  'digamma',
  digammaValue,
  [(x) => polygamma(1, x)],
  'ψ⁽¹⁾(x)',
  noPoles,
  {
    boundary: fromPole,
    limits: [digammaCancels(0), polygammaCancels(2, 2)],
  },
);

/** A row for each order, made when it is first used. */
function family<Row>(make: (n: number) => Row): (n: number) => Row {
  const rows = new Map<number, Row>();
  return (n) => {
    let row = rows.get(n);
    if (row === undefined) rows.set(n, (row = make(n)));
    return row;
  };
}

const polygammas = /* @__PURE__ */ family((n): Unary =>
  primitive(
    `polygamma${n}`,
    (y) => polygammaValue(n, y),
    [(y) => polygamma(n + 1, y)],
    'ψ⁽ⁿ⁺¹⁾(x)',
    noPoles,
    {
      boundary: fromPole,
      limits:
        n % 2 === 1
          ? [polygammaCancels(n + 1, 1)]
          : [polygammaCancels(n, 0), polygammaCancels(n + 2, 2)],
    },
  ),
);

/**
 * The n-th derivative of digamma, for a fixed integer n from 0 to 170 (170! is the last finite
 * one). Its derivative is the next one, so each order is a row of its own, made when first used.
 *
 * @throws DeltaTapeError if `n` is not a natural number up to 170.
 * @example polygamma(1, 1) // π²/6 = 1.6449340668482264
 */
export function polygamma(n: number, x: number): number;
export function polygamma(n: number, x: Real): Real;
export function polygamma(n: number, x: Real): Real {
  if (n === 0) return digamma(x);
  if (!Number.isInteger(n) || n < 0 || n > 170) {
    throw invalidRow('polygamma', 'its order must be a constant natural number up to 170.');
  }
  return polygammas(n)(x);
}

// ── Differences ──────────────────────────────────────────────────────────────────────────────────

/**
 * lgamma(x + d) - lgamma(x), without the digits that both share.
 *
 * @example lgammaDifference(1e15, 1) // Math.log(1e15)
 */
export const lgammaDifference: Binary = primitive(
  'lgammaDifference',
  (x, d) => gammaDifference(0, x, d),
  [(x, d) => digammaDifference(x, d), (x, d) => digamma(add(x, d))],
  ['ψ(x + y) - ψ(x)', 'ψ(x + y)'],
  moved,
  {
    boundary: (x, d) => Math.min(x, x + d),
    limits: [
      limit(0, 'near its zeros beside y = 0: within 2⁻⁴⁸', (x, d) =>
        Math.min(x, x + d) < 1.5 && Math.max(x, x + d) > 1.4 ? 2 ** -48 : 0,
      ),
      limit(1, 'that by y near x + y = 1.46: within 2⁻⁵⁰', (x, d) =>
        Math.abs(x + d - 1.46) < 0.1 ? 2 ** -50 : 0,
      ),
    ],
  },
);

/**
 * log B(a, b) = lgamma(a) + lgamma(b) - lgamma(a + b), also where the sum would cancel.
 *
 * @example logBeta(2, 3) // -Math.log(12)
 */
export const logBeta: Binary = primitive(
  'logBeta',
  logBetaValue,
  [(x, y) => neg(digammaDifference(x, y)), (x, y) => neg(digammaDifference(y, x))],
  ['ψ(x) - ψ(x + y)', 'ψ(y) - ψ(x + y)'],
  domain('x, y > 0', [0.4, 2.3], [14, 0.6], [30, 40]),
  {
    boundary: (x, y) => Math.min(x, y),
    limits: [
      limit(0, 'near its zeros, such as x = y = 1: within 2⁻⁵⁰', (x, y) =>
        Math.abs(logBetaValue(x, y)) < 0.1 ? 2 ** -50 : 0,
      ),
    ],
  },
);

const polygammaDifferences = /* @__PURE__ */ family((n): Binary =>
  primitive(
    `polygammaDifference${n}`,
    (x, d) => gammaDifference(n + 1, x, d),
    [(x, d) => polygammaDifference(n + 1, x, d), (x, d) => polygamma(n + 1, add(x, d))],
    ['ψ⁽ⁿ⁺¹⁾(x + y) - ψ⁽ⁿ⁺¹⁾(x)', 'ψ⁽ⁿ⁺¹⁾(x + y)'],
    moved,
  ),
);

/** ψ⁽ⁿ⁾(x + d) - ψ⁽ⁿ⁾(x). */
export const polygammaDifference = (n: number, x: Real, d: Real): Real =>
  polygammaDifferences(n)(x, d);
const digammaDifference = (x: Real, d: Real): Real => polygammaDifference(0, x, d);

const remainders = /* @__PURE__ */ family((n): Unary =>
  primitive(
    `gammaRemainder${n}`,
    (x) => gammaRemainder(n, x),
    [(x) => lgammaRemainder(n + 1, x)],
    'the next one',
    positives,
  ),
);

/** The n-th derivative of lgamma(x) - (x log x - x). */
export const lgammaRemainder = (n: number, x: Real): Real => remainders(n)(x);

const remainderDifferences = /* @__PURE__ */ family((n): Binary =>
  primitive(
    `gammaRemainderDifference${n}`,
    (x, d) => gammaRemainderDifference(n, x, d),
    [(x, d) => lgammaRemainderDifference(n + 1, x, d), (x, d) => lgammaRemainder(n + 1, add(x, d))],
    ['the next one', 'the next one at x + y'],
    moved,
  ),
);

/** That at x + d, less that at x. */
export const lgammaRemainderDifference = (n: number, x: Real, d: Real): Real =>
  remainderDifferences(n)(x, d);

/**
 * Special functions: more rows of the table, with values from the @stdlib packages. They have their own file, so
 * that a bundle without them contains none of those packages.
 */
import erfValue from '../../vendor/erf.js';
import erfcValue from '../../vendor/erfc.js';
import gammalnValue from '../../vendor/gammaln.js';
import { fromPole } from './boundaries.js';
import { invalidRow } from '../errors.js';
import { digammaValue, polygammaValue } from './gamma.js';
import { primitive } from './primitive.js';
import type { Limit, Unary } from './row.js';
import type { Real } from '../real.js';
import { limit, domain } from './domains.js';
import { exp, mul, neg } from './table.js';

const everywhere = domain('all x', -1.2, 0.3, 1.4);
const noPoles = domain('x not 0, -1, -2, …', 0.4, 2.3, -1.4);

const factorial = (n: number): number => (n === 0 ? 1 : n * factorial(n - 1));

/** Where large terms cancel below 0, sums are as exact as the terms: log |Γ|, ψ and its even derivatives. */
const lgammaCancels = (order: Limit['order']): Limit =>
  limit(order, 'near the zeros below 0: within 2⁻⁴⁸ (1 - x)', (x) => (x < 0 ? 2 ** -48 * (1 - x) : 0));
const digammaCancels = (order: Limit['order']): Limit =>
  limit(order, 'near the zeros below 0: within 2⁻⁴⁸ (1 + log(1 - x))', (x) => (x < 0 ? 2 ** -48 * (1 + Math.log(1 - x)) : 0));
const polygammaCancels = (n: number, order: Limit['order']): Limit =>
  limit(order, `near the zeros below 0: within 2⁻⁴⁸ ${n}! / d^${n + 1} at a distance d from a pole`,
    (x) => (x < 0 ? 2 ** -48 * (factorial(n) / Math.abs(fromPole(x)) ** (n + 1)) : 0));

/** The error function. @example erf(0) // 0 */
export const erf: Unary = primitive('erf', erfValue, [(x) => mul(2 / Math.sqrt(Math.PI), exp(neg(mul(x, x))))], '2/√π e^(-x²)', everywhere);
/** 1 - erf x, which keeps its digits where erf x is near 1. @example erfc(0) // 1 */
export const erfc: Unary = primitive('erfc', erfcValue, [(x) => mul(-2 / Math.sqrt(Math.PI), exp(neg(mul(x, x))))], '-2/√π e^(-x²)', everywhere);

/** The logarithm of the absolute value of the gamma function. @example lgamma(5) // Math.log(24) */
export const lgamma: Unary = primitive('lgamma', gammalnValue, [(x) => digamma(x)], 'ψ(x)', noPoles, {
  boundary: fromPole, limits: [lgammaCancels(0), digammaCancels(1)] });

/** The derivative ψ of lgamma. @example digamma(1) // -γ = -0.5772156649015329 */
export const digamma: Unary = primitive('digamma', digammaValue, [(x) => polygamma(1, x)], 'ψ⁽¹⁾(x)', noPoles, {
  boundary: fromPole, limits: [digammaCancels(0), polygammaCancels(2, 2)] });

const polygammas = new Map<number, Unary>();

/**
 * The n-th derivative of digamma, for a fixed integer n from 0 to 170 (170! is the last finite
 * one). Its derivative is the next one, so each order is a row of its own, made when first used.
 *
 * @throws DeltaTapeError if `n` is no natural number up to 170.
 * @example polygamma(1, 1) // π²/6 = 1.6449340668482264
 */
export function polygamma(n: number, x: number): number;
export function polygamma(n: number, x: Real): Real;
export function polygamma(n: number, x: Real): Real {
  if (n === 0) return digamma(x);
  if (!Number.isInteger(n) || n < 0 || n > 170) {
    throw invalidRow('polygamma', 'its order must be a constant natural number up to 170.');
  }
  let row = polygammas.get(n);
  if (row === undefined) {
    row = primitive(`polygamma${n}`, (y) => polygammaValue(n, y), [(y) => polygamma(n + 1, y)], 'ψ⁽ⁿ⁺¹⁾(x)', noPoles, {
      boundary: fromPole,
      limits: n % 2 === 1 ? [polygammaCancels(n + 1, 1)] : [polygammaCancels(n, 0), polygammaCancels(n + 2, 2)] });
    polygammas.set(n, row);
  }
  return row(x);
}

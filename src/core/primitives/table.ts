/**
 * The table of primitives: one row each. This is the only place that knows any calculus.
 *
 * A row says: name, value on numbers, partials (in operators of this table, so that they are differentiable
 * to any order; the last parameter is the output), the partials as formulas, and where it is smooth. Some
 * say more: how far arguments are from where the row is not smooth (boundaries.ts), the conventions at its
 * edges, limits of its accuracy. Kinks and steps are rows of piecewise.ts, special functions of special.ts.
 */
import { fromCut, fromDivisor, fromMultiple, fromOne, fromPower, fromZero } from './boundaries.js';
import { eq, ge, gt, lt } from '../comparisons.js';
import { convention, zeroPartial, inside, line, limit, domain, oneSided, plane, positive } from './domains.js';
import { abs, round } from './piecewise.js';
import { primitive } from './primitive.js';
import { primalOf, type Coefficients, type Real } from '../real.js';
import type { Binary, Nary, Ternary, Unary } from './row.js';
import { hypotOfMany, variadic, type Variadic } from './variadic.js';

export * from './piecewise.js';

// ── Arithmetic ───────────────────────────────────────────────────────────────────────────────────

/** x + y. @example add(2, 3) // 5 */
export const add: Binary = primitive('add', (x, y) => x + y, [() => 1, () => 1], ['1', '1'], plane);
/** x - y. @example sub(2, 3) // -1 */
export const sub: Binary = primitive('sub', (x, y) => x - y, [() => 1, () => -1], ['1', '-1'], plane);
/** x y. @example mul(2, 3) // 6 */
export const mul: Binary = primitive('mul', (x, y) => x * y, [(_, y) => y, (x) => x], ['y', 'x'], plane, {
  series: (x, y, _, k) => convolve(x, y, k) });
/** x / y. @example div(3, 2) // 1.5 */
export const div: Binary = primitive('div', (x, y) => x / y, [(_, y) => div(1, y), (_, y, z) => neg(div(z, y))],
  ['1 / y', '-z / y'], domain('y ≠ 0', [1.3, 0.7], [-0.4, 2.1], [2.5, -0.9]), {
  series: (x, y, z, k) => share(sub(x[k] ?? 0, convolve(z, y, k)), y[0]),
  boundary: fromDivisor, conventions: [convention([1, 0], [Infinity, -Infinity], 'as the formulas give')] });
/** -x. @example neg(2) // -2 */
export const neg: Unary = primitive('neg', (x) => -x, [() => -1], '-1', line);

// Not -trunc(x / y), which the rounding of the quotient can carry to the next branch: 1 % 0.1 < 0.1.
/** x % y, the remainder of JavaScript, which has the sign of x. @example rem(-5, 3) // -2 */
export const rem: Binary = primitive('rem', (x, y) => x % y, [() => 1, (x, y, z) => round(div(sub(z, x), y))],
  ['1', '(z - x) / y'], domain('x / y not an integer', [5.3, 2], [-4.1, 1.5]), {
  boundary: fromMultiple, conventions: [convention([4, 2], [1, -2], 'a jump: the derivative of the branch that x / y starts')] });

/** x y + w. @example fma(2, 3, 4) // 10 */
export const fma: Ternary = primitive('fma', (x, y, w) => x * y + w, [(_, y) => y, (x) => x, () => 1],
  ['y', 'x', '1'], domain('all x, y, w', [1.3, -0.7, 0.2], [-0.4, 2.1, 3]), {
  limits: [limit(0, 'the product is rounded, too: within 2⁻⁵² |x y|', (x, y) => 2 ** -52 * Math.abs(x * y))] });

/** The sum of a list. One binding for any number of elements. @example sum([1, 2, 3]) // 6 */
export const sum: Nary = primitive('sum', (xs) => xs.reduce((total, x) => total + x, 0), (xs) => xs.map(() => 1),
  '1', domain('all x', [0.3, -1.2, 4], [1], []), {
  limits: [limit(0, 'each step rounds: within n 2⁻⁵³ Σ |x|', (...xs) => 2 ** -53 * xs.length * xs.reduce((total, x) => total + Math.abs(x), 0))] });

// ── Powers and roots ─────────────────────────────────────────────────────────────────────────────

export const sqrt: Unary = primitive('sqrt', Math.sqrt, [(_, z) => div(0.5, z)], '1 / (2z)', positive, oneSided(0, Infinity));
export const cbrt: Unary = primitive('cbrt', Math.cbrt, [(_, z) => div(1, mul(3, mul(z, z)))], '1 / (3z²)', domain('x ≠ 0', -2.3, 0.4, 1.7), {
  boundary: fromZero, conventions: [convention([0], [Infinity], 'the limit')] });

/** x ** y. @example pow(2, 3) // 8 */
export const pow: Binary = primitive('pow', (x, y) => x ** y, [
  (x, y) => (eq(x, 0) && eq(y, 0) ? 0 : mul(y, pow(x, sub(y, 1)))),
  (x, y, z) => (eq(x, 0) && ge(y, 0) ? 0 : powerLog(x, y, z)),
], ['y x^(y-1)', 'z log x'], domain('x > 0', [0.6, 2.3], [1.7, -1.2], [2.2, 0.5]), {
  series: powerCoefficient,
  boundary: fromPower, conventions: [
    convention([0, 2], [0, 0], '0^y is 0 on the whole half-line y > 0'),
    convention([0, 1], [1, 0], '0^0 = 1'),
    convention([0, 0], [0, 0], 'x^0 is 1 for every x; in y, the right limit of 0^y is flat'),
    convention([-2, 2], [-4, NaN], 'x^y has no neighbours in y where x < 0'),
  ],
  limits: [
    limit(2, 'the mixed one near y log x = -1: within 2⁻⁵⁰ x^(y-1)', (x, y) => (Math.abs(1 + y * Math.log(x)) < 0.01 ? 2 ** -50 * x ** (y - 1) : 0)),
  ] });

const hypotOf: Nary = primitive('hypot', hypotOfMany, (xs, z) => (eq(z, 0) ? xs.map(() => 0) : cosines(xs, z)),
  'x / z', domain('not the origin', [0.3, -1.2, 4], [1.5, 2]), {
  boundary: hypotOfMany, conventions: [convention([0, 0], [0, 0], 'the minimum: the smallest subgradient')] });

// ── Exponentials and logarithms ──────────────────────────────────────────────────────────────────

export const exp: Unary = primitive('exp', Math.exp, [(_, z) => z], 'z', line);
// Not z + 1, which has lost most digits where x < -20.
export const expm1: Unary = primitive('expm1', Math.expm1, [(x) => exp(x)], 'e^x', line);
export const log: Unary = primitive('log', Math.log, [(x) => div(1, x)], '1 / x', positive, oneSided(0, Infinity));
export const log1p: Unary = primitive('log1p', Math.log1p, [(x) => div(1, add(1, x))], '1 / (1 + x)', domain('x > -1', -0.6, 0.4, 1.7), oneSided(-1, Infinity));
export const log2: Unary = primitive('log2', Math.log2, [(x) => div(Math.LOG2E, x)], '1 / (x log 2)', positive, oneSided(0, Infinity));
export const log10: Unary = primitive('log10', Math.log10, [(x) => div(Math.LOG10E, x)], '1 / (x log 10)', positive, oneSided(0, Infinity));

/**
 * log Σ exp xₖ of a list, without overflow. One binding for any number of elements.
 *
 * @example logSumExp([0, 0]) // Math.log(2)
 */
export const logSumExp: Nary = primitive('logSumExp', (xs) => {
  const top = xs.reduce((largest, x) => Math.max(largest, x), -Infinity);
  if (!Number.isFinite(top)) return top;
  const first = xs.indexOf(top);
  return top + Math.log1p(xs.reduce((total, x, k) => (k === first ? total : total + Math.exp(x - top)), 0));
}, (xs, z) => softmax(xs, z), 'e^(x - z)', domain('all x', [0.3, -1.2, 4], [700, 701], [-800, -800]), {
  conventions: [convention([-Infinity, 2], [0, 1], 'e^-∞ = 0'), convention([Infinity, 1], [1, 0], 'the limit'), convention([-Infinity, -Infinity], [0, 0], 'no element counts')],
  limits: [limit(0, 'near 0, if all x are negative: within n 2⁻⁵² max |x|', (...xs) => -(2 ** -52) * xs.length * Math.min(0, ...xs))] });

// ── Trigonometric functions and their inverses ───────────────────────────────────────────────────

export const sin: Unary = primitive('sin', Math.sin, [(x) => cos(x)], 'cos x', line);
export const cos: Unary = primitive('cos', Math.cos, [(x) => neg(sin(x))], '-sin x', line);
export const tan: Unary = primitive('tan', Math.tan, [(_, z) => add(1, mul(z, z))], '1 + z²', domain('cos x ≠ 0', -1.1, 0.4, 2.6), { boundary: Math.cos });
// Near ±1, 1 - x² cancels.
export const asin: Unary = primitive('asin', Math.asin,
  [(x) => (gt(x, 0.7) || lt(x, -0.7) ? div(1, sqrt(mul(sub(1, x), add(1, x)))) : div(1, sqrt(sub(1, mul(x, x)))))], '1 / √(1 - x²)', inside, {
  boundary: fromOne, conventions: [convention([1], [Infinity], 'the one-sided limit')] });
export const acos: Unary = primitive('acos', Math.acos,
  [(x) => (gt(x, 0.7) || lt(x, -0.7) ? div(-1, sqrt(mul(sub(1, x), add(1, x)))) : div(-1, sqrt(sub(1, mul(x, x)))))], '-1 / √(1 - x²)', inside, {
  boundary: fromOne, conventions: [convention([1], [-Infinity], 'the one-sided limit')] });
export const atan: Unary = primitive('atan', Math.atan,
  [(x) => (gt(x, 1e8) || lt(x, -1e8) ? mul(div(1, x), div(1, x)) : div(1, add(1, mul(x, x))))], '1 / (1 + x²)', line);

/**
 * The angle of the point (x, y), called as `Math.atan2(y, x)`: the first argument is y.
 *
 * @example atan2(1, 0) // Math.PI / 2
 */
export const atan2: Binary = primitive('atan2', Math.atan2, [(y, x) => angular(x, y), (y, x) => neg(angular(y, x))],
  ['x / (x² + y²)', '-y / (x² + y²)'], domain('not y = 0, x ≤ 0', [0.7, -1.3], [0.4, 2.1], [-0.9, 2.5]), {
  boundary: fromCut, conventions: [convention([0, 0], [0, 0], 'no direction is preferred')] });

// ── Hyperbolic functions and their inverses ──────────────────────────────────────────────────────

export const sinh: Unary = primitive('sinh', Math.sinh, [(x) => cosh(x)], 'cosh x', line);
export const cosh: Unary = primitive('cosh', Math.cosh, [(x) => sinh(x)], 'sinh x', line);
// Far out 1 - z² has lost its digits, and 1 - |z| is e^-2|x| (1 + |z|).
export const tanh: Unary = primitive('tanh', Math.tanh,
  [(x, z) => (gt(z, 0.99) || lt(z, -0.99) ? mul(exp(mul(-2, abs(x))), pow(add(1, abs(z)), 2)) : sub(1, mul(z, z)))], '1 - z²', line);
export const asinh: Unary = primitive('asinh', Math.asinh, [(x) => div(1, hypot(1, x))], '1 / √(1 + x²)', line);
export const acosh: Unary = primitive('acosh', Math.acosh, [(x) => div(1, mul(sqrt(sub(x, 1)), sqrt(add(x, 1))))], '1 / √(x² - 1)', domain('x > 1', 1.2, 2.6), oneSided(1, Infinity));
export const atanh: Unary = primitive('atanh', Math.atanh,
  [(x) => (gt(x, 0.7) || lt(x, -0.7) ? div(1, mul(sub(1, x), add(1, x))) : div(1, sub(1, mul(x, x))))], '1 / (1 - x²)', inside, {
  boundary: fromOne, conventions: [convention([1], [Infinity], 'the one-sided limit')] });

// ── Functions of machine learning ────────────────────────────────────────────────────────────────

/** max(0, x). @example relu(-2) // 0 */
export const relu: Unary = primitive('relu', (x) => Math.max(0, x), [(x) => (gt(x, 0) ? 1 : 0)], 'x > 0 ? 1 : 0', domain('x ≠ 0', -2.3, 0.4), {
  boundary: fromZero, conventions: zeroPartial(0, 'the branch x ≤ 0') });
/** log(1 + exp x), without overflow. @example softplus(0) // Math.log(2) */
export const softplus: Unary = primitive('softplus', (x) => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x))), [(x) => sigmoid(x)], 'σ(x)', line);
/** The logistic function 1 / (1 + exp -x). @example sigmoid(0) // 0.5 */
export const sigmoid: Unary = primitive('sigmoid', (x) => (x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x))),
  [(x, z) => (gt(x, 1) || lt(x, -1) ? mul(z, sigmoid(neg(x))) : div(0.5, add(1, cosh(x))))], 'z σ(-x)', line);

/**
 * The sum of x_i y_(k - i), for as many coefficients as there are. An exact 0 wins, as in
 * delta/exact-zero.ts, which needs this table.
 */
function convolve(x: Coefficients, y: Coefficients, k: number): Real {
  let total: Real = 0;
  for (let i = Math.max(0, k - y.length + 1); i <= k && i < x.length; i++) {
    if (x[i] === 0 || y[k - i] === 0) continue;
    const term = mul(x[i], y[k - i]);
    total = total === 0 ? term : add(total, term);
  }
  return total;
}

/** A quotient, of which a numerator of exactly 0 is skipped. */
const share = (x: Real, y: Real): Real => (x === 0 ? 0 : div(x, y));

/**
 * Coefficient k of z = x^y: from x z' = y x' z with a constant y, else from z' = z (y log x)'. Not for a
 * natural y: a root of x is then not a pole of z', but dividing by a small x would amplify roundings as if
 * it were one. Nor near the ends of the range.
 */
function powerCoefficient(x: Coefficients, y: Coefficients, z: Coefficients, k: number): Real | undefined {
  const [power, ...scales] = [y[0], x[0], z[0]].map(primalOf);
  if (y.length === 1 && Number.isInteger(power) && power >= 0) return undefined;
  if (scales.some((size) => !(Math.abs(Math.log2(Math.abs(size))) < 500))) return undefined;
  if (y.length > 1) {
    // z' = z (y log x)', for x > 0.
    if (!(scales[0] > 0)) return undefined;
    const logs = logarithms(x, k);
    const slopes = Array.from({ length: k + 1 }, (_, m) => (m === 0 ? 0 : mul(m, convolve(y, logs, m))));
    return share(convolve(slopes, z, k), k);
  }
  const weighted = x.slice(0, k + 1).map((a, i) => (a === 0 ? 0 : mul(sub(mul(y[0], i), k - i), a)));
  return share(convolve(weighted, z, k), mul(k, x[0]));
}

/**
 * The shares of the elements in their sum of exponentials, shifted so that none overflows and all add
 * up to 1. One that is almost 1 changes by what the others leave.
 */
function softmax(xs: readonly Real[], z: Real): readonly Real[] {
  const top = xs.reduce<number>((largest, x) => Math.max(largest, primalOf(x)), -Infinity);
  if (!Number.isFinite(primalOf(z))) return xs.map((x) => (top === Infinity && eq(x, top) ? 1 : 0));
  const weights = xs.map((x) => exp(sub(x, top)));
  const total = sum(weights);
  const shares = weights.map((weight) => div(weight, total));
  const largest = shares.findIndex((share) => gt(share, 0.9));
  if (largest < 0) return shares;
  return shares.with(largest, sub(1, sum(shares.filter((_, k) => k !== largest))));
}

/**
 * The shares x / z of the elements in the length z. One that is almost ±1 changes by what the others
 * leave of the sum of squares, which is 1.
 */
function cosines(xs: readonly Real[], z: Real): readonly Real[] {
  const shares = xs.map((x) => div(x, z));
  const largest = shares.findIndex((share) => gt(share, 0.95) || lt(share, -0.95));
  if (largest < 0) return shares;
  const others = sum(shares.filter((_, k) => k !== largest).map((share) => mul(share, share)));
  const size = sqrt(sub(1, others));
  return shares.with(largest, gt(shares[largest], 0) ? size : neg(size));
}

/**
 * z log x for the power z = x^y. It is a row for its partial with respect to x, which needs no z: that may
 * overflow or vanish where the partial does not. It has none with respect to z, since the other two say how
 * it changes.
 */
const powerLog: Ternary = primitive('powerLog', (x, _, z) => z * Math.log(x), [
  (x, y) => mul(pow(x, sub(y, 1)), add(1, mul(y, log(x)))),
  (x, _, z) => mul(mul(z, log(x)), log(x)),
  () => 0,
], ['x^(y-1) (1 + y log x)', 'z log² x', '0'], plane, { series: (x, _, z, __, k) => logTimes(x, z, k) });

/**
 * Coefficient k of z log x, for x > 0. O(k²). The partials would lead from power to power without an end.
 */
const logTimes = (x: Coefficients, z: Coefficients, k: number): Real | undefined =>
  primalOf(x[0]) > 0 ? convolve(z, logarithms(x, k), k) : undefined;

/** The coefficients of log x up to the one of order k, for x > 0. O(k²). */
function logarithms(x: Coefficients, k: number): Real[] {
  const logs: Real[] = [log(x[0])];
  for (let m = 1; m <= k; m++) {
    let sum: Real = mul(m, x[m] ?? 0);
    for (let j = 1; j < m; j++) sum = sub(sum, mul(mul(j, logs[j]), x[m - j] ?? 0));
    logs[m] = div(sum, mul(m, x[0]));
  }
  return logs;
}

/**
 * x / (x² + y²), by shares of the radius. Its partials are written as such shares, too: those of the steps
 * to it overflow where 1 / (x² + y²) does.
 */
const angular: Binary = primitive('angular', (x, y) => byRadius(x, x, y) as number,
  [(x, y) => product(sub(y, x), add(y, x), x, y), (x, y) => mul(-2, product(x, y, x, y))],
  ['(y² - x²) / (x² + y²)²', '-2x y / (x² + y²)²'], plane);

/** a / r² and a b / r⁴ for the radius r of a point; 0 at the origin. */
function byRadius(a: Real, x: Real, y: Real): Real {
  const radius = hypot(x, y);
  return eq(radius, 0) ? 0 : div(div(a, radius), radius);
}
function product(a: Real, b: Real, x: Real, y: Real): Real {
  const radius = hypot(x, y);
  return eq(radius, 0) ? 0 : byRadius(mul(div(a, radius), div(b, radius)), x, y);
}

/** `Math.hypot` on reals. One binding for any number of arguments. @example hypot(3, 4) // 5 */
export const hypot: Variadic = variadic(hypotOf, (xs) => hypotOf(xs));

/**
 * The table of primitives: one row each. This is the only place that knows any calculus.
 *
 * A row says: name, value on numbers, partials (in operators of this table, so that they are
 * differentiable to any order; the last parameter is the output), the partials as formulas, where
 * it is smooth, how far arguments are from where it is not (boundaries.ts), and the conventions at
 * its edges. Kinks and steps are rows of kinks.ts, special functions of special.ts.
 */
import { fromCut, fromDivisor, fromMultiple, fromOne, fromPower, fromZero } from './boundaries.js';
import { eq, ge, gt, lt } from './comparisons.js';
import { abs, round } from './piecewise.js';
import { definePrimitive } from './primitive.js';
import type { Binary, Nary, Ternary, Unary } from './row.js';
import type { Coefficients } from './real.js';
import { primalOf, type Real } from './real.js';
import { edge, flat, inside, line, off, on, plane, positive, smooth } from './domains.js';
import { hypotOfMany, variadic, type Variadic } from './variadic.js';

export * from './piecewise.js';

// ── Arithmetic ───────────────────────────────────────────────────────────────────────────────────

export const add: Binary = definePrimitive({
  name: 'add', value: (x, y) => x + y, partials: [() => 1, () => 1],
  formula: ['1', '1'], domain: plane, conventions: smooth });

export const sub: Binary = definePrimitive({
  name: 'sub', value: (x, y) => x - y, partials: [() => 1, () => -1],
  formula: ['1', '-1'], domain: plane, conventions: smooth });

export const mul: Binary = definePrimitive({
  name: 'mul', value: (x, y) => x * y, partials: [(_, y) => y, (x) => x],
  series: (x, y, _, k) => convolve(x, y, k),
  formula: ['y', 'x'], domain: plane, conventions: smooth });

export const div: Binary = definePrimitive({
  name: 'div', value: (x, y) => x / y, partials: [(_, y) => div(1, y), (_, y, z) => neg(div(z, y))],
  series: (x, y, z, k) => share(sub(x[k] ?? 0, convolve(z, y, k)), y[0]),
  formula: ['1 / y', '-z / y'], domain: on('y ≠ 0', [1.3, 0.7], [-0.4, 2.1], [2.5, -0.9]),
  boundary: fromDivisor, conventions: [edge([1, 0], [Infinity, -Infinity], 'as the formulas give')] });

export const rem: Binary = definePrimitive({
  name: 'rem', value: (x, y) => x % y,
  // Not -trunc(x / y), which the rounding of the quotient can carry to the
  // next branch: 1 % 0.1 < 0.1.
  partials: [() => 1, (x, y, z) => round(div(sub(z, x), y))],
  formula: ['1', '(z - x) / y'], domain: on('x / y not an integer', [5.3, 2], [-4.1, 1.5]),
  boundary: fromMultiple, conventions: [edge([4, 2], [1, -2], 'a jump: the derivative of the branch that x / y starts')] });

export const neg: Unary = definePrimitive({
  name: 'neg', value: (x) => -x, partials: [() => -1],
  formula: ['-1'], domain: line, conventions: smooth });

export const fma: Ternary = definePrimitive({
  name: 'fma', value: (x, y, w) => x * y + w, partials: [(_, y) => y, (x) => x, () => 1],
  formula: ['y', 'x', '1'], domain: on('all x, y, w', [1.3, -0.7, 0.2], [-0.4, 2.1, 3]), conventions: smooth,
  limits: [off(0, 'the product is rounded, too: within 2⁻⁵² |x y|', (x, y) => 2 ** -52 * Math.abs(x * y))] });

export const sum: Nary = definePrimitive({
  name: 'sum', value: (xs) => xs.reduce((total, x) => total + x, 0), partials: (xs) => xs.map(() => 1),
  formula: ['1'], domain: on('all x', [0.3, -1.2, 4], [1], []), conventions: smooth,
  limits: [off(0, 'each step rounds: within n 2⁻⁵³ Σ |x|', (...xs) => 2 ** -53 * xs.length * xs.reduce((total, x) => total + Math.abs(x), 0))] });

// ── Powers and roots ─────────────────────────────────────────────────────────────────────────────

export const pow: Binary = definePrimitive({
  name: 'pow', value: (x, y) => x ** y,
  partials: [
    (x, y) => (eq(x, 0) && eq(y, 0) ? 0 : mul(y, pow(x, sub(y, 1)))),
    (x, y, z) => (eq(x, 0) && ge(y, 0) ? 0 : mul(z, log(x))),
  ],
  series: powerCoefficient,
  formula: ['y x^(y-1)', 'z log x'], domain: on('x > 0', [0.6, 2.3], [1.7, -1.2], [2.2, 0.5]),
  boundary: fromPower, conventions: [
    edge([0, 2], [0, 0], '0^y is 0 on the whole half-line y > 0'),
    edge([0, 1], [1, 0], '0^0 = 1'),
    edge([0, 0], [0, 0], 'x^0 is 1 for every x; in y, the right limit of 0^y is flat'),
    edge([-2, 2], [-4, NaN], 'x^y has no neighbours in y where x < 0'),
  ],
  limits: [
    off(2, 'the mixed one near y log x = -1: within 2⁻⁵⁰ x^(y-1)', (x, y) => (Math.abs(1 + y * Math.log(x)) < 0.01 ? 2 ** -50 * x ** (y - 1) : 0)),
    off(2, 'the mixed one where x^y is none of the normal numbers', (x, y) => (x ** y < 2 ** -1022 || x ** y === Infinity ? Infinity : 0)),
  ] });

export const sqrt: Unary = definePrimitive({
  name: 'sqrt', value: Math.sqrt, partials: [(_, z) => div(0.5, z)],
  formula: ['1 / (2z)'], domain: positive, boundary: fromZero, conventions: [edge([0], [Infinity], 'the one-sided limit')] });

export const cbrt: Unary = definePrimitive({
  name: 'cbrt', value: Math.cbrt, partials: [(_, z) => div(1, mul(3, mul(z, z)))],
  formula: ['1 / (3z²)'], domain: on('x ≠ 0', -2.3, 0.4, 1.7), boundary: fromZero, conventions: [edge([0], [Infinity], 'the limit')] });

const hypotOf: Nary = definePrimitive({
  name: 'hypot', value: hypotOfMany,
  partials: (xs, z) => (eq(z, 0) ? xs.map(() => 0) : cosines(xs, z)),
  formula: ['x / z'], domain: on('not the origin', [0.3, -1.2, 4], [1.5, 2]),
  boundary: hypotOfMany, conventions: [edge([0, 0], [0, 0], 'the minimum: the smallest subgradient')] });

// ── Exponentials and logarithms ──────────────────────────────────────────────────────────────────

export const exp: Unary = definePrimitive({
  name: 'exp', value: Math.exp, partials: [(_, z) => z],
  formula: ['z'], domain: line, conventions: smooth });

export const expm1: Unary = definePrimitive({
  // Not z + 1, which has lost most digits where x < -20.
  name: 'expm1', value: Math.expm1, partials: [(x) => exp(x)],
  formula: ['e^x'], domain: line, conventions: smooth });

export const log: Unary = definePrimitive({
  name: 'log', value: Math.log, partials: [(x) => div(1, x)],
  formula: ['1 / x'], domain: positive, boundary: fromZero, conventions: [edge([0], [Infinity], 'the one-sided limit')] });

export const log1p: Unary = definePrimitive({
  name: 'log1p', value: Math.log1p, partials: [(x) => div(1, add(1, x))],
  formula: ['1 / (1 + x)'], domain: on('x > -1', -0.6, 0.4, 1.7), boundary: (x) => 1 + x, conventions: [edge([-1], [Infinity], 'the one-sided limit')] });

export const log2: Unary = definePrimitive({
  name: 'log2', value: Math.log2, partials: [(x) => div(Math.LOG2E, x)],
  formula: ['1 / (x log 2)'], domain: positive, boundary: fromZero, conventions: [edge([0], [Infinity], 'the one-sided limit')] });

export const log10: Unary = definePrimitive({
  name: 'log10', value: Math.log10, partials: [(x) => div(Math.LOG10E, x)],
  formula: ['1 / (x log 10)'], domain: positive, boundary: fromZero, conventions: [edge([0], [Infinity], 'the one-sided limit')] });

export const logSumExp: Nary = definePrimitive({
  name: 'logSumExp', value: (xs) => {
    const top = xs.reduce((largest, x) => Math.max(largest, x), -Infinity);
    if (!Number.isFinite(top)) return top;
    const first = xs.indexOf(top);
    return top + Math.log1p(xs.reduce((total, x, k) => (k === first ? total : total + Math.exp(x - top)), 0));
  },
  partials: (xs, z) => softmax(xs, z),
  formula: ['e^(x - z)'], domain: on('all x', [0.3, -1.2, 4], [700, 701], [-800, -800]),
  conventions: [edge([-Infinity, 2], [0, 1], 'e^-∞ = 0'), edge([Infinity, 1], [1, 0], 'the limit'), edge([-Infinity, -Infinity], [0, 0], 'no element counts')],
  limits: [off(0, 'near 0, if all x are negative: within n 2⁻⁵² max |x|', (...xs) => -(2 ** -52) * xs.length * Math.min(0, ...xs))] });

// ── Trigonometric functions and their inverses ───────────────────────────────────────────────────

export const sin: Unary = definePrimitive({
  name: 'sin', value: Math.sin, partials: [(x) => cos(x)],
  formula: ['cos x'], domain: line, conventions: smooth });

export const cos: Unary = definePrimitive({
  name: 'cos', value: Math.cos, partials: [(x) => neg(sin(x))],
  formula: ['-sin x'], domain: line, conventions: smooth });

export const tan: Unary = definePrimitive({
  name: 'tan', value: Math.tan, partials: [(_, z) => add(1, mul(z, z))],
  formula: ['1 + z²'], domain: on('cos x ≠ 0', -1.1, 0.4, 2.6), boundary: Math.cos, conventions: smooth });

export const asin: Unary = definePrimitive({
  name: 'asin', value: Math.asin, partials: [(x) => (gt(x, 0.7) || lt(x, -0.7) ? div(1, sqrt(mul(sub(1, x), add(1, x)))) : div(1, sqrt(sub(1, mul(x, x)))))],
  formula: ['1 / √(1 - x²)'], domain: inside, boundary: fromOne, conventions: [edge([1], [Infinity], 'the one-sided limit')] });

export const acos: Unary = definePrimitive({
  name: 'acos', value: Math.acos, partials: [(x) => (gt(x, 0.7) || lt(x, -0.7) ? div(-1, sqrt(mul(sub(1, x), add(1, x)))) : div(-1, sqrt(sub(1, mul(x, x)))))],
  formula: ['-1 / √(1 - x²)'], domain: inside, boundary: fromOne, conventions: [edge([1], [-Infinity], 'the one-sided limit')] });

export const atan: Unary = definePrimitive({
  name: 'atan', value: Math.atan,
  partials: [(x) => (gt(x, 1e8) || lt(x, -1e8) ? mul(div(1, x), div(1, x)) : div(1, add(1, mul(x, x))))],
  formula: ['1 / (1 + x²)'], domain: line, conventions: smooth });

/** The angle of the point (x, y), called as `Math.atan2(y, x)`: the first argument is y. */
export const atan2: Binary = definePrimitive({
  name: 'atan2', value: Math.atan2,
  partials: [(y, x) => angular(x, hypot(x, y)), (y, x) => neg(angular(y, hypot(x, y)))],
  formula: ['x / (x² + y²)', '-y / (x² + y²)'], domain: on('not y = 0, x ≤ 0', [0.7, -1.3], [0.4, 2.1], [-0.9, 2.5]),
  boundary: fromCut, conventions: [edge([0, 0], [0, 0], 'no direction is preferred')],
  limits: [
    off(2, 'the mixed one near |x| = |y|: within 2⁻⁵⁰ / (x² + y²)', (y, x) => (Math.abs(Math.abs(x / y) - 1) < 0.01 ? 2 ** -50 / (x * x + y * y) : 0)),
    off(2, 'where 1 / (x² + y²) overflows', (y, x) => (1 / (x * x + y * y) === Infinity ? Infinity : 0)),
  ] });

// ── Hyperbolic functions and their inverses ──────────────────────────────────────────────────────

export const sinh: Unary = definePrimitive({
  name: 'sinh', value: Math.sinh, partials: [(x) => cosh(x)],
  formula: ['cosh x'], domain: line, conventions: smooth });

export const cosh: Unary = definePrimitive({
  name: 'cosh', value: Math.cosh, partials: [(x) => sinh(x)],
  formula: ['sinh x'], domain: line, conventions: smooth });

export const tanh: Unary = definePrimitive({
  name: 'tanh', value: Math.tanh,
  // Far out 1 - z² has lost its digits, and 1 - |z| is e^-2|x| (1 + |z|).
  partials: [(x, z) => (gt(z, 0.99) || lt(z, -0.99) ? mul(exp(mul(-2, abs(x))), pow(add(1, abs(z)), 2)) : sub(1, mul(z, z)))],
  formula: ['1 - z²'], domain: line, conventions: smooth });

export const asinh: Unary = definePrimitive({
  name: 'asinh', value: Math.asinh, partials: [(x) => div(1, hypot(1, x))],
  formula: ['1 / √(1 + x²)'], domain: line, conventions: smooth });

export const acosh: Unary = definePrimitive({
  name: 'acosh', value: Math.acosh, partials: [(x) => div(1, mul(sqrt(sub(x, 1)), sqrt(add(x, 1))))],
  formula: ['1 / √(x² - 1)'], domain: on('x > 1', 1.2, 2.6), boundary: (x) => x - 1, conventions: [edge([1], [Infinity], 'the one-sided limit')] });

export const atanh: Unary = definePrimitive({
  name: 'atanh', value: Math.atanh, partials: [(x) => (gt(x, 0.7) || lt(x, -0.7) ? div(1, mul(sub(1, x), add(1, x))) : div(1, sub(1, mul(x, x))))],
  formula: ['1 / (1 - x²)'], domain: inside, boundary: fromOne, conventions: [edge([1], [Infinity], 'the one-sided limit')] });

// ── Functions of machine learning ────────────────────────────────────────────────────────────────

export const sigmoid: Unary = definePrimitive({
  name: 'sigmoid', value: (x) => (x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x))),
  partials: [(x, z) => (gt(x, 1) || lt(x, -1) ? mul(z, sigmoid(neg(x))) : div(0.5, add(1, cosh(x))))],
  formula: ['z σ(-x)'], domain: line, conventions: smooth });

export const softplus: Unary = definePrimitive({
  name: 'softplus', value: (x) => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x))), partials: [(x) => sigmoid(x)],
  formula: ['σ(x)'], domain: line, conventions: smooth });

export const relu: Unary = definePrimitive({
  name: 'relu', value: (x) => Math.max(0, x), partials: [(x) => (gt(x, 0) ? 1 : 0)],
  formula: ['x > 0 ? 1 : 0'], domain: on('x ≠ 0', -2.3, 0.4), boundary: fromZero, conventions: flat(0, 'the branch x ≤ 0') });

/**
 * The sum of x_i y_(k - i), for as many coefficients as there are; factors of
 * exactly 0 are skipped.
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
 * Coefficient k of z = x^y with a constant y, from x z' = y x' z. Not for a natural y: a root of x
 * is no pole of z' then, but dividing by a small x would amplify roundings as if it were one. Nor
 * near the ends of the range.
 */
function powerCoefficient(x: Coefficients, y: Coefficients, z: Coefficients, k: number): Real | undefined {
  const [power, ...scales] = [y[0], x[0], z[0]].map(primalOf);
  if (y.length > 1 || (Number.isInteger(power) && power >= 0)) return undefined;
  if (scales.some((size) => !(Math.abs(Math.log2(Math.abs(size))) < 500))) return undefined;
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

const angular = (x: Real, radius: Real): Real => (eq(radius, 0) ? 0 : div(div(x, radius), radius));

/** `Math.hypot` on reals. One binding for any number of arguments. @example hypot(3, 4) // 5 */
export const hypot: Variadic = variadic(hypotOf, (xs) => hypotOf(xs));

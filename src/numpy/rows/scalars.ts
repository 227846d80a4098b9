/**
 * Functions of numbers that NumPy has and the table of primitives lacks. Each is a row like those of the table, so
 * kinks are seen and every order follows.
 */
import { fromHalf, fromMultiple, fromTie, fromZero } from '../../core/primitives/boundaries.js';
import { convention, domain, zeroPartial } from '../../core/primitives/domains.js';
import { primitive } from '../../core/primitives/primitive.js';
import { add, div, mul, round, sign, sub } from '../../core/primitives/table.js';
import type { Binary, Unary } from '../../core/primitives/row.js';
import { primalOf, type Real } from '../../core/real.js';

const step = 'a step: the derivative beside it is declared at it';
const ratio = domain('x / y not an integer', [5.3, 2], [-4.1, 1.5]);

const floored = (x: number, y: number): number => {
  const z = x % y;
  return z !== 0 && z < 0 !== y < 0 ? z + y : z;
};

/** The remainder with the sign of the divisor, as `%` is in Python. */
export const remainder: Binary = primitive(
  'remainder',
  floored,
  [() => 1, (x, y, z) => round(div(sub(z, x), y))],
  ['1', '(z - x) / y'],
  ratio,
  {
    boundary: (x, y) => Math.min(Math.abs(x % y), Math.abs(y) - Math.abs(x % y)),
    conventions: [convention([4, 2], [1, -2], 'a jump: the branch that x / y starts')],
  },
);

export const floorDivide: Binary = primitive(
  'floor_divide',
  (x, y) => Math.floor(x / y),
  [() => 0, () => 0],
  ['0', '0'],
  ratio,
  { boundary: fromMultiple, conventions: [convention([4, 2], [0, 0], step)] },
);

/** The nearest integer, the even one of two. */
const even = (x: number): number => {
  const near = Math.round(x);
  return near - x === 0.5 && near % 2 !== 0 ? near - 1 : near;
};

export const rint: Unary = primitive(
  'rint',
  even,
  [() => 0],
  '0',
  domain('x not half-way', -1.7, -0.3, 0.4),
  { boundary: fromHalf, conventions: zeroPartial(0.5, step) },
);

export const heaviside: Binary = primitive(
  'heaviside',
  (x, y) => (x === 0 ? y : x > 0 ? 1 : x < 0 ? 0 : NaN),
  [() => 0, (x) => (primalOf(x) === 0 ? 1 : 0)],
  ['0', 'x = 0 ? 1 : 0'],
  domain('x ≠ 0', [1.2, 0.3], [-0.4, 0.5]),
  {
    boundary: (x, _, active) => (active[0] ? x : Infinity),
    conventions: [convention([0, 0.5], [0, 1], step)],
  },
);

const isNegative = (x: number): boolean => x < 0 || Object.is(x, -0);

export const copysign: Binary = primitive(
  'copysign',
  (x, y) => (isNegative(y) ? -Math.abs(x) : Math.abs(x)),
  [(x, y) => mul(sign(x), isNegative(primalOf(y)) ? -1 : 1), () => 0],
  ['sign x · sign y', '0'],
  domain('x, y ≠ 0', [1.2, -0.3], [-0.4, 0.5]),
  {
    boundary: (x, y, active) =>
      Math.min(...[x, y].map((z, k) => (active[k] ? Math.abs(z) : Infinity))),
    conventions: [convention([0, 1], [0, 0], 'the smallest subgradient, as abs')],
  },
);

/** The angle of a real among complex numbers. */
export const angle: Unary = primitive(
  'angle',
  (x) => (x < 0 ? Math.PI : x >= 0 ? 0 : NaN),
  [() => 0],
  '0',
  domain('x ≠ 0', -2, 0.4),
  { boundary: fromZero, conventions: zeroPartial(0, step) },
);

const chosen = (name: string, isFirst: (x: number, y: number) => boolean): Binary => {
  const takesFirst = (x: Real, y: Real): boolean => {
    const [a, b] = [primalOf(x), primalOf(y)];
    return b !== b || (a === a && isFirst(a, b));
  };
  return primitive(
    name,
    (x, y) => (takesFirst(x, y) ? x : y),
    [(x, y) => (takesFirst(x, y) ? 1 : 0), (x, y) => (takesFirst(x, y) ? 0 : 1)],
    ['1 if it is taken', '1 if it is taken'],
    domain('x ≠ y', [1.2, 0.4], [-2, 0.3]),
    {
      boundary: fromTie,
      conventions: [convention([1, 1], [1, 0], 'a tie goes to the first argument')],
    },
  );
};

/** Of a number and NaN the number. */
export const fmax = chosen('fmax', (x, y) => x >= y);
export const fmin = chosen('fmin', (x, y) => x <= y);

/** Functions whose derivatives are a family, each order a row of its own that is made when it is first used. */
const family = (name: string, value: (order: number, x: number) => number) => {
  const rows: Unary[] = [];
  return function member(order: number): Unary {
    return (rows[order] ??= primitive(
      `${name}${order === 0 ? '' : order}`,
      (x) => value(order, x),
      [(x) => member(order + 1)(x)],
      `${name}⁽${order + 1}⁾(x)`,
      domain('all x', -1.2, 0.3, 1.4),
    ));
  };
};

/** Derivative n of sin u / u: by its series where recursion loses digits. */
function sincDerivative(n: number, u: number): number {
  if (Math.abs(u) > n + 1) {
    const sines = [Math.sin(u), Math.cos(u), -Math.sin(u), -Math.cos(u)];
    let f = sines[0] / u;
    for (let k = 1; k <= n; k++) f = (sines[k % 4] - k * f) / u;
    return f;
  }
  // The terms of (-1)^k u^(2k - n) / ((2k + 1) (2k - n)!), from the first that is not 0.
  const first = Math.ceil(n / 2);
  let power = (first % 2 === 0 ? 1 : -1) * (n % 2 === 0 ? 1 : u);
  let total = 0;
  for (let k = first; k < first + 60; k++) {
    const term = power / (2 * k + 1);
    total += term;
    if (Math.abs(term) <= 1e-18 * Math.abs(total)) break;
    power *= (-u * u) / ((2 * k - n + 1) * (2 * k - n + 2));
  }
  return total;
}

/** sin πx / πx, which is 1 at 0. */
export const sinc: Unary = family(
  'sinc',
  (n, x) => Math.PI ** n * sincDerivative(n, Math.PI * x),
)(0);

/** The modified Bessel function of order n, by its series: all terms have one sign. */
function besselI(n: number, x: number): number {
  if (!Number.isFinite(x)) return n === 0 ? Math.abs(x) : x ** n;
  const quarter = (x * x) / 4;
  let term = 1;
  for (let k = 1; k <= n; k++) term *= x / 2 / k;
  let total = 0;
  for (let k = 1; total + term !== total; k++) {
    total += term;
    term *= quarter / (k * (k + n));
  }
  return total;
}

const bessels: Unary[] = [];
const bessel = (n: number): Unary =>
  (bessels[n] ??= primitive(
    `i${n}`,
    (x) => besselI(n, x),
    [(x) => (n === 0 ? bessel(1)(x) : mul(0.5, add(bessel(n - 1)(x), bessel(n + 1)(x))))],
    n === 0 ? 'I₁(x)' : '(Iₙ₋₁(x) + Iₙ₊₁(x)) / 2',
    domain('all x', -1.2, 0.3, 1.4),
  ));

/** The modified Bessel function of order 0. */
export const i0: Unary = bessel(0);

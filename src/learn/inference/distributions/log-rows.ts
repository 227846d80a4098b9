/** Rows of one and two reals that log densities need where products meet 0, and where sums of simpler rows would cancel. */
import { eq, gt, lt } from '../../../core/comparisons.js';
import { convention, domain, line, positive } from '../../../core/primitives/domains.js';
import { primitive } from '../../../core/primitives/primitive.js';
import type { Binary, Ternary, Unary } from '../../../core/primitives/row.js';
import {
  add,
  atan,
  div,
  exp,
  expm1,
  log,
  log1p,
  mul,
  neg,
  sub,
  tanh,
} from '../../../core/primitives/table.js';
import type { Real } from '../../../core/real.js';
import erf from '../../../vendor/erf.js';
import { smooth3 } from './smooth-rows.js';

const corner = [
  convention([0, 0], [-Infinity, 0], '0 log 0 = 0, for each y nearby, too, where x is 0'),
];

/** x log y, which is 0 where both are 0. */
export const xlogy: Binary = /* @__PURE__ */ primitive(
  'xlogy',
  (x, y) => (x === 0 && y === 0 ? 0 : x * Math.log(y)),
  [(_, y) => log(y), (x, y) => (eq(x, 0) && eq(y, 0) ? 0 : div(x, y))],
  ['log y', 'x / y'],
  /* @__PURE__ */ domain('y > 0', [1.5, 0.4], [0, 2]),
  { conventions: corner },
);

/** x log(1 + y), which is 0 where x is 0 and y is -1. */
export const xlog1py: Binary = /* @__PURE__ */ primitive(
  'xlog1py',
  (x, y) => (x === 0 && y === -1 ? 0 : x * Math.log1p(y)),
  [(_, y) => log1p(y), (x, y) => (eq(x, 0) && eq(y, -1) ? 0 : div(x, add(1, y)))],
  ['log(1 + y)', 'x / (1 + y)'],
  /* @__PURE__ */ domain('y > -1', [1.5, -0.4], [0, 2]),
  { conventions: corner.map((it) => ({ ...it, at: [0, -1] })) },
);

/** log(x / y), also where the two are almost the same. */
export const logRatio: Binary = /* @__PURE__ */ primitive(
  'logRatio',
  (x, y) => {
    const apart = (x - y) / y;
    if (apart > -0.5 && apart < 1) return Math.log1p(apart);
    return x === 0 ? -Infinity : Math.log(x) - Math.log(y);
  },
  [(x) => div(1, x), (_, y) => div(-1, y)],
  ['1 / x', '-1 / y'],
  /* @__PURE__ */ domain('x, y > 0', [1.5, 0.4]),
);

/** log cosh x, whose square is half of x² near 0. */
export const logCosh: Unary = /* @__PURE__ */ primitive(
  'logCosh',
  (x) => {
    const size = Math.abs(x);
    return size < 1
      ? 0.5 * Math.log1p(Math.sinh(x) ** 2)
      : size - Math.LN2 + Math.log1p(Math.exp(-2 * size));
  },
  [(x) => tanh(x)],
  'tanh x',
  line,
);

/** log(1 - e^-x). */
export const log1mexp: Unary = /* @__PURE__ */ primitive(
  'log1mexp',
  (x) => (x < Math.LN2 ? Math.log(-Math.expm1(-x)) : Math.log1p(-Math.exp(-x))),
  [(x) => neg(div(exp(neg(x)), expm1(neg(x))))],
  '1 / (e^x - 1)',
  positive,
);

/** x + e^-x, which has its minimum at 0. */
export const expPlus: Unary = /* @__PURE__ */ primitive(
  'expPlus',
  (x) => x + Math.exp(-x),
  [(x) => neg(expm1(neg(x)))],
  '1 - e^-x',
  line,
);

/** log(1 - e^-t) for t = e^-x, which is near -x far out. */
export const log1mexpexp: Unary = /* @__PURE__ */ primitive(
  'log1mexpexp',
  (x) => {
    const t = Math.exp(-x);
    if (x > 8) return -x - t * (0.5 - t / 24);
    return t < Math.LN2 ? Math.log(-Math.expm1(-t)) : Math.log1p(-Math.exp(-t));
  },
  [
    (x) => {
      const t = exp(neg(x));
      // By the series in Bernoulli's numbers, whose derivative has its digits where t is small.
      if (gt(x, 8)) return neg(polynomial(t, [1, -1 / 2, 1 / 12, 0, -1 / 720]));
      return div(mul(t, exp(neg(t))), expm1(neg(t)));
    },
  ],
  '-t / (e^t - 1), t = e^-x',
  line,
);

/** A polynomial by its coefficients, from the constant on. */
const polynomial = (x: Real, coefficients: readonly number[]): Real =>
  coefficients.reduceRight<Real>((total, c) => add(mul(total, x), c), 0);

/** (2q)^k / (2k + 1)!! */
const ofErf = [...Array(14).keys()].reduce<number[]>(
  (all, k) => [...all, k === 0 ? 1 : (all[k - 1] * 2) / (2 * k + 1)],
  [],
);

/** log erf e^x for x < 0, which is near x far out. */
export const logErfExp: Unary = /* @__PURE__ */ primitive(
  'logErfExp',
  (x) => x + Math.log(erfOverArgument(Math.exp(x))),
  [(x) => div(1, polynomial(exp(mul(2, x)), ofErf))],
  '2/√π t e^(-t²) / erf t, t = e^x',
  line,
);

const erfOverArgument = (t: number): number => (t < 1e-8 ? 2 / Math.sqrt(Math.PI) : erf(t) / t);

/** Those of (1 + q) atan √q / √q. */
const ofAtan = [...Array(18).keys()].map((k) =>
  k === 0 ? 1 : (k % 2 === 1 ? 2 : -2) / (4 * k * k - 1),
);

/** log atan e^x for x ≤ 0, which is near x far out. */
export const logAtanExp: Unary = /* @__PURE__ */ primitive(
  'logAtanExp',
  (x) => (x < -20 ? x : Math.log(Math.atan(Math.exp(x)))),
  [
    (x) => {
      const t = exp(x);
      if (lt(t, 0.3)) return div(1, polynomial(mul(t, t), ofAtan));
      return div(t, mul(add(1, mul(t, t)), atan(t)));
    },
  ],
  't / (1 + t²) / atan t, t = e^x',
  line,
);

/** log((x - lower) / (upper - lower)). */
export const uniformRow: Ternary = /* @__PURE__ */ smooth3(
  'uniform',
  (x, lower, upper) =>
    upper - x < x - lower
      ? Math.log1p(-(upper - x) / (upper - lower))
      : Math.log(x - lower) - Math.log(upper - lower),
  [
    (x, lower) => 1 / (x - lower),
    (x, lower, upper) => -(upper - x) / (x - lower) / (upper - lower),
    (_, lower, upper) => -1 / (upper - lower),
  ],
  [
    (x, lower) => neg(div(div(1, sub(x, lower)), sub(x, lower))),
    (x, lower) => div(div(1, sub(x, lower)), sub(x, lower)),
    () => 0,
    (x, lower, upper) => {
      const [part, whole] = [sub(x, lower), sub(upper, lower)];
      return neg(
        div(div(mul(div(sub(upper, x), part), div(add(part, whole), part)), whole), whole),
      );
    },
    (_, lower, upper) => neg(div(div(1, sub(upper, lower)), sub(upper, lower))),
    (_, lower, upper) => div(div(1, sub(upper, lower)), sub(upper, lower)),
  ],
);

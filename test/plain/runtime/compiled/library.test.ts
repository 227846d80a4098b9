/** Compiled code of functions that call the library: its operators under any name, and rows of their own. */
import { compareTiers, type Temptation } from '../../../support/temptations.js';

const f = (names: string, params: string, body: string): string =>
  `const { ${names} } = require('delta-tape');
exports.f = f;
function f(${params}): number { ${body} }`;

const row = (parts: string): string =>
  `definePrimitive({ name: 'own', formula: [''], domain: { text: 'all x', points: [[1]] }, conventions: [], ${parts} })`;

const rows: readonly Temptation[] = [
  {
    title: 'operators',
    text: f(
      'add, mul, tanh, sqrt, lgamma, pow',
      'x: number, y: number',
      'return add(mul(x, y), tanh(sqrt(x))) * lgamma(y + 2) - pow(x, y);',
    ),
    args: () => [1.5, 2],
    wrt: [0, 1],
    isCompiled: true,
  },
  {
    title: 'an operator under another name',
    text: f('add: plus', 'x: number', 'return plus(x, x * x);'),
    args: () => [1.5],
    isCompiled: true,
  },
  {
    title: 'members of the library',
    text: `const dt = require('delta-tape');
exports.f = f;
function f(x: number): number { return dt.exp(x) * dt.relu(x) + dt.stopGradient(x) * x + dt.primalOf(x) * x; }`,
    args: () => [1.5],
    isCompiled: true,
  },
  {
    title: 'comparisons, and the largest of some numbers',
    text: f(
      'lt, le, gt, ge, eq, max, min, hypot',
      'x: number, y: number',
      'return (lt(x, y) && !le(y, x) ? x * x : y) + (gt(x, 1) && ge(y, x) && !eq(x, y) ? max(x, y, 1) : 0) + min(x, y) * hypot(x, y, 1);',
    ),
    args: () => [1.5, 2],
    wrt: [0, 1],
    isCompiled: true,
  },
  {
    title: 'operators of lists',
    text: f(
      'sum, logSumExp, max',
      'xs: Float64Array, m: number[][]',
      'return sum(xs) * logSumExp(xs) + sum(m.map((r) => logSumExp(r))) + m.map(sum)[1] * logSumExp([xs[0], 1, xs[1]]) + max(...xs, 1) + sum([]);',
    ),
    args: () => [
      Float64Array.of(2, 3, 3, -0),
      [
        [1, 2],
        [3, 4, -1],
      ],
    ],
    wrt: [0, 1],
    isCompiled: true,
  },
  ...[[], [Infinity, 1], [-Infinity, -Infinity], [NaN, 1]].map((xs) => ({
    title: `logSumExp of ${JSON.stringify(xs.map(String))}`,
    text: f('logSumExp', 'xs: number[], y: number', 'return y * logSumExp(xs);'),
    args: () => [xs, 2],
    wrt: [0, 1],
    isCompiled: false,
  })),
  ...[
    [
      'an array that is written later',
      'const a = xs.slice(); const q = stopGradient(a); a[0] = xs[1] * xs[1]; return q[0] * xs[0] + a[0];',
    ],
    [
      'an array, which is written',
      'const q = stopGradient(xs); q[0] = xs[1] * 2; return q[0] * xs[0] + q[1] * xs[1];',
    ],
    [
      'an argument, in a loop',
      'const q = stopGradient(xs); let s = 0; for (let i = 0; i < xs.length; i++) s += q[i] * xs[i] * xs[i]; return s;',
    ],
    [
      'an array of arrays',
      'const m = [xs.slice(), [xs[0], 2]]; const q = stopGradient(m); m[1][0] = 7 * xs[0]; return q[1][0] * xs[0] + q[0][1] * m[1][0];',
    ],
    [
      'an array that is handed on',
      'let q = stopGradient(xs); for (let i = 0; i < 3; i++) q = q.map((x, k) => x * xs[k]); return q[0] + q[1];',
    ],
  ].map(([of, body]) => ({
    title: `stopGradient copies ${of}`,
    text: f('stopGradient', 'xs: number[]', body),
    args: () => [[1.5, 4]],
    isCompiled: true,
  })),
  {
    title: 'operators that methods of arrays call',
    text: f(
      'add, tanh',
      'xs: number[]',
      'return xs.map(tanh).reduce(add, 0) * xs.map((x) => Math.sin(x)).reduce(add);',
    ),
    args: () => [[1.5, 4]],
    isCompiled: true,
  },
  ...[
    'add(xs[7], 1)',
    'max(xs[0], xs[7])',
    'sigmoid(xs[7])',
    'primalOf(xs[7])',
    '(lt(xs[7], 1) ? 1 : 2)',
  ].map((call) => ({
    title: `${call} of an element that is missing`,
    text: f('add, max, sigmoid, primalOf, lt', 'xs: Float64Array', `return xs[0] * ${call};`),
    args: () => [Float64Array.of(1.5)],
    isCompiled: false,
  })),
  {
    title: 'an element that is missing, and that no operator meets',
    text: f(
      'add',
      'xs: Float64Array',
      'let s = 0; for (let i = 0; i < 9; i++) { const x = xs[i]; if (x > 0) s = add(s, x * x); } return s;',
    ),
    args: () => [Float64Array.of(1.5, -1, 2)],
    isCompiled: true,
  },
  {
    title: 'a library that is assigned',
    text: `let { add } = require('delta-tape');
exports.f = f;
function f(x: number): number { return add(x, x) * x; }
add = (x: number, y: number) => 7 * x;`,
    args: () => [0.7],
    isCompiled: false,
  },
  {
    title: 'a function of its own with the name of an operator',
    text: 'const add = (x: number, y: number): number => x * y;\nexports.f = f;\nfunction f(x: number): number { return add(x, 3); }',
    args: () => [0.7],
    isCompiled: true,
  },
  {
    title: 'a derivative inside',
    text: f('grad', 'x: number', 'return grad((y: number) => y * y * x)(x) * x;'),
    args: () => [0.7],
    isCompiled: true,
  },
  {
    title: 'rows of the module',
    text: f(
      'definePrimitive, mul',
      'xs: Float64Array',
      'let s = 1; for (const x of xs) s = own(s) * x + own(2); return s;',
    ).replace(
      'exports.f',
      `const own = ${row('value: (x) => Math.exp(-x * x), partials: [(x, z) => mul(mul(-2, x), z)]')};\nexports.f`,
    ),
    args: () => [Float64Array.of(0.7, 0.2)],
    isCompiled: true,
  },
  {
    title: 'a row of the module whose partial is infinite where its cotangent is 0',
    text: f('definePrimitive', 'x: number, y: number', 'return 0 * own(x) + y;').replace(
      'exports.f',
      `const own = ${row('value: (x) => Math.cbrt(x), partials: [() => Infinity]')};\nexports.f`,
    ),
    args: () => [0, 2],
    wrt: [0, 1],
    isCompiled: true,
  },
  {
    title: 'a row of the module for lists',
    text: f('definePrimitive', 'x: number', 'return own([x, 2 * x]);').replace(
      'exports.f',
      `const own = ${row('value: (xs) => xs[0] * xs[1], partials: (xs) => [xs[1], xs[0]]')};\nexports.f`,
    ),
    args: () => [0.7],
    isCompiled: false,
  },
  {
    title: 'a row of the module that throws',
    text: f('definePrimitive', 'x: number', 'return own(x);').replace(
      'exports.f',
      `const own = ${row("value: (x) => { if (x < 1) throw new RangeError('too small'); return x; }, partials: [() => 1]")};\nexports.f`,
    ),
    args: () => [0.7],
    isCompiled: false,
  },
];

describe('Compiled code and runs agree on', () => {
  test.each(rows)('$title.', compareTiers);
});

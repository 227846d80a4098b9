/** Operators of the library in specialised functions: rows by their primitive, and what takes lists. */
import { verdictOn } from '../../support/both-roads.js';

interface Row {
  readonly names: string;
  readonly body: string;
  readonly args: readonly (() => readonly unknown[])[];
}

const rows: Readonly<Record<string, Row>> = {
  operators: {
    names: 'add, mul, tanh, sqrt, lgamma, pow, fma',
    body: 'return add(mul(x, y), tanh(sqrt(x))) * lgamma(y + 2) - pow(x, y) + fma(x, y, x);',
    args: [() => [1.5, 2], () => [0.5, 3]],
  },
  'members of the library': {
    names: 'sin',
    body: 'return sin(x) * dt.exp(y);',
    args: [() => [1.5, 2]],
  },
  'comparisons and extremes': {
    names: 'lt, le, gt, ge, eq, max, min, hypot',
    body: `return (lt(x, y) && !le(y, x) ? x * x : y) + (gt(x, 1) && ge(y, x) && !eq(x, y) ? max(x, y, 1) : 0)
      + min(x, y) * hypot(x, y, 1) + max(x) + min(y) + max(...[x, y, 3]);`,
    args: [() => [1.5, 2], () => [2, 1.5]],
  },
  'what has no gradient': {
    names: 'primalOf, stopGradient',
    body: 'const { a, b } = stopGradient({ a: x, b: [y, 2] }); return primalOf(x) * x + a * y + b[0] * x + b[1];',
    args: [() => [1.5, 2]],
  },
  'numbers that are known': {
    names: 'mul, exp, primalOf',
    body: 'return x * mul(2, 3) + y * exp(primalOf(1));',
    args: [() => [1.5, 2]],
  },
  'rows of users': {
    names: 'definePrimitive, mul',
    body: 'return own(x) * own(y) + x;',
    args: [() => [1.5, 2]],
  },
};
const own = `const own = definePrimitive({ name: 'own', formula: ['2x'], domain: { text: 'all x', points: [[1]] },
  conventions: [], value: (x) => x * x, partials: [(x) => mul(2, x)] });`;

test.each(Object.entries(rows))('Specialised code has %s.', (_, { names, body, args }) => {
  const text = `const dt = require('delta-tape');
const { ${names} } = dt;
${body.includes('own') ? own : ''}
export function f(x, y) { ${body} }`;
  const [first, ...others] = args;
  for (const by of [0, 1])
    expect(verdictOn(text, 'f', first, by, others)).toEqual({ tag: 'right' });
});

test.each([
  ['sums', 'sum(xs) * sum(xs.map((x) => x * x)) + sum([])'],
  ['logarithms of sums', 'logSumExp(xs) * logSumExp([xs[0], 1, xs[1]])'],
  [
    'the largest of some',
    'max(...xs, 1) * xs[0] - min(1, ...xs, 2) * xs[1] + max(...xs) + min(...xs)',
  ],
  ['copies without gradients', 'stopGradient(xs).reduce((s, x, k) => s + x * xs[k], 0)'],
])('Specialised code has %s of lists.', (_, body) => {
  const text = `const { logSumExp, max, min, stopGradient, sum } = require('delta-tape');
export function f(xs) { return ${body}; }`;
  const list = [0.3, 2, -0.5, 1.1, 0, 4, 3.5, 2.25, -1, 7, 0.2, 3, 1, 1, 0.6, 0.4, 0.1, 2.5];
  for (const length of [2, 18]) {
    const xs = list.slice(0, length);
    expect(verdictOn(text, 'f', () => [xs])).toEqual({ tag: 'right' });
    expect(verdictOn(text, 'f', () => [Float64Array.from(xs)])).toEqual({ tag: 'right' });
  }
});

test('Specialised code leaves where an operator is given no number.', () => {
  const text = `const { add } = require('delta-tape');
export function f(xs, k) { return k < 1 ? xs[0] : add(xs[0], xs[k]); }`;
  const args = (k: number) => () => [[1, 2, 3], k];
  expect(verdictOn(text, 'f', args(0), 0, [args(2)])).toEqual({ tag: 'right' });
});

test('Specialised code has log densities.', () => {
  const text = `const { gammaLogDensity, normalLogDensity, studentTLogDensity } = require('delta-tape/learn/inference');
export function f(x, y) { return normalLogDensity(x, y, 2) + gammaLogDensity(y, x, 1) * studentTLogDensity(x, 3, y, 1) + normalLogDensity(x, 0, -1 * y); }`;
  for (const by of [0, 1])
    expect(verdictOn(text, 'f', () => [1.5, 2], by, [() => [0.3, 4]])).toEqual({ tag: 'right' });
});

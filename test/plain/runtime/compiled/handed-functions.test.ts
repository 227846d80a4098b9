/**
 * Functions under other names, and functions that are given to others: those of `Math`, of the module and of other modules,
 * and one of two that a branch takes.
 */
import fc from 'fast-check';
import { answers, modules, type F } from '../../../support/linked-modules.js';
import { sampled } from '../../../support/sample.js';
import { answer, difference, withoutCompiled } from '../../../support/tiers.js';

const g = `
export const abs = Math.abs;
export const { sin, PI: pi } = Math;
export const { atan2 } = Math;
export const relu = (x: number): number => (x > 0 ? x : 0.1 * x);
export function scaled(x: number, k = 2): number { return x * k; }
export const norm = (xs: number[]): number => Math.sqrt(xs.reduce((s, x) => s + x * x, 0));`;

test.each([
  ['a constant', 'const atan = Math.atan;', 'return atan(xs[0]) * xs[1];'],
  ['parts of Math', 'const { exp, log: ln, PI } = Math;', 'return exp(xs[0]) + PI * ln(xs[1]);'],
  ['Math itself', 'const M = Math;', 'return M.sqrt(xs[1]) * M.PI * xs[0];'],
  [
    'variables inside',
    '',
    'const { sin, PI } = Math; const s = sin; return s(xs[0]) * PI * xs[1];',
  ],
  ['an object', 'const table = { s: Math.sin, c: Math.cos };', 'return table.s(xs[0] * xs[1]);'],
  ['other modules', "import { abs, sin, pi } from './g';", 'return abs(xs[0]) * sin(xs[1]) * pi;'],
  ['other modules, of two', "import { atan2 } from './g';", 'return atan2(xs[0], xs[1]);'],
  [
    'a parameter without a type',
    'const cos = Math.cos; const one = (x) => cos(x);',
    'return one(xs[0]) * one(xs[1]);',
  ],
])('Functions of Math have the names of %s.', (_, before, body) => {
  const text = `${before}\nexport function f(xs: number[]): number { ${body} }`;
  const f = modules({ f: text, g })('f').f as F;
  expect(answers(f, [[0.3, 0.7]])).toBe(true);
});

test.each([
  ['map', 'return xs.map(relu).reduce((s, x) => s + x * x, 0);'],
  ['map, and takes the index', 'return xs.map(scaled).reduce((s, x) => s + x * x, 0);'],
  ['map of rows', 'return [xs, xs.map(sin)].map(norm).reduce((s, x) => s * x, 1);'],
  ['a function', 'const at = (h, x) => h(x) + h(2 * x); return at(relu, xs[0]) + at(sin, xs[1]);'],
  ['a branch', 'const h = xs[0] > 0.1 ? relu : sin; return h(xs[0]) * h(xs[1]);'],
])('A function of another module is given to %s.', (_, body) => {
  const text = `import { relu, scaled, norm, sin } from './g';
export function f(xs: number[]): number { ${body} }`;
  const f = modules({ f: text, g })('f').f as F;
  expect(answers(f, [[0.3, 0.7]])).toBe(true);
});

test('What another module gives is no number of this one.', () => {
  const random = 'export const { random, max } = Math;';
  const text = `import { random, max } from './g';
export function f(xs: number[]): number { return xs[0] * random(); }
export function h(xs: number[]): number { return max(xs[0], xs[1], 3); }`;
  const { f, h } = modules({ f: text, g: random })('f') as Record<string, F>;
  expect(answer(f, [[1, 2]], 0)).toBeNull();
  expect(answer(h, [[1, 2]], 0)).toBeNull();
});

const names = ['Math.sin', 'cos', 'square', 'relu', 'sin', 'shifted'];
const choices = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom(...names), fc.constantFrom('x', 'y', 'x - y'))
  .map(([one, other, test]) => (one === other ? one : `(${test} > 0.2 ? ${one} : ${other})`));
/** Each gives a number between -3 and 3 of the same. */
const users = ['again', 'once', 'large', 'twice'];
const calls = fc
  .tuple(fc.constantFrom(...users), choices, fc.constantFrom('x', 'y', 'x * y'))
  .map(([user, given, x]) => `${user}(${given}, ${x})`);
const bodies = fc.array(calls, { minLength: 1, maxLength: 4 });

const program = (body: readonly string[]): string => `
import { relu, sin } from './g';
const { cos } = Math;
type One = (x: number) => number;
const square = (x: number): number => x * x * 0.3;
function once(h: One, x: number): number { return h(x) * 0.7; }
function twice(h: One, x: number): number { const k = x > 0 ? h : square; return k(h(x)); }
function again(h: One, x: number, n = 3): number { return n <= 0 ? x : h(again(h, x, n - 1)) * 0.9; }
function large(h: One, x: number, n = 2): number {
  let s = 0;
  for (let i = 0; i < 3; i++) s += h(x + i * 0.1) * 0.3;
  return n <= 0 ? s : s + large(x > s ? h : square, s * 0.5, n - 1) * 0.4;
}
export function f(x: number, y: number): number {
  const shifted = (z: number): number => z * 0.5 + y;
  let s = 0;
  ${body.map((call) => `s += ${call};`).join('\n  ')}
  return s;
}`;

test('Functions that branches choose are given to any functions, and answered as by a run.', () => {
  let count = 0;
  const runs = sampled(60);
  const numbers = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(bodies, numbers, numbers, (body, x, y) => {
      const text = program(body);
      const f = modules({ f: text, g })('f').f as F;
      const found = answer(f, [x, y], [0, 1]);
      if (found === null) return;
      count++;
      const complaint = withoutCompiled(() => difference(found, f, [x, y], [0, 1]));
      if (complaint !== null) throw new Error(`${complaint}\n${text}`);
    }),
    { numRuns: runs },
  );
  expect(count).toBeGreaterThan(runs / 2);
});

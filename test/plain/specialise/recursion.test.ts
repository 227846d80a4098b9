/** Functions that call themselves, and large ones, as functions of the language. */
import { gradientOf } from '../../../src/plain/specialise/specialised-gradient.js';
import { specialise } from '../../../src/plain/specialise/specialised.js';
import { verdictOn } from '../../support/both-roads.js';
import { loaded, program } from '../../support/known-programs.js';

interface Row {
  readonly text: string;
  readonly args: readonly (() => readonly unknown[])[];
}

const rows: Readonly<Record<string, Row>> = {
  'counts down to what is computed': {
    text: `
function power(x, n) { if (n < 1) return 1; return x * power(x, n - 1); }
export function f(x) { return power(x, x * 3) + power(2 * x, 4 * x); }`,
    args: [() => [1.5], () => [0.1], () => [4]],
  },
  'calls itself twice': {
    text: `
function fib(n, x) { return n < 2 ? x : fib(n - 1, x * 1.1) + fib(n - 2, x); }
export function f(x) { return fib(x * 4, x); }`,
    args: [() => [1.5], () => [0.1], () => [3]],
  },
  'calls itself through another one': {
    text: `
function even(n, x) { return n < 1 ? x : odd(n - 1, x * 2); }
function odd(n, x) { return even(n - 1, Math.sin(x)); }
export function f(x) { return even(x * 7, x) + odd(x * 5, 2 * x); }`,
    args: [() => [1.5], () => [0.1], () => [3]],
  },
  'gives an object': {
    text: `
function halves(n, x) { if (n < 1) return { a: x, b: 1 }; const { a, b } = halves(n / 2, x); return { a: a * x, b: b + a }; }
export function f(x) { const { a, b } = halves(x * 9, x); return a * b; }`,
    args: [() => [1.5], () => [0.1], () => [3]],
  },
  'writes what is around it': {
    text: `
export function f(x) { let sum = 0; let calls = 0;
  const go = (n, y) => { if (n < 1) return; calls++; sum += y * calls; go(n - 1, y * x); go(n - 2, y); };
  go(x * 4, x); return sum * calls; }`,
    args: [() => [1.5], () => [0.1], () => [2]],
  },
  'puts back what it wrote': {
    text: `
let level = 1;
function go(n, x) { if (n < 1) return x * level; const before = level; level = before + x; const found = go(n - 1, x) + go(n - 2, x); level = before; return found * level; }
export function f(x) { return go(x * 4, x); }`,
    args: [() => [1.5], () => [0.1], () => [2]],
  },
  'reads what changes between its calls': {
    text: `
export function f(x) { let k = x;
  const go = (n) => n < 1 ? k : k * go(n - 1);
  let sum = go(x * 3); k = 2 * x; sum += go(x * 2); k = 3; return sum + go(x * 4); }`,
    args: [() => [1.5], () => [0.1], () => [2]],
  },
  'fills a list': {
    text: `
function fill(out, n, x) { if (n < 1) return; out.push(x * n); fill(out, n - 1, x * 1.5); }
export function f(x) { const out = []; fill(out, x * 5, x); fill(out, x * 2, 2); let s = 0; for (const y of out) s = s * 0.5 + y * y; return s; }`,
    args: [() => [1.5], () => [0.1], () => [2]],
  },
  'sorts in place': {
    text: `
function sort(xs, from, to) {
  if (from >= to) return;
  let i = from;
  for (let k = from; k < to; k++) if (xs[k] < xs[to]) { const t = xs[k]; xs[k] = xs[i]; xs[i] = t; i++; }
  const t = xs[to]; xs[to] = xs[i]; xs[i] = t;
  sort(xs, from, i - 1); sort(xs, i + 1, to);
}
export function f(given) { const xs = given.map((x) => x * x); sort(xs, 0, xs.length - 1); return xs.reduce((s, x, k) => s + x * (k + 1), 0); }`,
    args: [
      () => [[3, -1, 2, 5, -4, 0.5]],
      () => [Array.from({ length: 50 }, (_, k) => Math.sin(9 * k))],
    ],
  },
  'splits lists': {
    text: `
function total(xs) { if (xs.length === 1) return xs[0]; const h = Math.floor(xs.length / 2); return total(xs.slice(0, h)) * 0.5 + Math.tanh(total(xs.slice(h))); }
export function f(xs) { return total(xs.map((x) => 2 * x)); }`,
    args: [
      () => [[3, -1, 2, 5, -4, 0.5]],
      () => [Array.from({ length: 50 }, (_, k) => Math.sin(9 * k))],
    ],
  },
  'goes through a tree that it builds': {
    text: `
function grow(n, x) { return n < 1 ? null : { x, left: grow(n - 1, x * 0.5), right: grow(n - 2, x + 1) }; }
function total(t, depth) { return t === null ? 0 : t.x / depth + Math.tanh(total(t.left, depth + 1) - total(t.right, depth + 1)); }
export function f(x) { return total(grow(x * 3, x), 1); }`,
    args: [() => [1.5], () => [0.1], () => [2]],
  },
  'is a method': {
    text: `
class Series { constructor(k) { this.k = k; this.calls = 0; } term(n, x) { this.calls += x; return n < 1 ? this.k : x * this.term(n - 1, x / 2) + this.k; } }
export function f(x) { const s = new Series(x); const t = new Series(2 * x); return s.term(3 * x, x) * s.calls + t.term(x, x) * t.calls; }`,
    args: [() => [1.5], () => [0.1], () => [2]],
  },
};

describe('A function that calls itself', () => {
  test.each(Object.entries(rows))('%s.', (_, { text, args: [first, ...others] }) => {
    expect(verdictOn(text, 'f', first, 0, others)).toEqual({ tag: 'right' });
  });

  test('is not given by value what it writes.', () => {
    const text = `
function go(o, n) { if (n < 1) return o.x; o.x = o.x * 2; return go({ x: o.x }, n - 1) + o.x; }
export function f(x) { return go({ x }, x * 3); }`;
    expect(verdictOn(text, 'f', () => [1.5], 0, [() => [3]]).tag).not.toBe('wrong');
  });

  test('knows objects that are the same.', () => {
    const text = `
function go(a, b, n) { if (n < 1) return a === b ? a.x : 2; return go(a, n < 2 ? a : b, n - 1) * a.x; }
export function f(x) { return go({ x }, { x }, x * 3) }`;
    expect(verdictOn(text, 'f', () => [1.5], 0, [() => [3]]).tag).not.toBe('wrong');
  });
});

describe('A large function', () => {
  const lines = Array.from({ length: 40 }, (_, k) => `y = Math.sin(y / ${k + 1}) + x / ${k + 2};`);
  const calls = Array.from({ length: 200 }, (_, k) => `s += large(x + ${k}, s / 300);`);
  const text = `
function large(x, y) { ${lines.join(' ')} return y; }
export function f(x) { let s = 0; ${calls.join(' ')} return s; }`;

  test('that is called often is code once for each form of what it takes.', () => {
    const { f } = loaded<Record<string, (x: number) => number>>(text);
    const made = specialise(program, f, [1.5]);
    expect(made.func.functions).toHaveLength(2);
    const { value, gradient } = gradientOf(made)([0.5])!;
    expect(value).toBe(f(0.5));
    const step = 1e-7;
    expect(gradient).toBeCloseTo((f(0.5 + step) - f(0.5 - step)) / (2 * step), 3);
  });
});

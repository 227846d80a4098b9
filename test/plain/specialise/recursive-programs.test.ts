/** Functions that call themselves and each other, specialised: values and gradients are those of the program. */
import fc from 'fast-check';
import { verdictOn } from '../../support/both-roads.js';
import { recursivePrograms } from '../../support/recursive-programs.js';
import { sampled } from '../../support/sample.js';
import '../../support/seed.js';

const five = [1.5, -0.5, 0.25, 2, 1];

test('Random functions that call each other with arrays are right, where these are copies.', () => {
  let [right, all] = [0, 0];
  const property = fc.property(recursivePrograms, fc.constantFrom(0, 2), ({ text, args }, by) => {
    const [v, w, a] = args;
    const own = `${text}
export function own(v: Float64Array, w: Float64Array, a: number, m: Int32Array): number { return f(v.slice(), w.slice(), a, m.slice()); }`;
    const given = () => [Float64Array.from(v), Float64Array.from(w), a, Int32Array.of(0, 1, 2)];
    const found = verdictOn(own, 'own', given, by);
    if (found.tag === 'wrong') throw new Error(`${found.complaint}: ${own}`);
    if (found.tag === 'refused' && found.why === 'the program throws') return;
    all++;
    if (found.tag === 'right') right++;
  });
  fc.assert(property, { numRuns: sampled(24) });
  expect(right / all).toBeGreaterThan(0.9);
});

test.each([
  [
    'nodes with lists of children that grow',
    'function build(d, x) { const n = { x, kids: [] }; for (let i = 0; i < 2 && d > 0; i++) n.kids.push(build(d - 1, x * 0.5 + i)); return n; } function sum(n) { let s = n.x * n.x; for (const k of n.kids) s += sum(k) * 0.5; return s; } return sum(build(3, xs[0])) + xs[1];',
  ],
  [
    'trees whose depth is computed',
    'function build(d, x) { return d > 0 ? { x, l: build(d - 1, x * 0.5), r: build(d - 2, x * x) } : null; } function sum(n) { return n === null ? 0.5 : n.x + sum(n.l) * sum(n.r); } return sum(build(xs[0] * 3, xs[1]));',
  ],
  [
    'lists that gather',
    'function walk(k, x, out) { if (k < 0) return out; out.push(x); return walk(k - 1, x * xs[0], out); } return walk(xs[3] + 2.5, xs[1], []).reduce((s, x) => s * 0.9 + x, 0);',
  ],
  [
    'arrays of what was computed',
    'function fib(k, memo) { if (k < 2) return xs[1] + k; if (memo[k] !== undefined) return memo[k]; const r = fib(k - 1, memo) + fib(k - 2, memo) * xs[0]; memo[k] = r; return r; } return fib(Math.round(xs[3]) + 9, new Array(20));',
  ],
  [
    'functions that call each other with objects',
    'const even = (n, o) => n < 1 ? o.x : odd(n - 1, { x: o.x * 2, y: o.y }); const odd = (n, o) => even(n - 1, { x: Math.sin(o.x) + o.y, y: o.x }); return even(xs[3] * 4, { x: xs[0], y: xs[1] });',
  ],
  [
    'a search tree that is changed in place',
    'const root = { x: xs[0], l: null, r: null }; const add = (t, x) => { if (x < t.x) { if (t.l === null) t.l = { x, l: null, r: null }; else add(t.l, x); } else if (t.r === null) t.r = { x, l: null, r: null }; else add(t.r, x); }; const sum = (t, d) => t === null ? 0 : t.x * d + sum(t.l, d + 1) + sum(t.r, d + 1); for (const x of xs) add(root, x * 2); return sum(root, 1);',
  ],
  [
    'instances whose methods call themselves',
    'class N { kids = []; constructor(x) { this.x = x; } add(k) { this.kids.push(k); return this; } total() { return this.kids.reduce((s, k) => s + k.total(), this.x * this.x); } } const grow = (d, x) => { const n = new N(x); for (let i = 0; i < d; i++) n.add(grow(d - 1 - i, x * 0.7 + i)); return n; }; return grow(3, xs[0]).total() * xs[1];',
  ],
])('%s.', (_, body) => {
  const found = verdictOn(`export function f(xs) { ${body} }`, 'f', () => [[...five]]);
  expect(found).toEqual({ tag: 'right' });
});

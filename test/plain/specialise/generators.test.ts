/** Generators, iterators of classes, and symbols as keys: the value of the program bit for bit, and its gradient. */
import fc from 'fast-check';
import { verdictOn } from '../../support/both-roads.js';
import { sampled } from '../../support/sample.js';
import '../../support/seed.js';
import { turnPrograms } from '../../support/turn-programs.js';

const rows: Readonly<Record<string, string>> = {
  'generators in loops': `
    function* g(n) { for (let i = 0; i < n; i++) yield i * 2; }
    export function f(x) { let s = 0; for (const y of g(3)) s += y * x; for (const y of g(40)) { if (y > 60) break; s += y * x * x; } return s; }`,
  'generators that are spread, and taken apart': `
    function* g(x) { yield x; yield x * x; yield 3; }
    export function f(x) { const [a, b] = g(x); const xs = [...g(x), ...g(2)]; const [p, ...rest] = g(x); return a * b + xs[1] * xs.length + Math.max(...g(x)) + rest.length * p + Array.from(g(x))[1]; }`,
  'generators that are left before their end': `
    function* g(x, o) { try { for (let i = 0; i < 9; i++) { yield x * i; } } finally { o.n += x; } o.n += 100; }
    function first(x) { for (const y of g(x, { n: 0 })) if (y > 4) return y; return 0; }
    export function f(x) { const o = { n: 0 }; let s = 0; for (const y of g(x, o)) { if (y > 5) break; s += y; } for (const y of g(2, o)) s += y; return s + o.n * x + first(Math.abs(x) + 1) * x; }`,
  'generators that go on to others': `
    function* a(x) { yield x; yield x * 2; return x * 10; } function* b(x) { const r = yield* a(x); yield r; yield* [x, 1]; }
    function* walk(t) { if (!t) return; yield* walk(t.l); yield t.v; yield* walk(t.r); }
    export function f(x) { let s = 0; for (const y of b(x)) s = s * 0.5 + y; const t = { v: x, l: { v: 2, l: null, r: { v: x * x } }, r: { v: 3 } }; for (const v of walk(t)) s = s * 0.5 + v; return s; }`,
  'iterators of classes and objects': `
    class G { constructor(xs) { this.xs = xs; } *[Symbol.iterator]() { for (const x of this.xs) yield x * 2; } *pairs() { for (let i = 1; i < this.xs.length; i++) yield [this.xs[i - 1], this.xs[i]]; } }
    class S { constructor(x) { this.x = x; this.i = 0; } next() { if (this.i++ >= 3) return { done: true, value: undefined }; this.x = Math.cos(this.x); return { done: false, value: this.x }; } [Symbol.iterator]() { return this; } }
    const range = (a, b) => ({ [Symbol.iterator]() { let i = a; return { next: () => (i < b ? { value: i++, done: false } : { value: undefined, done: true }) }; } });
    export function f(x) { const g = new G([x, 2, x * x]); let s = 0; for (const y of g) s += y; for (const [a, b] of g.pairs()) s += a * b; const [a, b] = new S(x * 2);
      for (const y of new S(x)) s += y; for (const i of range(1, 5)) s += i * x; for (const i of range(0, 30)) s = s * 0.9 + i * x; return s + [...g].length + Math.max(...g) + a * b; }`,
  'exits through finally': `
    function h(x, o) { for (let i = 0; i < 5; i++) { try { if (x > i) continue; if (i === 3) break; if (x < -5) return 7; o.s += i; } finally { o.s += x; } } try { return o.s; } finally { o.s *= 2; } }
    function late(x) { try { return x; } finally { if (x > 1) return x * x; } }
    export function f(x) { const o = { s: 0 }; return h(x, o) + o.s + late(x); }`,
  'symbols as keys': `
    const tag = Symbol('tag'); class A { constructor(k) { this.k = k; this[tag] = k * 2; } } class E { static [Symbol.hasInstance](o) { return o.k > 2; } }
    export function f(x) { const a = new A(x), b = { ...a }; a[tag] += x; const { k, ...c } = a; delete b[tag]; const d = Object.assign({}, a);
      return a[tag] * c[tag] + d[tag] + Object.keys(a).length + (tag in a ? 1 : 0) + (tag in b ? 5 : 0) + Object.getOwnPropertySymbols(d).length + ({ k: x } instanceof E ? x * x : x); }`,
};

test.each(Object.entries(rows))('%s.', (_, text) => {
  const others = [() => [-0.25], () => [3]];
  const found = verdictOn(text.replaceAll(/^ +/gm, ''), 'f', () => [1.5], 0, others);
  expect(found).toEqual({ tag: 'right' });
});

test('A symbol of an object that is given is not lost where the object is spread.', () => {
  const text = `const tag = Symbol.for('tag');
export function f(x, o) { const p = { ...o }; return x * p.x * (p[tag] ?? 1); }`;
  const args = () => [2, { x: 5, [Symbol.for('tag')]: 3 }] as const;
  expect(verdictOn(text, 'f', args).tag).toBe('refused');
  expect(verdictOn(text, 'f', () => [2, { x: 5 }], 0, [args])).toEqual({ tag: 'right' });
});

test('Random programs with generators and iterators.', () => {
  let [right, all] = [0, 0];
  const property = fc.property(turnPrograms, (text) => {
    const found = verdictOn(text, 'f', () => [[1.5, -0.5, 0.25, 2, 1]]);
    if (found.tag === 'refused' && found.why === 'the program throws') return;
    all++;
    if (found.tag === 'right') right++;
    if (found.tag === 'wrong') throw new Error(`${found.complaint}: ${text}`);
  });
  fc.assert(property, { numRuns: sampled(36) });
  expect(right / all).toBeGreaterThan(0.7);
});

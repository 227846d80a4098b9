/** State of classes, `super`, frozen objects, computed keys, objects as numbers, and lists that are spread. */
import fc from 'fast-check';
import { verdictOn } from '../../support/both-roads.js';
import { gradientOf } from '../../../src/plain/specialise/specialised-gradient.js';
import { specialise } from '../../../src/plain/specialise/specialised.js';
import { loaded, program } from '../../support/known-programs.js';
import { sampled } from '../../support/sample.js';
import '../../support/seed.js';

const rows: Readonly<Record<string, string>> = {
  'static fields of the program that are written': `
    class B { static n = 3; static total = 0.5; static make(x) { B.n++; B.total += x; return new B(x); } static get twice() { return this.n * 2; } static set twice(to) { this.n = to / 2; } constructor(x) { this.id = B.n; this.x = x; } } class C extends B {}
    export function f(x) { B.n = 3; B.total = 0.5; const a = B.make(x), b = B.make(x * x); for (let i = 0; i < 9; i++) B.total += x * i; B.twice += x; return a.x * b.id + B.total * C.n + B.twice; }`,
  'fields of functions of the program that are written': `
    function g(x) { g.calls++; return x * g.scale; } g.calls = 0; g.scale = 2;
    export function f(x) { g.scale = x > 0 ? 2 : x; return g(x) * g(3); }`,
  'properties of super that are written': `
    class A { set v(y) { this.w = y * 2; } get v() { return this.w; } } class B extends A { set v(y) { super.v = y + 1; super.z = y; } get v() { return super.v; } }
    export function f(x) { const b = new B(); b.v = x; const o = { k: x, m(y) { return super.toString === Object.prototype.toString ? y : 0; } }; return b.v * x + b.z + o.m(x); }`,
  'constants that are assigned where nobody comes': `
    export function f(x) { const c = 2; if (x > 100) { c = 2; } return x * c; }`,
  'frozen objects': `
    export function f(x) { const o = Object.freeze({ a: x, b: 2 }); const p = Object.freeze({ ...o, c: x > 0 ? o : null }); return o.a * o.b + p.a + (Object.isFrozen(o) ? x : 1) + (Object.isFrozen({ a: 1 }) ? 1 : 0) + Object.keys(o).length; }`,
  'keys that are numbers': `
    const T = { 1: 2, 2: 3, 3: 5 };
    export function f(x) { const sums = { 0: x, 1: x * x }; let s = 0; for (let i = 1; i < 4; i++) s += T[i] * x; const k = Math.floor(Math.abs(x)) % 3 + 1; sums[k % 2] += s; return s * T[k] + sums[1]; }`,
  'objects that give numbers': `
    class V { constructor(x) { this.x = x; } valueOf() { return this.x; } toString() { return 'v'; } } class P { constructor(x) { this.x = x; } [Symbol.toPrimitive](hint) { return hint === 'number' ? this.x : this.x * 2; } }
    export function f(x) { const v = new V(x), p = new P(x); return v * 2 + (v > 1 ? x : 0) + +p * 3 + Math.abs(v) + (v + 1) + (p + x); }`,
  'lists of computed lengths that are spread': `
    const g = (...v) => v.length * v[3]; const h = (p, q, ...more) => p + q * more.length;
    export function f(x) { const a = []; for (let i = 0; i < 30; i++) a.push(x * i); return g(...a) + h(...a) + [...a, ...a].length + Math.max(...a, 3); }`,
  'arguments in loops': `
    function g() { let s = 0; for (let i = 0, n = arguments.length; i < n; i += 2) s += arguments[i] * arguments[i + 1]; return s; } function h(...a) { return g(...a) + g.apply(null, a); }
    export function f(x) { return g(x, 2, x, 3, 4, x, 1, x * x) + h(x, 2, x, 3, 4, x, 1, x, 2, 2, x, x, 1, 1); }`,
  'questions for typed arrays': `
    export function f(x) { let s = 0; for (const v of [[x], new Float64Array([x, 2]), { a: x }, x]) s = s * 0.5 + (ArrayBuffer.isView(v) ? v[0] : 1); return s * x; }`,
  'maps and sets that are captured': `
    const M = new Map([['a', 2], ['b', { w: 3 }]]), S = new Set([1, 'k']); const N = M;
    export function f(x) { let s = M.get('a') * x + M.get('b').w; for (const [k, v] of N) if (k === 'b') s += v.w * x; for (const k of S) s += k === 1 ? x : 2; return s + S.size * x + (S.has('k') ? x : 0) + (M.has('c') ? 1 : 0) + (M === N ? x : 0) + [...M.keys()].length; }`,
  'texts that nobody reads in variables': `
    export function f(x) { const name = 'p' + x; const o = { name, v: x }; const log = []; log.push('step ' + x); const words = ['a', 'b'].join('-'); return o.v * log.length + words.length; }`,
};

test.each(Object.entries(rows))('%s.', (_, text) => {
  const others = [() => [-0.25], () => [3]];
  const found = verdictOn(text.replaceAll(/^ +/gm, ''), 'f', () => [1.5], 0, others);
  expect(found).toEqual({ tag: 'right' });
});

test('A frozen object that is written is left to runs.', () => {
  const text = `export function f(x) { const o = Object.freeze({ a: x }); o.a = 5; return o.a * x; }`;
  expect(verdictOn(text, 'f', () => [2]).tag).toBe('refused');
});

test('A map that is written is left to runs, and one that has changed is read anew.', () => {
  const text = `const seen = new Map([['k', 2]]);
export function f(x, how) { if (how === 1) seen.set('k', 3); if (how === 2) seen.set('new', 1); return x * seen.get('k') * (seen.size + 1); }`;
  const of = (how: number) => () => [1.5, how] as const;
  expect(verdictOn(text, 'f', of(1)).tag).toBe('refused');
  expect(verdictOn(text, 'f', of(0), 0, [of(0)]).tag).not.toBe('wrong');
});

test('A map that changes between calls is asked for.', () => {
  const text = `const seen = new Map([['k', 2]]);
export function f(x) { const before = seen.get('k'); return x * before; }
export function change() { seen.set('k', 5); }`;
  expect(verdictOn(text, 'f', () => [1.5])).toEqual({ tag: 'right' });
  const module = loaded<{ f: (x: number) => number; change: () => void }>(text);
  const gradient = gradientOf(specialise(program, module.f, [2]), 0);
  expect(gradient([2])!.value).toBe(4);
  module.change();
  expect(gradient([2])!.value).toBe(10);
});

const numbers = fc.constantFrom(
  'x',
  'C.n',
  'C.m',
  'D.n',
  'o[k]',
  'o[1]',
  'v',
  'b.s',
  '0.5',
  '-1.25',
);
const values = fc
  .tuple(numbers, fc.constantFrom('+', '-', '*'), numbers)
  .map((parts) => `(${parts.join(' ')})`);
const effects = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('C.n', 'C.m', 'C.both', 'o[k]', 'o[0]', 'v.x', 'b.s', 'k2'),
      fc.constantFrom('=', '+=', '*='),
      values,
    )
    .map((parts) => `${parts.join(' ')};`),
  fc.constantFrom(
    'k = (k + 1) % 3;',
    'if (x > 0.5) C.n -= 0.5;',
    'for (let i = 0; i < 3; i++) { k = i; o[k] += C.m * i; }',
    'for (let i = 0; i < 9; i++) C.m += 0.1 * x;',
    'x += h(...list, C.n);',
    'list.push(x);',
  ),
);
const programs = fc.tuple(fc.array(effects, { minLength: 2, maxLength: 6 }), values).map(
  ([
    all,
    of,
  ]) => `class C { static n = 1; static m = 2; static get both() { return C.n * C.m; } static set both(to) { this.n = to * 0.5; } } class D extends C {}
class V { constructor(x) { this.x = x; } valueOf() { return this.x; } }
class S { set s(y) { this.t = y; } get s() { return this.t; } } class B extends S { set s(y) { super.s = y * 0.5; super.u = y; } get s() { return super.s + (this.u ?? 0); } }
const h = (a, ...more) => a * 0.1 + more.length + more[0];
export function f(x) { C.n = 1; C.m = 2; const o = { 0: x, 1: 2, 2: 0.5 }, v = new V(x), b = new B(), list = [x, 1]; let k = 1, k2 = 0; b.s = x; for (let i = 0; i < 8; i++) list.push(i * x);
${all.join('\n')}
return ${of} + C.both + o[0] + o[2] * v + b.s + list.length + k2; }`,
);

test('Random programs with state of classes, numbers as keys, and objects as numbers.', () => {
  let [right, all] = [0, 0];
  const property = fc.property(programs, (text) => {
    const found = verdictOn(text, 'f', () => [1.5], 0, [() => [-0.25], () => [0.75]]);
    if (found.tag === 'refused' && found.why === 'the program throws') return;
    all++;
    if (found.tag === 'right') right++;
    if (found.tag === 'wrong') throw new Error(`${found.complaint}: ${text}`);
  });
  fc.assert(property, { numRuns: sampled(60) });
  expect(right / all).toBeGreaterThan(0.5);
});

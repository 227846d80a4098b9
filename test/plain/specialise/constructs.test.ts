/** Constructs of the language that are specialised: the value of the program bit for bit, and its gradient. */
import fc from 'fast-check';
import { verdictOn } from '../../support/both-roads.js';
import { sampled } from '../../support/sample.js';
import '../../support/seed.js';

const rows: Readonly<Record<string, string>> = {
  'private fields and methods': `
    class A { #x; #k = 2; constructor(x) { this.#x = x; } #scaled(by) { return this.#x * by * this.#k; } grow() { this.#x += this.#k; return this; } get() { return this.#scaled(3); } has(o) { return #x in o ? 1 : 0; } }
    class B extends A { #x = 5; both() { return this.get() * this.#x; } }
    export function f(x) { const a = new A(x), b = new B(x * 2); a.grow().grow(); return a.get() + b.grow().both() + a.has(b) + a.has({}) + Object.keys(b).length; }`,
  'the same value': `
    export function f(x) { const o = {}; let s = x; for (const y of [x, 1.5, x - x, -0, 0 / (x - x), NaN, 'x', o, undefined]) for (const z of [x, 1.5, 0]) { s = s * 1.25 + (Object.is(y, z) ? x : 1); if (Object.is(z, x * 0 / 0) || Object.is(y, o)) s += 2; } return s; }`,
  'private fields in loops': `
    class Sum { #s = 0; add(x) { this.#s += x * x; return this; } get value() { return this.#s; } }
    export function f(x) { const s = new Sum(); for (let i = 0; i < 20; i++) s.add(x * i); return s.value; }`,
  'setters and getters': `
    class T { constructor(c) { this.c = c; } get far() { return this.c * 1.8 + 32; } set far(to) { this.c = (to - 32) / 1.8; } }
    export function f(x) { const t = new T(x); t.far += 5; t.far *= 2; return t.c * t.far; }`,
  super: `
    class A { constructor(x) { this.x = x; } area(k) { return this.x * k; } get half() { return this.x / 2; } static make(x) { return new A(x); } }
    class B extends A { area(k) { return super.area(k) + super.half; } twice = () => super.area(2); }
    class C extends B { area(k) { return super.area(k) * 2 + this.twice(); } }
    export function f(x) { return new C(x).area(3) + new B(x * x).area(x); }`,
  'getters and setters in literals': `
    function ball(r) { return { r, get area() { return this.r * this.r * 3; }, set area(to) { this.r = to / 6; }, get r2() { return r; } }; }
    export function f(x) { const b = ball(x); const c = { ...b, get r() { return 4; }, r: x * 2 }; b.area += 12; let s = 0;
      for (let i = 0; i < 3; i++) { const o = { get twice() { return x * i; } }; s += o.twice; }
      return b.area * b.r2 + c.r * c.area + s + (x > 0 ? b : { area: x }).area; }`,
  'getters of objects that are captured': `
    const state = { k: 3, get twice() { return this.k * 2; }, set twice(to) { this.k = to / 2; } };
    export function f(x) { const before = state.twice; state.twice = 10; const s = state.k * x + before; state.k = 3; return s; }`,
  'private getters and setters': `
    class A { #v = 2; get #twice() { return this.#v * 2; } set #twice(to) { this.#v = to / 2; } get #one() { return 1; } grow(x) { this.#twice += x; return this.#twice * x + this.#one; } }
    export function f(x) { return new A().grow(x); }`,
  'typed arrays of whole numbers': `
    export function f(x) {
      const bytes = new Uint8Array([250, 300, -1, 2.7]), clamped = new Uint8ClampedArray([250, 300, -1, 2.5]), words = new Int16Array(4), all = [];
      for (let i = 0; i < 4; i++) { bytes[i] += i * 3; clamped[i] += i * 3; words[i] = bytes[i] * 200; all.push(bytes[i], clamped[i], words[i]); }
      const big = Int32Array.from([1e9, 3e9]), un = new Uint32Array(big); big[0] *= 3; return all.reduce((s, y) => s * 0.5 + y, x) * x + big[0] + big[1] + un[1] + words.map((w) => w * 2)[3]; }`,
  'parts of typed arrays': `
    export function f(x) {
      const a = new Float64Array(8); for (let i = 0; i < 8; i++) a[i] = x * i; const b = a.subarray(-6), c = b.subarray(1, -1), d = a.subarray(5, 2);
      c[0] = x * x; a[4] *= 2; c.fill(x, 3); let s = d.length; for (const y of c) s += y * y; return s + a[3] * b.length; }`,
  'fields that hide setters': `
    class A { set v(to) { this.w = to; } } class B extends A { v = 3; }
    export function f(x) { const b = new B(); b.v += x; return b.v * x + (b.w === undefined ? 1 : 0); }`,
  arguments: `
    function sum() { let s = 0; for (let i = 0; i < arguments.length; i++) s += arguments[i] * (i + 1); return s; }
    function scaled(x, by) { return arguments.length < 2 ? x : x * by; }
    export function f(x) { return sum(x, x * x, 2) + sum() + scaled(x) * scaled(x, 3); }`,
  'call and apply': `
    function area(k) { return this.x * k; }
    export function f(x) { const list = [x, 3]; const inner = function (a, b) { return a * b + this.x; };
      return area.call({ x }, 2) + area.apply({ x: x * x }, [x]) + inner.apply({ x: 1 }, list) + Math.max.apply(null, list); }`,
};

const words: Readonly<Record<string, string>> = {
  'fields of functions': `
    function make(k) { function fn(x) { return x * fn.k; } fn.k = k; fn.twice = () => { fn.k *= 2; return fn; }; return fn; }
    export function f(x) { const scaled = make(x); scaled.twice(); return scaled(3) + scaled.k + make.length + Object.keys(scaled).length; }`,
  'kinds of values as texts': `
    const kind = (x) => Object.prototype.toString.call(x).slice(8, -1).toLowerCase();
    export function f(x) { let s = 0; for (const y of [[], {}, x, '', null, new Float64Array(2)]) s = s * 0.5 + kind(y).length; return s * x; }`,
  'arguments that are gone through': `
    function g(a, b) { return a * b; }
    function sum() { let t = 0; for (const a of arguments) t += a; return t + g(...arguments) + Array.from(arguments).length + [].slice.call(arguments, 1)[0] + Math.max.apply(null, arguments); }
    export function f(x) { return sum(x, x * x, 2); }`,
  'questions for numbers': `
    export function f(x) { return (Number.isInteger([x]) ? 5 : x) + (Number.isInteger('3') ? 1 : 2) + (Number.isNaN(undefined) ? 1 : 2) * x; }`,
  'regular expressions on texts': `
    export function f(x) {
      const m = /(\\d+)-(?<b>\\w+)/.exec('a 12-xy'); const all = [...'a1b22'.matchAll(/\\d+/g)].map((q) => Number(q[0]) + q.index);
      return x * Number(m[1]) + m.index + m.groups.b.length + all[1] * x + 'a,b;c'.split(/[,;]/).length + (/x/.test('axb') ? x : 0) + 'abab'.replace(/a/g, 'c').length + 'xaby'.match(/ab/).index; }`,
  'dates whose time is known': `
    const day = new Date(1.6e12);
    export function f(x) { const d = new Date(Date.UTC(2020, 5, 3, 15)), e = new Date(d);
      return (d.getTime() + x * 1e7 - 946728e6) / 3.15576e12 + (d - new Date(2019, 1, 1)) * 1e-9 * x + e.getUTCFullYear() + (d > day ? x : 0) + day.valueOf() * 1e-12; }`,
  'texts of numbers that nobody reads': `
    export function f(x) { const o = { name: \`x is \${x}\`, y: x * 2, t: String(x) + 'a' }; const z = 'CDEF'[Math.floor(x)]; return o.y; }`,
  'arrays by their keys': `
    export function f(x) { let s = 0; const a = [x, 2, x * x]; for (const k in a) s += a[k] * Number(k); const b = []; b[2] = x; return s + Object.keys(a).length + b[2] * b.length; }`,
};

const classesInside: Readonly<Record<string, string>> = {
  'classes inside with accessors': `
    export function f(x) { class P { constructor(y) { this.y = y; } get twice() { return this.y * 2; } set twice(to) { this.y = to / 2; } area(k) { return this.y * k * x; } static make(y) { return new P(y); } }
      const p = P.make(x); p.twice += 3; return p.area(2) + p.twice + (p instanceof P ? x : 0) + P.name.length; }`,
  'classes inside that extend others': `
    export function f(x) { class A { k = 3; constructor(y) { this.y = y; } m(z) { return this.y * z; } } class B extends A { #z = 2; constructor(y) { super(y); this.#z += y; } m(z) { return super.m(z) * this.#z + this.k; } }
      return new B(x).m(x * 2) + new A(x).m(3); }`,
  'static fields, blocks and private names': `
    export function f(x) { class C { static n = 0; static #h = 5; static list = [x, 2]; static { C.n = 7; } static up(y) { C.n += y; this.n *= 2; return this.n + C.#h + C.#g(y); } static #g(y) { return y * 3; } } class D extends C {}
      return C.up(x * 3) + C.n + C.list[0] * D.n + D.list.length; }`,
  'classes in loops, and lists of their objects': `
    export function f(x) { let s = 0; for (let i = 0; i < 3; i++) { class Q { v() { return x * i; } } s += new Q().v(); } class P { constructor(y) { this.y = y; } sq() { return this.y * this.y; } }
      const ps = []; for (let i = 0; i < 9; i++) ps.push(new P(x * i)); ps[1].y = ps[2].sq(); for (const p of ps) s += p.sq(); return s; }`,
  'classes made by functions': `
    export function f(x) { const M = (B) => class extends B { two() { return this.one() * 2; } }; class A { constructor(y) { this.y = y; } one() { return this.y * x; } } const T = M(A); return new T(x).two() + new (class { v = x; })().v; }`,
};

test.each([...Object.entries(classesInside), ...Object.entries(rows), ...Object.entries(words)])(
  '%s.',
  (_, text) => {
    const found = verdictOn(text.replaceAll(/^ +/gm, ''), 'f', () => [1.5], 0, [
      () => [-0.25],
      () => [3],
    ]);
    expect(found).toEqual({ tag: 'right' });
  },
);

test('Private names of other classes are none of an object.', () => {
  const text = `class A { #x = 1; read(o) { return o.#x; } } class B { #x = 2; y = 3; }
export function f(x) { return new A().read(x > 0 ? new A() : new B()) * x; }`;
  expect(verdictOn(text, 'f', () => [2]).tag).not.toBe('wrong');
  const other = text.replace('x > 0 ? new A() : new B()', 'new B()');
  expect(verdictOn(other, 'f', () => [2])).toEqual({ tag: 'refused', why: 'the program throws' });
});

const numbers = fc.constantFrom('x', 'this.#p', 'this.q', 'this.s', '0.5', '-1.25');
const values = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    numbers,
    fc
      .tuple(tie('value'), fc.constantFrom('+', '-', '*'), tie('value'))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc
      .tuple(fc.constantFrom('this.m', 'this.#h', 'super.m', 'this.n'), tie('value'))
      .map(([f, x]) => `${f}(${x})`),
  ),
})).value;
const effects = fc
  .tuple(fc.constantFrom('this.#p', 'this.q', 'this.s'), fc.constantFrom('=', '+=', '*='), values)
  .map((parts) => `${parts.join(' ')};`);
const bodies = fc
  .tuple(fc.array(effects, { maxLength: 2 }), values, fc.boolean())
  .map(
    ([all, of, isEarly]) =>
      `${isEarly ? 'if (d++ > 12 || x > 1) return x; ' : 'if (d++ > 12) return 0.5; '}${all.join(' ')} return ${of};`,
  );
const classes = fc.array(bodies, { minLength: 5, maxLength: 5 }).map(([am, ah, bm, bh, bn]) => {
  const low = (of: string): string =>
    of.replaceAll('super.m', 'this.#h').replaceAll('this.n(', 'this.#h(');
  return `let d = 0;
class A { #p = 1; q = 2; constructor(x) { this.q = x; } m(x) { ${low(am)} } #h(x) { ${low(ah)} } get s() { return this.#p + this.q; } set s(x) { this.#p = x * 0.5; } }
class B extends A { #p = 0.25; constructor(x) { super(x); this.#p += x; } m(x) { ${bm} } #h(x) { ${bh} } n() { const x = arguments[0]; ${bn} } }
export function f(x) { d = 0; const a = new A(x), b = new B(2); let r = 0;
for (let i = 0; i < 2; i++) { r += a.m(x) + b.m(i); if (r > 3) r -= b.n(x); }
return r + a.q * b.q + b.s; }`;
});

test('Random classes with private names, accessors and super.', () => {
  let [right, all] = [0, 0];
  const property = fc.property(classes, (text) => {
    const found = verdictOn(text, 'f', () => [1.5], 0, [() => [-0.25], () => [0.75]]);
    if (found.tag === 'refused' && found.why === 'the program throws') return;
    all++;
    if (found.tag === 'right') right++;
    if (found.tag === 'wrong') throw new Error(`${found.complaint}: ${text}`);
  });
  fc.assert(property, { numRuns: sampled(120) });
  expect(right / all).toBeGreaterThan(0.2);
});

/** Functions, generators and classes. */
import type { Group } from '../row.js';

export const functions: Group = {
  title: 'Functions',
  rows: [
    {
      name: 'declarations',
      source:
        'export function f(x: number) { return g(x) * x; } function g(y: number) { return y * y; }',
    },
    {
      name: 'expressions, named expressions',
      source:
        'export const f = function power(x: number, n = 3): number { return n === 0 ? 1 : x * power(x, n - 1); };',
    },
    {
      name: 'arrow functions',
      source: 'export const f = (x: number) => ((y: number) => { return y * x; })(x * x);',
    },
    {
      name: 'IIFE, currying',
      source:
        'export const f = (x: number) => (function (y) { return (a: number) => (b: number) => a * b * y; })(x)(x + 1)(x - 2);',
    },
    {
      name: 'closures',
      source:
        'function counter(step: number) { let total = 0; return { add(x: number) { total += x * step; }, get total() { return total; } }; } export function f(x: number) { const c = counter(x); c.add(x); c.add(2); return c.total * x; }',
    },
    {
      name: 'closures made in a plain run',
      source:
        'const scale = (k: number) => (x: number) => k * x * x; const three = scale(3); const table = [1, 2].map((k) => (x: number) => x ** k); export const f = (x: number) => three(x) * table[1](x);',
    },
    {
      name: 'captured variables that change',
      source:
        'let k = 2; let calls = 0; const bump = () => { k += 1; calls++; }; export function f(x: number) { k = 2; const a = x * k; bump(); const b = a * k; bump(); return a * x + b * k; }',
    },
    {
      name: 'passive values that depend on branches',
      source:
        'export function f(x: number) { const z = x; const n = Math.max(z === x ? 3 : 0, 1) + Math.round(x ? 2 : 0) + Math.abs(x - z ? 5 : 1); return n * x * x; }',
    },
    {
      name: 'lists that change between two reads',
      source:
        'export function f(x: number) { const xs: number[] = [x, x * x]; const a = xs[0] * x; const n = xs.unshift(3 * x); const b = xs[0] * a; const m = xs.push(x); return (b + xs[0] * n) * m * x; }',
    },
    {
      name: 'functions declared twice',
      only: 'js',
      source:
        'function g() { return 1; } function g(x) { return x; } function f(x) { const z = x; return (g(x) === z ? x * x : x) + (g(x - x) ? 1 : x); }',
    },
    {
      name: 'captured variables that hold reals',
      source:
        'let kept: number = 0; const keep = (y: number) => { kept = y * y; }; export function f(x: number) { keep(x); const a = kept * x; keep(x + 1); return a + kept * x; }',
    },
    {
      name: 'recursion, mutual recursion',
      source:
        'const even = (x: number, n: number): number => n === 0 ? x : odd(x * x, n - 1) + x; function odd(x: number, n: number): number { return n === 0 ? 1 : even(Math.sin(x), n - 1) * x; } export const f = (x: number) => even(x, 5);',
    },
    {
      name: 'functions as values',
      source:
        'const compose = (...fs: any[]) => (x: number) => fs.reduce((y, g) => g(y), x); export const f = (x: number) => compose(Math.sin, (y: number) => y * y, Math.exp, Number)(x);',
    },
    {
      name: 'functions of `Math` in tables made in a plain run',
      source:
        'const table: any = { tanh: Math.tanh, relu: (x: number) => x > 0 ? x : 0 }; const list = [Math.sin, Math.cos]; const { exp } = Math; const M = Math; export const f = (x: number) => table.tanh(x) * table.relu(x) + list[1](x) * list.map((g) => g(x))[0] + exp(x) * M.log(x) + globalThis.Math.sqrt(x) + Math["abs"](x);',
    },
    {
      name: 'default and rest parameters',
      source:
        'export function f(x: number, k = x * x, ...rest: number[]) { const g = (a: number, b = a * x, ...c: number[]) => a * b + c.length; return g(x) + g(x, 2, 3) * k * (rest.length + 1); }',
    },
    {
      name: '`arguments`',
      source:
        'function sum() { let s = 0; for (let i = 0; i < arguments.length; i++) s += arguments[i] * arguments[i]; return s; } function spread(a: number) { return Math.max(...arguments) * [...arguments].length + (() => arguments[0] * a)(); } export const f = (x: number) => (sum as any)(x, 2 * x, 3) * (spread as any)(x, 3 * x);',
    },
    {
      name: '`arguments` bound to parameters',
      only: 'js',
      source:
        'function g(a) { arguments[0] = a * a; return a * 2; } function f(x) { return g(x) * x; }',
    },
    {
      name: '`call`, `apply`, `bind`',
      source:
        'function g(this: any, a: number, b: number) { return this.k * a + b * b; } export const f = (x: number) => g.call({ k: x }, x, 2) * g.apply({ k: 3 }, [x, x]) + g.bind({ k: x }, x)(x) + Math.max.apply(null, [x, 0.1]) + Math.atan2.call(null, x, 2) + Math.sin.bind(null, x)();',
    },
    {
      name: '`this` as a parameter',
      source:
        'function scaled(this: { k: number }, x: number) { return this.k * x * x; } const o = { k: 3, scaled }; export const f = (x: number) => o.scaled(x) + scaled.call({ k: x }, 2);',
      only: 'ts',
    },
    {
      name: 'functions as constructors',
      source:
        'function Point(this: any, x: number) { this.x = x * x; } Point.prototype.norm = function () { return Math.sqrt(this.x * this.x + 1); }; export const f = (x: number) => new (Point as any)(x).norm();',
    },
    {
      name: '`new.target`',
      source:
        'function P(this: any, x: number): any { if (!new.target) return new (P as any)(x * 2); this.x = x * x; } export const f = (x: number) => (P as any)(x).x + new (P as any)(x).x;',
    },
    {
      name: 'methods, getters, setters of objects',
      source: `export function f(x: number) { const o: any = { v: x, get double() { return this.v * 2; }, set double(d) { this.v = d * d; }, method(y: number) { return this.v * y; }, ['a' + 1](y: number) { return y ** 3; }, arrow: (y: number) => y * x, 'b-c'(y: number) { return y * y; }, 5(y: number) { return 5 * y; } }; o.double = x; return o.double * o.method(x) + o.a1(x) + o.arrow(2) + o['b-c'](x) + o[5](x); }`,
    },
    {
      name: '`super` in objects',
      source:
        'const base = { area(x: number) { return x * x; } }; const o = { __proto__: base, area(x: number) { return super.area(x) * 3; } }; export const f = (x: number) => o.area(x) * x;',
    },
    {
      name: 'a number for a prototype, which objects do not take',
      source:
        'export function f(x: number) { const o = { __proto__: x, a: x * x } as any; return o.a * (typeof o.__proto__ === "number" ? 5 : 3); }',
    },
    {
      name: 'an object for a prototype, and `__proto__` in a pattern',
      source:
        'export function f(x: number) { const o = { __proto__: { k: x }, a: x * 2 } as any; const { __proto__: q } = o; return o.k * o.a * q.k; }',
    },
    {
      name: 'tagged templates',
      source:
        'function weighted(parts: TemplateStringsArray, ...values: any[]) { return values.reduce((s, v, k) => s + v * parts[k].length, 0); } const o = { k: 2, tag(parts: any, v: any) { return this.k * v * v; } }; export const f = (x: number) => weighted`a${x}bc${x * x}d` + o.tag`${x}`;',
    },
    {
      name: '`async` functions',
      status: 'refused',
      source: 'export async function f(x: number) { return x * x; }',
      error: 'the function being differentiated returned a promise',
      remark:
        'a derivative run ends when the function returns; you may take derivatives inside asynchronous functions',
    },
    {
      name: 'derivatives inside `async` functions',
      source: `import { grad, mul } from 'delta-tape'; const g = async (x: number) => { await null; return grad((y: number) => mul(y, y) as number)(x); }; let started = 0; export const f = (x: number) => { void g(1).then(() => { started++; }); return x * x + started * 0; };`,
    },
    {
      name: '`await` on a real',
      status: 'refused',
      source:
        'export const f = (x: number) => { const g = async () => (await x) * 2; return g(); };',
      error: 'the function being differentiated returned a promise',
    },
    {
      name: '`for await`, async generators',
      status: 'refused',
      source:
        'async function* each(x: number) { yield x; } export async function f(x: number) { let s = 0; for await (const y of each(x)) s += y; return s; }',
      error: 'the function being differentiated returned a promise',
    },
    {
      name: 'dynamic `import()`',
      status: 'refused',
      source: `export const f = (x: number) => import('node:path').then(() => x);`,
      error: 'the function being differentiated returned a promise',
    },
  ],
};

export const generators: Group = {
  title: 'Generators and iteration',
  rows: [
    {
      name: 'generators',
      source:
        'function* powers(x: number, n: number) { let p = 1; for (let k = 0; k < n; k++) { p *= x; yield p; } return p * 2; } export function f(x: number) { let s = 0; for (const p of powers(x, 4)) s += p; return s * [...powers(x, 2)].length; }',
    },
    {
      name: '`yield*`, values sent in',
      source:
        'function* inner(x: number): any { const a = yield x; const b = yield a * x; return a + b; } function* outer(x: number): any { const r = yield* inner(x); return r * x; } export function f(x: number) { const g = outer(x); let s = g.next().value; s += g.next(x * x).value; return s + g.next(3 * x).value; }',
    },
    {
      name: '`return` and `throw` of generators',
      source:
        'function* g(x: number): any { let s = x; try { while (true) { try { yield s; } catch (e: any) { s += e; } } } finally { s *= x; yield s; } } export function f(x: number) { const it = g(x); it.next(); const a = it.throw(x * x).value; return a * it.return(1).value; }',
    },
    {
      name: '`[Symbol.iterator]`',
      source:
        'class Range { constructor(readonly x: number) {} *[Symbol.iterator]() { yield this.x; yield this.x * this.x; } } const manual = (x: number) => ({ [Symbol.iterator]: () => { let k = 0; return { next: () => ({ done: k === 3, value: x * k++ }) }; } }); export function f(x: number) { let s = 0; for (const y of new Range(x)) s += y * y; const [a, b] = new Range(x); for (const y of manual(x)) s += y; return s * a * b; }',
    },
    {
      name: 'generators started in a plain run',
      source:
        'function* powers(): any { let x = yield; for (let p = x; ; p *= x) yield p; } export function f(x: number) { const it = powers(); it.next(); it.next(x); return it.next().value * x; }',
    },
    {
      name: 'generators of a plain run, continued with duals',
      status: 'refused',
      source:
        'function* scaled(): any { let y: any = 0; for (;;) y = (yield y * 2) + 1; } const made = [scaled(), scaled()]; for (const it of made) it.next(); export const f = (x: number) => made.pop().next(x).value;',
      error: 'a dual number met a native operator',
      remark:
        'a generator stays in the version in which it began; make it inside the function under differentiation',
    },
    {
      name: 'a dual where an iterable is needed',
      source:
        'export function f(x: any) { try { const [a] = x; return a; } catch (e) { if (!(e instanceof TypeError)) throw e; } try { return [...x].length; } catch (e) { if (!(e instanceof TypeError)) throw e; } return x * x; }',
      remark: 'a TypeError, as with a number',
    },
  ],
};

export const classes: Group = {
  title: 'Classes',
  rows: [
    {
      name: 'constructors and methods',
      source:
        'class Vector { x: number; y: number; constructor(x: number, y: number) { this.x = x * 2; this.y = y; } dot(o: Vector) { return this.x * o.x + this.y * o.y; } scaled(k: number) { return new Vector(this.x * k, this.y * k); } } export const f = (x: number) => new Vector(x, 3).scaled(x).dot(new Vector(1, x));',
    },
    {
      name: 'derived classes, `super`',
      source:
        'class A { a: number; constructor(a: number) { this.a = a * a; } value() { return this.a; } get twice() { return 2 * this.a; } static make(x: number) { return new this(x); } } class B extends A { b; constructor(a: number) { super(a * 3); this.b = a + 1; } value() { return super.value() * this.b + super.twice; } static make(x: number) { const o = super.make(x * 2); return o; } } export const f = (x: number) => new B(x).value() * B.make(x).value();',
    },
    {
      name: 'constructors that are not written',
      source:
        'class A { constructor(readonly a: number) {} } class B extends A { area() { return this.a * this.a; } } export const f = (x: number) => new B(x).area();',
    },
    {
      name: 'getters and setters',
      source:
        'class C { #v = 1; get v(): any { return this.#v * 2; } set v(w: any) { this.#v = w * w; } } export function f(x: number) { const c = new C(); c.v = x; c.v += x; return c.v; }',
    },
    {
      name: 'fields',
      source:
        'let shared = 1; class C { a = shared * 2; b = this.a * this.a || 3; g = (y: number) => y * this.b; ["k" + 1] = shared && 5; } export function f(x: number) { shared = x; const c: any = new C(); const r = c.a * c.b + c.g(x) + c.k1; shared = 1; return r; }',
    },
    {
      name: 'static members and blocks',
      source:
        'class C { static k = 3; static #hidden = 2; static scale(x: number) { return x * C.k * this.#hidden; } static { C.k = C.k * 2; } } export function f(x: number) { class D { static v = x * x; static w: any; static { this.w = D.v || 1; this.w *= x; } } return C.scale(x) + D.v * D.w; }',
    },
    {
      name: 'private members',
      source:
        'class C { #v: any; constructor(x: number) { this.#v = x; } #twice() { return this.#v * 2; } get #half() { return this.#v / 2; } static #by(c: C, k: number) { return c.#v * k; } run(): any { return this.#twice() * this.#half + C.#by(this, 3) + (this?.#v ?? 1) + this.#twice?.(); } } export const f = (x: number) => new C(x).run();',
    },
    {
      name: 'class expressions, mixins',
      source:
        'const Scaled = (Base: any, k: number) => class extends Base { area() { return super.area() * k; } }; class Square { constructor(readonly s: number) {} area() { return this.s * this.s; } } export const f = (x: number) => new (Scaled(Square, 3))(x).area() * new (class { constructor(readonly y: number) {} z = 2; })(x).z * x;',
    },
    {
      name: 'computed and other keys of members',
      source: `const key = Symbol('area'); class C { constructor(readonly s: number) {} [key]() { return this.s * this.s; } 'long name'() { return this.s * 2; } 7() { return this.s; } static async *[Symbol.asyncIterator]() { yield 1; } } export const f = (x: number) => { const c: any = new C(x); return c[key]() * c['long name']() * c[7](); };`,
    },
    {
      name: '`toString`, `valueOf`, `toJSON` of one’s own',
      source: `class Q { constructor(readonly v: number) {} toString() { return 'Q' + (this.v > 0); } toJSON() { return { positive: this.v > 0 }; } } export const f = (x: number) => (\`\${new Q(x)}\`.length + JSON.stringify(new Q(x)).length) * x;`,
    },
    {
      name: 'classes that extend `Array`, `Map`, `Error`',
      source: `class List extends Array<any> { total() { return this.reduce((a, b) => a + b * b, 0); } } class Table extends Map<string, any> { get(k: string) { return super.get(k) * 2; } } class Failed extends Error { constructor(readonly y: number) { super('failed at ' + y); } } export function f(x: number) { const l = new List(); l.push(x, 2 * x); const t = new Table([['a', x]]); try { throw new Failed(x); } catch (e: any) { return l.total() + l.map((y: number) => y * x).total() + t.get('a') + e.y * e.message.slice(0, 12).length; } }`,
    },
    {
      name: 'a dual as a key in a class that extends `Map`',
      status: 'refused',
      source:
        'class Table extends Map<any, any> { look(k: any) { return super.get(k); } } export function f(x: number) { const t = new Table(); return t.look(x) ?? x; }',
      error: 'was used as a key of a Map',
    },
    {
      name: 'duals as members of a class that extends `Set`',
      status: 'refused',
      source:
        'class Bag extends Set<any> {} export const f = (x: number) => new Bag([x, x]).size * x;',
      error: 'was used as a member of a Set',
    },
    {
      name: 'abstract classes, accessors in TypeScript',
      only: 'ts',
      source:
        'abstract class Shape { abstract area(): number; protected constructor(protected readonly k: number) {} twice() { return this.area() * 2 * this.k; } } class Disc extends Shape { constructor(private r: number, readonly pi = 3 * r) { super(r + 1); } area() { return this.pi * this.r * this.r; } } export const f = (x: number) => new Disc(x).twice();',
    },
    {
      name: 'parameter properties',
      only: 'ts',
      source:
        'class P { sum: number; constructor(public x: number, private readonly y = x * x) { this.sum = this.x + this.y; } get product() { return this.x * this.y * this.sum; } } class Q extends P { constructor(x: number, readonly z = x + 1) { super(x * 2); this.sum *= this.z; } } export const f = (x: number) => new P(x).product * new Q(x).product;',
    },
  ],
};

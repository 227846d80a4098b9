/**
 * Programs whose helpers do not lower, and do what could be noticed if compiled code called them carelessly: they change what was there
 * before, hand on what they were given, remember, compare, throw half way, or are given what computes when it is read. A program exports
 * `f`, perhaps `args`, which makes its arguments, `options`, and `log`, which tells what was changed.
 */
export const noticeable: Readonly<Record<string, string>> = {
  'instanceof given instance': `class P { constructor(public x: number, public y: number) {} }
    function odd(p: P) { return Number(/^a/.test('a')) * (p instanceof P ? p.x * p.y : -1); }
    export const f = (p: number[]) => odd(new P(p[0], p[1])) * p[0];`,
  'method of given instance': `class P { constructor(public x: number, public y: number) {} norm() { return this.x * this.y; } }
    function odd(p: P) { return Number(/^a/.test('a')) * p.norm(); }
    export const f = (p: number[]) => odd(new P(p[0], p[1])) * p[0];`,
  'iterator argument consumed': `function total(it: Iterable<number>) { let s = 0; for (const x of it) s += Number(/^a/.test('a')) * x; return s; }
    function bad(x: number) { return /^a/.test('a') ? (x as any).y ?? 'text' : x; }
    export const f = (p: number[], it: Iterable<number>) => { const t = total(it); return t * p[0] + Number(bad(p[1]) === 'text' ? p[1] : 0); };
    export const args = () => [[0.4, 1.3], [1, 2, 3].values()];`,
  'getter in result counts': `function odd(x: number) { let n = 0; return { get a() { n++; return n * x; }, b: Number(/^a/.test('a')) }; }
    export const f = (p: number[]) => { const o = odd(p[0]); return o.a * p[1]; };`,
  'callback gets the array': `function odd(xs: number[]) { xs.forEach((x, k, all) => { all[0] = 5 + Number(/^a/.test('a')); }); return xs[0]; }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; const a = odd(ys); return a * ys[0] * p[1]; };`,
  'reduce gets the array': `function odd(xs: number[]) { return xs.reduce((s, x, k, all) => { all[0] = 5 + Number(/^a/.test('a')); return s + x; }, 0); }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; const a = odd(ys); return a * ys[0] * p[1]; };`,
  'literal passed to own function': `const apply = (g: (a: number[]) => void, xs: number[]) => g(xs);
    function odd(xs: number[]) { apply((a) => { a[0] = 5 + Number(/^a/.test('a')); }, xs); return xs[0]; }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; const a = odd(ys); return a * ys[0] * p[1]; };`,
  'method of a constant writes': `const ops = { put(a: number[]) { a[0] = 5 + Number(/^a/.test('a')); return 1; } };
    function odd(xs: number[]) { return ops.put(xs) * Number(/^a/.test('a')); }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; const a = odd(ys); return a * ys[0] * p[1]; };`,
  'arrow of a constant writes': `const ops = { put: (a: number[]) => { a[0] = 5 + Number(/^a/.test('a')); return 1; } };
    function odd(xs: number[]) { return ops.put(xs) * Number(/^a/.test('a')); }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; const a = odd(ys); return a * ys[0] * p[1]; };`,
  'arrow in a local object writes': `function odd(xs: number[]) { const o = { put: (a: number[]) => { a[0] = 5; return 1; } }; return o.put(xs) * Number(/^a/.test('a')); }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; const a = odd(ys); return a * ys[0] * p[1]; };`,
  'arrow in a map writes': `function odd(xs: number[]) { const o = [].concat((a: number[]) => { a[0] = 5; return 1; }) as any; const g = o[0]; return g(xs) * Number(/^a/.test('a')); }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; const a = odd(ys); return a * ys[0] * p[1]; };`,
  'a field of the name size': `function odd(o: any) { const s = o.size; s[0] = 7; return Number(/^a/.test('a')); }
    const box = { size: [1, 2] };
    export const f = (p: number[]) => odd(box) * p[0] * box.size[0];
    export const log = () => [...box.size];`,
  'a field of the name length, given': `function odd(o: { length: number[] }) { const s = o.length; s[0] += 7; return Number(/^a/.test('a')) * s[0]; }
    export const f = (p: number[], o: { length: number[] }) => odd(o) * p[0] + p[1] * odd(o);
    export const args = () => [[0.4, 1.3], { length: [1] }];`,
  'registered functions in a constant': `let count = 0;
    const table: any = {};
    export const register = (t: any, k: string, g: any) => { t[k] = g; };
    register(table, 'a', (x: number) => { count++; return x * 2; });
    function odd(x: number) { const { a } = table; return a(x) * Number(/^a/.test('a')); }
    function obj(x: number): any { return /^a/.test('a') ? { get a() { return x; } } : 1; }
    export const f = (p: number[]) => odd(p[0]) * obj(p[1]).a;
    export const log = () => count;`,
  'registered native name': `let count = 0;
    const table: any = { zero: 0 };
    export const register = (t: any, k: string, g: any) => { t[k] = g; };
    register(table, 'get', (x: number) => { count++; return x * 2; });
    function odd(x: number) { return table.get(x) * Number(/^a/.test('a')); }
    function obj(x: number): any { return /^a/.test('a') ? { get a() { return x; } } : 1; }
    export const f = (p: number[]) => odd(p[0]) * obj(p[1]).a;
    export const log = () => count;`,
  'given object with get': `let count = 0;
    function odd(o: any, x: number) { return o.get(x) * Number(/^a/.test('a')); }
    function obj(x: number): any { return /^a/.test('a') ? { get a() { return x; } } : 1; }
    export const f = (p: number[], o: any) => odd(o, p[0]) * obj(p[1]).a;
    export const args = () => [[0.4, 1.3], { get: (x: number) => { count++; return count; } }];
    export const log = () => count;`,
  'given getter': `let count = 0;
    function odd(o: any, x: number) { return o.v * x * Number(/^a/.test('a')); }
    function obj(x: number): any { return /^a/.test('a') ? { get a() { return x; } } : 1; }
    export const f = (p: number[], o: any) => odd(o, p[0]) * obj(p[1]).a;
    export const args = () => [[0.4, 1.3], { get v() { count++; return count; } }];
    export const log = () => count;`,
  'static data of others': `class R { static it = [1, 2, 3].values(); static n = 0; }
    function odd(x: number) { let s = 0; for (const y of R.it) s += y * x; return s * Number(/^a/.test('a')); }
    function obj(x: number): any { return /^a/.test('a') ? { get a() { return x; } } : 1; }
    export const f = (p: number[]) => odd(p[0]) * obj(p[1]).a;`,
  'static this': `class R { static hits = [0]; static get(x: number) { const h = this.hits; h[0]++; return x * Number(/^a/.test('a')); } }
    function odd(x: number) { return R.get(x); }
    function obj(x: number): any { return /^a/.test('a') ? { get a() { return x; } } : 1; }
    export const f = (p: number[]) => odd(p[0]) * obj(p[1]).a;
    export const log = () => [...R.hits];`,
  'sticky made by new': `const r = new RegExp('a', 'y');
    function odd(x: number) { return 'aab'.replace(r, 'cc').length * x; }
    export const f = (p: number[]) => odd(p[0]) * p[1] + odd(p[1]);`,
  'sticky given': `function odd(r: RegExp, x: number) { return 'aab'.replace(r, 'cc').length * x; }
    function obj(x: number): any { return /^a/.test('a') ? { get a() { return x; } } : 1; }
    export const f = (p: number[], r: RegExp) => odd(r, p[0]) * obj(p[1]).a;
    const r = /a/y;
    export const args = () => [[0.4, 1.3], r];
    export const log = () => r.lastIndex;`,
  'test of a class and of a pattern': `class T { test(x: string) { return x.length > 1; } }
    const r = /a/g;
    function odd(x: number) { return (r.test('ba') ? 2 : 1) * (new T().test('ab') ? x : 1); }
    export const f = (p: number[]) => odd(p[0]) * p[1] + odd(p[1]);`,
  'tag of a given object': `let count = 0;
    function odd(o: any, x: number) { return o.tag\`a\${x}\` * Number(/^a/.test('a')); }
    function obj(x: number): any { return /^a/.test('a') ? { get a() { return x; } } : 1; }
    export const f = (p: number[], o: any) => odd(o, p[0]) * obj(p[1]).a;
    export const args = () => [[0.4, 1.3], { tag: () => ++count }];
    export const log = () => count;`,
  'toString that counts': `let n = 0;
    class C { n = 0; toString() { this.n++; return 'a'.repeat(this.n); } }
    const c = new C();
    function odd(c: C, x: number) { return [...\`\${c}\`].length * x; }
    export const f = (p: number[]) => odd(c, p[0]) * p[1] + odd(c, p[1]);`,
  'subarray of a local typed array': `function tail(xs: Float64Array) { try { return xs.subarray(1); } finally { /^a/.test('a'); } }
    export const f = (p: number[]) => { const ys = new Float64Array([p[0], p[1], 3]); const t = tail(ys); ys[1] = 5 * p[0]; return t[0] * p[0] + t[1]; };`,
  "view of a local typed array's buffer": `function tail(xs: Float64Array) { try { return { v: xs.subarray(0), w: 1 }; } finally { /^a/.test('a'); } }
    export const f = (p: number[]) => { const ys = new Float64Array([p[0], p[1], 3]); const t = tail(ys); ys[1] = 5 * p[0]; return t.v[1] * p[0]; };`,
  'shared rows in a result, written': `function odd(x: number) { const r = [x, x * Number(/^a/.test('a'))]; return [r, r]; }
    export const f = (p: number[]) => { const rows = odd(p[0]); rows[0][0] = p[1]; return rows[1][0] * p[0]; };`,
  'shared rows in an object, written': `function odd(x: number) { const r = [x, x * Number(/^a/.test('a'))]; return { a: r, b: r }; }
    export const f = (p: number[]) => { const o = odd(p[0]); o.a[0] = p[1]; return o.b[0] * p[0]; };`,
  'compared results': `function odd(x: number) { const r = [x, x * Number(/^a/.test('a'))]; return [r, r, [x, x]]; }
    export const f = (p: number[]) => { const o = odd(p[0]); return (o[0] === o[1] ? 2 : 3) * p[0] + (o[0] === o[2] ? 5 : 7) * p[1]; };`,
  'captured result is written': `const t = new Map([['a', [1, 2]], ['b', [3]]]);
    function pick(k: string) { return t.get(k)!; }
    export const f = (p: number[]) => { const r = pick('a'); r[0] = r[0] + 1; return r[0] * p[0] * p[1]; };
    export const log = () => [...t.get('a')!];`,
  'generator throws later': `function* g() { yield 1; yield 2; throw new Error('late'); }
    export const f = (p: number[]) => { let s = 0; for (const k of g()) { s += k * p[0]; if (k > 1) break; } return s * p[1]; };`,
  'generator and a guard': `function* g(x: number) { yield 1; if (x > 0) throw new Error('late'); yield 2; }
    export const f = (p: number[]) => { let s = 0; for (const k of g(p[0])) { if (k > 0) throw new RangeError('early'); s += k * p[0]; } return s * p[1]; };`,
  'a module variable is written meanwhile': `let limit = 3;
    function* g() { for (let k = 0; k < limit; k++) yield k; }
    export const f = (p: number[]) => { let s = 0; limit = 3; for (const k of g()) { limit = 2; s += (k + 1) * p[0]; } return s * p[1]; };
    export const log = () => limit;`,
  'a module variable is written': `let scale: number = 1;
    function odd(x: number) { return Number(/^a/.test('a')) * x * scale; }
    export const f = (p: number[]) => { scale = 2; const a = odd(p[0]); scale = 3; return a * odd(p[1]); };
    export const log = () => scale;`,
  'an unused call that throws': `function check(x: number) { if (Number(/^a/.test('a')) * x > 1) throw new RangeError('far'); return 1; }
    export const f = (p: number[]) => { check(p[1]); return p[0] * p[1]; };`,
  'a constant call in a loop that never runs': `function check(x: number) { if (Number(/^a/.test('a')) * x > 1) throw new RangeError('far'); return 1; }
    export const f = (p: number[]) => { let s = 0; for (let i = 0; i < p.length - 2; i++) s += check(2) * p[0]; return s + p[0] * p[1]; };`,
  'a call in a branch not taken': `function check(x: number) { if (Number(/^a/.test('a')) * x > 1) throw new RangeError('far'); return x; }
    export const f = (p: number[]) => { const a = p[0] > 1 ? check(2) : p[0]; return a * p[1]; };`,
  'keys of a given object with more': `function total(o: any) { return Object.values(o).reduce((s: any, x: any) => s + x * Number(/^a/.test('a')), 0) as number; }
    export const f = (p: { a: number; b: number }) => total(p) * p.a + p.b;
    export const args = () => [{ a: 1, b: 2, c: 3 }];`,
  'optional field': `interface O { a: number; b?: number }
    function last(o: O) { return Object.keys(o).length * o.a * ('b' in o ? 2 : 1) * Number(/^a/.test('a')); }
    export const f = (p: number[], o: O) => last(o) * p[0] + last({ a: p[1] }) + last({ a: p[1], b: undefined });
    export const args = () => [[0.4, 1.3], { a: 1 }];`,
  'null result compared': `function odd(x: number) { return x > 1 && Number(/^a/.test('a')) ? x : null; }
    export const f = (p: number[]) => { const a = odd(p[0]); const b = odd(p[1]); return (a === null ? p[0] : a) * (b == null ? 1 : b); };`,
  'truth of a result': `function odd(x: number) { return x > 1 && Number(/^a/.test('a')) ? x : 0; }
    export const f = (p: number[]) => { let s = p[0]; for (const x of p) if (odd(x)) s *= x; return s + (odd(p[0]) || p[1]) * (odd(p[1]) && p[0]); };`,
  'spread arguments and defaults': `function odd(a: number, b = 3, ...rest: number[]) { return Number(/^a/.test('a')) * a * b + rest.length + rest.reduce((s, x) => s * x, 1); }
    export const f = (p: number[]) => odd(p[0]) + odd(...p) + odd(p[0], undefined, p[1], 2) + odd(...[p[0], p[1], 4]);`,
  'result aliases an argument object': `function odd(o: { a: number }) { return Number(/^a/.test('a')) ? o : { a: 1 }; }
    export const f = (p: number[]) => { const o = { a: p[0] }; const q = odd(o); o.a = p[1]; return q.a * p[0]; };`,
  'heavy inside a helper': `const heavy = (x: number, n: number) => { let s = x; for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) s = Math.sin(s + i * 0.01) * 1.01 + j * 0.001; return s; };
    function odd(x: number) { try { return heavy(x, 40) * x; } catch { return 0; } }
    export const f = (p: number[]) => { let s = 0; for (let k = 0; k < 3; k++) s += odd(p[0] + k) * heavy(p[1], 30); return s; };`,
  'array holes': `function odd(xs: any) { let n = 0; xs.forEach(() => { n++; }); return n * Number(/^a/.test('a')); }
    export const f = (p: number[], xs: any) => odd(xs) * p[0] + p[1];
    export const args = () => [[0.4, 1.3], [1, , 3]];`,
  'caught by the caller, half way': `function risky(x: number) { try { if (x > 1) throw new RangeError('far'); return x * x; } finally { /^a/.test('a'); } }
    function safe(xs: number[]) { let s = 0; for (const x of xs) { try { s += risky(x); } catch (e) { s += 0.5 * x; } } return s; }
    export const f = (p: number[]) => safe([p[0], p[1], p[0] * p[1]]) * p[0];`,
  'writes to arguments before a helper throws': `function risky(x: number) { if (Number(/^a/.test('a')) * x > 1) throw new RangeError('far'); return x; }
    const log0: number[] = [];
    export const f = (p: number[], out: number[]) => { out[0] = 1; const a = risky(p[0]); out[1] = 2; return a * risky(p[1]); };
    const out = [0, 0];
    export const args = () => [[0.4, 1.3], out];
    export const log = () => [...out];`,
  'nested outer writes': `export function outer(k: number) {
      let n = 0;
      function inner(x: number): number { n++; return x * n * Number(/^a/.test('a')); }
      function h(x: number): number { return (k > 5 ? outer(k - 1).length : 1) * inner(x); }
      return (p: number[]) => h(p[0]) * h(p[1]);
    }
    export const f = outer(1);`,
  'rest parameter is new': `function odd(...xs: number[]) { xs[0] *= 2; xs.sort((a, b) => a - b); return xs[0] * Number(/^a/.test('a')); }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; return odd(...ys) * ys[0] * p[1]; };`,
  'JSON of an object with toJSON': `let n = 0;
    function odd(o: any, x: number) { return JSON.stringify(o).length * x; }
    function obj(x: number): any { return /^a/.test('a') ? { get a() { return x; } } : 1; }
    export const f = (p: number[], o: any) => odd(o, p[0]) * obj(p[1]).a;
    export const args = () => [[0.4, 1.3], { toJSON: () => { n++; return n; } }];
    export const log = () => n;`,
  'constants of types that lie': `const table: Record<string, number> = JSON.parse('{"a":{"n":1}}');
    function odd(k: string, x: number) { const t = table as any; const o = t[k]; o.n += 1; return o.n * x * Number(/^a/.test('a')); }
    export const f = (p: number[]) => odd('a', p[0]) * p[1] + odd('a', p[1]);`,
  'an object of the source with a symbol': `const tag = Symbol.iterator;
    function odd(o: any, x: number) { let s = 0; for (const y of o) s += y * x; return s * Number(/^a/.test('a')); }
    let n = 0;
    export const f = (p: number[], o: any) => odd(o, p[0]) * p[1] + odd(o, p[1]);
    export const args = () => [[0.4, 1.3], { *[Symbol.iterator]() { n++; yield n; } }];
    export const log = () => n;`,
  'two arguments that are one': `function odd(a: number[], b: number[]) { a = a.slice(); a[0] = 9; return b[0] * a[1] * Number(/^a/.test('a')); }
    export const f = (p: number[], q: number[]) => odd(p, q) * p[0] + odd(q, p);
    export const args = () => { const a = [0.4, 1.3]; return [a, a]; };`,
  'prototype given away': `class C { get(x: number) { return x * Number(/^a/.test('a')); } }
    let n = 0;
    function patch(k: any) { k['proto' + 'type'].get = (x: number) => { n++; return x * n; }; }
    patch(C);
    function odd(x: number) { return new C().get(x); }
    function obj(x: number): any { return /^a/.test('a') ? { get a() { return x; } } : 1; }
    export const f = (p: number[]) => odd(p[0]) * obj(p[1]).a;
    export const log = () => n;`,
  'an object without prototype': `function odd(o: any) { return ('toString' in o ? 2 : 3) * o.a * Number(/^a/.test('a')); }
    export const f = (p: number[]) => odd({ a: p[0] }) * p[1];`,
  'static instance with private fields': `class K { #v = [1, 2]; at(i: number) { return this.#v[i]; } put(i: number, x: number) { this.#v[i] = x; } static one = new K(); }
    export const set = (x: number) => K.one.put(0, x);
    export const f = (p: number[]) => { set(3); const a = K.one.at(0) * p[0]; set(4); return a + K.one.at(0) * p[1]; };`,
  'static instance with private fields and text': `class K { #v = 1; get v() { return this.#v; } set v(x: number) { this.#v = x; } static readonly one = new K(); static [Symbol.hasInstance]() { return true; } }
    function odd(x: number) { return K.one.v * x * Number(/^a/.test('a')); }
    export const f = (p: number[]) => { K.one.v = 2; const a = odd(p[0]); K.one.v = 3; return a * odd(p[1]); };`,
  'call with own method named call': `class Task { call(x: number) { return x; } }
    function odd(xs: number[]) { const n = new Task().call(1); [].push.call(xs as never, 5 as never); return n * xs.length * Number(/^a/.test('a')); }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; const a = odd(ys); return a * ys.length * p[0]; };`,
  'push with another object': `function odd(xs: number[]) { [7].forEach([].push as never, xs); return xs.length * Number(/^a/.test('a')); }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; const a = odd(ys); return a * ys.length * p[0]; };`,
  'push by a variable': `function odd(xs: number[]) { const g = xs.push; [7].forEach(g as never, xs); return xs.length * Number(/^a/.test('a')); }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; const a = odd(ys); return a * ys.length * p[0]; };`,
  'super passes what it is given': `class A { v: number; constructor(xs: number[]) { xs[0] = 5; this.v = xs[1]; } }
    class B extends A { constructor(xs: number[]) { super(xs); } }
    function odd(xs: number[]) { return new B(xs).v * Number(/^a/.test('a')); }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; const a = odd(ys); return a * ys[0] * p[0]; };`,
  'a named function expression': `function odd(xs: number[]) { const g = function h(a: number[], n: number): number { if (n === 0) return h(xs, 1); a[0] = 5; return 1; }; return g([1], 0) * Number(/^a/.test('a')); }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; const a = odd(ys); return a * ys[0] * p[0]; };`,
  'class field arrow with this': `class A { n = 0; inc = () => { this.n++; return this.n; }; }
    const a = new A();
    function odd(x: number) { return a.inc() * x * Number(/^a/.test('a')); }
    export const f = (p: number[]) => odd(p[0]) * odd(p[1]);`,
  'class by another name': `class R { static n = [0]; static up() { R.n[0]++; return R.n[0]; } }
    const Q = R;
    function odd(x: number) { return Q.up() * x * Number(/^a/.test('a')); }
    export const f = (p: number[]) => odd(p[0]) * odd(p[1]);`,
  'static number that counts': `class R { static n = 0; static up() { return 1; } }
    export const bump = () => { R.n++; };
    function odd(x: number) { return (R.n + R.up()) * x * Number(/^a/.test('a')); }
    export const f = (p: number[]) => { const a = odd(p[0]); bump(); return a * odd(p[1]); };
    export const log = () => R.n;`,
  'destructured static': `class R { static it = [1, 2, 3].values(); }
    function odd(x: number) { const { it } = R; let s = 0; for (const y of it) s += y; return s * x * Number(/^a/.test('a')); }
    export const f = (p: number[]) => odd(p[0]) * p[1] + odd(p[1]);`,
  'getter in a prototype of a class, static get': `class R { static #n = 0; static get next() { return ++R.#n; } }
    function odd(x: number) { return R.next * x * Number(/^a/.test('a')); }
    export const f = (p: number[]) => odd(p[0]) * p[1] + odd(p[1]);`,
  'a symbol method that counts': `class R { n = 0; [Symbol.toPrimitive]() { return ++this.n; } }
    const r = new R();
    function odd(x: number) { return (r as any) * x * Number(/^a/.test('a')); }
    export const f = (p: number[]) => odd(p[0]) * p[1] + odd(p[1]);`,
  'iterator made by the caller': `function total(it: Iterable<number>) { let s = 0; for (const x of it) s += Number(/^a/.test('a')) * x; return s; }
    export const f = (p: number[]) => { const it = p.values(); return total(it) * (total(it) + 1) * p[0]; };`,
  'a generator object by the caller': `function* g(x: number) { yield x; yield 2; }
    function total(it: Iterable<number>) { let s = 0; for (const x of it) s += Number(/^a/.test('a')) * x; return s; }
    export const f = (p: number[]) => { const it = g(p[0]); return total(it) * (total(it) + 1) * p[1]; };`,
  'a local map that the caller changes': `function look(m: Map<string, number>, k: string) { try { return m.get(k) ?? 0; } finally { /^a/.test('a'); } }
    export const f = (p: number[]) => { const m = new Map([['a', 2]]); const a = look(m, 'a'); m.set('a', p[0]); return a * p[0] + look(m, 'a') * p[1]; };`,
  'a local object that the caller changes': `function look(o: Record<string, number>, k: string) { try { return o[k] ?? 0; } finally { /^a/.test('a'); } }
    export const f = (p: number[]) => { const o: Record<string, number> = { a: 2 }; const a = look(o, 'a'); o.a = p[0]; o.b = 3; return a * p[0] + look(o, 'a') * look(o, 'b') * p[1]; };`,
  'an argument handed back at two places': `function both(xs: number[]) { try { return { a: xs, b: xs }; } finally { /^a/.test('a'); } }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; const o = both(ys); o.a[0] = 7; return o.b[0] * ys[0] * p[1]; };`,
  'text from a table beside data, given': `const kinds = ['lin', 'quad']; const weights = [{ k: 'lin', w: 2 }, { k: 'quad', w: 3 }];
    function kindOf(x: number) { try { return x > 1 ? kinds[1] : kinds[0]; } finally { /^a/.test('a'); } }
    export const f = (p: number[]) => { let s = 0; for (const x of p) { const k = kindOf(x); for (const one of weights) if (one.k === k) s += one.w * x * x; } return s; };`,
  'half way exception in nested helper with writes of its own': `function inner(xs: number[], x: number) { xs.push(x); if (x > 1) throw new Error('x'); xs.push(2 * x); return xs.length; }
    function outer(x: number) { const ys: number[] = []; try { inner(ys, x); inner(ys, x * 3); } catch { ys.push(9); } return ys.reduce((a, b) => a * 0.5 + b, 0) * Number(/^a/.test('a')); }
    export const f = (p: number[]) => outer(p[0]) * outer(p[1]) * outer(0.1);`,
  'closure kept by a returned object of own method names': `function odd(x: number) { const m = new Map<string, (a: number[]) => number>(); m.set('w', (a) => { a[0] = 5; return 1; }); const z = [x]; m.get('w')!(z); return z[0] * x * Number(/^a/.test('a')); }
    export const f = (p: number[]) => odd(p[0]) * p[1];`,
  'closure in a map writes what is given': `function odd(xs: number[]) { const m = new Map<string, (a: number[]) => number>(); m.set('w', (a) => { a[0] = 5; return 1; }); m.get('w')!(xs); return xs[0] * Number(/^a/.test('a')); }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; const a = odd(ys); return a * ys[0] * p[0]; };`,
  'regexp state of another loop': `const all = /a/g;
    function odd(x: number) { return 'aaa'.replace(all, 'b').length * x; }
    export const f = (p: number[]) => { return odd(p[0]) * p[1]; };
    export const args = () => { all.lastIndex = 2; return [[0.4, 1.3]]; };
    export const log = () => all.lastIndex;`,
  'gen in an argument before a write': `function* g(xs: number[]) { for (const x of xs) yield x; }
    const sum = (a: number, b: number, c: number) => a + 10 * b + c;
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; let w = 0; const s = Math.max(...g(ys), (ys[0] = 3)); return s * ys[0] * p[1] + w; };`,
  'gen and a loop that calls what writes outside': `const kept: number[] = [];
    function* g(n: number) { for (let k = 0; k < n; k++) yield k + kept.length; }
    export const f = (p: number[]) => { let s = 0; kept.length = 0; for (const k of g(3)) { kept.push(1); s += k * p[0]; } return s * p[1]; };`,
  'helper reads what f writes in an argument': `function total(xs: number[]) { try { return xs.reduce((a, b) => a + b, 0); } finally { /^a/.test('a'); } }
    export const f = (p: number[], ws: number[]) => { const a = total(ws); ws[0] += 1; return a * p[0] + total(ws) * p[1]; };
    export const args = () => [[0.4, 1.3], [1, 2]];`,
  'inputs by a captured name': `const ws = [1, 2];
    function total() { try { return ws.reduce((a, b) => a + b, 0); } finally { /^a/.test('a'); } }
    export const f = (p: number[]) => total() * p[0] * p[1];
    export const args = () => { ws[0] = 1; return [ws]; };`,
  'an input inside a standing object': `function total(o: { w: number[] }) { try { return o.w.reduce((a, b) => a + b, 0); } finally { /^a/.test('a'); } }
    export const f = (p: number[], o: { w: number[] }) => total(o) * p[0] * p[1];
    export const args = () => { const w = [0.4, 1.3]; return [w, { w }]; };`,
  'wrt the second of objects': `function total(o: { w: number[] }) { try { return o.w.reduce((a, b) => a + b, 0); } finally { /^a/.test('a'); } }
    export const f = (p: number[], o: { w: number[] }) => total(o) * p[0] * o.w[1];
    export const args = () => [[0.4, 1.3], { w: [1, 2] }];
    export const options = { wrt: [0, 1] };`,
  'wrt the second, a map': `function look(m: Map<string, number>) { try { return (m.get('a') ?? 0) * 2; } finally { /^a/.test('a'); } }
    export const f = (p: number[], m: Map<string, number>) => look(m) * p[0];
    export const args = () => [[0.4, 1.3], new Map([['a', 3]])];
    export const options = { wrt: [0, 1] };`,
};

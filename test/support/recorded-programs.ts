/**
 * Programs of which a part cannot be lowered, and which call functions that can: each such call is one binding of the
 * run. What is done around the calls is what might be mistaken.
 */

/** Programs that tempt runs, and whether any call of them is one binding or a group. */
export interface RecordedProgram {
  readonly name: string;
  readonly text: string;
  readonly at: readonly number[] | Float64Array;
  readonly isOne: boolean;
}

const helpers =
  `import { grad, valueAndGrad, checkpoint, scan, loop, customGradient, stopGradient, constant, jvp, vjp, jacobian } from 'delta-tape';
interface Pt { x: number; y: number }
let begun: any = [0];
function* upto(n: number) { begun = [n]; for (let i = 0; i < n; i++) yield i; }
function chain(a: number, b: number, k: number): number { let x = a; for (let i = 0; i < k; i++) { const h = b - x * x; x = x + 0.1 * h * Math.cos(x); } return x; }
function norm(xs: Float64Array): number { let s = 0; for (let i = 0; i < xs.length; i++) { const h = xs[i] * xs[i]; s += h * Math.sin(xs[i]) + xs[i]; } return s; }
function dot(a: Float64Array, b: Float64Array): number { let s = 0; for (let i = 0; i < a.length; i++) { const h = a[i] + 2; s += h * b[i] * Math.exp(-a[i] * a[i]); } return s; }
function list(a: number[], b: number[]): number { let s = 0; for (let i = 0; i < a.length; i++) { const h = a[i] + 2; s += h * b[i] * Math.exp(-a[i] * a[i]); } return s; }
function rows(m: number[][], x: number): number { let s = 0; for (let i = 0; i < m.length; i++) for (let j = 0; j < m[i].length; j++) { s += m[i][j] * Math.sin(x * m[i][j] + j); } return s; }
function path(ps: Pt[]): number { let s = 0; for (let i = 1; i < ps.length; i++) { const dx = ps[i].x - ps[i - 1].x; const dy = ps[i].y - ps[i - 1].y; s += Math.sqrt(dx * dx + dy * dy + 0.1); } return s; }
function rec(p: Pt, n: number): number { let s = p.x; for (let i = 0; i < n; i++) { s = s * p.y + Math.sin(p.x + s) * 0.3; s = s / (1 + p.y * p.y); } return s; }
function zero(x: number, n: number): number { let s = 0; for (let i = 0; i < n; i++) { s += i * i * 2 - i / 3 + Math.floor(x) * 4; } return s; }
function root(x: number, n: number): number { let s = 0; for (let i = 0; i < n; i++) { s += Math.sqrt(x * i) * i + (x * i) ** 1.5 * 2 + Math.log(1 + x * x * i); } return s; }
function blend(a: Float64Array, t: number): Float64Array { const r = new Float64Array(a.length); for (let i = 0; i < a.length; i++) { const h = a[i] * t; r[i] = Math.sin(h) + h * h * 0.1 + a[0] * (1 - t); } return r; }
function scaled(a: number[], t: number): number[] { const r: number[] = []; for (let i = 0; i < a.length; i++) { const h = a[i] * t; r.push(Math.sin(h) + h * h * 0.1 + a[0] * (1 - t)); } return r; }
function moments(a: number[], t: number): { mean: number; all: number[]; count: number } { let s = 0; const all = [0, 0, 0]; for (let i = 0; i < a.length; i++) { const h = a[i] * t + Math.cos(a[i]); s += h; all[0] += h; all[1] += h * h; all[2] += h * h * h; } return { mean: s / a.length, all, count: a.length }; }
function pairOf(x: number, y: number, n: number): [number, number] { let a = x; let b = y; for (let i = 0; i < n; i++) { const c = a * b; a = Math.sin(c) + a * 0.5 + x; b = Math.cos(c) - b * 0.5 + y; } return [a, b]; }
function step(p: Float64Array, dt: number): void { for (let i = 0; i < p.length; i++) { const h = p[i] * dt; p[i] = p[i] + h * Math.cos(h) - p[0] * dt * 0.1 + Math.sin(h * p[i]); } }
function stepped(p: number[], v: number[], dt: number): number { let e = 0; for (let i = 0; i < p.length; i++) { v[i] = v[i] - dt * Math.sin(p[i]) * p[i]; p[i] = p[i] + dt * v[i]; e += v[i] * v[i] + p[i] * 0.5; } return e; }
function table(a: number[], n: number): number[][] { return Array.from({ length: n }, (_, i) => a.map((y, j) => y * Math.sin(i * y) + j + Math.cos(y))); }
`.split('\n');

/** True if a program names the function of this line; other lines are used by all. */
const isUsed = (line: string, text: string): boolean => {
  const name = /^function\*? (\w+)/.exec(line)?.[1];
  return name === undefined || new RegExp(`\\b${name}\\b`).test(text);
};

const own = (): Float64Array => Float64Array.of(0.3, -0.7, 1.1);

type Row = readonly [name: string, at: RecordedProgram['at'], text: string, isOne?: false];

const rows: readonly Row[] = [
  [
    'argument written afterwards',
    [0.5, 0.7],
    `export const f = (x: number[]) => { const a = new Float64Array(3); a[0] = x[0]; a[1] = x[1]; let s = 0; for (const i of upto(3)) { s += norm(a) * (i + 1); a[0] = a[0] * a[1]; a[2] = s; } return s; }`,
  ],
  [
    'list written afterwards',
    [0.5, 0.7],
    `export const f = (x: number[]) => { const a = [x[0], 2, x[1]]; let s = 0; for (const i of upto(3)) { s += list(a, a) * (i + 1); a[0] = a[1] * x[1]; a[2] = s; a.push(1); a.pop(); } return s; }`,
  ],
  [
    'same array twice',
    own(),
    `export const f = (x: Float64Array) => { let s = 0; for (const i of upto(2)) s += dot(x, x); return s * s; }`,
  ],
  [
    'array with itself scaled',
    own(),
    `export const f = (x: Float64Array) => { let s = 0; for (const i of upto(2)) s += dot(x, x.map((y) => y * 2)); return s * s; }`,
  ],
  [
    'passive first',
    own(),
    `const data = Float64Array.of(1, 2, 3); export const f = (x: Float64Array) => { let s = 0; for (const i of upto(2)) s += dot(data, x) * dot(x, data) * dot(data, data); return s; }`,
  ],
  [
    'results of one into another',
    [0.2, 0.4],
    `export const f = (x: number[]) => { let s = x[0]; for (const i of upto(4)) s = chain(s, chain(x[1], s, 5), 7); return s; }`,
  ],
  [
    'results kept in a Map',
    [0.2, 0.4],
    `export const f = (x: number[]) => { const m = new Map<number, number>(); for (const i of upto(4)) m.set(i, chain(x[0] + i, x[1], 9)); let s = 0; for (const [k, v] of m) s += v * k; return s + (m.get(1) as number) ** 2; }`,
  ],
  [
    'rows of lists',
    [0.5, 0.7],
    `export const f = (x: number[]) => { const m = [[x[0], 1], [2, x[1], x[0]], []]; let s = 0; for (const i of upto(3)) { s += rows(m, x[1]); m[2].push(s); } return s; }`,
  ],
  [
    'a row twice',
    [0.5, 0.7],
    `export const f = (x: number[]) => { const r = [x[0], 1]; const m = [r, r, [x[1]]]; let s = 0; for (const i of upto(2)) { s += rows(m, 1.5); r[1] = s; } return s; }`,
  ],
  [
    'points',
    [0.5, 0.7],
    `export const f = (x: number[]) => { const ps = [{ x: x[0], y: 1 }, { x: x[1], y: x[0] }, { x: 2, y: 3 }]; let s = 0; for (const i of upto(3)) { s += path(ps); ps[1].x = s; ps.push({ x: s, y: i }); } return s; }`,
  ],
  [
    'one point three times',
    [0.5, 0.7],
    `export const f = (x: number[]) => { const p = { x: x[0], y: x[1] }; const ps = [p, { x: 1, y: 1 }, p, p]; let s = 0; for (const i of upto(2)) { s += path(ps); p.y = s; } return s; }`,
  ],
  [
    'a record',
    [0.5, 0.7],
    `export const f = (x: number[]) => { const p = { x: x[0], y: x[1] }; let s = 0; for (const i of upto(4)) { s += rec(p, 12); p.x = s * 0.1; } return s; }`,
  ],
  [
    'a record by a getter',
    [0.5, 0.7],
    `export const f = (x: number[]) => { let n = 0; const p = { get x() { n++; return x[0] * n; }, y: x[1] }; let s = 0; for (const i of upto(3)) s += rec(p, 12); return s; }`,
    false,
  ],
  [
    'a record of a class',
    [0.5, 0.7],
    `class C { #z = 2; constructor(public x: number, public y: number) {} get z() { return this.#z * this.x; } } export const f = (x: number[]) => { const p = new C(x[0], x[1]); let s = 0; for (const i of upto(3)) { s += rec(p, 12) * p.z; p.x += 0.1 * s; } return s; }`,
  ],
  [
    'a frozen record',
    [0.5, 0.7],
    `export const f = (x: number[]) => { const p = Object.freeze({ x: x[0], y: x[1] }); let s = 0; for (const i of upto(3)) s += rec(p, 12); return s; }`,
  ],
  [
    'throw and catch',
    [0.9, 0.7],
    `function bad(x: number, n: number): number { let s = 0; for (let i = 0; i < n; i++) { s += x * i * Math.sin(x) + Math.cos(x * i); if (s > 3) throw new Error('large'); } return s; } export const f = (x: number[]) => { let s = 0; for (const i of upto(5)) { try { s += bad(x[0], i * 3); } catch (e) { s += x[1] * chain(x[0], x[1], 10); } finally { s *= 1.01; } } return s; }`,
  ],
  [
    'generator abandoned',
    [0.2, 0.7],
    `function* g(x: number[]) { let s = x[0]; try { for (;;) { s = chain(s, x[1], 10); yield s; } } finally { s = 99; } } export const f = (x: number[]) => { let t = 0; let k = 0; for (const s of g(x)) { t += s * s; if (++k > 3) break; } const it = g(x); it.next(); t += it.next().value as number; return t; }`,
  ],
  [
    'generators in turns',
    [0.2, 0.7],
    `function* g(x: number[], k: number) { let s = x[0] + k; for (;;) { s = chain(s, x[1], 10); yield s; } } export const f = (x: number[]) => { const a = g(x, 0.1), b = g(x, 0.2); let t = 0; for (let i = 0; i < 4; i++) { t += (a.next().value as number) * (b.next().value as number); } return t; }`,
  ],
  [
    'closures that capture duals',
    [0.2, 0.7],
    `export const f = (x: number[]) => { const m = new Map([[1, (y: number) => chain(y, x[0], 11)]]); let s = 0; for (const i of upto(3)) s += m.get(1)!(x[1] + i); return s; }`,
  ],
  [
    'module state',
    [0.2, 0.7],
    `let state = 1; function use(y: number, n: number): number { let s = y; for (let i = 0; i < n; i++) s = Math.sin(s * state) + y * state * 0.5; return s; } export const f = (x: number[]) => { let t = 0; for (const i of upto(3)) { state = i === 1 ? x[0] : 2 + i; t += use(x[1], 14); } state = 1; return t; }`,
  ],
  [
    'module state, an array',
    [0.2, 0.7],
    `const st = [1, 2, 3]; function use(y: number): number { let s = y; for (let i = 0; i < st.length; i++) s = Math.sin(s * st[i]) + y * st[i] * 0.5 + st[i]; return s; } export const f = (x: number[]) => { let t = 0; for (const i of upto(3)) { st[i] = x[0] * (i + 1); t += use(x[1]); } st[0] = 1; st[1] = 2; st[2] = 3; return t; }`,
  ],
  [
    'an inner function that writes',
    [0.2, 0.7],
    `function fill(a: Float64Array, x: number): number { let s = 0; for (let i = 0; i < a.length; i++) { a[i] = a[i] * x + i; s += a[i] * a[i]; } return s; } export const f = (x: number[]) => { const a = new Float64Array(4); let s = 0; for (const i of upto(3)) s += fill(a, x[0]) + a[2] * x[1]; return s; }`,
  ],
  [
    'an inner function that counts',
    [0.2, 0.7],
    `let count = 0; function tick(x: number, n: number): number { let s = 0; for (let i = 0; i < n; i++) { count++; s += x * count * Math.sin(s + x); } return s; } export const f = (x: number[]) => { count = 0; let s = 0; for (const i of upto(3)) s += tick(x[0], 5) * x[1]; return s; }`,
    false,
  ],
  [
    'recursion',
    [0.2, 0.7],
    `function fib(x: number, n: number): number { return n < 2 ? x : Math.sin(fib(x, n - 1)) + fib(x * 0.5, n - 2); } export const f = (x: number[]) => { let s = 0; for (const i of upto(5)) s += fib(x[0] + s, i) * x[1]; return s; }`,
  ],
  [
    'through the recording world',
    [0.2, 0.7],
    `function a(x: number, n: number): number { let s = x; for (let i = 0; i < 20; i++) s = Math.sin(s) + x * 0.1 * s; return n > 0 ? b(s, n - 1) : s; } function b(x: number, n: number): number { let s = 0; for (const i of upto(2)) s += a(x, n); return s; } export const f = (x: number[]) => b(x[0], 2) * x[1];`,
    false,
  ],
  [
    'all passive',
    [0.2, 0.7],
    `export const f = (x: number[]) => { let s = 0; for (const i of upto(5)) s += chain(0.1 * i, 0.2, 20) * x[0] + x[1]; return s; }`,
  ],
  [
    'steps are no derivatives',
    [2.5, 0.7],
    `export const f = (x: number[]) => { let s = 0; for (const i of upto(3)) s += zero(x[0], 9) * x[1]; return s; }`,
  ],
  [
    'a result used as an index',
    [0.2, 0.7],
    `const t = [10, 20, 30, 40]; export const f = (x: number[]) => { let s = 0; for (const i of upto(3)) { const k = Math.floor(Math.abs(chain(x[0], x[1], 12)) * 3); s += t[k] * x[0] + chain(x[0], x[1], k + 5); } return s; }`,
  ],
  [
    'not finite partials',
    [0.2, 0.7],
    `export const f = (x: number[]) => { let s = 0; for (const i of upto(3)) s += root(x[0] * 0, 8) * 0 + root(x[1], 8); return s; }`,
  ],
  [
    'sqrt at 0 times 0',
    [0, 0.7],
    `export const f = (x: number[]) => { let s = 0; for (const i of upto(3)) s += root(x[0], 1) + 0 * x[1]; return s; }`,
    false,
  ],
  [
    'a result of a call not used',
    [0.2, 0.7],
    `export const f = (x: number[]) => { let s = x[0]; for (const i of upto(3)) { chain(x[0], x[1], 15); s *= 1 + chain(s, 0.3, 6) * 0; } return s; }`,
  ],
  [
    'checkpoint around',
    [0.2, 0.7],
    `const part = checkpoint((x: number, y: number) => { let s = x; for (const i of upto(3)) s = chain(s, y, 9); return s; }); export const f = (x: number[]) => { let s = x[0]; for (const i of upto(3)) s = part(s, x[1]) * 1.1; return s; }`,
  ],
  [
    'checkpoint with arrays',
    own(),
    `const part = checkpoint((xs: Float64Array, y: number) => { let s = y; for (const i of upto(3)) { s += norm(xs) * y; xs[0] = s * 0.1; } return s; }); export const f = (x: Float64Array) => { let s = x[0]; const own = x.slice(); for (const i of upto(3)) s = part(own, s) * 0.1; return s + own[0]; }`,
  ],
  [
    'checkpoint in checkpoint',
    [0.2, 0.7],
    `const inner = checkpoint((x: number, y: number) => chain(x, y, 15) * y); const part = checkpoint((x: number, y: number) => { let s = x; for (const i of upto(3)) s = inner(s, y) + chain(y, s, 8); return s; }); export const f = (x: number[]) => { let s = x[0]; for (const i of upto(3)) s = part(s, x[1]) * 0.2; return s; }`,
  ],
  [
    'scan',
    [0.2, 0.3],
    `export const f = (x: number[]) => { const r = loop(5, (s: number[]) => { let t = s[0]; for (const i of upto(2)) t = chain(t, s[1], 7); return [t, s[1] * 1.1]; }, [x[0], x[1]]) as any; return r[0] * r[1]; }`,
  ],
  [
    'customGradient beneath',
    [0.2, 0.7],
    `const own = customGradient((x: number) => ({ value: x * x, pullback: (c: any) => [c * 3 * x] as any })) as (x: number) => number; function with_(x: number, n: number): number { let s = x; for (let i = 0; i < n; i++) s = own(s) * 0.5 + Math.sin(x) * s; return s; } export const f = (x: number[]) => { let s = 0; for (const i of upto(3)) s += with_(x[0], 4) * x[1]; return s; }`,
    false,
  ],
  [
    'stopGradient beneath',
    [0.2, 0.7],
    `function with_(x: number, n: number): number { let s = x; for (let i = 0; i < n; i++) s = stopGradient(s) * 0.5 + Math.sin(x) * s + x; return s; } export const f = (x: number[]) => { let s = 0; for (const i of upto(3)) s += with_(x[0], 4) * x[1]; return s; }`,
  ],
  [
    'grad inside of the outer',
    [0.2, 0.7],
    `export const f = (x: number[]) => { let s = 0; for (const i of upto(3)) s += grad((y: number) => chain(y, x[1], 6))(x[0] + i) + chain(x[0], x[1], 9); return s; }`,
  ],
  [
    'grad by inner inside',
    [0.2, 0.7],
    `function slope(x: number, b: number): number { return grad((y: number) => { let s = 0; for (const i of upto(2)) s += chain(y, b, 6); return s; })(x); } export const f = (x: number[]) => { let s = 0; for (const i of upto(2)) s += slope(x[0], x[1]); return s; }`,
    false,
  ],
  [
    'default arguments',
    [0.2, 0.7],
    `function d(x: number, n = 12, y = 0.5): number { let s = x; for (let i = 0; i < n; i++) s = Math.sin(s) * y + x * 0.3 + s * 0.1; return s; } export const f = (x: number[]) => { let s = 0; for (const i of upto(2)) s += d(x[0]) + d(x[1], 5) + d(x[0], 5, x[1]) + d(x[0], undefined, x[1]); return s; }`,
  ],
  [
    'destructured',
    [0.2, 0.7],
    `function d({ x, y }: Pt, [a, b]: [number, number]): number { let s = x; for (let i = 0; i < 15; i++) s = Math.sin(s) * y + x * a + s * 0.1 * b; return s; } export const f = (x: number[]) => { let s = 0; for (const i of upto(2)) s += d({ x: x[0], y: s }, [x[1], 2]); return s; }`,
  ],
  [
    'more arguments than parameters',
    [0.2, 0.7],
    `export const f = (x: number[]) => { let s = 0; for (const i of upto(2)) s += (chain as any)(x[0], x[1], 5, 'more'); return s; }`,
  ],
  [
    'fewer arguments',
    [0.2, 0.7],
    `export const f = (x: number[]) => { let s = 0; for (const i of upto(2)) s += (chain as any)(x[0], x[1]) + x[1]; return s; }`,
    false,
  ],
  [
    'odd arguments',
    [0.2, 0.7],
    `export const f = (x: number[]) => { let s = 0; for (const i of upto(2)) s += (chain as any)(x[0], true, 5) + (chain as any)(null, x[0], 3); return s; }`,
    false,
  ],
  [
    'an array with holes',
    [0.2, 0.7],
    `export const f = (x: number[]) => { const a = [x[0], , x[1]] as number[]; const b = [1, 2, 3]; let s = 0; for (const i of upto(2)) { s += list(b, [x[0], 1, 2]); a[1] = s; s += list(a, b); } return s; }`,
  ],
  [
    'an array of a subclass',
    [0.2, 0.7],
    `class My extends Array<number> {} export const f = (x: number[]) => { const a = My.from([x[0], x[1]]) as number[]; let s = 0; for (const i of upto(2)) s += list(a, [1, 2]); return s; }`,
    false,
  ],
  [
    'typed array parts',
    own(),
    `export const f = (x: Float64Array) => { let s = 0; for (const i of upto(2)) s += norm(x.subarray(1)) * norm(x.slice(0, 2)); return s; }`,
  ],
  [
    'part written',
    own(),
    `export const f = (x: Float64Array) => { const own = new Float64Array(5); own.set(x, 1); const part = own.subarray(1, 4); let s = 0; for (const i of upto(3)) { part[0] = s; s += norm(part) * norm(own) * 0.1; own[2] = s * 0.3; } return s; }`,
  ],
  [
    'float32',
    [0.25, 0.7],
    `function short(xs: Float32Array, y: number): number { let s = 0; for (let i = 0; i < xs.length; i++) { s += xs[i] * y * Math.sin(xs[i]) + y; } return s; } export const f = (x: number[]) => { const a = new Float32Array(3); a[0] = x[0]; a[1] = x[1] * 2; let s = 0; for (const i of upto(3)) { s += short(a, x[1]); a[2] = s; } return s; }`,
  ],
  [
    'int32',
    [0.25, 0.7],
    `function ints(xs: Int32Array, y: number): number { let s = 0; for (let i = 0; i < xs.length; i++) { s += xs[i] * y * Math.sin(y + i) + y; } return s; } export const f = (x: number[]) => { const a = new Int32Array(3); let s = 0; for (const i of upto(3)) { a[i] = i + 2; s += ints(a, x[1] + s); } return s * x[0]; }`,
  ],
  [
    'an empty array',
    [0.25, 0.7],
    `export const f = (x: number[]) => { let s = x[0] * x[1]; for (const i of upto(3)) { s += norm(new Float64Array(0)) + list([], []) + rows([], s) + rows([[]], s); } return s; }`,
  ],
  [
    'sorted by results',
    [0.25, 0.7],
    `export const f = (x: number[]) => { const s = [3, 1, 2].map((k) => chain(x[0], x[1] * k, 9)).sort((a, b) => a - b); let t = 0; for (const i of upto(3)) t += s[i] * (i + 1); return t; }`,
  ],
  [
    'private fields',
    own(),
    `class M { #w: Float64Array; constructor(w: Float64Array) { this.#w = w; } cost(k: number) { return norm(this.#w) * k; } } export const f = (x: Float64Array) => { const m = new M(x); let s = 0; for (const i of upto(3)) s += m.cost(i); return s; }`,
  ],
  [
    'results in closures after',
    [0.25, 0.7],
    `export const f = (x: number[]) => { const later: (() => number)[] = []; for (const i of upto(3)) { const y = chain(x[0] + i, x[1], 8); later.push(() => y * y + chain(y, x[0], 6)); } let s = 0; for (const g of later) s += g(); return s; }`,
  ],
  [
    'strings in between',
    [0.25, 0.7],
    `export const f = (x: number[]) => { const o: Record<string, number> = {}; for (const i of upto(3)) o['k' + i] = chain(x[0], x[1], 5 + i); let s = 0; for (const k of Object.keys(o)) s += o[k] * o[k]; return s; }`,
  ],
  [
    '−0',
    [0.25, 0.7],
    `export const f = (x: number[]) => { let s = 0; for (const i of upto(2)) s += chain(-0 * x[0], x[1], 5) + rec({ x: -0, y: x[1] }, 6) * x[0]; return s; }`,
  ],
  [
    'a function replaced',
    [0.25, 0.7],
    `let g = (a: number, n: number): number => { let s = a; for (let i = 0; i < n; i++) s = Math.sin(s) * a + s * 0.5 + a * a; return s; }; export const f = (x: number[]) => { let s = 0; const before = g; for (const i of upto(3)) { s += g(x[0], 9) * x[1]; g = (a: number, n: number) => a * n; } g = before; return s; }`,
    false,
  ],
  [
    'a parameter of the name of the function',
    [0.25, 0.7],
    `function same(same: number, n: number): number { let s = same; for (let i = 0; i < n; i++) s = Math.sin(s) * same + s * 0.5 + same; return s; } export const f = (x: number[]) => { let s = 0; for (const i of upto(3)) s += same(x[0], 9) * x[1]; return s; }`,
    false,
  ],
  [
    'a variable of the name of the function',
    [0.25, 0.7],
    `function area(a: number, n: number): number { const area = [a]; let s = 0; for (let i = 0; i < n; i++) s = Math.sin(s) * area[0] + s * 0.5 + a; return s; } export const f = (x: number[]) => { let s = 0; for (const i of upto(3)) s += area(x[0], 9) * x[1]; return s; }`,
    false,
  ],
  [
    'many parts',
    [0.25, 0.7],
    `interface Big { ${Array.from({ length: 36 }, (_, k) => `p${k}: number`).join('; ')} } function big(b: Big, n: number): number { let s = 0; for (let i = 0; i < n; i++) { s += ${Array.from({ length: 36 }, (_, k) => `b.p${k} * Math.sin(i + b.p${35 - k})`).join(' + ')}; } return s; } export const f = (x: number[]) => { let s = 0; for (const i of upto(3)) { const b: any = {}; for (let k = 0; k < 36; k++) b['p' + k] = k % (i + 2) === 0 ? x[0] * k : k === 5 ? x[1] : 1; s += big(b, 3); } return s; }`,
  ],
  [
    'many sets of active parts',
    [0.25, 0.7],
    `interface Six { a: number; b: number; c: number; d: number; e: number; g: number } function six(p: Six, n: number): number { let s = p.a; for (let i = 0; i < n; i++) s = Math.sin(s * p.b) + p.c * p.d - p.e * s + p.g; return s; } export const f = (x: number[]) => { let s = 0; for (const i of upto(64)) { const on = (k: number) => (i >> k) % 2 ? x[0] * (k + 1) : 0.5 - k * 0.1; s += six({ a: on(0), b: on(1), c: on(2), d: on(3), e: on(4), g: on(5) }, 6) * x[1]; } return s; }`,
  ],
  [
    'an argument of another run',
    [0.25, 0.7],
    `export const f = (x: number[]) => { let s = 0; for (const i of upto(2)) s += jvp((y: number) => chain(y, x[1], 6) * chain(x[0], y, 5))([x[0]], [1]).tangent; return s; }`,
    false,
  ],
  [
    'while loops',
    [0.25, 0.7],
    `function bisect(a: number, n: number): number { let lo = 0, hi = 3; while (hi - lo > 1e-3) { const mid = (lo + hi) / 2; if (mid * mid > a) hi = mid; else lo = mid; } return (lo + hi) / 2 + a * n; } export const f = (x: number[]) => { let s = 0; for (const i of upto(3)) s += bisect(x[0] + i, 2) * x[1]; return s; }`,
  ],
  [
    'search in a long table',
    [0.25, 0.7],
    `function look(xs: Float64Array, y: number): number { let lo = 0; let hi = xs.length - 1; while (hi - lo > 1) { const mid = (lo + hi) >> 1; if (xs[mid] > y) hi = mid; else lo = mid; } return xs[lo] + (y - xs[lo]) * (xs[hi] - xs[lo]) + y * 0.5; } export const f = (x: number[]) => { const t = new Float64Array(1000); for (let i = 0; i < 1000; i++) t[i] = i * x[0]; let s = 0; for (const i of upto(5)) s += look(t, i * 37 + x[1]); return s; }`,
    false,
  ],
  [
    'search in a short table',
    [0.25, 0.7],
    `function look(xs: Float64Array, y: number): number { let lo = 0; let hi = xs.length - 1; while (hi - lo > 1) { const mid = (lo + hi) >> 1; if (xs[mid] > y) hi = mid; else lo = mid; } return xs[lo] + (y - xs[lo]) * (xs[hi] - xs[lo]) + y * 0.5; } export const f = (x: number[]) => { const t = new Float64Array(100); for (let i = 0; i < 100; i++) t[i] = i * x[0]; let s = 0; for (const i of upto(5)) s += look(t, i * 3 + x[1]); return s; }`,
  ],
];

/** The results that are given back, or written. */
const groups: readonly Row[] = [
  [
    'a new array',
    own(),
    `export const f = (x: Float64Array) => { let a = x; let s = 0; for (const i of upto(3)) { a = blend(a, 0.5 + 0.1 * i); s += a[1] * a[2] * x[0]; a[0] = s; } return s; }`,
  ],
  [
    'a new list',
    [0.5, 0.7, 0.2],
    `export const f = (x: number[]) => { let a = x; let s = 0; for (const i of upto(3)) { a = scaled(a, x[1]); s += a[1] * a[2]; a.push(s); } return s + a.length; }`,
  ],
  [
    'an object of numbers and an array',
    [0.5, 0.7],
    `export const f = (x: number[]) => { let s = 0; for (const i of upto(3)) { const r = moments([x[0], 1, x[1] + s], x[1]); s += r.mean * r.all[1] + r.all[2] / r.count; r.mean = s; r.all[0] = r.mean; s += r.all[0] * 0.1; } return s; }`,
  ],
  [
    'a tuple',
    [0.5, 0.7],
    `export const f = (x: number[]) => { let [a, b] = [x[0], x[1]]; for (const i of upto(3)) [a, b] = pairOf(a, b, 12); return a * b + a; }`,
  ],
  [
    'a tuple of which one is not used',
    [0.5, 0.7],
    `export const f = (x: number[]) => { let s = 0; for (const i of upto(3)) s += pairOf(x[0] + i, x[1], 12)[i % 2]; return s; }`,
  ],
  [
    'rows',
    [0.5, 0.7],
    `export const f = (x: number[]) => { let s = 0; for (const i of upto(3)) { const m = table([x[0], x[1] + i, 2], 4); m[1] = m[2]; m[1][0] += x[0]; s += m[1][0] * m[2][0] + m[3][2] * m[0].length; } return s; }`,
    false,
  ],
  [
    'an array that is written',
    own(),
    `export const f = (x: Float64Array) => { const p = x.slice(); let s = 0; for (const i of upto(4)) { step(p, x[1] * 0.1); s += p[0] * p[2]; p[1] = s * 0.1; } return s; }`,
  ],
  [
    'a list that is written',
    [0.5, 0.7, 0.1],
    `export const f = (x: number[]) => { const p = [x[0], 1, x[2]]; const v = [0, x[1], 0]; let s = 0; for (const i of upto(4)) { s += stepped(p, v, 0.1 + x[0] * 0.01); p[0] += s * 0.01; } return s + p[1] * v[2]; }`,
  ],
  [
    'the argument itself is written',
    [0.5, 0.7, 0.1],
    `export const f = (x: number[]) => { const v = [0, 0, 0]; let s = 0; for (const i of upto(4)) s += stepped(x, v, 0.1); return s + x[1]; }`,
  ],
  [
    'one list twice, which is written',
    [0.5, 0.7, 0.1],
    `export const f = (x: number[]) => { const p = [x[0], 1, x[2]]; let s = 0; for (const i of upto(4)) s += stepped(p, p, 0.1); return s + p[1]; }`,
    false,
  ],
  [
    'parts of one array that overlap',
    own(),
    `function two(p: Float64Array, q: Float64Array): void { for (let i = 0; i < q.length; i++) { p[i + 1] = p[i] * 0.5 + q[i] * Math.sin(q[i]) + Math.cos(p[i] * q[i]); q[i] = p[i] * p[i + 1]; } } export const f = (x: Float64Array) => { const p = new Float64Array(4); p.set(x); for (const i of upto(3)) two(p, p.subarray(1, 3)); return p[0] + p[1] * p[2] * p[3]; }`,
    false,
  ],
  [
    'parts of one array that do not overlap',
    own(),
    `function two(p: Float64Array, q: Float64Array): void { for (let i = 0; i < q.length; i++) { p[i] = p[i] * 0.5 + q[i] * Math.sin(q[i]) + Math.cos(p[i] * q[i]); q[i] = p[i] * q[i]; } } export const f = (x: Float64Array) => { const p = new Float64Array(4); p.set(x); for (const i of upto(3)) two(p.subarray(0, 2), p.subarray(2)); return p[0] + p[1] * p[2] * p[3]; }`,
  ],
  [
    'a frozen list that is written',
    [0.5, 0.7, 0.1],
    `export const f = (x: number[]) => { const p = Object.freeze([x[0], 1, x[2]]) as number[]; let s = 0; for (const i of upto(2)) try { s += stepped(p, [0, 0, 0], 0.1); } catch (e) { s += x[1]; } return s + p[1]; }`,
    false,
  ],
  [
    'an argument that is given back',
    [0.5, 0.7, 0.1],
    `function same(a: number[], n: number): number[] { let s = 0; for (let i = 0; i < n; i++) s += a[0] * Math.sin(s + i) + Math.cos(a[1] * s); return s > 1e9 ? [s] : a; } export const f = (x: number[]) => { const a = [x[0], x[1]]; let t = 0; for (const i of upto(3)) { const b = same(a, 5); b[0] += 0.1 * x[2]; t += a[0] * b[1] + (a === b ? 1 : 0); } return t; }`,
    false,
  ],
  [
    'an argument that is written and given back',
    [0.5, 0.7, 0.1],
    `function same(a: number[], n: number): number[] { for (let i = 0; i < n; i++) a[0] += a[1] * Math.sin(a[0] + i) + Math.cos(a[1] * i) * 0.1 - a[0] * 0.2; return a; } export const f = (x: number[]) => { const a = [x[0], x[1]]; let t = 0; for (const i of upto(3)) { const b = same(a, 5); b[0] += 0.1 * x[2]; t += a[0] * b[1] + (a === b ? 1 : 0); } return t; }`,
    false,
  ],
  [
    'one array twice in what is given',
    [0.5, 0.7, 0.1],
    `function both(a: number[], n: number): { p: number[]; q: number[] } { const r = [0, 0]; for (let i = 0; i < n; i++) { r[0] += a[0] * Math.sin(a[1] + i); r[1] += r[0] * 0.1 * Math.cos(a[0] * i) - a[1] * 0.2; } return { p: r, q: r }; } export const f = (x: number[]) => { let t = 0; for (const i of upto(3)) { const { p, q } = both(x, 9); q[0] += x[2]; t += p[0] * q[1]; } return t; }`,
    false,
  ],
  [
    'an object that is an argument',
    [0.5, 0.7, 0.1],
    `function moved(p: Pt, n: number): Pt { let s = 0; for (let i = 0; i < n; i++) s += p.x * Math.sin(s + i) + Math.cos(p.y * s) * 0.3; return s > 1e9 ? { x: s, y: s } : p; } export const f = (x: number[]) => { const p = { x: x[0], y: x[1] }; let t = 0; for (const i of upto(3)) { const q = moved(p, 9); q.x += x[2]; t += p.x * q.y; } return t; }`,
    false,
  ],
  [
    'a constant of the module',
    [0.5, 0.7, 0.1],
    `const zero3 = [0, 0]; function some(a: number[], n: number): number[] { let s = 0; for (let i = 0; i < n; i++) s += a[0] * Math.sin(s + i) + Math.cos(a[1] * s) * 0.3; return s > 1e9 ? [s] : zero3; } export const f = (x: number[]) => { let t = x[1]; for (const i of upto(3)) { const b = some(x, 9); t += b[0] * x[2] + zero3[0]; b[0] = i; } zero3[0] = 0; return t; }`,
    false,
  ],
  [
    'a captured array that is written',
    [0.5, 0.7],
    `const st = [1, 2, 3]; function use(y: number): number { let s = y; for (let i = 0; i < st.length; i++) { st[i] = Math.sin(s * st[i]) + y * st[i] * 0.5; s += st[i]; } return s; } export const f = (x: number[]) => { let t = 0; for (const i of upto(3)) t += use(x[1]) * st[1]; st[0] = 1; st[1] = 2; st[2] = 3; return t; }`,
  ],
  [
    'objects in an array that are written',
    [0.5, 0.7],
    `function push(ps: Pt[], t: number): number { let e = 0; for (let i = 0; i < ps.length; i++) { ps[i].x += t * Math.sin(ps[i].y); ps[i].y -= t * ps[i].x * 0.5; e += ps[i].x * ps[i].y + Math.cos(ps[i].x); } return e; } export const f = (x: number[]) => { const ps = [{ x: x[0], y: 1 }, { x: 2, y: x[1] }]; let t = 0; for (const i of upto(3)) t += push(ps, x[1]) * ps[0].x; return t + ps[1].y; }`,
    false,
  ],
  [
    'an object that is written',
    [0.5, 0.7],
    `function push(p: Pt, t: number): number { let e = 0; for (let i = 0; i < 9; i++) { p.x += t * Math.sin(p.y); p.y -= t * p.x * 0.5; e += p.x * p.y + Math.cos(p.x); } return e; } export const f = (x: number[]) => { const p = { x: x[0], y: 1 }; let t = 0; for (const i of upto(3)) t += push(p, x[1]) * p.x; return t + p.y; }`,
    false,
  ],
  [
    'an array in an object that is written',
    [0.5, 0.7],
    `function push(o: { at: number[]; k: number }, t: number): void { for (let i = 0; i < o.at.length; i++) { o.at[i] += t * Math.sin(o.at[i] * o.k) - t * o.at[0] * 0.5 + Math.cos(o.at[i]); } } export const f = (x: number[]) => { const o = { at: [x[0], 1, 2], k: 3 }; let t = 0; for (const i of upto(3)) { push(o, x[1]); t += o.at[1] * o.at[2]; } return t; }`,
  ],
  [
    'a typed array from outside that is written',
    [0.5, 0.7],
    `const st = Float64Array.of(1, 2, 3); function use(p: Float64Array, y: number): void { for (let i = 0; i < p.length; i++) p[i] = Math.sin(i * p[i]) + y * p[i] * 0.5 + Math.cos(p[i]) * 0.1; } export const f = (x: number[]) => { let t = 0; for (const i of upto(3)) { use(st, 0.3); t += x[0] * st[1] * x[1]; } st.set([1, 2, 3]); return t; }`,
  ],
  [
    'results that depend on nothing',
    [0.5, 0.7],
    `export const f = (x: number[]) => { let t = 0; for (const i of upto(3)) { const r = moments([1, 2, 3], 0.5); r.all[0] = x[0]; t += r.all[0] * r.mean * x[1]; } return t; }`,
  ],
  [
    'a number that depends on nothing',
    [0.5, 0.7],
    `const seen = new Float64Array(4); export const f = (x: number[]) => { let t = 0; for (const i of upto(3)) { const r = moments([x[0], 2, 3], x[1]); seen[i] = r.count; t += r.mean * seen[i]; } return t; }`,
  ],
  [
    'short floats',
    [0.25, 0.7],
    `function short(a: Float32Array, y: number): Float32Array { const r = new Float32Array(a.length); for (let i = 0; i < a.length; i++) r[i] = a[i] * y * Math.sin(a[i]) + y; return r; } export const f = (x: number[]) => { let a = new Float32Array(3); a[0] = x[0]; a[1] = x[1] * 2; for (const i of upto(3)) { a = short(a, x[1]); a[2] = x[0]; } return a[0] * a[1] + a[2]; }`,
  ],
  [
    'no elements',
    [0.25, 0.7],
    `export const f = (x: number[]) => { let s = x[0]; for (const i of upto(3)) { s += blend(new Float64Array(0), x[1]).length + scaled([], s).length + table([], 2).length * s; step(new Float64Array(0), s); } return s; }`,
  ],
  [
    'zeros and infinities',
    [0, 0.7],
    `function parts(x: number, n: number): number[] { const r = [0, 0, 0]; for (let i = 0; i < n; i++) { r[0] += Math.sqrt(x) * i; r[1] += Math.log(x + 1) * x; r[2] += 1 / (x + i + 1) - Math.cos(x * i); } return r; } export const f = (x: number[]) => { let s = 0; for (const i of upto(3)) { const r = parts(x[0], 6); s += 0 * r[0] + r[1] + r[2] * x[1]; } return s; }`,
  ],
  [
    'a slope that is infinite',
    [0, 0.7],
    `function parts(x: number, n: number): number[] { const r = [0, 0, 0]; for (let i = 0; i < n; i++) { r[0] += Math.sqrt(x) * i; r[1] += Math.log(x + 1) * x; r[2] += 1 / (x + i + 1) - Math.cos(x * i); } return r; } export const f = (x: number[]) => { let s = 0; for (const i of upto(3)) { const r = parts(x[0], 6); s += r[0] + r[1] + r[2] * x[1]; } return s; }`,
  ],
  [
    'in a checkpoint',
    own(),
    `const part = checkpoint((x: Float64Array, y: number) => { const p = x.slice(); for (const i of upto(3)) { step(p, y * 0.1); p[0] = blend(p, y)[1]; } return p; }); export const f = (x: Float64Array) => { let p = x; for (const i of upto(3)) p = part(p, x[1]) as Float64Array; return p[0] * p[1] + p[2]; }`,
  ],
  [
    'in a loop of the library',
    [0.2, 0.3],
    `export const f = (x: number[]) => { const r = loop(5, (s: number[]) => { let t = s; for (const i of upto(2)) t = pairOf(t[0], t[1], 9); return [t[0], t[1]]; }, [x[0], x[1]]) as any; return r[0] * r[1]; }`,
  ],
  [
    'exceptions half way',
    [0.1, 0.1],
    `function bad(p: number[], n: number): void { for (let i = 0; i < n; i++) { p[0] += p[1] * Math.sin(p[0]) + Math.cos(p[1] * i); if (p[0] > 3) throw new Error('large'); } } export const f = (x: number[]) => { const p = [x[0], x[1]]; let s = 0; for (const i of upto(5)) { try { bad(p, i % 3); } catch (e) { s += x[1] * p[0]; p[0] = x[0]; } s += p[0]; } return s; }`,
  ],
  [
    'a function that gives now and then',
    [0.9, 0.7],
    `function may(x: number, n: number): number[] | undefined { let s = 0; for (let i = 0; i < n; i++) s += x * Math.sin(s + i) + Math.cos(x * i) * 0.2; if (n > 4) return undefined; return [s, x * s]; } export const f = (x: number[]) => { let s = x[1]; for (const i of upto(4)) { const r = may(x[0], i * 2); s += r === undefined ? 1 : r[0] * r[1]; } return s; }`,
    false,
  ],
];

export const recordedPrograms = [...rows, ...groups].map(
  ([name, at, text, isOne]): RecordedProgram => ({
    name,
    at,
    text: helpers.filter((line) => isUsed(line, text)).join('\n') + text,
    isOne: isOne ?? true,
  }),
);

/** Programs with small classes and lists in their fields, as people write them: both tiers agree, and code answers. */
import { areCompiled } from '../../../support/temptations.js';

const programs: readonly (readonly [string, string, () => unknown[]])[] = [
  [
    'a list that is shifted by another name',
    `exports.f = f; function f(x: number[]): number { const xs: number[] = []; for (const v of x) xs.push(v * v); const q = xs; let s = 0; while (q.length > 1) s = s * 0.5 + q.shift()!; return s + xs.length; }`,
    () => [[1, 2, 3]],
  ],
  [
    'a list that a function shifts',
    `function next(q: { t: number; k: number }[]) { return q.shift()!; }
function serve(x: number[]): number[] { const q: { t: number; k: number }[] = []; const out: number[] = []; for (const v of x) q.push({ t: v, k: 1 }); while (q.length > 0 && out.length < 9) { const e = next(q); out.push(e.t * e.k); if (e.k < 3) q.push({ t: e.t * 0.5, k: e.k + 1 }); } return out; }
exports.f = f; function f(x: number[]): number { const o = serve(x); return o.reduce((s, v, i) => s + v * Math.sin(i), 0); }`,
    () => [[1, 2, 3]],
  ],
  [
    'a queue of objects in a field',
    `class Delay { q: { due: number; qty: number }[] = []; s = 0; order(due: number, qty: number) { this.q.push({ due, qty }); } day(d: number) { while (this.q.length > 0 && this.q[0].due <= d) this.s += this.q.shift()!.qty; } }
exports.f = f; function f(a: number): number { const w = new Delay(); let r = 0; for (let d = 0; d < 12; d++) { w.order(d + 3, a * d); w.day(d); r += w.s * 0.1; } return r + w.q.length; }`,
    () => [0.7],
  ],
  [
    'lists in fields that are shifted and pushed in turns',
    `class Ring { private b: number[] = []; constructor(private n: number) {} add(x: number) { this.b.push(x); if (this.b.length > this.n) this.b.shift(); return this; } mean() { return this.b.reduce((s, v) => s + v, 0) / this.b.length; } }
exports.f = f; function f(a: number): number { const r = new Ring(3); const t = new Ring(2); let s = 0; for (let i = 0; i < 8; i++) { s += r.add(Math.sin(a * i)).mean(); t.add(s); } return s + t.mean(); }`,
    () => [0.7],
  ],
  [
    'a queue of any type',
    `interface Ev { t: number; kind: number }
class Queue<T> { private items: T[] = []; enqueue(x: T) { this.items.push(x); } dequeue(): T | undefined { return this.items.shift(); } get length() { return this.items.length; } isEmpty() { return this.items.length === 0; } }
exports.f = f; function f(rate: number): number { const q = new Queue<Ev>(); q.enqueue({ t: 0, kind: 0 }); let total = 0; let n = 0; while (!q.isEmpty() && n < 20) { const e = q.dequeue()!; n++; total += Math.exp(-rate * e.t); if (e.t < 3) { q.enqueue({ t: e.t + rate, kind: 1 }); if (e.kind === 0) q.enqueue({ t: e.t + 2 * rate, kind: 0 }); } } return total; }`,
    () => [0.7],
  ],
  [
    'copies with another element',
    `type S = { q: number[]; e: number };
const poke = (s: S, i: number, v: number): S => ({ ...s, q: s.q.with(i, v), e: s.e + v });
exports.f = f; function f(a: number): number { let s: S = { q: [1, 2, 3], e: 0 }; for (let i = 0; i < 9; i++) s = poke(s, i % 3, s.q[(i + 1) % 3] * a); return s.e + s.q[0] * s.q.with(-1, a)[2] + s.q.with(1, 2 * a)[1]; }`,
    () => [0.8],
  ],
  [
    'numbers with slopes, by a class that takes numbers, too',
    `class Dual { constructor(public v: number, public d: number) {} static of(x: number | Dual) { return typeof x === 'number' ? new Dual(x, 0) : x; } plus(o: Dual | number) { const q = Dual.of(o); return new Dual(this.v + q.v, this.d + q.d); } times(o: Dual | number) { const q = Dual.of(o); return new Dual(this.v * q.v, this.v * q.d + this.d * q.v); } sin() { return new Dual(Math.sin(this.v), this.d * Math.cos(this.v)); } }
exports.f = f; function f(x: number): number { let q = new Dual(x, 1); for (let i = 0; i < 4; i++) q = q.times(2).plus(q.sin()); return q.d; }`,
    () => [0.4],
  ],
  [
    'a matrix with rows that grow',
    `class Matrix { readonly data: number[][]; constructor(readonly rows: number, readonly cols: number, fill: (i: number, j: number) => number = () => 0) { this.data = []; for (let i = 0; i < rows; i++) { this.data.push([]); for (let j = 0; j < cols; j++) this.data[i].push(fill(i, j)); } }
  static identity(n: number) { return new Matrix(n, n, (i, j) => (i === j ? 1 : 0)); }
  get(i: number, j: number) { return this.data[i][j]; } set(i: number, j: number, v: number) { this.data[i][j] = v; }
  mul(o: Matrix) { const r = new Matrix(this.rows, o.cols); for (let i = 0; i < this.rows; i++) for (let j = 0; j < o.cols; j++) { let s = 0; for (let k = 0; k < this.cols; k++) s += this.get(i, k) * o.get(k, j); r.set(i, j, s); } return r; }
  transpose() { return new Matrix(this.cols, this.rows, (i, j) => this.data[j][i]); } trace() { let t = 0; for (let i = 0; i < this.rows; i++) t += this.data[i][i]; return t; } }
exports.f = f; function f(a: number): number { let m = Matrix.identity(3); const r = new Matrix(3, 3, (i, j) => Math.sin(a * (i + 1) + j)); for (let k = 0; k < 4; k++) m = m.mul(r).transpose(); return m.trace(); }`,
    () => [0.4],
  ],
  [
    'a heap, and a graph with lists of its edges',
    `class Heap { private a: { k: number; d: number }[] = []; push(k: number, d: number) { this.a.push({ k, d }); let i = this.a.length - 1; while (i > 0) { const p = (i - 1) >> 1; if (this.a[p].d <= this.a[i].d) break; const t = this.a[p]; this.a[p] = this.a[i]; this.a[i] = t; i = p; } }
  pop() { const top = this.a[0]; const last = this.a.pop()!; if (this.a.length > 0) { this.a[0] = last; let i = 0; for (;;) { let c = 2 * i + 1; if (c >= this.a.length) break; if (c + 1 < this.a.length && this.a[c + 1].d < this.a[c].d) c++; if (this.a[i].d <= this.a[c].d) break; const t = this.a[c]; this.a[c] = this.a[i]; this.a[i] = t; i = c; } } return top; }
  get empty() { return this.a.length === 0; } }
class Graph { adj: { to: number; w: number }[][] = []; constructor(n: number) { for (let i = 0; i < n; i++) this.adj.push([]); } addEdge(a: number, b: number, w: number) { this.adj[a].push({ to: b, w }); this.adj[b].push({ to: a, w }); } }
exports.f = f; function f(w: number[]): number { const g = new Graph(5); g.addEdge(0, 1, w[0]); g.addEdge(1, 2, w[1]); g.addEdge(0, 3, w[2]); g.addEdge(3, 4, w[3]); g.addEdge(2, 4, w[4]); g.addEdge(1, 3, w[5]); const dist = new Array(5).fill(Infinity); dist[0] = 0; const h = new Heap(); h.push(0, 0); while (!h.empty) { const { k, d } = h.pop(); if (d > dist[k]) continue; for (const e of g.adj[k]) { const nd = d + e.w; if (nd < dist[e.to]) { dist[e.to] = nd; h.push(e.to, nd); } } } return dist[4]; }`,
    () => [[1, 2, 2.5, 1.5, 0.7, 0.3]],
  ],
  [
    'a generator of objects in a class',
    `class Mesh { constructor(public n: number, public h: number) {} *cells(): Generator<{ a: number; b: number }> { for (let i = 0; i < this.n; i++) yield { a: i * this.h, b: (i + 1) * this.h }; } *[Symbol.iterator]() { yield* this.cells(); } }
exports.f = f; function f(h: number): number { const m = new Mesh(6, h); let s = 0; for (const { a, b } of m.cells()) s += ((b - a) * (Math.exp(-a) + Math.exp(-b))) / 2; for (const c of m) s += c.a * 0.1; return s + [...m.cells()].length; }`,
    () => [0.3],
  ],
];

test.each(programs)('%s', (_, text, args) => {
  expect(areCompiled({ text, args })).toBe(true);
});

test('An element that with does not find is an error.', () => {
  const text = 'exports.f = f; function f(x: number[]): number { return x.with(3, 1)[0]; }';
  expect(areCompiled({ text, args: () => [[1, 2, 3]] })).toBe(false);
});

/** Objects that have several names: values as the source gives them, in the interpreter and emitted, and gradients of runs. */
import { disagreements } from '../../../support/agreement.js';
import { loweredText } from '../../../support/numeric.js';

const point = [0.7, -1.3, 2.1, 0.4];

/** Bodies of functions of a Float64Array x, and what stands around them. */
const programs: readonly (readonly [name: string, body: string, outside?: string])[] = [
  [
    'an object in a list',
    `const b = { v: x[0] }; const list = [b]; const k = 0 * x.length; list[k].v = 2 * x[1]; return b.v * x[2];`,
  ],
  [
    'nodes of a search tree that a recursion inserts',
    `let root: T | null = null; for (const v of x) root = insert(root, v, 1); for (const v of x) root = insert(root, v * 0.5, 2); return sum(root, 1);`,
    `interface T { key: number; w: number; left: T | null; right: T | null }
const insert = (n: T | null, key: number, w: number): T => { if (n === null) return { key, w, left: null, right: null }; n.w += w; if (key < n.key) n.left = insert(n.left, key, w); else n.right = insert(n.right, key, w); return n; };
const sum = (n: T | null, d: number): number => (n === null ? 0 : d * n.key * n.w + sum(n.left, d + 1) + sum(n.right, d * 2));`,
  ],
  [
    'a list of numbers in two fields',
    `const ls: A[] = []; for (let i = 0; i < 2; i++) ls.push(new A()); for (const l of ls) { l.b.push(x[0]); l.q = l.b; l.q.push(x[1]); } let s = 0; for (const l of ls) for (const v of l.b) s = s * 1.1 + v * v; return s;`,
    'class A { b: number[] = []; q: number[] = []; }',
  ],
  [
    'new arrays in fields, which grow there',
    `const ls: A[] = []; for (let i = 0; i < 3; i++) ls.push(new A()); for (const l of ls) { l.b = Array.from(x).slice(1); l.q = l.b; l.q.push(x[0] * 2); l.b[0] *= x[1]; } let s = 0; for (const l of ls) for (const v of l.b) s = s * 1.1 + v * v; return s;`,
    'class A { b: number[] = []; q: number[] = []; }',
  ],
  [
    'layers of lists that are put in by a method',
    `const net: D[] = []; for (let i = 0; i < 2; i++) net.push(new D(2)); let at = 0; for (const l of net) at = l.load(Array.from(x), at); let h = [1, 2]; for (const l of net) h = l.forward(h); return h[0] * h[1];`,
    'class D { w: number[][] = []; b: number[] = []; constructor(readonly n: number) {} load(p: number[], at: number): number { this.w = []; for (let i = 0; i < this.n; i++) this.w.push(p.slice(i, i + 2)); this.b = p.slice(at, at + 2); return at + 1; } forward(h: number[]): number[] { return this.w.map((row, i) => Math.tanh(row.reduce((s, v, j) => s + v * h[j], this.b[i]))); } }',
  ],
  [
    'a new object in the place of another one',
    `const list = [{ v: x[0] }, { v: 1 }]; const first = list[0]; for (let k = 0; k < 2; k++) { list[k].v = 2 * x[1]; list[k] = { v: 3 * x[2] }; } return list[1].v * first.v;`,
  ],
  [
    'objects that a branch chooses, and that hold arrays',
    `const a = { v: [x[0]] }, d = { v: [x[1]] }; const b = x[2] > 0 ? a : d; d.v = [5 * x[3]]; a.v = [x[3]]; return b.v[0] * d.v[0];`,
  ],
  [
    'objects of an object in a list',
    `const p = { v: x[0] }, q = { v: x[1] }; const links: Link[] = []; links.push({ a: p, b: q }, { a: q, b: p }); for (const l of links) { l.a.v += l.b.v * x[2]; } return p.v * q.v;`,
    'interface P { v: number } interface Link { a: P; b: P }',
  ],
  [
    'objects in the places of others',
    `const z: { re: number; im: number }[] = []; for (let i = 0; i < 4; i++) z.push({ re: x[i], im: i }); for (let i = 0; i < 2; i++) { const t = z[i]; z[i] = z[3 - i]; z[3 - i] = t; t.re += i * x[0]; } z[0].re *= 2; return z.reduce((s, c, i) => s + c.re * c.im * (i + 1), 0);`,
  ],
  [
    'a list that links make, turned round',
    `let head: Cell | null = null; for (let i = 0; i < 4; i++) head = { value: x[i] * i + 1, next: head }; let before: Cell | null = null; let cell = head; while (cell) { const next: Cell | null = cell.next; cell.next = before; before = cell; cell = next; } let s = 0, k = 1; for (let c = before; c !== null; c = c.next) s += c.value * k++; return s * (head ? head.value : 1);`,
    'interface Cell { value: number; next: Cell | null }',
  ],
  [
    'a list of instances that links make',
    `let head: Item | null = null; for (let i = 0; i < 4; i++) { const it: Item = new Item(x[i] * i + 1); it.next = head; head = it; } let s = 0; for (let q = head; q; q = q.next) s = s * 0.5 + q.v ** 2; return s * (head ? head.v : 1);`,
    'class Item { next: Item | null = null; constructor(public v: number) {} }',
  ],
  [
    'a list of instances whose constructor links them',
    `let head: Item | undefined; for (const v of x) head = new Item(v, head); let s = 0; while (head) { s = s * 0.5 + head.v ** 2; head = head.next; } return s;`,
    'class Item { constructor(public v: number, public next?: Item) {} }',
  ],
  [
    'expressions that code builds',
    `const v: Expr = { op: 'x' }; let e: Expr = { op: 'num', value: x[0] }; for (let i = 0; i < 4; i++) e = { op: 'add', left: { op: 'mul', left: e, right: v }, right: { op: 'num', value: x[i] + i } }; return at(e, x[1]);`,
    `type Expr = { op: 'num'; value: number } | { op: 'x' } | { op: 'add' | 'mul'; left: Expr; right: Expr };
    function at(e: Expr, x: number): number { switch (e.op) { case 'num': return e.value; case 'x': return x; case 'add': return at(e.left, x) + at(e.right, x); default: return at(e.left, x) * at(e.right, x); } }`,
  ],
  [
    'instances that hold instances',
    `const ps: P[] = []; const sticks: Stick[] = []; for (let i = 0; i < 4; i++) ps.push(new P(x[i], i)); for (let i = 1; i < 4; i++) sticks.push(new Stick(ps[i - 1], ps[i])); for (let s = 0; s < 3; s++) for (const { a, b } of sticks) { const d = b.v - a.v; a.move(d * 0.3); b.move(-d * 0.2); } return ps[0].v * ps[3].v + ps[1].w;`,
    'class P { constructor(public v: number, public w: number) {} move(by: number) { this.v += by; this.w *= by; } } class Stick { constructor(public a: P, public b: P) {} }',
  ],
  [
    'parents of instances',
    `const all: Joint[] = []; let parent: Joint | null = null; for (let i = 0; i < 4; i++) { const j: Joint = new Joint(x[i], parent); all.push(j); parent = j; } return all.reduce((s, j) => s + Math.cos(j.world()) * j.angle, 0);`,
    'class Joint { constructor(public angle: number, public parent: Joint | null) {} world(): number { let s = this.angle; let p = this.parent; while (p) { s += p.angle; p = p.parent; } return s; } }',
  ],
  [
    'the Fourier transform of objects',
    `return fft([0, 1, 2, 3, 4, 5, 6, 7].map((k) => ({ re: x[k % 4] * k, im: 0 }))).reduce((s, c, k) => s + c.re * c.im * k + c.re, 0);`,
    `interface C { re: number; im: number }
    const mul = (a: C, b: C): C => ({ re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re });
    function fft(x: C[]): C[] { const n = x.length; if (n === 1) return x; const even = fft(x.filter((_, i) => i % 2 === 0)); const odd = fft(x.filter((_, i) => i % 2 === 1)); const out = new Array<C>(n); for (let k = 0; k < n / 2; k++) { const t = mul({ re: Math.cos((-2 * Math.PI * k) / n), im: Math.sin((-2 * Math.PI * k) / n) }, odd[k]); out[k] = { re: even[k].re + t.re, im: even[k].im + t.im }; out[k + n / 2] = { re: even[k].re - t.re, im: even[k].im - t.im }; } return out; }`,
  ],
  [
    'neighbours in lists of objects',
    `const vs: V[] = []; for (let i = 0; i < 4; i++) vs.push({ v: x[i], to: [] }); for (let i = 0; i < 4; i++) { vs[i].to.push({ of: vs[(i + 1) % 4], w: x[0] }); vs[i].to.push({ of: vs[(i + 2) % 4], w: 0.5 }); } const first = vs[0].to; first.pop(); vs[1].to = first; for (let s = 0; s < 2; s++) for (const a of vs) for (const e of a.to) e.of.v += 0.1 * e.w * a.v; return vs.reduce((s, a) => s + a.v * a.to.length, 0);`,
    'interface V { v: number; to: { of: V; w: number }[] }',
  ],
  [
    'a heap of objects in an instance',
    `const heap = new Heap(); for (let i = 0; i < 4; i++) heap.push({ cost: x[i], id: i }); let s = 0; for (let k = 1; heap.items.length > 0; k++) { const top = heap.pop(); s += top.cost * k * (1 + top.id); } return s;`,
    `interface Item { cost: number; id: number }
    class Heap { items: Item[] = [];
      push(item: Item) { this.items.push(item); let i = this.items.length - 1; while (i > 0) { const up = Math.floor((i - 1) / 2); if (this.items[up].cost <= this.items[i].cost) break; const t = this.items[up]; this.items[up] = this.items[i]; this.items[i] = t; i = up; } }
      pop(): Item { const top = this.items[0]; const last = this.items.pop()!; if (this.items.length > 0) { this.items[0] = last; let i = 0; for (;;) { let m = i; const l = 2 * i + 1; if (l < this.items.length && this.items[l].cost < this.items[m].cost) m = l; if (l + 1 < this.items.length && this.items[l + 1].cost < this.items[m].cost) m = l + 1; if (m === i) break; const t = this.items[m]; this.items[m] = this.items[i]; this.items[i] = t; i = m; } } return top; } }`,
  ],
  [
    'objects that are compared',
    `const all = [1, 2, 3, 4].map((m, i) => ({ m, x: x[i], f: 0 })); for (let s = 0; s < 2; s++) { for (const a of all) for (const b of all) { if (a === b) continue; a.f += (b.m * (b.x - a.x)) / (1 + (b.x - a.x) ** 2); } for (const a of all) { a.x += a.f * 0.1; a.f = 0; } } const last = all.find((a) => a.x > 1.5); if (last !== undefined) last.x *= x[0]; return all.reduce((s, a) => s + a.x * a.m, 0);`,
  ],
  [
    'objects that a function with a list keeps, and finds by a sort',
    `const all = Array.from(x, (v, i) => ({ v, rank: i })); const top = [...all].sort((a, b) => b.v - a.v).slice(0, 2); top.forEach((o, i) => { o.rank += i * o.v; }); return all.reduce((s, o) => s + o.rank * o.v, 0);`,
  ],
];

test.each(programs.map(([name, body, outside]) => ({ name, body, outside })))(
  '$name stand in pools.',
  ({ body, outside }) => {
    const text = `${outside ?? ''}\nfunction f(x: Float64Array): number { ${body} }`;
    expect(disagreements(text, point)).toEqual([]);
  },
);

test('A value under another name than the written one is noticed.', () => {
  const [, body] = programs[0];
  const text = (of: string): string => `function f(x: Float64Array): number { ${of} }`;
  const copied = body.replace('[b]', '[{ ...b }]');
  const [right, wrong] = [body, copied].map((of) => loweredText(text(of)));
  expect([right.tag, wrong.tag]).toEqual(['lowered', 'lowered']);
  expect(right.size).not.toBe(wrong.size);
});

test('An object that has several names is no result.', () => {
  const body =
    'const o = { v: x[0] }; const all = [o, o]; const k = x.length % 2; all[k].v = 2; return all[1 - k];';
  expect(loweredText(`function f(x: Float64Array) { ${body} }`)).toMatchObject({ tag: 'refused' });
});

/** Constructs of TypeScript that lower: the value is that of the source, the gradient that of the recording version. */
import { disagreements } from '../../support/agreement.js';
import { funcOf, interpret, loweredText } from '../../support/numeric.js';

const point = [0.7, -1.3, 2.1, 0.4];

/** Bodies of functions of a Float64Array x. */
const constructs: readonly (readonly [name: string, body: string, outside?: string])[] = [
  [
    'switch',
    `let s = 0; for (let i = 0; i < 6; i++) switch (i % 4) { case 0: s += x[0]; case 1: s *= x[1]; break; case 2: if (s > 0) break; s += x[2]; continue; default: s -= x[3]; } return s * s;`,
  ],
  [
    'objects that a branch chooses, and that change',
    `let a = { v: x[0], is: true }, d = { v: x[1], is: false }; for (let i = 0; i < 4; i++) { const b = x[i] > 0 ? a : d; b.v += Math.sin(a.v * d.v); b.is = !b.is; const t = a; a = d; d = t; } return a.v * d.v + (a.is ? x[2] : x[3]) * (d.is ? 3 : 5);`,
  ],
  [
    'holders, copies, defaults and patterns of objects that change',
    `const a = { v: x[0], w: 1 }, b = { v: x[1], w: 2 }; const s = x[2] > 1 ? a : b; const h = { inner: s, k: 1 }; h.inner.v += x[2]; const d = { ...s }; d.v = 9 * x[0]; s.w = x[3]; h.inner = b; h.inner.v *= 7; const g = (o = s, k = o.v) => { o.v += k; return o; }; g().v *= g(b).v; const t = ({ v, w }: { v: number; w: number }) => { s.v = Math.sin(v); return v * w; }; s.v += (s.w *= 2) + s.w++; return t(s) * d.v * d.w + a.v * b.v * a.w + b.w;`,
  ],
  [
    'objects with different fields in branches',
    `type U = { kind: 'a'; p: number } | { kind: 'b'; q: { r: number } } | { kind: 'c' }; const make = (v: number): U => { if (v > 1) return { kind: 'a', p: v * v }; return v > 0 ? { kind: 'b', q: { r: v } } : { kind: 'c' }; }; let s = 0; for (const v of x) { const u = make(v); switch (u.kind) { case 'a': s += u.p * x[0]; break; case 'b': s = Math.sin(s + u.q.r); break; default: s *= x[1]; } } let o: { a: number; b?: number } = { a: x[0] }; for (let i = 0; i < 4; i++) o = i % 2 ? { a: o.a * x[2] } : { a: o.a + 1, b: x[i] * o.a }; return s * o.a * (o.b ?? x[3]);`,
  ],
  [
    'switch that returns',
    `const g = (k: number, v: number) => { switch (k) { case 0: return v * v; case 1: { return Math.sin(v); } default: return -v; } }; return g(0, x[0]) + g(1, x[1]) * g(2, x[2]);`,
  ],
  [
    'labels',
    `let s = x[0]; outer: for (let i = 0; i < 4; i++) { for (let j = 0; j < 4; j++) { if (j > i) continue outer; if (i * j > 5) break outer; s = Math.sin(s + x[j]) * (i + 1); } s += 0.5; } b: { if (s > 9) break b; s *= x[1]; } return s;`,
  ],
  [
    '??',
    `const y = x[9] ?? x[1]; const z = x[0] ?? 7; const o: { a: number; b?: number } = { a: x[2] }; return y * z + (o.b ?? 3) * o.a;`,
  ],
  [
    'defaults of parameters',
    `const g = (a: number, b = a * 2, { c = 3 } = {}) => a * b + c; return g(x[0]) + g(x[1], x[2]) + g(x[0], x[9]);`,
  ],
  [
    'rest parameters and spread arguments',
    `const g = (a: number, ...more: number[]) => { let s = a; for (const m of more) s += m * m; return s; }; const t: [number, number] = [x[1], x[2]]; return g(x[0], ...t) * g(x[3]);`,
  ],
  [
    'throw',
    `if (x.length < 2) throw new Error('short'); const g = (v: number) => { if (v > 100) { throw new RangeError(\`large: \${v}\`); } return v * v; }; return g(x[0]) * x[1];`,
  ],
  [
    'spread arrays',
    `const y = [...x, x[0] * x[1], ...x.map((v) => v * 2)]; let s = 0; for (let i = 0; i < y.length; i++) s += y[i] * i; return s + y.length;`,
  ],
  [
    'the greatest of a spread array',
    `const y = [...x].map((v) => v * v); return Math.max(...y) * Math.min(...x) + Math.max(x[0], ...y, 3) + Math.max(...[x[1], x[2]]);`,
  ],
  [
    'some, every, find, findIndex',
    `const a = x.some((v) => v < 0) ? x[0] : x[1]; const b = x.every((v) => v < 2) ? x[2] : x[3]; return a * b + (x.find((v) => v > 1) ?? 0) ** 2 + x.findIndex((v) => v < 0) + (x.find((v) => v > 100) ?? 2);`,
  ],
  [
    'filter, slice, at, subarray, set and fill',
    `const y = x.filter((v) => v > 0); const z = x.slice(1, -1); const w = x.slice(); w.subarray(1, 3)[0] *= x[0]; w.set(z, 2); const u = new Float64Array(5).fill(x[3], 1, -1); const v = w.subarray(-2); let s = 0; for (let i = 0; i < v.length; i++) s += v[i] * v[i]; return s + y.length * y[0] + z[1] * x.at(-1)! + u[0] + u[1] * u[3] + w[1] * w[3];`,
  ],
  [
    'reduceRight and reduce without a start',
    `return x.reduceRight((s, v) => Math.sin(s) * v, 1) + x.reduce((s, v, k) => s * v + k);`,
  ],
  [
    'arrays from functions',
    `const n = 3; const a = Array.from({ length: n }, (_, i) => x[i] * i); const b = Float64Array.from(x, (v) => v + 1); const c = Float64Array.of(x[0], 2, x[1]); const d = Float64Array.from({ length: 4 }, (_, i) => b[i] * 2); return a[1] * b[2] + c[2] * d[3] + new Array(2).fill(x[1])[1] + Array.of(1, x[2])[1];`,
  ],
  [
    'new arrays that are filled later',
    `const n = x.length; const y = new Array<number>(n); for (let i = 0; i < n; i++) y[i] = x[i] ** 2; return y[0] * y[3];`,
  ],
  [
    'functions of Math by name',
    `const y = x.map(Math.sin); return [...y].map(Math.abs).reduce((s, v) => s + v, 0) * y[0];`,
  ],
  [
    'arrays of arrays',
    `const m = [[x[0], 1], [2, x[1]]]; let s = 0; for (let i = 0; i < 2; i++) for (let j = 0; j < 2; j++) s += m[i][j] * x[i + j]; m[1][0] = s * x[2]; return m[1][0] * m[0][0] + m.length;`,
  ],
  [
    'rows that are swapped',
    `const a = Array.from({ length: 3 }, (_, i) => Float64Array.from({ length: 3 }, (_, j) => Math.sin(x[i] * (j + 1)))); let s = 0; for (let k = 0; k < 2; k++) { [a[k], a[k + 1]] = [a[k + 1], a[k]]; for (let j = 0; j < 3; j++) { a[k][j] -= a[k + 1][j] * x[j]; s += a[0][j] * a[2][2]; } } return s;`,
  ],
  [
    'rows under two names',
    `const a = [x.slice(), x.map((v) => v * v)]; const row = a[1]; row[2] *= x[0]; const rows = [a[0], row, a[0]]; let s = 0; for (const r of rows) { r[1] += s * 0.1; for (const v of r) s += v * v; } a[0][3] = x[1]; return s + a[1][2] * rows[2][3];`,
  ],
  [
    'layers that are rebound',
    `let h = [x[0], x[1]]; const w = [[[x[2], 0.5], [0.25, x[3]]], [[0.1, x[0]], [x[1], 1]]]; for (const layer of w) h = layer.map((row) => Math.tanh(row.reduce((s, v, k) => s + v * h[k], 0))); return h[0] * h[1];`,
  ],
  [
    'matrix products by map',
    `const a = [[x[0], x[1]], [x[2], x[3]]]; const mul = (p: number[][], q: number[][]) => p.map((row) => q[0].map((_, j) => row.reduce((s, v, k) => s + v * q[k][j], 0))); let m = a; for (let k = 0; k < 3; k++) m = mul(m, a); return m[0][1] * m[1][0] + m[0][0];`,
  ],
  [
    'classes',
    `const a = new Vec(x[0], x[1]); let b = new Vec(1, 2); for (let i = 0; i < 3; i++) { b = b.add(a.scaled(i)); } a.x = b.norm; return a.dot(b) + Vec.unit(x[2]).x * a.total();`,
    `class Vec { scale = 2; constructor(public x: number, public y: number) {} add(o: Vec) { return new Vec(this.x + o.x, this.y + o.y); } scaled(k: number) { return new Vec(this.x * k, this.y * k); } dot(o: Vec): number { return this.x * o.x + this.y * o.y; } get norm() { return Math.sqrt(this.dot(this)); } total() { return (this.x + this.y) * this.scale; } static unit(k: number) { return new Vec(k, 0); } }`,
  ],
  [
    'objects with methods',
    `const scale = { by: x[1], of: (v: number) => v * 2, all(v: number) { return v * this.by; } }; return scale.of(x[0]) * scale.all(x[2]);`,
  ],
  ['entries', `let s = 0; for (const [i, v] of x.entries()) s += i * v * v; return s;`],
  [
    'loops over literals',
    `let s = 1; for (const k of [1, 2, 3]) s = s * k + x[k]; for (const v of [x[0], x[1]]) s += v * v; return s;`,
  ],
  [
    'tuples by computed indices',
    `const t: [number, number, number] = [x[0], x[1], x[2]]; const [a, b] = t; let s = a * b; for (let i = 0; i < 3; i++) s += t[i] * t[(i + 1) % 3]; return s;`,
  ],
  [
    'tuples that a function returns',
    `const step = (y: number[]) => [y[1], -y[0] * x[0]]; let y = [x[1], x[2]]; for (let i = 0; i < 3; i++) { const k = step(y); y = y.map((v, j) => v + 0.1 * k[j]); } return y[0] * y[1];`,
  ],
  [
    'arrays of objects',
    `const bodies = x.length > 2 ? [{ at: x[0], speed: x[1] }, { at: x[2], speed: 0.5 }] : [{ at: 1, speed: 2 }, { at: 0, speed: 1 }]; let s = 0; for (const { at, speed } of bodies) s += at * speed; for (let i = 0; i < 2; i++) s *= bodies[i].at + bodies.length; return s;`,
  ],
  [
    'objects in arrays that change',
    `const bodies = [{ p: { u: x[0], v: 1 }, m: x[1] }, { p: { u: 2, v: x[2] }, m: x[3] }]; for (let step = 0; step < 3; step++) { for (let i = 0; i < 2; i++) { const b = bodies[i]; const o = bodies[1 - i]; const { u } = o.p; b.p.u += 0.1 * Math.sin(u - b.p.u) * o.m; b.p.v -= bodies[i].p.u; } } return bodies[0].p.u * bodies[1].p.v + bodies.reduce((s, b) => s + b.p.u * b.m, 0);`,
  ],
  [
    'objects that are made anew in arrays',
    `const points = Array.from({ length: 4 }, (_, i) => ({ t: i, y: x[i] })); const moved = points.map((p) => ({ ...p, y: p.y * p.t })); moved[1] = { t: 7, y: moved[2].y }; const old = moved[0]; moved[0] = { t: 1, y: x[0] * x[0] }; const rest = moved.filter((p) => p.y > 0); const top = moved.find((p) => p.t === 7)!; return moved.reduce((s, { t, y }) => s + t * y * y, 0) + rest.length + old.y + rest[0].y * top.y;`,
  ],
  [
    'objects with arrays in arrays',
    `const samples = [{ input: [x[0], 1], target: 2 }, { input: [x[1], x[2]], target: x[3] }]; let s = 0; for (const { input, target } of samples) { let t = 0; for (let i = 0; i < input.length; i++) t += input[i] * x[i]; s += (t - target) ** 2; } return s + samples[1].input[0];`,
  ],
  [
    'do loops that are left',
    `let k = 0; let s = x[0]; do { s = Math.sin(s) * x[1]; if (s < 0) break; } while (k++ < 5); return s * k + k;`,
  ],
  [
    'push',
    `const y: number[] = []; const z = [x[0]]; for (let i = 0; i < 11; i++) { if (i % 3 === 0) y.push(x[i % 4] * i, 2); z.push(z[i] * 0.5 + x[1]); } y[1] *= x[2]; let s = y.length; for (const v of y) s += v * v; for (let i = 0; i < z.length; i++) s += z[i] * y[i % 3]; return s + y.map((v) => v * 2).reduce((a, b) => a + b, 0) + Math.max(...z);`,
  ],
  [
    'loops that end where an array grows',
    `const y = [x[0]]; y.push(x[1]); for (let i = 0; i < y.length; i++) if (y.length < 7) y.push(y[i] * x[2]); let k = 0; while (k < y.length) k++; return y[6] * k + y.reduce((a, b) => a + b, 0);`,
  ],
  [
    'rows that are pushed',
    `const rows: number[][] = []; const path: Float64Array[] = []; let y = x.slice(); for (let i = 0; i < 6; i++) { rows.push([x[i % 4], i]); path.push(y); y = y.map((v, k) => Math.sin(v + rows[i][0] * k)); } rows[2][1] = x[3]; return path.reduce((s, p, i) => s + p[1] * p[2] * rows[i][1], 0);`,
  ],
  [
    'pairs',
    `const pairs: [number, number][] = [[x[0], 1], [x[1], 2], [x[2], 3]]; let s = 0; for (const [a, b] of pairs) s += a * a * b; return pairs.map(([a, b]) => a * b).reduce((p, q) => p + q, s) * pairs[1][0];`,
  ],
];

test.each(constructs.map(([name, body, outside]) => ({ name, body, outside })))(
  '$name lower.',
  ({ body, outside }) => {
    const text = `${outside ?? ''}\nfunction f(x: Float64Array): number { ${body} }`;
    expect(disagreements(text, point)).toEqual([]);
  },
);

test('Arrays of objects come in as columns, variables without types by their uses.', () => {
  const text = `const weights = { near: 2, all: [1, 2] };
  import { half } from './elsewhere.js';
  interface Point { t: number; at: { y: number }; row: Float64Array }
  function error(a: number, points: readonly Point[]) {
    let s = weights.near * half;
    for (const { t, at, row } of points) s += (at.y - a * t) ** 2 * row[1] * weights.all[1];
    return s;
  }
  const f = function f(a, points) { return error(a, points) + a; };`;
  const lowered = loweredText(text);
  expect(lowered).toMatchObject({
    tag: 'lowered',
    origins: [
      { of: 'argument', path: [0], type: 'f64' },
      { of: 'argument', path: [1, null, 't'], type: { storage: 'Float64Array' } },
      { of: 'argument', path: [1, null, 'at', 'y'], type: { storage: 'Float64Array' } },
      { path: [1, null, 'row'], type: { storage: 'list', of: { storage: 'Float64Array' } } },
      { of: 'capture', path: [0, 'near'], type: 'f64' },
      { of: 'capture', path: [0, 'all'], type: { storage: 'number[]' } },
      { of: 'capture', path: [1], type: 'f64' },
    ],
  });
  const columns = [
    [1, 2],
    [3, 5],
    [
      [0, 1],
      [0, 2],
    ],
  ] as number[][];
  expect(interpret(funcOf(text), [2, ...columns, 2, [1, 2], 0.5])).toEqual([1 + 2 + 4 + 2]);
});

test.each([
  ['const list = [1, [2]]; let s = 0; for (const e of list) s += 1; return s;', /different kinds/],
  [
    'const g = (t: [number, number]) => { t.fill(3); return t[0]; }; const p = { t: [x[0], x[1]] as [number, number] }; return g(p.t);',
    /method fill/,
  ],
  [
    'const y = [x[0]]; y.push(1); let s = 0; for (const v of y) { s += v; if (s < 9) y.push(1); } return s;',
    /gone through/,
  ],
  [
    'const y = [x[0]]; y.push(1); const z = x[1] > 0 ? y : [1, 2]; y.push(2); return z.length;',
    /shared|different/,
  ],
  ['return new Array(3).map(() => x[0])[1];', /of nothing/],
  [
    'class P { v = 1; static { 1; } } const p = new P(); p.v = x[0]; return p.v;',
    /static block of a class/,
  ],
  [
    'class A { f() { return 1; } } class B extends A { f = () => 2; } return new B().f() * x[0];',
    /for a field and a method/,
  ],
  [
    'class A { constructor() { return { v: 2 }; } v = 1; } return new A().v * x[0];',
    /returns something/,
  ],
  [
    'class A { v = 1; } class B extends A { constructor(k: number) { if (k > 0) super(); else super(); } } return new B(1).v * x[0];',
    /begin with super/,
  ],
  ['class A extends Array { v = 1; } return new A().v * x[0];', /parent is not in the module/],
])('%s is refused.', (body, why) => {
  const lowered = loweredText(`function f(x: Float64Array): number { ${body} }`);
  expect(lowered).toMatchObject({
    tag: 'refused',
    reason: { what: expect.stringMatching(why) as string },
  });
});

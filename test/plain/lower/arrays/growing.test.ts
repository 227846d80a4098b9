/** Lists that grow: the value is that of the source, the gradient that of a run, or a run answers. */
import { valueAndGrad } from 'delta-tape';
import { disagreements } from '../../../support/agreement.js';
import { loweredText } from '../../../support/numeric.js';
import { load } from '../../../support/plain.js';
import { withoutCompiled } from '../../../support/tiers.js';

const point = [0.7, -1.3, 2.1, 0.4];
const text = (body: string, outside = '') =>
  `${outside}\nfunction f(x: Float64Array): number { ${body} }`;

test.each([
  [
    'two names of a new list',
    `let b: number[]; const a: number[] = (b = []); a.push(x[0]); b.push(x[1] * 2); return a[0] * b.length + a.length;`,
  ],
  [
    'two names of a new literal that is written',
    `let b: number[]; const a = (b = [x[0], x[1]]); for (let i = 0; i < 2; i++) a[i] *= 3; let s = 0; for (let i = 0; i < 2; i++) s += b[i]; return s + a[1];`,
  ],
  [
    'an object of a list that grows afterwards',
    `const ps: { a: number; b: number }[] = []; for (let i = 0; i < 4; i++) ps.push({ a: x[i], b: 1 }); const p = ps[0]; for (let i = 0; i < 4; i++) ps.push({ a: x[i], b: p.a }); p.a = x[1] * 10; return ps.reduce((s, q, i) => s + q.a * i + q.b, p.a);`,
  ],
  [
    'objects of a list that grows in the same loop',
    `const ps: { a: number; b: number }[] = []; ps.push({ a: x[0], b: 2 }); let p = ps[0]; for (let i = 0; i < 12; i++) { ps.push({ a: x[i % 3], b: 1 }); p.a += x[1]; if (i % 5 === 0) p = x[0] > 5 ? p : ps[i]; } return ps.reduce((s, q, i) => s + q.a * i, p.b);`,
  ],
  [
    'a list that is made of nothing, row by row',
    `const rows = []; for (let i = 0; i < 3; i++) { const row = []; for (let j = 0; j < 3; j++) row.push(x[i] * x[j]); rows.push(row); row[1] += x[3]; } rows[0][1] *= 2; let s = 0; for (const r of rows) for (const v of r) s = Math.sin(s + v); return s;`,
  ],
  [
    'stores at the end, behind a literal and in an empty list',
    `const fib = [1, x[0]]; for (let i = 2; i < 6; i++) fib[i] = fib[i - 1] + fib[i - 2]; const c = []; for (let i = 0; i < 4; i++) c[i] = fib[i] * x[i]; c[c.length] = x[1]; return c.reduce((s, v, i) => s + v * i, fib[5]);`,
  ],
  [
    'a queue, a stack, and what is put between',
    `const q = [0]; let s = 0; while (q.length > 0) { const v = q.shift(); s += x[v] * (q.length + 1); if (2 * v + 2 < 4) q.push(2 * v + 1, 2 * v + 2); } const w = [x[1]]; const t = Array.from(x); t.unshift(s); const [a] = t.splice(1, 2, x[0] * a0); t.pop(); return t.reduce((p, v, i) => p + v * i, a) * w[0];`,
    `const a0 = 2;`,
  ],
  [
    'lists that functions give that call themselves',
    `const sorted = merged(Array.from(x)); return halves(sorted).reduce((s, v, i) => s + v * v * i, 0);`,
    `function merged(a) { if (a.length < 2) return a; const m = a.length >> 1; const [l, r] = [merged(a.slice(0, m)), merged(a.slice(m))]; const out = []; let i = 0, j = 0; while (i < l.length && j < r.length) out.push(l[i] <= r[j] ? l[i++] : r[j++]); while (i < l.length) out.push(l[i++]); while (j < r.length) out.push(r[j++]); return out; }
function halves(a) { if (a.length === 1) return a; const s = [], d = []; for (let i = 0; i < a.length / 2; i++) { s.push(a[i] + a[i + a.length / 2]); d.push(a[i] - a[i + a.length / 2]); } return [...halves(s), ...halves(d)]; }`,
  ],
  [
    'sorts by the order of two numbers',
    `const up = [...x].sort((a, b) => (a < b ? -1 : 1)), down = [...x].sort((a, b) => { if (a > b) return -1; if (b > a) return 1; return 0; }); const es = []; for (const v of x) es.push({ t: v, w: v * v }); es.sort((p, q) => (p.w === q.w ? 0 : p.w > q.w ? 1 : -1)); const by = [...x.keys()].sort((i, j) => x[j] - x[i]); return up.reduce((s, v, i) => s + v * i * down[0] * es[i].t * x[by[0]], 0);`,
  ],
  [
    'indices, and several elements for one',
    `let s = [...Array(3)].map((_, i) => x[i] * i).reduce((a, b) => a + b, 0); for (const i of x.keys()) s += x[i] * i; for (const v of x.values()) s *= v; return Array.from(x).flatMap((v, i) => [v, v * s * i]).reduce((a, b, i) => a + b * i, 0) + Array.from([...x].keys(), (i) => x[i]).length;`,
  ],
  [
    'lists of neighbours that grow',
    `const adj: number[][] = Array.from({ length: 4 }, () => []); for (let i = 0; i < 9; i++) adj[i % 4].push(i * x[i % 3], x[3]); let s = 0; for (const row of adj) for (const v of row) s = Math.sin(s + v * row.length); return s + adj[3].at(-1)! * adj.length;`,
  ],
  [
    'a table that is filled row by row',
    `const d: number[][] = []; for (let i = 0; i < 5; i++) { d[i] = []; for (let j = 0; j <= i; j++) d[i][j] = i === 0 || j === 0 ? x[(i + j) % 4] : d[i - 1][j - 1] * x[1] + d[i][j - 1]; } const last = d[4]; last[2] *= 3; return last.reduce((p, v, k) => p + v * (k + 1), d.length);`,
  ],
  [
    'rows of objects and of pairs, in a list that grows',
    `const es: { to: number; w: number }[][] = [], ps = []; for (let i = 0; i < 5; i++) { es.push([]); ps.push([]); es[i >> 1].push({ to: i, w: x[i % 4] }); ps[i >> 2].push([i, x[0] * i]); } let s = 0; for (const e of es[1]) s += e.to * e.w; for (const [k, v] of ps[0]) s = s * 0.5 + k * v; return s;`,
  ],
  [
    'a row that a branch takes, and that becomes shorter',
    `const rows: number[][] = [[], []]; for (const v of x) { const r = v > 0.5 ? rows[0] : rows[1]; r.push(v, v * v); if (r.length > 3) r.length = 2; } const [a] = rows[0]; return rows[0].pop()! * rows[1][1] + a * rows.flat().lastIndexOf(x[3]);`,
  ],
  [
    'what is pushed after it is evaluated',
    `const a = [x[0]]; a.push(x[1], a.length, a.at(-1)! * 2); a.push(...a); a.push(1, ...a.slice(2), a.length); return a.reduce((p, v, i) => p + v * i, 0);`,
  ],
  [
    'guards that throw, in loops',
    `const given = [...x]; if (!Array.isArray(given) || Array.isArray(x)) throw new TypeError('no list'); let s = 0; for (const v of given) { if (v > 9) throw new RangeError('large ' + v); else for (let k = 0; k < 3; k++) { if (k > 4) { s = 7; throw new Error(); } s = Math.sin(s + v * k); } } return s * given.findLast((v) => v > 0.5)! + given.findLastIndex((v) => v > 9);`,
  ],
  [
    'bools in arrays, in lists and in rows',
    `const done = new Array<boolean>(4).fill(false); const flags: boolean[] = []; let s = 0; for (let k = 0; k < 4; k++) { let b = -1; for (let i = 0; i < 4; i++) if (!done[i] && (b < 0 || x[i] < x[b])) b = i; done[b] = true; flags.push(x[b] > 0.5); s += x[b] * (k + 1); } const g: boolean[][] = Array.from({ length: 2 }, () => Array(2).fill(flags[1])); g[1][0] = !g[0][0]; const row = g[1]; row[1] = done[2] !== flags[0]; done.fill(false); for (const r of g) for (const on of r) s = Math.sin(s + (on ? x[0] : x[1])); return s + flags.filter((on) => on).length * x[2] + (done[0] === true ? 1 : 2);`,
  ],
  [
    'lists that a loop replaces by lists that grew',
    `let level = [...x]; while (level.length > 1) { const next: number[] = []; for (let i = 0; i + 1 < level.length; i++) next.push(level[i] * level[i + 1]); level = next; } let ps = Array.from(x, (v) => ({ v, w: v * v })); for (let k = 0; k < 2; k++) { const next: { v: number; w: number }[] = []; for (const p of ps) if (p.w > 0.3) next.push({ v: p.w, w: p.v }); ps = next; } let st = { e: x[0], c: [1] }; for (let k = 1; k < 4; k++) { const old = st; st = { e: old.e * x[k], c: [...old.c, old.e] }; } let a = [...x]; for (let k = 0; k < 2; k++) { const p = a; a = []; for (const v of p) a.push(v * x[k]); } return level[0] + ps.reduce((s, p) => s + p.v * p.w, 0) + st.c.reduce((s, v, i) => s + v * i, st.e) + a[2] * a.length;`,
  ],
])('%s', (_, body, outside = '') => {
  expect(disagreements(text(body, outside), point)).toEqual([]);
});

test.each([
  [
    'a row that grows after another list took it',
    `const rows = []; const row = []; for (let i = 0; i < 3; i++) { row.push(x[i]); rows.push(row); } return rows[0].length * x[0];`,
  ],
  [
    'a row of two lists that grows',
    `const row = []; const a = []; a.push(row); row.push(x[0]); return a[0].length * x[0];`,
  ],
  ['a sort by a function that says little', `return [...x].sort((a, b) => (a > b ? 1 : 0))[0];`],
  [
    'a sort by two questions',
    `return [...x].sort((a, b) => (a < b ? -1 : -a < -b ? 1 : 0))[0] * x[0];`,
  ],
  [
    'a pop while a list is gone through',
    `const q = [...x]; let s = 0; for (const v of q) { s += v; q.pop(); } return s;`,
  ],
  [
    'a push while the keys of a list are gone through',
    `const q = [...x]; let s = 0; for (const i of q.keys()) { s += q[i]; if (i === 0) q.push(s); } return s;`,
  ],
  [
    'a push from a function that is given keys of the same list',
    `const q = [...x]; return Array.from(q.keys(), (i) => { if (i === 0) q.push(1); return q[i]; }).length * x[0];`,
  ],
  [
    'a row under another name in a list whose rows grow',
    `const row = [x[0]]; const rows: number[][] = []; rows.push([]); rows.push(row); rows[1].push(x[1]); return row.length * x[0];`,
  ],
  [
    'a row that grows, and is taken away',
    `const rows: number[][] = []; rows.push([]); rows[0].push(x[0]); const r = rows.pop()!; r.push(x[1]); return r.length * x[0];`,
  ],
  [
    'a push to rows while one is gone through',
    `const rows: number[][] = [[], []]; rows[0].push(x[0]); for (const v of rows[0]) rows[1].push(v); return rows[1][0];`,
  ],
  [
    'an array of bools that grows under another name',
    `const row = Array(2).fill(true); const g = [0, 1].map(() => row); g[0].push(false); return row.length * x[0];`,
  ],
  [
    'a number in an array of bools',
    `const b = [true, false]; for (let i = 0; i < 2; i++) (b as unknown[])[i] = x[i]; return b.length * x[0];`,
  ],
])('%s does not lower', (_, body) => {
  expect(loweredText(text(body))).toMatchObject({ tag: 'refused' });
});

test.each([
  [
    'pushes of what is not there',
    `const o: number[] = []; o.push(x[9], x[0]); return (o[0] ?? 5) * x[1] + o[1];`,
  ],
  [
    'fields that are given what is not there',
    `const o = [{ a: x[9], b: x[0] }, { a: x[1], b: x[2] }]; let s = 0; for (const p of o) s += (p.a ?? 5) * p.b; return s;`,
  ],
])('%s are not compiled as numbers', (_, body) => {
  const { f } = load<{ f: (x: Float64Array) => number }>(`${text(body)}\nexports.f = f;`);
  const both = () => valueAndGrad(f)(Float64Array.from(point));
  expect(both()).toEqual(withoutCompiled(both));
});

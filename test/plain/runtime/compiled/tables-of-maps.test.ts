/** Lists, objects and maps that keys lead to, under several names: what compiled code answers is what the function gives and what a run differentiates. */
import { valueAndGrad } from 'delta-tape';
import { modules, type F } from '../../../support/linked-modules.js';
import { source } from '../../../support/numeric.js';
import { answer, withoutCompiled } from '../../../support/tiers.js';

type Native = (x: number[], t: string[]) => number;
interface Found {
  readonly value: number;
  readonly gradient: readonly number[];
}

const both = valueAndGrad as unknown as (f: F) => Native;
const x = [0.5, 0.25, 2];
const texts = ['a', 'b', 'a', 'cd', 'b'];

/** True if code answers; its value and gradient are those of the source and of a run. */
function compiles(body: string, before = ''): boolean {
  const text = `${before} export function f(x: number[], t: string[]): number { let s = x[0] * x[1]; ${body} return s; }`;
  const f = modules({ program: text })('program').f as F;
  for (const given of [texts, ['b'], texts]) {
    const found = both(f)(x, [...given]) as unknown as Found;
    expect(found.value).toBe((source(text) as unknown as Native)([...x], [...given]));
    const expected = withoutCompiled(() => both(f)(x, [...given])) as unknown as Found;
    found.gradient.forEach((slope, k) => expect(slope).toBeCloseTo(expected.gradient[k], 12));
  }
  return answer(f, [x, [...texts]], [0]) !== null;
}

const sums =
  'for (const k of Object.keys(g)) for (const y of g[k]) s = Math.sin(s + y * k.length);';

test.each([
  [
    'groups by ??=',
    `const g: Record<string, number[]> = {}; t.forEach((k, i) => { (g[k] ??= []).push(x[i % 3] * i); }); ${sums}`,
  ],
  [
    'a list that is given another key',
    `const g: Record<string, number[]> = {}; for (const k of t) { g[k] = g[k] || []; g[k].push(s); } const one = g[t[0]]; g.z = one; one.push(x[2]); ${sums}`,
  ],
  [
    'groups that a fold hands on',
    `const g = t.reduce<Record<string, number[]>>((z, k) => { (z[k] = z[k] ?? []).push(x[1] * k.length); return z; }, {}); ${sums}`,
  ],
  [
    'a list that a question finds, or a new one',
    'const g = new Map<string, number[]>(); for (const k of t) { const one = g.get(k); if (one) one.push(s); else g.set(k, [x[0]]); } g.get("q")?.push(1); g.get("a")?.push(x[2]); for (const [k, v] of g) s += v.reduce((z, y) => z + y * y, 0) / v.length + k.length;',
  ],
  [
    'objects that keys lead to',
    'const g = new Map<string, { n: number; past: number[] }>(); for (const k of t) { const one = g.get(k) ?? { n: 0, past: [] }; one.n += x[0]; one.past.push(one.n); g.set(k, one); } for (const { n, past } of g.values()) s += n * past[0] + past.length;',
  ],
  [
    'sums in a literal without a type',
    'const g = t.reduce((z, k, i) => ({ ...z, [k]: (z[k] ?? 0) + x[i % 3] }), {} as Record<string, number>); for (const k in g) s = Math.sin(s + g[k]);',
  ],
  [
    'maps in a map',
    'const g = new Map<string, Map<string, number>>(); for (const k of t) { if (!g.has(k)) g.set(k, new Map()); const e = g.get(k)!; e.set("n" + k, (e.get("n" + k) ?? 0) + x[0]); e.set("m", s); } g.set("b", g.get("a") ?? new Map()); g.get("b")!.set("m", x[2]); for (const [k, e] of g) for (const [z, y] of e) s = Math.sin(s + y * z.length + k.length);',
  ],
  [
    'objects with any keys in one',
    'const g: Record<string, Record<string, number>> = {}; for (const k of t) { g[k] ??= {}; g[k].n = (g[k].n ?? 0) + x[1]; g[k][k] = s; } for (const [k, e] of Object.entries(g)) for (const z of Object.keys(e)) s = Math.sin(s + e[z] * k.length);',
  ],
  [
    'sets in a map',
    'const g = new Map<number, Set<string>>(); t.forEach((k, i) => { const e = g.get(i % 2) ?? new Set<string>(); e.add(k); g.set(i % 2, e); }); for (const [k, e] of g) s += e.size * x[k] + (e.has("cd") ? 1 : 0);',
  ],
])('Compiled: %s.', (_, body) => {
  expect(compiles(body)).toBe(true);
});

test('A table that is read from a text is a list of objects with any keys.', () => {
  const before = `const CSV = \`size,rooms,price
70,3,210
55,2,160\`;
function parse(text: string) {
  const [head, ...rows] = text.trim().split('\\n');
  const names = head.split(',');
  return rows.map((r) => Object.fromEntries(r.split(',').map((v, i) => [names[i], Number(v)])) as Record<string, number>);
}`;
  const body =
    "for (const row of parse(CSV)) { let p = x[0]; for (const key of Object.keys(row)) if (key !== 'price') p += (key === 'size' ? x[1] : x[2]) * row[key]; s += (p - row.price) ** 2 / 1000; }";
  expect(compiles(body, before)).toBe(true);
});

test('A map is passed on, and remembers what functions that call themselves find.', () => {
  const walk =
    'function walk(i: number, j: number, x: number[], memo: Map<string, number>): number { const key = `${i},${j}`; const hit = memo.get(key); if (hit !== undefined) return hit; if (i === 0 || j === 0) return x[2]; const v = x[0] * walk(i - 1, j, x, memo) + x[1] * walk(i, j - 1, x, memo); memo.set(key, v); return v; }';
  expect(compiles('s += walk(t.length, 3, x, new Map());', walk)).toBe(true);
});

test('A graph in data is walked by the names that its nodes have.', () => {
  const graph = `type Node = { op: 'in'; name: 'u' | 'v' } | { op: 'const'; value: number } | { op: 'add' | 'mul'; a: string; b: string } | { op: 'exp'; a: string };
const graph: Record<string, Node> = { u: { op: 'in', name: 'u' }, v: { op: 'in', name: 'v' }, two: { op: 'const', value: 2 }, uv: { op: 'mul', a: 'u', b: 'v' }, e: { op: 'exp', a: 'uv' }, out: { op: 'add', a: 'e', b: 'two' } };
function evaluate(id: string, env: { u: number; v: number }, seen: Set<string>): number { seen.add(id); const n = graph[id]; switch (n.op) { case 'in': return env[n.name]; case 'const': return n.value; case 'exp': return Math.exp(evaluate(n.a, env, seen)); case 'add': return evaluate(n.a, env, seen) + evaluate(n.b, env, seen); case 'mul': return evaluate(n.a, env, seen) * evaluate(n.b, env, seen); default: throw new Error('unknown'); } }`;
  expect(compiles("s += evaluate('out', { u: x[0], v: x[1] }, new Set());", graph)).toBe(true);
});

test('Data whose fields are only handed on have the types that are written there.', () => {
  const data =
    "const people = [{ name: 'ann', tags: ['a', 'b'], pay: 4 }, { name: 'bob', tags: [], pay: 3 }]; export const named = () => people.map((p) => [p.name, p.tags]);";
  expect(
    compiles(
      'const g: Record<string, number> = {}; for (const p of people) { g[p.name] = p.pay * x[0]; p.tags.forEach((k) => { g[k] = (g[k] ?? 0) + x[1]; }); } for (const k in g) s = Math.sin(s + g[k] * k.length);',
      data,
    ),
  ).toBe(true);
});

test('What gives the values that a loop goes through is called once.', () => {
  compiles(
    'let n = 0; const next = () => { n++; return [x[0], x[1] * n]; }; for (const v of next().values()) s += v; for (const [i, v] of next().entries()) s += i * v; s += n + [...next().values()].length * n;',
    '/* a Map */ const unused = new Map<string, number>(); export const size = () => unused.size;',
  );
});

test('The comparison notices a list that is another one.', () => {
  const text = (copy: string) =>
    `export function f(x: number[], t: string[]): number { const g: Record<string, number[]> = {}; for (const k of t) (g[k] ??= []).push(x[0]); const one = g.a; g.b = ${copy}; one.push(x[1]); return g.b.length * x[2]; }`;
  const [f] = ['one'].map((copy) => modules({ program: text(copy) })('program').f as F);
  const found = both(f)(x, texts) as unknown as Found;
  expect(found.value).toBe((source(text('one')) as unknown as Native)(x, texts));
  expect(found.value).not.toBe((source(text('[...one]')) as unknown as Native)(x, texts));
});

/** Keys that are taken away from maps, sets and objects, also while these are gone through. */
import { valueAndGrad } from 'delta-tape';
import { modules, type F } from '../../../support/linked-modules.js';
import { source } from '../../../support/numeric.js';
import { answer, withoutCompiled } from '../../../support/tiers.js';

type Native = (x: number[], t: string[]) => number;
const both = valueAndGrad as unknown as (f: F) => Native;
const x = [0.5, 0.25, 2];

/** True if code answers; its value and gradient are those of the source and of a run. */
function compiles(body: string, ...given: readonly string[]): boolean {
  const text = `export function f(x: number[], t: string[]): number { let s = x[0] * x[1]; const m = new Map<string, number>(), d: Record<string, number> = {}; t.forEach((k, i) => { m.set(k, x[i % 3]); d[k] = x[i % 3]; }); ${body} return s; }`;
  const f = modules({ program: text })('program').f as F;
  const found = both(f)(x, [...given]) as unknown as { value: number };
  expect(found.value).toBe((source(text) as unknown as Native)([...x], [...given]));
  expect(found).toEqual(withoutCompiled(() => both(f)(x, [...given])));
  return answer(f, [x, [...given]], [0]) !== null;
}

test.each([
  [
    'a key that is put back comes last',
    "m.delete('a'); m.set('a', s); for (const [k, v] of m) s = Math.sin(s + v * k.length); s += m.size;",
  ],
  [
    'whether a key was there',
    "s *= m.delete('b') ? 3 : 5; s += m.has('b') ? 1 : m.delete('b') ? 7 : 2;",
  ],
  [
    'a loop that takes away what comes later',
    'for (const [k, v] of m) { m.delete("c"); if (v > 1) m.delete(k); s = Math.sin(s + v); }',
  ],
  [
    'what was taken away is still there under its name',
    "const g = new Map<string, { u: number }>(); for (const k of t) g.set(k, { u: x[0] * k.length }); const a = g.get('a'); g.clear(); g.set('z', { u: x[2] }); s += (a?.u ?? 1) * g.get('z')!.u;",
  ],
  [
    'keys of an object',
    "for (const k in d) { delete d['b']; s = Math.sin(s + (d[k] ?? 9)); } s += Object.entries(d).map(([k, v]) => k.length * v).reduce((p, q) => p + q, 0);",
  ],
  [
    'lists of what is left',
    "m.delete('a'); s *= [...m.values()].reduce((p, q) => p + q, 1) + Array.from(m.keys()).join('').length;",
  ],
  [
    'a map that is filled anew',
    "for (let n = 0; n < 50; n++) { m.clear(); m.set('p', s); m.set(t[n % 2], x[1]); for (const v of m.values()) s = Math.sin(s + v); }",
  ],
  [
    'a set',
    'const q = new Set<number>(); for (let n = 0; n < 9; n++) { q.add(n % 4); if (n % 3 === 2) q.delete(n % 2); } for (const n of q) s = Math.sin(s * x[2] + n); s += q.size;',
  ],
  [
    'a queue by number',
    'const q = new Map<number, number>(); let from = 0; for (let n = 0; n < 20; n++) { q.set(n, s); if (q.size > 3) { s = Math.sin(s + q.get(from)! + x[0]); q.delete(from++); } } for (const v of q.values()) s += v;',
  ],
])('%s', (_, body) => {
  expect(compiles(body, 'a', 'b', 'c')).toBe(true);
  expect(compiles(body, 'b', 'aa')).toBe(true);
});

test('Where nearly all places are without a key, a run answers; maps from outside are left alone.', () => {
  const many =
    "for (let n = 0; n < 3000; n++) { m.set('k' + n, s); m.delete('k' + n); } for (const v of m.values()) s += v;";
  expect(compiles(many, 'a')).toBe(false);
  const text =
    'export function f(x: number[], m: Map<string, number>): number { m.delete("a"); return x[0] * m.size; }';
  const f = modules({ program: text })('program').f as F;
  const m = new Map([
    ['a', 1],
    ['b', 2],
  ]);
  expect((both(f) as unknown as (...of: unknown[]) => { value: number })([3], m).value).toBe(3);
  expect([...m.keys()]).toEqual(['b']);
});

test('Entries and keys of a map that may be missing are its own, and no indices.', () => {
  const text =
    'export function f(x: number[], m?: Map<number, number>): number { let s = x[0]; for (const k of m!.keys()) s *= k; for (const [k, v] of m!.entries()) s += k * v * x[0]; return s; }';
  const f = modules({ program: text })('program').f as F;
  const ask = both(f) as unknown as (...of: unknown[]) => { value: number; gradient: number[] };
  expect(ask([3], new Map([[7, 2]]))).toEqual({ value: 63, gradient: [21] });
});

test('A loop comes to a key that was taken away where the object inherits it: a run answers.', () => {
  const loop = 'for (const k in d) { delete d[t[1]]; s = Math.sin(s + k.length); }';
  expect(compiles(loop, 'a', 'valueOf')).toBe(false);
  expect(compiles(loop, 'a', 'b')).toBe(true);
});

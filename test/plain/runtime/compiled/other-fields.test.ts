/** Objects with fields that lowering does not know of: nobody takes these for missing. */
import { grad } from 'delta-tape';
import { why } from 'delta-tape/plain';
import { modules } from '../../../support/linked-modules.js';

const load = <T>(text: string): T =>
  modules({ program: `import { grad } from 'delta-tape';\n${text}` })('program') as T;

/** Gradients that are wrong where a field is taken for missing that is there. */
const programs: readonly (readonly [name: string, text: string, expected: readonly number[]])[] = [
  [
    'A flag',
    `const cfg = JSON.parse('{"log":true,"k":2}');
     export const run = () => [grad((x) => (cfg.log ? x : x * x) * cfg.k)(3)];`,
    [2],
  ],
  [
    'Tests',
    `const f = (x, o) => { let s = x * o.k; if (o.on && x > 0) s *= 2; if (!o.on) s *= 5; return s; };
     export const run = () => [grad(f)(3, { k: 1, on: true }), grad(f)(3, { k: 1, on: false })];`,
    [2, 5],
  ],
  [
    'Options',
    `const f = (x, o) => x * o.k * (o.l2 ?? 5) * (o.reg?.l1 ?? 7);
     export const run = () => [grad(f)(3, { k: 1, l2: 2 }), grad(f)(3, { k: 1, reg: { l1: 3 } })];`,
    [14, 15],
  ],
  [
    'A text',
    `const f = (x, o) => o.k * ((o.kind ?? 'b') === 'a' ? x : x * x);
     export const run = () => [grad(f)(3, { k: 1, kind: 'a' }), grad(f)(3, { k: 1 })];`,
    [1, 6],
  ],
  [
    'Fields that are added',
    `const one = { a: 1 }; one.b = 2; const two = {}; Object.assign(two, { c: 4 });
     export const run = () => [grad((x) => x * one.a * (one.b ?? 7) * (two.c ?? 3))(3)];`,
    [8],
  ],
  [
    'A spread behind a field',
    `const f = (x, o) => { const q = { l2: 0.1, ...o }; return x * o.k * q.l2; };
     export const run = () => [grad(f)(3, { k: 1, l2: 2 }), grad(f)(3, { k: 1 })];`,
    [2, 0.1],
  ],
  [
    'A spread',
    `const f = (x, o) => { const q = { ...o, m: 1 }; return x * o.k * (q.l2 ?? 5) * q.m; };
     export const run = () => [grad(f)(3, { k: 1, l2: 2 }), grad(f)(3, { k: 1 })];`,
    [2, 5],
  ],
  [
    'Rows',
    `const rows = JSON.parse('[{"v":1,"w":3},{"v":2}]');
     export const run = () => [grad((x) => rows.reduce((s, r) => s + x * r.v * (r.w ?? 1), 0))(3)];`,
    [5],
  ],
  [
    'An assertion of a type',
    `const f = (x: number, o: { k: number }) => x * o.k * ((o as any).l2 ?? 3);
     export const run = () => [grad(f)(3, { k: 1, l2: 2 } as any), grad(f)(3, { k: 1 })];`,
    [2, 3],
  ],
  [
    'A loop that carries objects',
    `const f = (x, p) => { let q = { a: 1, b: 2 }; for (let i = 0; i < 2; i++) q = p; return x * q.a * (q.c ?? 3); };
     export const run = () => [grad(f)(3, { a: 1, b: 2, c: 5 }), grad(f)(3, { a: 1, b: 2 })];`,
    [5, 3],
  ],
  [
    'A branch between objects',
    `const f = (x, p) => { const q = x > 0 ? p : { a: 1 }; return x * q.a * (q.c ?? 3) * p.a; };
     export const run = () => [grad(f)(3, { a: 1, c: 5 }), grad(f)(3, { a: 1 }), grad(f)(-3, { a: 1 })];`,
    [5, 3, 3],
  ],
  [
    'An instance',
    `class M { k = 2; } const m = new M(); m.on = true;
     export const run = () => [grad((x) => (m.on ? x : x * x) * m.k)(3)];`,
    [2],
  ],
];

test.each(programs)('%s.', (_, text, expected) => {
  const { run } = load<{ run: () => number[] }>(text);
  expect(run()).toEqual(expected);
});

const exact = `const cfg = { a: 2 };
export const f = (x: number) => { const o = { k: 3 }; return x * cfg.a * (cfg.b ?? 7) * o.k * (o.m ?? 2); };`;

test('What is missing in a literal of the module is missing.', () => {
  const { f } = load<{ f: (x: number) => number }>(exact);
  expect(why(f).answers).toBe('compiled');
  expect(grad(f)(1)).toBe(84);
});

/** Types that say what arguments are: compiled code takes them, and answers what a run does. */
import { modules, type F } from '../../../support/linked-modules.js';
import { answer, difference, withoutCompiled } from '../../../support/tiers.js';

/** True if compiled code answers; a wrong answer is an error. */
function answers(f: F, args: unknown[]): boolean {
  const found = answer(f as never, args, 0);
  if (found === null) return false;
  expect(withoutCompiled(() => difference(found, f as never, args, 0))).toBeNull();
  return true;
}

const programs: readonly (readonly [what: string, text: string, args: () => unknown[]])[] = [
  [
    'types with parameters, and defaults of these',
    'interface Box<T, U = number> { v: T; w: U } type L<T> = readonly T[]; export function f(b: Box<L<number>>, c: Box<Box<number>>) { return b.v[0] * b.w + c.v.v * c.w; }',
    () => [
      { v: [2, 3], w: 4 },
      { v: { v: 1, w: 2 }, w: 3 },
    ],
  ],
  [
    'enums of texts and of numbers',
    "enum K { A = 'a', B = 'b' } enum N { X, Y = 5 } type T = { k: K; n: N; v: number }; export function f(x: number, t: T) { return (t.k === K.A ? x * x : x) * t.v * t.n; }",
    () => [3, { k: 'a', n: 5, v: 2 }],
  ],
  [
    'types of variables, their parts, and their keys',
    "const init = { w: [1, 2], m: { a: 1, b: 2 } }; type P = typeof init; export function f(p: P, q: P['m'], k: keyof P['m']) { let s = 0; for (const n in p.m) s += p.m[n as 'a'] * q[n as 'b']; return s * p.w[0] + q[k]; }",
    () => [{ w: [1, 2], m: { a: 3, b: 4 } }, { a: 1, b: 5 }, 'b'],
  ],
  [
    'what functions return',
    'function make(x: number): { a: number; b: number[] } { return { a: x, b: [x] }; } export function f(p: ReturnType<typeof make>) { const q = make(p.a); return q.a * q.b[0] + p.b[0]; }',
    () => [{ a: 2, b: [3] }],
  ],
  [
    'names of a constant, where the type has none',
    'const target = { a: 1, b: 2 }; export function f(p: Record<string, number>) { let s = 0; for (const k of Object.keys(target)) s += (p[k] - target[k as "a"]) ** 2; for (const k in target) s *= p[k]; return s; }',
    () => [{ a: 2, b: 4 }],
  ],
  [
    'options that are left out',
    'const usual = { a: 1, b: 2 }; const g = (x: number, o: Partial<typeof usual> = {}) => { const all = { ...usual, ...o }; return x * all.a + all.b; }; export function f(p: { x: number }) { return g(p.x, { b: p.x }) * g(p.x); }',
    () => [{ x: 2 }],
  ],
  [
    'a key that comes later',
    'export function f(p: { a: number }) { const o: { a: number; b?: number } = { a: p.a }; o.b = p.a * 3; let s = 0; for (const k in o) s = s * 2 + o[k as "a"]; return s; }',
    () => [{ a: 2 }],
  ],
];

test.each(programs)('Compiled code answers for %s.', (_, text, args) => {
  const f = modules({ program: text })('program').f as F;
  expect(answers(f, args())).toBe(true);
});

const left: readonly (readonly [what: string, text: string, args: () => unknown[]])[] = [
  [
    'a type with parameters that contains itself',
    'type R<T> = { v: T; next: R<T> | null }; export function f(p: R<number>) { let s = 0; let n: R<number> | null = p; while (n) { s += n.v * n.v; n = n.next; } return s; }',
    () => [{ v: 1, next: { v: 2, next: null } }],
  ],
  [
    'a key that comes in a loop, where the keys are asked for',
    'export function f(p: { a: number }) { const o: { a: number; b?: number } = { a: p.a }; let s = 0; for (let i = 0; i < 3; i++) { s += Object.keys(o).length * p.a; o.b = s; } return s; }',
    () => [{ a: 2 }],
  ],
  [
    'an object with a prototype that is written down',
    'export function f(p: { a: number }) { const q = { a: p.a * 7 }; const o: any = { __proto__: q }; return (o.a ?? 5) * p.a; }',
    () => [{ a: 2 }],
  ],
  [
    'other keys than the type has',
    'export function f(p: { a: number; b: number }) { let s = 0; for (const k in p) s = s * 2 + p[k as "a"]; return s; }',
    () => [{ b: 1, a: 2 }],
  ],
];

test.each(left)('Runs answer for %s.', (_, text, args) => {
  const f = modules({ program: text })('program').f as F;
  expect(answers(f, args())).toBe(false);
});

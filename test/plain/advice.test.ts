/** Programs that are written oddly are differentiated as they are; those that say the same plainly are compiled. */
import { why } from 'delta-tape/plain';
import { load } from '../support/plain.js';
import { complaintAbout } from '../support/tiers.js';

type F = (...args: never[]) => unknown;

const functionOf = (text: string) => load<{ f: F }>(`${text}\nexports.f = f;`).f;

/** A program, and one that is written plainly. */
const table: readonly (readonly [string, string])[] = [
  [
    'function mean() { let s = 0; for (let i = 0; i < arguments.length; i++) s += arguments[i]; return s; } function f(x: number) { return (mean as any)(x, 2 * x); }',
    'function mean(...args: number[]) { let s = 0; for (let i = 0; i < args.length; i++) s += args[i]; return s; } function f(x: number) { return mean(x, 2 * x); }',
  ],
  [
    'const g = (a: number, b: number) => a * b; function f(x: number) { return g.apply(null, [x, 2]); }',
    'const g = (a: number, b: number) => a * b; function f(x: number) { return g(x, 2); }',
  ],
  [
    'function* grid(n: number): Generator<number, void, number> { for (let i = 0; i < n; i++) i += Number((yield i / n) > 9); } function f(x: number) { const g = grid(4); let s = 0; for (let t = g.next(); !t.done; t = g.next(x)) s += t.value * x * x; return s; }',
    'function grid(n: number, each: (t: number) => void) { for (let i = 0; i < n; i++) each(i / n); } function f(x: number) { let s = 0; grid(4, (t) => { s += t * x * x; }); return s; }',
  ],
  [
    'let parts = [1, 2]; function f(x: number) { parts = [parts[1], parts[0]]; return parts[0] * x * x; }',
    'let part = 1; function f(x: number) { part = 3 - part; return part * x * x; }',
  ],
  [
    'function f(x: number) { let y: any = 0; for (let i = 0; i < 3; i++) y = { a: i * x }; return y.a * x; }',
    'function f(x: number) { let y: any = { a: 0 }; for (let i = 0; i < 3; i++) y = { a: i * x }; return y.a * x; }',
  ],
  [
    'function f(x: number) { const b: any = x > 0; return b * x; }',
    'function f(x: number) { const b: any = x > 0 ? 1 : 0; return b * x; }',
  ],
  [
    'function f(x: number) { const p: any = { a: x }; return Math.sin(p); }',
    'function f(x: number) { const p: any = { a: x }; return Math.sin(p.a); }',
  ],
  [
    'function f(x: number) { let y: any; return Math.sin(y) * x; }',
    'function f(x: number) { let y: any = 0; return Math.sin(y) * x; }',
  ],
  [
    "function f(x: number) { const k: any = 'a'; return Math.sin(k) * x; }",
    "function f(x: number) { const k: any = 'a'; return (k === 'a' ? 1 : 2) * x; }",
  ],
  [
    'function f(x: number) { const C: any = (t: number) => ({ t }); const d = new C(x); return d.t * x; }',
    'function f(x: number) { const d = { t: x }; return d.t * x; }',
  ],
  [
    'class A { [`a${1}`] = 2; } function f(x: number) { const o: any = new A(); return o.a1 * x; }',
    'class A { a1 = 2; } function f(x: number) { const o: any = new A(); return o.a1 * x; }',
  ],
  [
    'function f(x: number, p: { b: number }) { const o = { get a() { return x; }, ...p }; return o.a * x; }',
    'function f(x: number, p: { b: number }) { const o = { ...p, get a() { return x; } }; return o.a * x; }',
  ],
  [
    'function f(x: number) { console.log(x); return x * x; }',
    'function f(x: number) { return x * x; }',
  ],
  [
    'async function get(x: number) { return x; } function f(x: number) { return x * ((get(x) as any) ?? 1); }',
    'function f(x: number, got: number) { return x * got; }',
  ],
  [
    'function f(x: number, k: number) { const a: any[] = [x, [x, 1]]; return a[k] * x; }',
    'function f(x: number, k: number) { const a: any[] = [x, 1]; return a[k] * x; }',
  ],
];

test.each(table)('%s is right, and %s is compiled.', (odd, usual) => {
  const args = [0.7, odd.includes('...p') ? { b: 1 } : 1];
  expect(complaintAbout(functionOf(odd), args)).toBeNull();
  expect(why(functionOf(usual), ...args).answers).toBe('compiled');
  expect(complaintAbout(functionOf(usual), args)).toBeNull();
});

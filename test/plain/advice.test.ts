/** The obstacle that `why` names: a function is compiled once its advice is followed to the letter. */
import { why } from 'delta-tape/plain';
import { load } from '../support/plain.js';

type F = (...args: never[]) => unknown;

const compiledVersion = (text: string) =>
  why(load<{ f: F }>(`${text}\nexports.f = f;`).f).versions[0];

/** A program, what is said of it, and the program as it is advised. */
const table: readonly (readonly [RegExp, RegExp, string, string])[] = [
  [
    /a function that uses arguments/,
    /take them as \(\.\.\.args\)/,
    'function mean() { let s = 0; for (let i = 0; i < arguments.length; i++) s += arguments[i]; return s; } function f(x: number) { return (mean as any)(x, 2 * x); }',
    'function mean(...args: number[]) { let s = 0; for (let i = 0; i < args.length; i++) s += args[i]; return s; } function f(x: number) { return mean(x, 2 * x); }',
  ],
  [
    /the method apply of a function/,
    /with its arguments written down/,
    'const g = (a: number, b: number) => a * b; function f(x: number) { return g.apply(null, [x, 2]); }',
    'const g = (a: number, b: number) => a * b; function f(x: number) { return g(x, 2); }',
  ],
  [
    /a generator/,
    /call a function with each value/,
    'function* grid(n: number): Generator<number, void, number> { for (let i = 0; i < n; i++) i += Number((yield i / n) > 9); } function f(x: number) { const g = grid(4); let s = 0; for (let t = g.next(); !t.done; t = g.next(x)) s += t.value * x * x; return s; }',
    'function grid(n: number, each: (t: number) => void) { for (let i = 0; i < n; i++) each(i / n); } function f(x: number) { let s = 0; grid(4, (t) => { s += t * x * x; }); return s; }',
  ],
  [
    /an assignment to parts outside of the function, which holds more/,
    /or return what it is to hold/,
    'let parts = [1, 2]; function f(x: number) { parts = [parts[1], parts[0]]; return parts[0] * x * x; }',
    'let part = 1; function f(x: number) { part = 3 - part; return part * x * x; }',
  ],
  [
    /y is a number before a loop and an object in it/,
    /begin with an object/,
    'function f(x: number) { let y: any = 0; for (let i = 0; i < 3; i++) y = { a: i * x }; return y.a * x; }',
    'function f(x: number) { let y: any = { a: 0 }; for (let i = 0; i < 3; i++) y = { a: i * x }; return y.a * x; }',
  ],
  [
    /a boolean where a number is expected/,
    /by a condition/,
    'function f(x: number) { const b: any = x > 0; return b * x; }',
    'function f(x: number) { const b: any = x > 0 ? 1 : 0; return b * x; }',
  ],
  [
    /an object where a number is expected/,
    /use its fields/,
    'function f(x: number) { const p: any = { a: x }; return Math.sin(p); }',
    'function f(x: number) { const p: any = { a: x }; return Math.sin(p.a); }',
  ],
  [
    /undefined where a number is expected/,
    /give it a number/,
    'function f(x: number) { let y: any; return Math.sin(y) * x; }',
    'function f(x: number) { let y: any = 0; return Math.sin(y) * x; }',
  ],
  [
    /a text where a number is expected/,
    /compare texts/,
    "function f(x: number) { const k: any = 'a'; return Math.sin(k) * x; }",
    "function f(x: number) { const k: any = 'a'; return (k === 'a' ? 1 : 2) * x; }",
  ],
  [
    /new C of what is no class/,
    /use plain objects/,
    'function f(x: number) { const C: any = (t: number) => ({ t }); const d = new C(x); return d.t * x; }',
    'function f(x: number) { const d = { t: x }; return d.t * x; }',
  ],
  [
    /a field of a class with a computed name/,
    /give it a plain name/,
    'class A { [`a${1}`] = 2; } function f(x: number) { const o: any = new A(); return o.a1 * x; }',
    'class A { a1 = 2; } function f(x: number) { const o: any = new A(); return o.a1 * x; }',
  ],
  [
    /a spread behind a getter/,
    /put it in front/,
    'function f(x: number, p: { b: number }) { const o = { get a() { return x; }, ...p }; return o.a * x; }',
    'function f(x: number, p: { b: number }) { const o = { ...p, get a() { return x; } }; return o.a * x; }',
  ],
  [
    /the global console/,
    /print outside/,
    'function f(x: number) { console.log(x); return x * x; }',
    'function f(x: number) { return x * x; }',
  ],
  [
    /an async function/,
    /await outside/,
    'async function get(x: number) { return x; } function f(x: number) { return x * ((get(x) as any) ?? 1); }',
    'function f(x: number, got: number) { return x * got; }',
  ],
  [
    /elements of different kinds/,
    /make all of them numbers/,
    'function f(x: number, k: number) { const a: any[] = [x, [x, 1]]; return a[k] * x; }',
    'function f(x: number, k: number) { const a: any[] = [x, 1]; return a[k] * x; }',
  ],
];

test.each(table)('why says %s and %s, and is right.', (what, instead, text, followed) => {
  const { exists, obstacle } = compiledVersion(text);
  expect(exists).toBe(false);
  expect(obstacle?.what).toMatch(what);
  expect(obstacle?.instead).toMatch(instead);
  expect(compiledVersion(followed).obstacle).toBeUndefined();
});

test('What is not followed stays in the way.', () => {
  for (const [, , text] of table) expect(compiledVersion(text).exists).toBe(false);
});

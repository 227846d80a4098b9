/** Variables that hold nothing before a loop that gives them something, and functions that return from inside of loops. */
import { why } from 'delta-tape/plain';
import { answers, modules, type F } from '../../../support/linked-modules.js';

const at = () => [Float64Array.of(0.3, -0.7, 1.2)];
const load = (body: string, more = ''): F =>
  modules({ f: `${more}\nexport function f(xs: Float64Array): number { ${body} }` })('f').f as F;

test.each([
  ['let y; let i = 0; do { y = xs[0] * i; i++; } while (i < 4); return y * y;'],
  ['let y; for (let i = 0; i < 3; i++) { y = xs[i] * i; if (y < -0.5) break; } return y * xs[2];'],
  [
    'let y; for (let i = 0; i < 2; i++) for (const x of xs) { y = x * i; if (y > 1) break; } return y;',
  ],
  ['let b = null; for (const x of xs) if (b === null || x < b) b = x; return b * b;'],
  ['let b; for (const x of xs) if (!b || x > b.v) b = { v: x, w: x * x }; return b.v * b.w;'],
  [
    'let b = null, k; for (let i = 0; i < 3; i++) { k = i; if (xs[i] < 0) { b = { k, x: xs[i] }; break; } } return b ? b.x * b.k + k : 0;',
  ],
  [
    'let q; let s = 0; for (const x of xs) { if (q !== undefined) s += q[0] * x; q = [x, s]; } return s;',
  ],
  [
    'let l: number[]; for (let k = 1; k < 3; k++) { l = []; for (const x of xs) l.push(x * k); } return l![0] * l![2];',
  ],
  [
    'let p = null, s = 0; for (const x of xs) { s += p === null ? 1 : p * x; p = x < 0 ? null : x; } return s;',
  ],
])('Compiled code answers for a variable that holds nothing before a loop: %s', (body) => {
  expect(answers(load(body), at())).toBe(true);
});

test.each([
  ['let y; for (let i = 0; i < 3; i++) y = xs[i + 2]; return y === undefined ? xs[0] : 2 * xs[1];'],
  ['let y; if (xs[0] > 0) y = xs[9]; return y === undefined ? xs[0] : 2 * xs[1];'],
  [
    'let y = null; for (let i = 0; i < 3; i++) y = xs[i + 2]; return y === null ? xs[0] : 2 * xs[1];',
  ],
  [
    'let y = null; for (let i = 0; i < 3; i++) y = xs[i + 2]; return y == null ? xs[0] : 2 * xs[1];',
  ],
  [
    'let y = null; for (let i = 0; i < 3; i++) y = xs[i + 2]; return y === undefined ? xs[0] : 2 * xs[1];',
  ],
  ['let y = null; if (xs[0] > 0) y = xs[9]; return (y ?? 3) * xs[0];'],
  ['let y; for (let i = 0; i < 0; i++) y = xs[i]; return (y ?? 3) * xs[0];'],
])('An element that is not there is missing, though it was given: %s', (body) => {
  expect(answers(load(body), at())).toBe(true);
});

test('Where arithmetic needs what is missing, a run says that it is NaN.', () => {
  const f = load('let y; let s = 0; for (const x of xs) { s += y * x; y = x; } return s;');
  expect(why(f).answers).toBe('compiled');
  expect(answers(f, at())).toBe(false);
});

test.each([
  [
    'const find = (t: number) => { for (const x of xs) if (x > t) return [x, x * t]; return [1, t]; };',
  ],
  [
    'const find = (t: number) => { for (const x of xs) { for (const y of xs) if (x * y > t) return { a: x, b: y }; } return { a: t, b: 2 }; };',
  ],
  [
    'const find = (t: number) => { let a = t; for (;;) { const b = 0.5 * (a + 2 / a); if (Math.abs(a - b) < 1e-9) return { a: b, b: a * t }; a = b; } };',
  ],
  [
    'const find = (t: number) => { for (const x of xs) if (x > t) return xs; return xs.map((x) => x * t); };',
  ],
  [
    'const find = (t: number) => { const l = Array.from(xs, (x) => [x, x]); for (const r of l) for (const x of r) { if (x > 9) throw new RangeError("large"); r[0] += t; } return l[0]; };',
  ],
])('A function returns an object or an array from inside of a loop: %s', (find) => {
  const use = find.includes('{ a:')
    ? 'find(0.5).a * find(1 + xs[2]).b'
    : 'find(0.5)[0] * find(1 + xs[2])[1]';
  const f = load(`${find} return ${use};`);
  expect(why(f).versions[0].obstacle).toBeUndefined();
  expect(answers(f, at())).toBe(true);
});

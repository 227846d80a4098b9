/** Statements whose parts are known where code is lowered: variables by `var`, `try`, and texts that are compared. */
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';
import { answers, modules, type F } from '../../../support/linked-modules.js';

const at = () => [Float64Array.of(0.3, -0.7, 1.2)];
const load = (body: string, more = ''): F =>
  modules({ f: `${more}\nexport function f(xs: Float64Array): number { ${body} }` })('f').f as F;
const act = `function act(x: number, kind: string): number {
  if (kind === 'relu') return Math.max(x, 0);
  return kind !== 'tanh' ? x : Math.tanh(x);
}`;
const switched = `function act(x: number, kind: string): number {
  switch (kind) { case 'relu': return Math.max(x, 0); case 'tanh': return Math.tanh(x); default: return x; }
}`;
const acts = "return act(xs[0], 'relu') + act(xs[1], 'tanh') + act(xs[2], 'none');";

test.each([
  ['var s = 0; for (var i = 0; i < 3; i++) { var t = xs[i] * xs[i]; s += t; } return s * i;'],
  [
    'var s = 0; for (var i = 0; i < 3; i++) { if (xs[i] < 0) break; s += xs[i]; } return s * (i + 1);',
  ],
  ['if (xs[0] > 0) { var a = xs[1]; } else { var a = xs[2]; } return a * a;'],
  [
    'var a = xs[0]; var a; const up = () => { a *= xs[1]; }; up(); { var a = a * xs[2]; } return a;',
  ],
  ['const b = a === undefined ? xs[0] : xs[1]; var a = 2; return b * a;'],
  ['var xs; let s = 0; for (var x of xs) s += x * x; return s;'],
  ['let t; let s = 0; for (let i = 0; i < 3; i++) { t = xs[i] * 2; s += t * t; } return s;'],
  ['try { return xs[0] * xs[1]; } catch (e) { return 5; }'],
  [
    'const w = xs.slice(); const g = () => { try { return w[0] * xs[1]; } finally { w[0] = 9; } }; return g() * w[0];',
  ],
  [
    'let s = 1; const g = () => { try { if (xs[0] > 0) return s * xs[1]; s = 4; } finally { s += xs[2]; } return s; }; return g() * s;',
  ],
  [
    'let s = 0; for (const x of xs) { try { if (x < 0) continue; s += x * x; } finally { s += 1; } s *= 2; } return s;',
  ],
  ["const o = { kind: 'a', x: xs[0] }; return o.kind === 'a' ? o.x * 2 : 0;"],
  [
    "let s = 0; switch ('b') { case 'a': s += 7; case 'b': s += xs[1]; case 'c': s += xs[2]; break; default: s = 9; } return s;",
  ],
  ['if (xs[0] < 0) { var a = xs[1]; } return (a ?? 3) * xs[0];'],
  ['let v; return xs[0] * xs[1] + (v < 1 || v >= 0 ? 5 : xs[2]) * xs[0];'],
  ['let v; const a = v - 1; return (a === a ? 7 : xs[2]) * xs[0] + ((v * 2) | 0) + xs[1];'],
  ['let s = 0; for (let i = 0; i < 3; i++) { s += t ?? 5; var t = xs[i] * xs[i]; } return s;'],
  ['let s = 0; for (let i = 0; i < 3; i++) { var t = xs[i] * xs[i]; s += t; } return s * t;'],
  ['let s = 0; for (var x of xs) s += x * x; return s * x;'],
  ["let k = 'a'; let s = 0; for (const x of xs) { if (k === 'a') s += x; k = 'b'; } return s;"],
])('Compiled code answers as a run does: %s', (body) => {
  expect(answers(load(body), at())).toBe(true);
});

test('A text that a function is given is known in it, also in one that calls itself.', () => {
  expect(answers(load(acts, act), at())).toBe(true);
  expect(answers(load(acts, switched), at())).toBe(true);
  const again = `const kind = 'a';
function r(x: number, n: number, k: string): number {
  return n < 1 ? x : k === kind ? x * r(x, n - 1, 'b') : r(x * 2, n - 1, 'a');
}`;
  expect(answers(load("return r(xs[0], 3, 'a');", again), at())).toBe(true);
});

test.each([
  ['try { return xs[0]; } finally { return xs[1] * 2; }'],
  ['return (xs as any).map((x: number) => [x])[0][0];'],
  ['return (xs as any).map((x: number) => ({ x }))[0].x;'],
  ["try { if (xs[0] > 0) throw new Error('a'); return xs[0]; } catch (e) { return 5 * xs[1]; }"],
  ["const k: any = '1'; return k == 1 ? xs[0] : xs[1];"],
])('A run answers: %s', (body) => {
  expect(compiled.answer(load(body), at(), 0)).toBeNull();
});

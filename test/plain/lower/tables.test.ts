/** Arrays and objects of functions outside: they are known where nobody can change them, whatever types promise. */
import { disagreements } from '../../support/agreement.js';
import { loweredText } from '../../support/numeric.js';

const table =
  'const fs = [Math.sin, (v: number) => v * v]; const ops = { up: (v: number) => v + 1, down(v: number) { return v * 0.5; } };';
const textTag = (text: string): string => {
  const found = loweredText(text);
  return found.tag === 'lowered' && found.classes.size > 0 ? 'asked on entry' : found.tag;
};
const tag = (others: string, use: string): string => textTag(`${table}\n${others}\n${use}`);
const known =
  'function f(x: Float64Array): number { let s = x[1]; for (const g of fs) s = g(s); return s + fs[1](x[0]); }';
const named =
  'function f(x: Float64Array): number { const k = x[0] > 0 ? "up" : "down"; return ops[k](x[1]); }';

test.each([
  'export const at = (k: number, v: number) => fs[k % 2](v);',
  'export function all(v: number) { for (let i = 0; i < fs.length; i++) v = fs[i](v); return v; }',
  'export function back(v: number) { for (let i = fs.length - 1; i >= 0; i -= 1) v = fs[i + 0](v); return v; }',
  'export const chosen = (k: number, v: number) => { const g = fs[k]; return g(v); };',
  'export const one = (v: number) => fs[v > 0 ? 1 : Math.floor(v)](v) + fs["0"](v);',
  'export const some = fs.map((g) => g(1)).concat(fs.reduce((s, g) => g(s), 2));',
  'export type Table = typeof fs;',
])('%s leaves an array of functions as it is.', (others) => {
  expect(tag(others, known)).toBe('lowered');
  expect(
    disagreements(`${table}\n${others.replaceAll('export ', '')}\n${known}`, [0.4, 2]),
  ).toEqual([]);
});

test.each([
  'export const run = (k: string, g: any) => (fs as any)[k](g);',
  'export const run = (k: any, g: any) => fs[k](g);',
  'export const run = (k: number, g: any) => fs[k](g);',
  'export const run = (g: any) => fs["pu" + "sh"](g);',
  'export const run = (g: any) => fs[`push`](g);',
  'export const run = (g: any) => { let k: any = 0; k = "push"; fs[k](g); };',
  'export const run = (g: any) => { let k: any = 0; (k as any) = "push"; fs[k](g); };',
  'export const run = (g: any) => { let k: any = 0; [k] = ["push"]; fs[k](g); };',
  'export const run = (g: any) => { let k: any = 0; k += "push"; fs[k](g); };',
  'export const run = (g: any) => { for (const k of ["0", "push"]) fs[k](g); };',
  'export const run = (g: any) => { for (const k in fs) fs[k](g); };',
  'export const run = (g: any) => { const Math = { max: () => "push" }; fs[Math.max()](g); };',
  'export const run = (g: any) => { fs.push(g); };',
  'export const run = (g: any) => { fs.push?.(g); };',
  'export const run = (g: any) => { (fs.push as any)(g); };',
  'export const run = (g: any) => { fs.push!(g); };',
  'export const run = () => { fs.reverse`x`; };',
  'export const run = () => { delete fs[0]; };',
  'export const run = () => { delete (fs[0] as any); };',
  'export const run = (g: any) => { fs[0] = g; };',
  'export const run = (g: any) => { (fs[0] as any) = g; };',
  'export const run = (g: any) => { [fs[0]] = [g]; };',
  'export const run = (g: any) => { ({ g: fs[0] } = { g }); };',
  'export const run = (g: any) => { for (fs[0] of [g]); };',
  'export const run = () => { fs.length = 0; };',
  'export const run = () => fs.map((g, k, all) => all.pop());',
  'export const run = () => fs.map(function () { return arguments[2].pop(); });',
  'export const run = () => { const { push } = fs; return [push, fs]; };',
  'export { fs };',
  'export const all = [...fs, fs];',
  'exports.fs = fs;',
])('%s may change an array of functions.', (others) => {
  expect(['refused', 'asked on entry']).toContain(tag(others, known));
});

test.each([
  'export const run = (v: number) => { for (const k of ["up", "down"]) v = ops[k](v); return v; };',
  'export const run = (v: number) => ops[v > 0 ? "up" : "down"](v);',
  'export const run = (k: keyof typeof ops) => { const g = ops[k]; return g(1); };',
])('%s leaves an object of functions as it is.', (others) => {
  expect(tag(others, named)).toBe('lowered');
});

test.each([
  'export const run = (k: keyof typeof ops) => ops[k](1);',
  'export const run = (g: any) => { ops.__defineGetter__("up", g); };',
  'export const run = (g: any) => { for (const k of ["up", "__defineGetter__"]) ops[k]("up", g); };',
  'export const run = (g: any) => { let k = "up"; k = k + "down"; ops[k](g); };',
  'export const run = (g: any) => { ops.up = g; };',
  'export const run = (g: any) => { Object.assign(ops, { up: g }); };',
  'export { ops };',
  'export default ops;',
])('%s may change an object of functions.', (others) => {
  expect(['refused', 'asked on entry']).toContain(tag(others, named));
});

test.each([
  ['export const run = (v: number) => ops.up(v) + ops["down"](v);', true],
  ['export const run = (g: any) => { ops.__defineGetter__("up", g); };', false],
  ['export const run = (g: any) => { (ops.__defineGetter__ as any)("up", g); };', false],
  ['export const run = (g: any) => { (ops as any).up = g; };', false],
  ['export const run = (g: any) => { delete (ops.up as any); };', false],
  [
    'export const run = (g: any) => { ops.up?.toString(); ops?.__defineGetter__("up", g); };',
    false,
  ],
])('%s leaves a member as it is: %s.', (others, isKept) => {
  const direct = 'function f(x: Float64Array): number { return ops.up(x[0]); }';
  expect(tag(others, direct) === 'lowered').toBe(isKept);
});

test.each([
  'const fs = [Math.sin, (v: number) => v]; export default fs;',
  'export const fs = [Math.sin, (v: number) => v];',
  'var fs = [Math.sin, (v: number) => v];',
  'let fs = [Math.sin, (v: number) => v]; export const set = (to: any) => { fs = to; };',
  'const fs = [Math.sin, g]; var g = (v: number) => v;',
  'const fs = [Math.sin, , (v: number) => v];',
  'const fs = [Math.sin, ...[(v: number) => v]];',
  'const fs = { 0: Math.sin, 1: (v: number) => v };',
  'const fs = { __proto__: [Math.sin, (v: number) => v] };',
  'const fs = { get 1() { return Math.sin; } };',
  'const fs = [Math.sin, function (this: any, v: number) { this[0] = Math.cos; return v; }];',
])('%s is no table that is known.', (text) => {
  const use = 'function f(x: Float64Array): number { return fs[1](x[0]); }';
  expect(['refused', 'asked on entry']).toContain(textTag(`${text}\n${use}`));
});

test.each([
  'const ops = { __proto__: { up: Math.sin }, down: Math.cos };',
  'const ops = { ...{ up: Math.sin }, down: Math.cos };',
])('%s has no names that are known.', (text) => {
  expect(
    loweredText(
      `${text}\nfunction f(x: Float64Array): number { const k = x[0] > 0 ? "up" : "down"; return ops[k](x[1]); }`,
    ).tag,
  ).toBe('refused');
});

test.each(['toString', '__proto__', 'constructor', 'other'])(
  'A table has no function %s.',
  (name) => {
    for (const key of [`.${name}`, `['${name}']`])
      expect(
        tag(
          '',
          `function f(x: Float64Array): number { const g: any = ops${key}; return g(x[0]); }`,
        ),
      ).toBe('refused');
  },
);

test('A list of more than sixteen functions is refused, not written out.', () => {
  const list = (n: number) =>
    `const fs = [${Array.from({ length: n }, (_, k) => `(v: number) => v + ${k}`).join()}];`;
  for (const use of [
    'let s = x[0]; for (const g of fs) s = g(s); return s;',
    'return fs[x[1] > 0 ? 1 : 0](x[0]);',
    'return fs.map((g) => g(x[0])).length;',
  ]) {
    const f = `function f(x: Float64Array): number { ${use} }`;
    expect(loweredText(`${list(16)} ${f}`).tag).toBe('lowered');
    expect(loweredText(`${list(17)} ${f}`)).toMatchObject({
      reason: { what: expect.stringContaining('more than 16 functions') as string },
    });
  }
});

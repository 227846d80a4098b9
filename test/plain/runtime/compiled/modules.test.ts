/**
 * The results of functions of other modules: numbers, arrays, objects, or nothing, as their uses ask
 * for.
 */
import { why } from 'delta-tape/plain';
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';
import { answers, modules, type F } from '../../../support/linked-modules.js';
import { difference, withoutCompiled } from '../../../support/tiers.js';

const at = () => [Float64Array.of(0.3, -0.7, 1.2)];
const g = (body: string, more = ''): string =>
  `${more}\nexport function g(xs: Float64Array, k: number = 2) { ${body} }`;
const f = (body: string, imports = "import { g } from './g';"): string =>
  `${imports}\nexport function f(xs: Float64Array): number { ${body} }`;
const scaled = g('return xs.map((x) => x * x * k);');
const sum = 'let s = 0; for (let i = 0; i < y.length; i++) s += y[i] * (i + 1); return s;';
const single = 'const y = new Float32Array(3); for (let i = 0; i < 3; i++) y[i] = Math.sin(xs[i]);';
const both = 'return { a: xs[0] * xs[1], b: xs.map((x) => x * x), c: 3 };';
const growing = 'for (let i = 0; i < xs.length; i++) xs[i] = xs[i] * xs[i] * k;';
const dense = scaled.replace('export function g', 'function dense');

test.each([
  ['an array', f(`const y = g(xs, 3); ${sum}`), scaled],
  ['a default of a parameter', f(`const y = g(xs); ${sum}`), scaled],
  ['a number[]', f(`const y = g(xs); ${sum}`), g('return [...xs].map((x) => x * x);')],
  ['a Float32Array', f(`const y = g(xs); ${sum}`), g(`${single} return y;`)],
  [
    'an array that keeps its storage',
    f('return g(xs).map((x) => x / 3).reduce((s, x) => s + x * x, 0);'),
    g(`${single} return y;`),
  ],
  [
    'a list',
    f('const y = g(xs); return y[0][1] * y[1][0];'),
    g('return [xs, xs].map((x) => x.map(Math.sin));'),
  ],
  ['an object', f('const { a, b } = g(xs); return a * b[1] + b[0];'), g(both)],
  ['fields of an object', f('const r = g(xs); return r.a * r.b[1] + r.b[0];'), g(both)],
  [
    'a tuple',
    f('const [a, b] = g(xs); return a * b;'),
    g('return [xs[0] * xs[1], Math.sin(xs[2])];'),
  ],
  ['a tuple as an array', f(`const y = g(xs); ${sum}`), g('return [xs[0] * xs[1], xs[2], 1];')],
  [
    'an array as a tuple',
    f('const [a, b, , d] = g(xs); return a * b + (d > 0 ? 1 : xs[1]);'),
    scaled,
  ],
  ['a bool', f('if (g(xs)) return xs[0] * 2; return xs[1] * xs[1];'), g('return xs[0] > 0;')],
  ['what counts as false', f('return g(xs) ? xs[0] : xs[1] * xs[1];'), g('return xs[0] - xs[0];')],
  ['nothing', f('const w = xs.slice(); g(w, 3); return w[0] * w[1] + w[2];'), g(growing)],
  ['elements that are missing', f('const y = g(xs); return y[0] * (y[9] ?? 5) * y[-0];'), scaled],
  ['what one of two branches gives', f(`const y = xs[0] > 0 ? g(xs) : xs; ${sum}`), scaled],
  [
    'what a loop carries',
    f('let h = xs; for (let i = 0; i < 3; i++) h = g(h, i + 1); return h[0] * h[1];'),
    scaled,
  ],
  [
    'what begins a loop',
    f('let h = g(xs); for (let i = 0; i < 3; i++) h = g(h, 2); return h[0];'),
    scaled,
  ],
  ['by a namespace', f(`const y = m.g(xs, 3); ${sum}`, "import * as m from './g';"), scaled],
  [
    'by default',
    f(`const y = h(xs, 3); ${sum}`, "import h from './g';"),
    scaled.replace('export', 'export default'),
  ],
  [
    'by an object',
    f(`const y = o.dense(xs, 3); ${sum}`, "import { o } from './g';"),
    `${dense}\nexport const o = { dense };`,
  ],
  [
    'to another call',
    f('return g([g([xs[0], 2]).a, xs[1]]).a;'),
    'export const g = (v: number[]) => ({ a: v[0] * v[1] });',
  ],
  [
    'for a tuple',
    f('return g([xs[0], xs[1] * 2]);'),
    'export const g = ([a, b]: [number, number]): number => a * b;',
  ],
  [
    'for an object',
    f('return g({ a: xs[0], v: [xs[1], 2] });'),
    'export const g = ({ a, v }: { a: number; v: number[] }): number => a * v[0] * v[1];',
  ],
  [
    'through an inlined function',
    `import { g } from './g';\nconst h = (x: Float64Array) => g(x);\n${f('return h(xs) * 2;', '')}`,
    g('return xs[0] * xs[1] * k;'),
  ],
  ['as its own result', f('return g(xs);'), g('return xs[0] * xs[1] * k;')],
])('A function of another module gives or takes %s.', (_, ofF, ofG) => {
  expect(answers(modules({ f: ofF, g: ofG })('f').f as F, at())).toBe(true);
});

const two = (body: string): string =>
  `export function g(a: Float64Array, b: Float64Array) { ${body} }`;
const mixing = two('for (let i = 0; i < a.length; i++) { a[i] *= b[i]; b[i] += a[i]; }');
const same = g('return xs;');

test.each([
  ['an array twice', 'const c = xs.slice(); g(c, c); return c[0] * c[1];', mixing],
  ['an argument twice', 'g(xs, xs); return xs[0] * xs[1];', mixing],
  [
    'parts that overlap',
    'const c = xs.slice(); g(c.subarray(0, 2), c.subarray(1)); return c[0] * c[1] * c[2];',
    mixing,
  ],
  [
    'one of two arrays, and one of them',
    'const c = xs.slice(), d = xs.slice(); g(xs[0] > 0 ? c : d, c); return c[0] + d[1] * c[2];',
    mixing,
  ],
  [
    'rows that are one',
    'const c = xs.slice(); const m = [c, c]; g(m[0], m[1]); return c[0] * c[1];',
    mixing,
  ],
  [
    'and gives back an array',
    'const c = xs.slice(); const y = g(c); const t = c[0]; y[0] = xs[1] * xs[1]; return c[0] * t;',
    same,
  ],
  [
    'and gives a part',
    'const c = xs.slice(); const v = g(c); const t = c[1]; v[1] = xs[0] * t; return c[1] * t;',
    g('return xs.subarray(0, 2);'),
  ],
  [
    'and gives an object with an array',
    'const c = xs.slice(); const o = g(c); const t = o.c[0]; c[0] = xs[1] * 5; return o.c[0] * t;',
    g('return { a: xs[0], c: xs };'),
  ],
  [
    'and gives one array twice',
    'const o = g(xs); const t = o.a[0]; o.b[0] = xs[1]; return o.a[0] * t;',
    g('const c = xs.slice(); return { a: c, b: c };'),
  ],
  [
    'and gives it back, or another one',
    'const w = xs.slice(); const v = g(w); const t = w[0]; v[0] = v[0] * 3; return w[0] * w[1] + t;',
    g('return xs[1] < 0 ? xs : xs.slice();'),
  ],
  [
    'and gives an array that it captures',
    'const y = g(xs), z = g(xs); const t = z[0]; y[0] = 5; return z[0] * t * xs[0];',
    g('return w;', 'const w: Float64Array = Float64Array.of(2, 3);'),
  ],
])('A run answers where a function of another module takes %s.', (_, ofF, ofG) => {
  const own = modules({ f: f(ofF), g: ofG })('f').f as F;
  expect(compiled.answer(own, at(), 0)).toBeNull();
  expect(why(own).versions[0].obstacle?.what).toMatch(/given twice, or one that it gives back/);
});

const objects = (body: string, imports: string): string =>
  `import { ${imports} } from './g';
interface B { x: number; p: { q: number } }
export function f(bs: B[]): number { ${body} }`;
const ofObjects = `interface B { x: number; p: { q: number } }
export function step(bs: B[]): void { for (const b of bs) b.x += b.p.q; }
export const first = (bs: B[]): B => bs[0];
export const same = (b: B): B => b;
export const fit = (bs: B[]) => ({ slope: bs[0].x * bs[1].x, rest: bs[0].p.q });`;

test.each([
  ['writes into', 'const b = bs[0]; step(bs); return b.x * bs[1].x;', 'step', true],
  ['makes numbers of', 'const { slope, rest } = fit(bs); return slope * rest;', 'fit', true],
  ['gives back one of', 'const r = first(bs); bs[0].x = 5 * bs[1].x; return r.x;', 'first', false],
  ['gives back', 'const r = same(bs[0]); bs[0].p.q = 5 * bs[1].x; return r.p.q;', 'same', false],
])('Another module %s objects of an array.', (_, body, imports, isCompiled) => {
  const own = modules({ f: objects(body, imports), g: ofObjects })('f').f as F;
  const bs = () => [
    { x: 2, p: { q: 3 } },
    { x: 0.5, p: { q: -1 } },
  ];
  const found = compiled.answer(own, [bs()], 0);
  expect(found !== null).toBe(isCompiled);
  const complaint = found && withoutCompiled(() => difference(found, own, [bs()], 0));
  expect(complaint).toBeNull();
});

test('A text is none of the numbers by which another module knows its texts.', () => {
  const own = modules({
    f: "import { g } from './g';\nexport const f = (x: number, k: any): number => x * g(k as never) + k * x;",
    g: "export const g = (k: string): number => (k === 'a' ? 10 : k === 'b' ? 100 : 7);",
  })('f').f as F;
  expect(compiled.answer(own, [3, 1], 0)).toBeNull();
});

test('What one function gives goes to another, whatever it is, and through modules that hand it on.', () => {
  const get = modules({
    f: f(
      'const k = size(xs); const y = g(xs, k); return product(tamed(y));',
      "import { g, product, size, tamed } from './all';",
    ),
    all: "export * from './g';\nexport * from './h';\nexport { size } from './h';",
    g: scaled,
    h: `export const tamed = (y: Float64Array) => y.map(Math.tanh);
export const product = (y: Float64Array) => y[0] * y[1];
export const size = (y: Float64Array) => y[0] + 2;`,
  });
  expect(answers(get('f').f as F, at())).toBe(true);
});

test('Functions in a constant object are those that it holds.', () => {
  const text = `${dense}
const layers = { dense, relu: (x: Float64Array) => x.map((u) => Math.max(u, 0)), twice(x: Float64Array) { return x.map((u) => u * 2); } };
export function f(xs: Float64Array): number { return layers.twice(layers.relu(layers.dense(xs, 3)))[2]; }`;
  expect(answers(modules({ f: text })('f').f as F, at())).toBe(true);
  const replaced = `${text}\nexport const replace = (g: any) => { layers.twice = g; };`;
  const { f: own, replace } = modules({ f: replaced })('f') as unknown as {
    f: F;
    replace: (g: (x: Float64Array) => Float64Array) => void;
  };
  expect(answers(own, at())).toBe(true);
  replace((x) => x);
  expect(compiled.answer(own, at(), 0)).toBeNull();
});

test.each([
  [f(`const y = g(xs); ${sum}`), g('return xs[0];'), /something else than its use asks for/],
  [
    f('let h = xs; for (let i = 0; i < 3; i++) h = g(h); return h[0];'),
    g('return [...xs];'),
    /gives another array/,
  ],
  [f('const { a } = g(xs); return a;'), g('return { b: xs[0] };'), /gives nothing by the name a/],
  [f('const { a } = g(xs); return a;'), g('return xs;'), /gives no object/],
  [
    f('const y = g([xs[0], 1]); y[0] = 5; return y[0];'),
    'export const g = (t: [number, number]) => t;',
    /gives a tuple/,
  ],
  [f('return g(xs) * 2;'), g('xs[0];'), /gives nothing/],
])('What a call asks for is compared with what the function gives: %s', (ofF, ofG, what) => {
  const own = modules({ f: ofF, g: ofG })('f').f as F;
  expect(why(own).versions[0].obstacle?.what).toMatch(what);
  expect(compiled.answer(own, at(), 0)).toBeNull();
});

test('Code under use no grad is compiled where nothing goes into it that depends on inputs.', () => {
  const text = `function largest(xs: Float64Array): number {
  'use no grad';
  let at = 0;
  for (let i = 1; i < xs.length; i++) if (xs[i] > xs[at]) at = i;
  return at;
}
export function f(xs: Float64Array, w: Float64Array): number { return xs[largest(w)] * w[0]; }`;
  const own = modules({ f: text })('f').f as F;
  const both = [...at(), Float64Array.of(2, 5)];
  expect(answers(own, both)).toBe(true);
  expect(why(own).answers).toBe('compiled');
  expect(compiled.answer(own, both, 1 as 0)).toBeNull();
});

test('An argument that is not given has its default.', () => {
  const text =
    'export const f = (x: number, k: number = 3, b: boolean = true): number => (b ? x * k : x);';
  const own = modules({ f: text })('f').f as F;
  expect(answers(own, [2])).toBe(true);
  expect(answers(own, [2, undefined, false])).toBe(true);
  expect(compiled.answer(own, [2], 1 as 0)).toBeNull();
});

/** Where source files take the types of arguments from: annotations, samples, defaults, and uses. */
import { transformSync } from 'esbuild';
import { gradientSource, type GradientSourceOptions } from 'delta-tape/compile';
import { run } from '../../support/plain.js';

type Written = (...args: unknown[]) => { value: number; gradient: unknown };

function written(text: string, options: GradientSourceOptions = {}): Written {
  const source = gradientSource(text, options);
  const name = /export function (\w+)\(/.exec(source)![1];
  return run<Record<string, Written>>(transformSync(source, { loader: 'ts', format: 'cjs' }).code)[
    name
  ];
}

test('Samples tell the types of parameters without annotations.', () => {
  const text =
    'export function f(p, w) { let s = 0; for (const q of p) s += q.x * q.y * w; return s; }';
  const points = [
    { x: 1, y: 2 },
    { x: 3, y: 5 },
  ];
  const f = written(text, { at: [points, 2] });
  expect(f(points, 2)).toEqual({
    value: 34,
    gradient: [
      { x: 4, y: 2 },
      { x: 10, y: 6 },
    ],
  });
  const lengths = written('export const f = (p) => p.length * p[0] * p[1];', {
    at: [Float64Array.of(1, 2)],
  });
  expect(lengths(Float64Array.of(3, 5, 1)).gradient).toEqual(Float64Array.of(15, 9, 0));
});

test.each([
  ['a number', 'export const f = (x) => x * x;', [3], 6],
  ['a list', 'export const f = (xs) => xs.reduce((s, x) => s + x * x, 0);', [[1, 2]], [2, 4]],
  [
    'an array with computed places',
    'export const f = (xs, k) => xs[k] * xs[k + 1];',
    [[2, 3], 0],
    [3, 2],
  ],
  [
    'rows',
    'export function f(m) { let s = 0; for (const row of m) for (const e of row) s += e * e; return s; }',
    [[[1], [2, 3]]],
    [[2], [4, 6]],
  ],
  [
    'an object',
    'export const f = (p) => p.a * p.b.c;',
    [{ a: 2, b: { c: 3 } }],
    { a: 3, b: { c: 2 } },
  ],
  ['a default', 'export const f = (x, scale = 2) => x * scale;', [3, 5], 5],
] as const)('Uses tell that a parameter is %s.', (_, text, args, gradient) => {
  expect(written(text)(...args).gradient).toEqual(gradient);
});

test('A class, an enum and a constant of the module are known.', () => {
  const text = `
    enum Kind { Flat, Steep = 3 }
    const rates = { slow: 0.5, fast: (k: Kind) => (k === Kind.Steep ? 2 : 1) };
    class Point { constructor(readonly x: number, readonly y = 1) {} get area() { return this.x * this.y; } }
    export function f(p: Point, kind: number) { return p.area * rates.fast(Kind.Steep) * kind; }`;
  const { gradient } = written(text)({ x: 2, y: 3 }, 5);
  expect(gradient).toEqual({ x: 30, y: 20 });
});

test.each([
  [
    'a variable of the module is assigned',
    'let n = 0;\nexport function f(x: number) { n = x; return n * x; }',
    /the variable n/,
  ],
  [
    'an object that is given is written',
    'export function f(p: { x: number }) { p.x = p.x * 2; return p.x; }',
    /field x/,
  ],
  [
    'the environment is asked',
    'export const f = (x: number) => x * Number(process.env.RATE);',
    /process/,
  ],
  [
    'a map of the module is written',
    "const all = new Map([['a', 2]]);\nall.set('a', 3);\nexport const f = (x: number) => x * all.get('a')!;",
    /all, which the module computes/,
  ],
  [
    'an object of the module has a method that writes it',
    'const model = { w: 2, set(w: number) { this.w = w; } };\nmodel.set(3);\nexport const f = (x: number) => x * model.w;',
    /model, which the module computes/,
  ],
  [
    'a static field is written',
    'class Model { static rate = 2; }\nModel.rate = 3;\nexport const f = (x: number) => x * Model.rate;',
    /static fields/,
  ],
  ['a text decides', "export const f = (x: number, k: string) => (k === 'a' ? x : -x);", /text/],
  [
    'it is taken by what may be missing',
    'export const f = (p: { x?: number }) => (p.x ?? 0) * 2;',
    /missing/,
  ],
])('Nothing is written where %s.', (_, text, message) => {
  expect(() => gradientSource(text)).toThrow(message);
});

test('Maps and static fields that the module only reads are known.', () => {
  const text = `const all = new Map([['a', 2]]);
    class Model { static rate = 3; }
    export const f = (x: number) => x * all.get('a')! * Model.rate;`;
  expect(written(text)(5)).toEqual({ value: 30, gradient: 6 });
});

test('What no code reads stays as it is in a gradient, unless it may hold reals.', () => {
  const text = 'export const f = (p: { x: number; name: string }) => p.x * p.x;';
  expect(written(text)({ x: 3, name: 'a' }).gradient).toEqual({ x: 6, name: 'a' });
  expect(() =>
    gradientSource('export const f = (p: { x: number; all: Map<string, number> }) => p.x;'),
  ).toThrow(/maps/);
});

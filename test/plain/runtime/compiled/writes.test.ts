/** Writes into arguments happen once, and alike in compiled code and in runs; so do errors in the middle of them. */
import { grad } from 'delta-tape';
import { compareTiers, type Temptation } from '../../../support/temptations.js';
import { load } from '../../../support/plain.js';

const f = (params: string, body: string): string =>
  `interface B { p: number; v: { x: number } }
exports.f = f;
function f(${params}): number { 'use strict'; ${body} }`;
const step = 'for (const b of bs) { b.p += b.v.x * 0.1; b.v.x *= 0.5; }';
interface State {
  count: number;
  e: number;
  on: boolean;
}
const state = (params: string, body: string): string =>
  f(params, body).replace(
    'interface B',
    'interface S { count: number; e: number; on: boolean }\ninterface B',
  );
const swaps =
  'let a = xs, b = ys; for (let k = 0; k < 3; k++) { a[k % 2] += b[0] * 0.5; const t = a; a = b; b = t; } return a[0] * b[1] + a[1];';

const rows: readonly Temptation[] = [
  {
    title: 'an input that is overwritten again and again',
    text: f(
      'xs: Float64Array',
      'for (let k = 0; k < 3; k++) for (let i = 0; i < xs.length; i++) xs[i] = xs[(i + 1) % xs.length] * Math.sin(xs[i]); return xs[0] * xs[1];',
    ),
    args: () => [Float64Array.of(2, 3, 0.3)],
    isCompiled: true,
  },
  {
    title: 'inputs that are swapped',
    text: f('xs: Float64Array, ys: Float64Array', swaps),
    args: () => [Float64Array.of(1, 2), Float64Array.of(3, 4)],
    wrt: [0, 1],
    isCompiled: true,
  },
  {
    title: 'an input that is swapped with what is none',
    text: f('xs: Float64Array, ys: Float64Array', swaps),
    args: () => [Float64Array.of(1, 2), Float64Array.of(3, 4)],
    isCompiled: false,
  },
  ...[Float64Array.of(2, 3), Float32Array.of(2, 3), Int32Array.of(2, 3), [2, 3]].map((w) => ({
    title: `a write into an object of class ${w.constructor.name} that is no input`,
    text: f(
      `x: number, w: ${Array.isArray(w) ? 'number[]' : w.constructor.name}`,
      'w[0] += 1.7; return w[0] * x * Math.sqrt(x);',
    ),
    args: () => [2, w.slice()],
    isCompiled: true,
  })),
  {
    title: 'a write where the gradient is computed twice',
    text: f('x: number, w: number[]', 'w[0] += 1; return w[0] * Math.sqrt(x) * 0 + w[1] * x;'),
    args: () => [0, [2, 3]],
    isCompiled: true,
  },
  {
    title: 'a write of what depends on an input into what is none',
    text: f('x: number, w: Float64Array', 'w[0] = x; return w[0] * x;'),
    args: () => [2, Float64Array.of(2, 3)],
    isCompiled: false,
  },
  {
    title: 'a function that throws half way',
    text: f(
      'x: number, w: Float64Array',
      "w[0] += 1; if (x > 1) throw new Error('no'); w[1] += 1; return w[0] * x;",
    ),
    args: () => [2, Float64Array.of(2, 3)],
    isCompiled: false,
  },
  {
    title: 'a frozen argument that is written',
    text: f('x: number, w: number[]', 'w[0] += 1; return w[0] * x;'),
    args: () => [2, Object.freeze([2, 3])],
    isCompiled: false,
  },
  {
    title: 'arrays that overlap, of which one is written',
    text: f('xs: Float64Array, w: Float64Array', 'w[0] += 1; return w[0] * xs[0] * xs[1];'),
    args: () => {
      const all = Float64Array.of(1, 2, 3);
      return [all.subarray(0, 2), all.subarray(1)];
    },
    isCompiled: false,
  },
  {
    title: 'arrays beside each other, of which one is written',
    text: f('xs: Float64Array, w: Float64Array', 'w[0] += 1; return w[0] * xs[0] * xs[1];'),
    args: () => {
      const all = Float64Array.of(1, 2, 3);
      return [all.subarray(0, 2), all.subarray(2)];
    },
    isCompiled: true,
  },
  {
    title: 'a write where an array has no element',
    text: f('xs: Float64Array', 'xs[5] = 2; return xs[0] * (xs[5] ?? 3);'),
    args: () => [Float64Array.of(1, 2)],
    isCompiled: true,
  },
  {
    title: 'a write that makes a list longer',
    text: f('xs: number[]', 'xs[5] = 2; return xs[0] * (xs[5] ?? 3);'),
    args: () => [[1, 2]],
    isCompiled: false,
  },
  {
    title: 'rows that are written and replaced',
    text: f('m: number[][]', 'const r = m[0]; r[0] *= 2; m[1] = m[0]; return r[0] * m[1][0];'),
    args: () => [
      [
        [1, 2],
        [3, 4],
      ],
    ],
    isCompiled: true,
  },
  {
    title: 'rows of what is no input',
    text: f('x: number, m: number[][]', 'const r = m[0]; r[0] *= 2; return r[0] * x;'),
    args: () => [3, [[1, 2]]],
    isCompiled: false,
  },
  {
    title: 'fields of objects in an array',
    text: f('x: number, bs: B[]', `${step} return bs[0].p * x + bs[1].v.x * x;`),
    args: () => [
      3,
      [
        { p: 1, v: { x: 2 } },
        { p: 3, v: { x: -1 } },
      ],
    ],
    isCompiled: true,
  },
  {
    title: 'fields of a frozen object in an array',
    text: f('x: number, bs: B[]', `${step} return bs[0].p * x + bs[1].v.x * x;`),
    args: () => [3, [Object.freeze({ p: 1, v: { x: 2 } }), { p: 3, v: { x: -1 } }]],
    isCompiled: false,
  },
  ...(
    [
      ['a frozen object', (s) => Object.freeze(s), false],
      [
        'an object of which a field is read-only',
        (s) => Object.defineProperty(s, 'count', { writable: false }),
        false,
      ],
      [
        'an object with a getter',
        (s) => ({
          ...s,
          get count() {
            return 1;
          },
          set count(_) {},
        }),
        false,
      ],
      ['an object', (s) => s, true],
      ['an object to which nothing may be added', (s) => Object.preventExtensions(s), true],
    ] as const satisfies (readonly [string, (s: State) => object, boolean])[]
  ).map(([of, made, isCompiled]) => ({
    title: `writes into fields of ${of}`,
    text: state(
      'x: number, s: S',
      's.count++; if (x > 100) s.on = !s.on; const t = s; t.e *= 2; return s.on ? x * s.e * x : s.count;',
    ),
    args: () => [3, made({ count: 1, e: 0.5, on: true })],
    isCompiled,
  })),
  {
    title: 'fields that are written before a function throws',
    text: state('x: number, s: S', "s.count++; if (x > 1) throw new Error('no'); return s.count;"),
    args: () => [3, { count: 1, e: 0.5, on: true }],
    isCompiled: false,
  },
  {
    title: 'one of two objects that are written, under another name',
    text: state(
      'x: number, a: S, b: S',
      'const s = x > 2 ? a : b; s.e += 2; s.on = false; return a.e * x * x + b.e * x + (a.on ? 7 : x);',
    ),
    args: () => [3, { count: 1, e: 0.5, on: true }, { count: 1, e: 4, on: true }],
    isCompiled: true,
  },
  {
    title: 'an object that is given twice, and written',
    text: state('x: number, a: S, b: S', 'a.e += 2; return b.e * x * x;'),
    args: () => {
      const s = { count: 1, e: 0.5, on: true };
      return [3, s, s];
    },
    isCompiled: false,
  },
  {
    title: 'an element that is missing in a field',
    text: state('x: number, s: S, xs: number[]', 's.e = xs[9]; return (s.e ?? 3) * x;'),
    args: () => [3, { count: 1, e: 0.5, on: true }, [1]],
    isCompiled: false,
  },
  {
    title: 'an input whose fields change in a function that calls itself',
    text: f(
      'b: B',
      'const go = (c: B, n: number): number => { if (n <= 0) return c.p; c.p += Math.sin(c.v.x); c.v.x *= b.p; return go(c, n - 1) * c.v.x; }; return go(b, 4) + b.p;',
    ),
    args: () => [{ p: 1, v: { x: 2 } }],
    isCompiled: true,
  },
  {
    title: 'bools of objects in an array, which are put back',
    text: state(
      'x: number, list: S[]',
      'for (const s of list) { s.count++; if (s.count > 3) s.on = !s.on; } return x * list[0].count * x;',
    ),
    args: () => [
      3,
      [
        { count: 1, e: 0.5, on: true },
        { count: 7, e: 0.5, on: true },
      ],
    ],
    isCompiled: true,
  },
  {
    title: 'texts of objects in an array that are written',
    text: `exports.f = f;\nfunction f(x: number, list: { kind: string; n: number }[]): number { 'use strict'; for (const s of list) if (s.kind === 'a') s.kind = 'b'; return list[0].kind === 'b' ? x : x * x; }`,
    args: () => [
      3,
      [
        { kind: 'a', n: 1 },
        { kind: 'z', n: 2 },
      ],
    ],
    isCompiled: false,
  },
  {
    title: 'parts of an object in an array that are taken out, and change',
    text: f(
      'bs: B[]',
      'const { p, v } = bs[0]; const copy = { ...bs[0] }; bs[0].p = 7 * p; bs[0].v.x += p; return v.x * p * copy.p * copy.v.x;',
    ),
    args: () => [[{ p: 1, v: { x: 2 } }]],
    isCompiled: true,
  },
];

describe('Compiled code and runs agree on', () => {
  test.each(rows)('$title.', compareTiers);
});

test('What is captured and written changes once for each gradient.', () => {
  const { f: counted, w } = load<{ f: (x: number) => number; w: Float64Array }>(
    'const w = Float64Array.of(1, 5);\nexports.w = w;\nexports.f = f;\nfunction f(x: number): number { w[0] += 1; return w[0] * x; }',
  );
  expect([grad(counted)(2), grad(counted)(2)]).toEqual([2, 3]);
  expect([...w]).toEqual([3, 5]);
});

test('A captured array that is an argument, too, is left to a run.', () => {
  const { f: both, w } = load<{ f: (xs: Float64Array) => number; w: Float64Array }>(
    'const w = Float64Array.of(1, 5);\nexports.w = w;\nexports.f = f;\nfunction f(xs: Float64Array): number { w[0] += 1; return w[0] * xs[0]; }',
  );
  expect(() => grad(both)(w)).toThrow('changed through another variable');
});

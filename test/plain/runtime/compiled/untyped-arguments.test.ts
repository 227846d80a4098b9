/**
 * The types of arguments without annotations, by their uses: values that may be missing, texts, and
 * fields that are only handed on.
 */
import { grad } from 'delta-tape';
import { why } from 'delta-tape/plain';
import { modules, type F } from '../../../support/linked-modules.js';
import { answer, difference, withoutCompiled } from '../../../support/tiers.js';

type Row = readonly [name: string, text: string, ...calls: readonly (readonly unknown[])[]];

const cases = (rows: readonly Row[]) =>
  rows.map(([name, text, ...calls]) => [name, text, calls] as const);

/** Compiled code answers each call, as a run does. */
const answered: readonly Row[] = [
  [
    'compared with undefined',
    '(x, k) => { if (k === undefined) k = 2; return x * x * k; }',
    [3],
    [3, 5],
  ],
  ['compared with null', '(x, k) => { if (null != k) x *= k; return x * x; }', [3], [3, 5]],
  ['asked by typeof', "(x, k) => x * (typeof k === 'undefined' ? 2 : k)", [3], [3, 5], [3, NaN]],
  ['void 0', '(x, k) => x * (k !== void 0 ? k : 7)', [3], [3, 5]],
  ['||', '(x, k) => { k = k || 2; return x * x * k; }', [3], [3, 5], [3, 0], [3, NaN]],
  [
    '||= and ??=',
    '(x, k, m) => { k ||= 2; m ??= 3; return x * k * m; }',
    [3],
    [3, 0, 0],
    [3, 4, 5],
  ],
  ['??', '(x, o) => x * (o.a ?? 1) + (o.b ?? 100) * x * x', [3, {}], [3, { a: 2 }], [3, { b: 0 }]],
  [
    'defaults in a pattern',
    '(x, { a = 1, b = 2 } = {}) => a * x + b * x * x',
    [3],
    [3, {}],
    [3, { b: 5 }],
  ],
  [
    '&& and ||',
    '(x, o) => x * x * ((o && o.k) || 0.1)',
    [3],
    [3, {}],
    [3, { k: 0 }],
    [3, { k: 2 }],
  ],
  [
    'an object by default',
    '(x, o = {}) => { o = o || {}; return x * (o.k || 2); }',
    [3],
    [3, { k: 7 }],
  ],
  [
    'a test of a number',
    '(x, o) => { let s = x * x; if (o.fee) s -= o.fee * x; return s; }',
    [3, {}],
    [3, { fee: 2 }],
  ],
  ['a chain', '(x, o) => x * (o?.a?.b ?? 3)', [3], [3, {}], [3, { a: {} }], [3, { a: { b: 4 } }]],
  [
    'fields of rows',
    '(x, d) => d.reduce((s, o) => s + x * o.v * (o.w || 1), 0)',
    [3, [{ v: 1 }, { v: 2, w: 3 }]],
  ],
  [
    'texts',
    "(x, d) => d.reduce((s, c) => s + (c.type === 'call' ? Math.max(x - c.k, 0) : Math.max(c.k - x, 0)), 0)",
    [
      3,
      [
        { type: 'call', k: 1 },
        { type: 'put', k: 5 },
        { k: 9, type: '' },
      ],
    ],
  ],
  [
    'a switch',
    "(x, t) => { switch (t) { case 'l1': return Math.abs(x); case 'l2': return x * x; default: return x; } }",
    [3, 'l1'],
    [3, 'l2'],
    [3, 'no'],
  ],
  ['keys of an object of the module', '(x, m) => x * table[m].e - table[m].r', [3, 'a'], [3, 'b']],
  [
    'two uses of rows',
    '(d) => { let s = 0; for (let i = 1; i < d.length; i++) s += (d[i].x - d[i - 1].x) * d[i].y; return s; }',
    [
      [
        { x: 1, y: 2 },
        { x: 3, y: 5 },
      ],
    ],
  ],
  [
    'a field of rows that is called length',
    '(d) => d.map((j) => j.a).reduce((s, a) => s + a, 0) * d.reduce((s, j) => s + j.length, 0)',
    [
      [
        { a: 1, length: 2 },
        { a: 3, length: 4 },
      ],
    ],
  ],
  [
    'fields that are handed on',
    '(p) => { const q = { a: p.a, b: [p.b, p.c] }; return [q.b[0] * q.a, q.b[1]].reduce((s, v) => s + v * v, 0); }',
    [{ a: 2, b: 3, c: 4 }],
  ],
  [
    'names of fields in turn',
    '(p) => { let s = 0; for (const k of names) s += p[k] * p[k]; return s; }',
    [{ b: 2, a: 3 }],
  ],
  [
    'names of fields in a reduction',
    "(p, q) => names.reduce((s, k) => s + p[k] * q[k], 0) + ['a'].map((k) => p[k])[0]",
    [
      { a: 2, b: 3 },
      { a: 4, b: 5 },
    ],
  ],
  [
    'names of fields in a list of the function',
    "(p) => { const keys = ['a', 'b']; let s = 1; keys.forEach((k) => { s *= p[k] ** 2; }); for (const k of keys) { if (k === 'b') s += p[k]; } return s; }",
    [{ a: 2, b: 3 }],
  ],
  [
    'an object that takes the place of a missing one',
    '(x, o) => { if (!o) o = { a: 1 }; return x * (o.a || 2) * (o.b ?? 3); }',
    [3],
    [3, {}],
    [3, { a: 4, b: 5 }],
  ],
  ['the rest of an object', '({ a, ...more }) => a * more.b + more.c', [{ a: 2, b: 3, c: 4 }]],
  [
    'arrays by default',
    '(x, w = [1, 2, 3]) => w.reduce((s, v) => s + v * x * x, 0)',
    [3],
    [3, [4, 5]],
  ],
  ['a number by typeof', "(x, k) => (typeof k === 'number' ? x * k : x)", [3, 4]],
  [
    'objects with other fields in branches',
    '(x, o) => { const q = x > 2 ? o : { a: 1 }; return x * q.a * o.b; }',
    [3, { a: 2, b: 3 }],
    [1, { a: 2, b: 3 }],
  ],
];

const load = (text: string): F =>
  modules({
    m: `const names = ['a', 'b'];\nconst table = { a: { e: 200, r: 7 }, b: { e: 70, r: 2 } };\nexport const f = ${text};`,
  })('m').f as F;

const isSame = (f: F, args: readonly unknown[]): boolean => {
  const found = answer(f, args, 0);
  if (found === null) return false;
  expect(withoutCompiled(() => difference(found, f, args, 0))).toBeNull();
  return true;
};

test.each(cases(answered))('Compiled code knows %s.', (_, text, calls) => {
  const f = load(text);
  expect(why(f).versions[0]).toMatchObject({ version: 'compiled', exists: true });
  for (const args of calls) expect([args, isSame(f, args)]).toEqual([args, true]);
});

/** Arguments that lowering took for something else: a run answers, and gives what it always gave. */
const left: readonly Row[] = [
  ['null for undefined', '(x, k) => x * (k === undefined ? 2 : 1) * (k ?? 3)', [3, null]],
  ['a text for a number', '(x, k) => { if (k === undefined) k = 2; return x * k; }', [3, '4']],
  ['an array for a number', '(p) => [p.a][0] * 1', [{ a: [2] }]],
  [
    'a getter',
    '(x, o) => x * (o.k || 2)',
    [
      3,
      {
        get k() {
          return 5;
        },
      },
    ],
  ],
  ['a field of a prototype', '(x, o) => x * (o.k || 2)', [3, Object.create({ k: 5 })]],
];

test.each(cases(left))('A run answers for %s.', (_, text, calls) => {
  const f = load(text);
  for (const args of calls) expect(answer(f, args, 0)).toBeNull();
});

test('A list of names that changed is left to a run.', () => {
  const made = modules({
    m: `const names = ['a', 'b'];
export const swap = () => { names[1] = 'c'; };
export const grow = () => { names.push('d'); };
export const f = (x, p) => { let s = 0; for (const k of names) s = 2 * s + x * p[k]; return s; };`,
  })('m') as Record<string, F>;
  const p = { a: 2, b: 3, c: 4, d: 5 };
  expect(isSame(made.f, [3, p])).toBe(true);
  made.swap();
  expect(answer(made.f, [3, p], 0)).toBeNull();
  expect(grad(made.f as (x: number, p: object) => number)(3, p)).toBe(8);
  made.grow();
  expect(grad(made.f as (x: number, p: object) => number)(3, p)).toBe(21);
});

test('A field that only one of two objects is known to have is not taken for missing.', () => {
  const f = load(
    '(x, o) => { const q = x > 2 ? o : { a: 1, b: 5 }; return x * o.a * (q.b ?? 7); }',
  );
  const calls = [
    [3, { a: 2 }],
    [3, { a: 2, b: 4 }],
    [1, { a: 2, b: 4 }],
  ];
  for (const args of calls) {
    const found = answer(f, args, 0);
    if (found !== null) expect(withoutCompiled(() => difference(found, f, args, 0))).toBeNull();
  }
});

/**
 * The contents of a constant of a module are remembered if nobody can change them: it is made anew, and
 * every use of it only looks at it. All other data are read at each call.
 */
import { grad } from 'delta-tape';
import { loweredText } from '../../../support/numeric.js';
import { compile } from '../../../../src/plain/translate.js';
import { run } from '../../../support/plain.js';

const points = `const points = [{ x: 1, y: 2, group: 'a' }, { x: 3, y: 5, group: 'b' }];`;
const annotated = 'type Point = { x: number; y: number; group: string };';
const loss = (body: string) => `export function f(w: number): number { ${body} }`;
const sum = loss('let s = 0; for (const p of points) s += (p.y - w * p.x) ** 2; return s;');

const load = <T>(text: string): T =>
  run<T>(compile(text, { filename: 'program.ts' }, { translated: true, commonjs: true }).code);

const isRemembered = (text: string): boolean => {
  const lowered = loweredText(text);
  if (lowered.tag === 'refused') throw new Error(JSON.stringify(lowered));
  const captured = lowered.origins.filter(({ of }) => of === 'capture');
  expect(captured.length).toBeGreaterThan(0);
  return captured.every(({ isSteady }) => isSteady === true);
};

test.each([
  ['a loop', sum],
  ['patterns', loss('let s = 0; for (const { x, y: z = 1 } of points) s += z - w * x; return s;')],
  [
    'methods',
    loss(
      'return points.reduce((s, { x, y }) => s + y - w * x, 0) + points.map((p) => p.x).length;',
    ),
  ],
  [
    'a filter',
    loss("return points.filter((p) => p.group === 'a').reduce((s, p) => s + w * p.x, 0);"),
  ],
  ['places', loss('return points[0].x * w + points.length;')],
  [
    'a function of the module',
    `const term = (p: Point, w: number) => p.x * w; ${loss('return term(points[0], w) + points[1].y;')}`,
  ],
  ['a name', loss('const first = points[0]; const { x } = first; return w * x;')],
  [
    'a list of the function',
    loss(
      'const near: Point[] = []; for (const p of points) if (p.x < 2) near.push(p); let s = 0; for (const p of near) s += w * p.x; return s + near.length;',
    ),
  ],
  [
    'a sorted list of the function',
    loss('const all = points.slice(); all.sort((a, b) => a.x - b.x); return all[0].x * w;'),
  ],
  [
    'a queue of the function',
    loss(
      'const queue = [...points]; let s = 0; while (queue.length > 0) { const p = queue.pop()!; s += w * p.x; } return s;',
    ),
  ],
])('Data that %s looks at are remembered.', (_, text) => {
  expect(isRemembered(`${annotated}${points}${text}`)).toBe(true);
});

const table =
  "const table: Record<'a' | 'b', { x: number; of: number[] }> = { a: { x: 1, of: [2] }, b: { x: 2, of: [3] } };";
const byKeys = (use: string) =>
  loss(`let s = 0; for (const key of ['a', 'b'] as const) { ${use} } return s;`);

test.each([
  ['s += w * table[key].x * table[key].of[0];', true],
  ['const { x } = table[key]; s += w * x;', true],
  ['const row = table[key]; for (const y of row.of) s += w * y;', true],
  ['s += w * table[key].x; others.push(table[key]);', false],
  ['s += w * table[key].x; table[key].x = 3;', false],
  ['s += w * table[key].of[0]; others.push(table[key].of);', false],
  ['s += w * table[key].x; Object.assign(table[key], { x: 4 });', false],
])('Data that computed names lead to: %s is remembered: %s.', (use, expected) => {
  const module = `const others: unknown[] = []; ${table} export const more = () => { const w = 1; const key = 'a' as 'a' | 'b'; let s = 0; ${use} return s; };`;
  const reads = 's += w * table[key].x * table[key].of[0];';
  expect(isRemembered(`${module} ${byKeys(reads)}`)).toBe(expected);
});

test.each([
  ['[...raw].sort((a, b) => a.x - b.x)', true],
  ['raw.slice().sort((a, b) => a.x - b.x).reverse()', true],
  ['raw.toSorted((a, b) => b.x - a.x)', true],
  ["raw.filter((r) => r.group === 'a')", true],
  ['[...raw, { x: 1, y: 2 }]', true],
  ['raw.map((r) => ({ x: r.x, y: 2 * r.y }))', true],
  ['raw.filter((r) => r.x > 1).map(({ x, y }) => ({ x, y }))', true],
  ['raw.map((r) => r)', false],
  ['raw.map((r) => { others.push(r); return { x: r.x, y: r.y }; })', false],
  ['raw.sort((a, b) => a.x - b.x)', false],
  ['[...raw].sort((a, b) => { others.push(a); return 1; })', false],
  ['raw.filter((r) => others.push(r) > 0)', false],
  ['raw.filter(function (r) { others.push(r); return true; })', false],
  ['raw.slice()', true],
  ['Array.from({ length: 2 }, () => ({ x: 1, y: 2 })).filter((p) => others.push(p) > 0)', false],
  ['[{ x: 1, y: 2 }].filter((p) => others.push(p) > 0)', false],
  ['[...raw, shared]', false],
  ['[...raw, ...others]', false],
  ['raw.concat(others)', false],
])(
  'Data that are made of others that nobody can change are remembered: %s, %s.',
  (init, expected) => {
    const before = `export const shared = { x: 1, y: 2 }; export const others: { x: number; y: number }[] = [shared];
    const raw: Point[] = [{ x: 1, y: 2, group: 'a' }, { x: 3, y: 5, group: 'b' }];`;
    const text = `${annotated}${before} const points: { x: number; y: number }[] = ${init}; ${sum}`;
    expect(isRemembered(text)).toBe(expected);
  },
);

test.each([
  'export const change = () => { raw[0].x = 7; };',
  'export const change = () => { points[0].x = 7; };',
  'const other = raw.filter((r) => r.x > 0); export const change = () => { other[0].x = 7; };',
  'export const change = () => { for (const [, p] of raw.entries()) p.x = 7; };',
  'export const change = () => { [...raw].sort((a) => { a.x = 7; return 0; }); };',
  'export const change = () => { [...raw].sort()[0].x = 7; };',
  'export const change = () => { raw.toReversed()[1].x = 7; };',
  'export const change = () => { Object.assign(...([...raw] as [Point, Point])).x = 7; };',
])('What changes data of which others are made is seen: %s', (change) => {
  const text = `${annotated} const raw: Point[] = [{ x: 1, y: 2, group: 'a' }, { x: 3, y: 5, group: 'b' }];
    const points = [...raw].sort((a, b) => a.x - b.x); ${sum}\n${change}`;
  expect(isRemembered(text)).toBe(false);
  const module = load<{ f: (w: number) => number; change: () => void }>(text);
  const gradient = () => grad(module.f)(2);
  const before = Array.from({ length: 7 }, gradient);
  module.change();
  expect(gradient()).not.toBe(before[0]);
});

test.each([
  ['JSON.parse(\'[{"x":1,"y":2}]\')', true],
  ['Array.from({ length: 3 }, (_, i) => ({ x: i, y: Math.sin(i) }))', true],
  ['Array.from({ length: 3 }, (_, i) => { const x = i / 2; return { x, y: 2 * x }; })', true],
  [
    'Array.from({ length: 3 }, (_, i) => { const o = { x: i, y: 1 }; others.push(o); return o; })',
    false,
  ],
  ['made()', false],
  ['[shared]', false],
  ['[...others]', false],
  ['[{ ...shared }]', false],
  ['others', false],
  ['others.map((o) => ({ x: o.x, y: 1 }))', false],
])('Data that %s makes are remembered: %s.', (init, expected) => {
  const before = `export const shared = { x: 1, y: 2 }; export const others: { x: number; y: number }[] = [shared];
    const made = (): { x: number; y: number }[] => others;`;
  const text = `${before} const points: { x: number; y: number }[] = ${init}; ${sum}`;
  expect(isRemembered(text)).toBe(expected);
});

/** Uses by which somebody changes data, or may come to change them: each is another member of the module. */
const changes: readonly string[] = [
  'export const change = () => { points[0].x = 7; };',
  'export const change = () => { points[0].x++; };',
  'export const change = () => { (points[0] as Point)!.x += 7; };',
  'export const change = () => { [points[0].x] = [7]; };',
  'export const change = () => { ({ a: points[0].x } = { a: 7 }); };',
  "export const change = () => { points.push({ x: 7, y: 1, group: 'a' }); };",
  'export const change = () => { points.length = 1; };',
  'export const change = () => { points.pop(); };',
  "export const change = () => { points.splice(0, 1, { x: 9, y: 1, group: 'c' }); };",
  'export const change = () => { for (const p of points) p.x = 7; };',
  'export const change = () => { points.forEach((p) => { p.x = 7; }); };',
  'export const change = () => { points.map((p) => p)[0].x = 7; };',
  'export const change = () => { points.forEach((_, i, all) => { all[i].x = 7; }); };',
  'export const change = () => { points.filter(() => true)[0].x = 7; };',
  'export const change = () => { points.slice()[0].x = 7; };',
  'export const change = () => { points.at(0)!.x = 7; };',
  'export const change = () => { points.find(() => true)!.x = 7; };',
  'export const change = () => { points.reduce((a, b) => { b.x = 7; return a; }); };',
  'export const change = () => { points.reduce((a) => { a.x = 7; return a; }).x = 8; };',
  'export const change = () => { points.map(function () { arguments[0].x = 7; return 1; }); };',
  'export const change = () => { points.map((...all) => { all[0].x = 7; return 1; }); };',
  'export const change = () => { const [first] = points; first.x = 7; };',
  'export const change = () => { const [...all] = points; all[0].x = 7; };',
  'export const change = () => { const { 0: first } = points; first.x = 7; };',
  'export const change = () => { const p = points[0]; const q = p; q.x = 7; };',
  'export const change = () => { const all = { points }; all.points[0].x = 7; };',
  'export const change = () => { [...points][0].x = 7; };',
  'export const change = () => { Object.assign(points[0], { x: 7 }); };',
  "export const change = () => { Object.defineProperty(points[0], 'x', { value: 7 }); };",
  'export const change = () => { Reflect.set(points[0], "x", 7); };',
  'export const change = () => { (points as any)["p" + "ush"]({ x: 7, y: 1, group: "a" }); };',
  'export const change = () => { delete (points[0] as any).x; points[0].x = 9; };',
  'export const change = () => { (points[0] as any).__defineGetter__("x", () => 7); };',
  'const set = (p: Point) => { p.x = 7; }; export const change = () => { set(points[0]); };',
  'function set() { arguments[0].x = 7; } export const change = () => { (set as any)(points[0]); };',
  'let held: Point; export const change = () => { held = points[0]; held.x = 7; };',
  'const get = () => points; export const change = () => { get()[0].x = 7; };',
  'export const change = () => { const some: Point[] = []; some.push(points[0]); some[0].x = 7; };',
  'export const change = () => { const some: Point[] = []; some.unshift(points[0]); for (const p of some) p.x = 7; };',
  'export const change = () => { const some: Point[] = []; some.push(points[0]); const all = [some]; all[0][0].x = 7; };',
  'export const change = () => { const some: Point[] = []; some.push(points[0]); some.pop()!.x = 7; };',
  'export const change = () => { const some = points.slice(); some.sort((a) => { a.x = 7; return 0; }); };',
  'export const change = () => { const some = points.slice(); some.shift()!.x = 7; };',
  'export const change = () => { const some = points; some.sort((a) => { a.x = 7; return 0; }); };',
  'const own: Point[] = []; const store = { slice: () => own }; export const change = () => { const some = store.slice(); some.push(points[0]); own[0].x = 7; };',
  'export const change = () => { const some = points; some.pop(); };',
  'export const change = () => { const some = [...points]; some.sort()[0].x = 7; };',
  'const kept: Point[] = []; export const change = () => { kept.push(points[0]); kept[0].x = 7; };',
  'export const change = () => { const some = Object.assign([] as Point[]); some.push(points[0]); some[0].x = 7; };',
  'const all: Point[] = []; export const change = () => { const some = ((): Point[] => all)(); some.push(points[0]); all[0].x = 7; };',
  'export const change = () => { const some: any[] = []; some.push(points[0].x); some.push(points[0]); some[1].x = 7; };',
  'export const change = () => { const some: Point[] = []; const put = () => some; some.push(points[0]); put()[0].x = 7; };',
  'export const change = () => { (points.length > 0 && points[0] || points[1]).x = 7; };',
  'export const change = () => { (true ? points : [])[0].x = 7; };',
  'export const change = () => { let p; for (p of points) p.x = 7; };',
  'export const change = () => { let p: any = null; p = points; p[0].x = 7; };',
  'export const change = () => { (0, eval)("1"); eval("points[0].x = 7"); };',
  'export { points }; export const change = (m: any) => { m.points[0].x = 7; };',
];

test.each(changes)('What changes data is seen: %s', (change) => {
  const text = `${annotated}${points}${sum}\n${change}`;
  expect(isRemembered(text)).toBe(false);
  const module = load<{ f: (w: number) => number; change: (all: object) => void }>(text);
  const gradient = () => grad(module.f)(2);
  const before = Array.from({ length: 7 }, gradient);
  module.change(module);
  const after = Array.from({ length: 7 }, gradient);
  expect(new Set(before).size).toBe(1);
  expect(new Set(after).size).toBe(1);
  expect(after[0]).not.toBe(before[0]);
});

test('Remembered texts are told from others that a call is given.', () => {
  const text = `${annotated}${points}
    export function f(w: number, group: string): number {
      let s = 0;
      for (const p of points) s += (p.group === group ? 2 : 3) * w * p.x;
      return s;
    }`;
  expect(isRemembered(text)).toBe(true);
  const { f } = load<{ f: (w: number, group: string) => number }>(text);
  for (let k = 0; k < 7; k++)
    for (const [group, slope] of [
      ['b', 9],
      ['a', 11],
      ['c', 12],
      ['d', 12],
    ] as const)
      expect(grad(f)(1, group)).toBe(slope);
});

test('Two modules of one text have their own data.', () => {
  const text = `${annotated}const points = Array.from({ length: 2 }, () => ({ x: (globalThis as any).steady++, y: 1, group: 'a' }));${sum}`;
  Object.assign(globalThis, { steady: 1 });
  const [one, other] = [0, 1].map(() => load<{ f: (w: number) => number }>(text).f);
  const found = Array.from({ length: 6 }, () => [grad(one)(1), grad(other)(1)]);
  expect(new Set(found.map(String))).toEqual(new Set(['4,36']));
});

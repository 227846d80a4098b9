/** Functions of other modules are given objects that hold arrays of objects: answers are those of runs, by code or not. */
import {
  gradientOf,
  layers,
  layerTypes,
  outcome,
  tree,
  type Call,
} from '../../../support/layers.js';
import { modules, type F } from '../../../support/linked-modules.js';
import { answer, difference, withoutCompiled } from '../../../support/tiers.js';

const g = `${layerTypes}
export const walk = (n: Node): number => n.children.reduce((s, c) => s + c.value * walk(c), Math.sin(n.value));
export function loss(layers: Layer[], x: number): number {
  let s = x;
  for (const l of layers) for (const m of l.neurons) { s = Math.tanh(s * m.b + l.bias); for (const t of m.taps) s += t.x * t.y; }
  return s;
}
export function grow(layers: Layer[]): void { for (const l of layers) for (const m of l.neurons) m.b *= 2 + l.bias; }
export const flat = (rows: { bias: number }[]): number => rows.reduce((s, r) => s + r.bias ** 3, 0);
export const taps = (neurons: { b: number; taps: Point[] }[]): number =>
  neurons.reduce((s, m) => s + m.taps.reduce((t, p) => t + p.x * m.b, p0(m)), 0);
const p0 = (m: { b: number }): number => m.b;
export const one = (l: Layer): number => l.neurons.length * l.bias;
export const other = (ps: { x: number; y: number }[]): number => ps.reduce((s, p) => s + p.x * p.y, 0);
export const sum = (layers) => layers.reduce((s, l) => s + l.neurons.reduce((t, m) => t + m.w[0] * m.b, l.bias), 0);
`;
test.each<[title: string, body: string, args: () => unknown[], isCompiled: boolean]>([
  ['objects with arrays', 'loss(a, x)', () => [layers(), 0.4], true],
  ['objects that are read, too', 'loss(a, x) * a[0].neurons[1].b', () => [layers(), 0.4], true],
  ['a row without arrays', 'flat(a) * a[0].neurons[0].b', () => [layers(), 0.4], true],
  ['one of the arrays', 'taps(a[2].neurons) * x', () => [layers(), 0.4], false],
  ['one of the objects', 'one(a[0]) * x', () => [layers(), 0.4], false],
  ['an array that may be missing', 'other(a[0].more ?? []) * x', () => [layers(), 0.4], false],
  ['each object', 'a.reduce((s, l) => s + one(l), x)', () => [layers(), 0.4], false],
  ['objects that it changes', 'grow(a) ?? loss(a, x)', () => [layers(), 0.4], false],
])('Functions of other modules are given %s.', (_, body, args, isCompiled) => {
  const names = 'walk, loss, grow, flat, taps, one, other, sum';
  const texts = {
    g,
    f: `${layerTypes}\nimport { ${names} } from './g';\nexport const f = (a: Layer[], x: number): number => ${body};`,
  };
  for (const wrt of [0, 1, [0, 1]]) {
    const f = modules(texts)('f').f as F;
    const found = answer(f, args(), wrt as 0);
    if (found !== null)
      expect(withoutCompiled(() => difference(found, f, args(), wrt as 0))).toBeNull();
    expect([body, wrt, found !== null]).toEqual([body, wrt, isCompiled]);
  }
});

test.each<[title: string, text: string, args: () => unknown[]]>([
  [
    'a tree',
    'import { walk, type Node } from "./g"; export const f = (n: Node) => walk(n) * n.value;',
    () => [tree()],
  ],
  [
    'children',
    'import { walk, type Node } from "./g"; export const f = (n: Node) => n.children.reduce((s, c) => s + walk(c), 0);',
    () => [tree()],
  ],
  [
    'a tree that it does not read',
    'import { walk } from "./g"; export const f = (n) => walk(n) * 2;',
    () => [tree()],
  ],
  [
    'objects that it does not read',
    'import { loss, sum } from "./g"; export const f = (a) => loss(a, 2) * sum(a);',
    () => [layers()],
  ],
  [
    'objects without types',
    'import { sum } from "./g"; export const f = (a) => sum(a) + a[0].bias;',
    () => [layers()],
  ],
])('Other modules are passed %s: answers are those of runs.', (_, text, args) => {
  const f = modules({ g, f: text })('f').f as F;
  const found = answer(f, args(), 0);
  if (found !== null) expect(withoutCompiled(() => difference(found, f, args(), 0))).toBeNull();
  expect(outcome(() => gradientOf(f as Call)(...args()))).toBe(
    withoutCompiled(() => outcome(() => gradientOf(f as Call)(...args()))),
  );
});

test.each<[title: string, types: string, body: string]>([
  ['another name of a field', 'a: { ps: { z: number }[] }[]', 'a[0].ps[0].z * 2'],
  ['lists of numbers', 'a: { ps: number[][] }[]', 'a[0].ps[0][0] * 2'],
  ['one list of numbers', 'a: { ps: number[] }[]', 'a[0].ps[0] * 2'],
  ['tuples', 'a: { ps: [{ x: number }, { x: number }] }[]', 'a[1].ps[1].x * 2'],
  ['fewer fields', 'a: { ps: { y: number }[] }[]', 'a[1].ps[0].y * a.length'],
  [
    'more fields',
    'a: { ps: { x: number; y: number; z?: number }[] }[]',
    'a[1].ps[0].y * (a[0].ps[0].z ?? 3)',
  ],
  [
    'what may be missing',
    'a: { ps?: { y: number }[] }[]',
    '(a[1].ps ?? []).length * (a[0].ps?.[0].y ?? 3)',
  ],
  ['null', 'a: { ps: { y: number }[] | null }[]', 'a[1].ps === null ? 1 : a[1].ps[0].y ** 2'],
  ['one object', 'a: { ps: { y: number }[] }', 'a.ps?.[0].y ?? 5'],
  ['nodes', 'a: N[]', 'a[1].ps[0].y ** 2'],
  ['an object for a row', 'a: { ps: { x: number; y: number } }[]', '(a[0].ps.y ?? 2) * 3'],
  ['nothing of the arrays', 'a: { k: number }[]', 'a[1].k ** 2'],
  ['no types', 'a', 'a[1].ps[0].y * a[0].ps.length'],
])('Another module that takes %s gives what a run gives.', (_, params, body) => {
  const args = () => [
    [
      {
        k: 1,
        ps: [
          { x: 1, y: 2 },
          { x: 3, y: 4 },
        ],
      },
      {
        k: 2,
        ps: [
          { x: 5, y: 6 },
          { x: 7, y: 8 },
        ],
      },
    ],
  ];
  for (const own of ['{ k: number; ps: { x: number; y: number }[] }[]', 'any']) {
    const f = modules({
      g: `interface N { y: number; ps: N[] }\nexport const g = (${params}): number => ${body};`,
      f: `import { g } from './g';\nexport const f = (a: ${own}): number => g(a) * a[1].ps[1].x;`,
    })('f').f as Call;
    const work = () => outcome(() => gradientOf(f)(...args()));
    expect(work()).toBe(withoutCompiled(work));
    const found = answer(f as F, args(), 0);
    if (found !== null)
      expect(withoutCompiled(() => difference(found, f as F, args(), 0))).toBeNull();
  }
});

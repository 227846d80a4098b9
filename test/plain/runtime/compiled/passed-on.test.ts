/**
 * An argument that a function only passes on to functions of other modules has the form that these
 * take, and needs no type.
 */
import fc from 'fast-check';
import { why } from 'delta-tape/plain';
import { modules, type F } from '../../../support/linked-modules.js';
import { passingPrograms } from '../../../support/passing-programs.js';
import { sampled } from '../../../support/sample.js';
import { answer, difference, withoutCompiled } from '../../../support/tiers.js';

const g = `
interface P { w: number[]; b: number }
interface D { x: number[]; y: number }
export function loss(p: P, data: D[]): number {
  let s = 0;
  for (const { x, y } of data) s += (p.b + p.w.reduce((z, w, k) => z + w * x[k], 0) - y) ** 2;
  return s / data.length;
}
export const untyped = (p, data) => data.reduce((s, { x, y }) => s + (p.b + p.w[0] * x[0] - y) ** 2 * p.w[1], 0);
export const norm = (w) => w.reduce((s, x) => s + x * x, 0);
export const size = (p: P): number => norm(p.w) + p.b * p.b;
export const model = (p, x, k = 3) => (p.b + p.w[0] * Math.sin(p.w[1] * x)) * k;
export const named = (p: P & { mode: string }): number => (p.mode === 'l1' ? p.b : 2 * p.b) * p.w[0] * p.w[1];
export const step = (p: P): void => { p.b *= p.w[0]; p.w[1] += p.b; };
export const grow = (p: P): void => { p.w[1] += p.b; };
export const one = (p: P) => ({ slope: p.b, rest: p.w });
export const data: D[] = [{ x: [1, 2], y: 3 }, { x: [0.5, -1], y: 1 }];
export const pair = ({ p, x }: { p: { a: number; b: number }; x: number }): number => p.a * x + p.b;
`;
const of = (names: string, text: string): F =>
  modules({ f: `import { ${names} } from './g';\nexport const f = ${text};`, g })('f').f as F;

const p = () => ({ w: [0.3, 0.7], b: 0.6 });
const data = () => [
  { x: [1, 2], y: 3 },
  { x: [0.5, -1], y: 1 },
];

/** True if compiled code answers as a run does. */
function isCompiled(f: F, args: unknown[], wrt: number | number[] = 0): boolean {
  const found = answer(f, args, wrt as 0);
  if (found === null) return false;
  expect(withoutCompiled(() => difference(found, f, args, wrt as 0))).toBeNull();
  return true;
}

test.each([
  ['an object and captured data', 'loss, data', '(p) => loss(p, data)', [p()]],
  ['what nothing has a type', 'untyped', '(p, d) => untyped(p, d)', [p(), data()]],
  ['to two functions', 'loss, size, data', '(p) => loss(p, data) + size(p)', [p()]],
  ['and is read, too', 'loss, data', '(p) => loss(p, data) + 0.1 * p.b * p.w[0]', [p()]],
  ['by its fields', 'loss, norm', '({ w, b }, d) => loss({ w, b }, d) + norm(w)', [p(), data()]],
  ['as a spread', 'size, loss', '(p, d) => loss({ ...p, b: 2 }, d) + size(p)', [p(), data()]],
  [
    'an element',
    'model',
    '(p, d) => d.reduce((s, [x, y]) => s + (model(p, x) - y) ** 2, 0)',
    [
      p(),
      [
        [1, 2],
        [3, 4],
      ],
    ],
  ],
  [
    'a number, which has a default there',
    'model',
    '(p, x) => model(p, x, x) + model(p, x)',
    [p(), 2],
  ],
  ['in an object', 'pair', '(p, x) => pair({ p, x })', [{ a: 2, b: 3 }, 0.5]],
  ['an object with a text', 'named', '(p) => named(p)', [{ ...p(), mode: 'l1' }]],
  ['an object that is changed there', 'grow, size', '(p) => { grow(p); return size(p); }', [p()]],
])('A function of another module is passed %s.', (_, names, text, args) => {
  const f = of(names, text);
  expect(isCompiled(f, args)).toBe(true);
  expect(why(f).answers).toBe('compiled');
});

test('So is what is passed on once more, and a function that is bound later.', () => {
  const get = modules({
    f: "import { h } from './h';\nexport const f = (q, d) => h(d, q) * 2;",
    h: "import { loss } from './g';\nexport const h = (d, q) => loss(q, d) + q.b;",
    g,
  });
  expect(isCompiled(get('f').f as F, [p(), data()])).toBe(true);
  expect(isCompiled(get('f').f as F, [p(), data()], [0, 1])).toBe(true);
});

test('Functions that a constant object holds are compiled, unless they may be others.', () => {
  const made = modules({
    g: `export const model = {
  loss(p, d) { return d.reduce((s, x) => s + (p.b * x - p.w[0]) ** 2, 0) * p.w[1]; },
  size: (p) => p.b * p.w[0] * p.w[1],
  own(p) { return this.k * p.b * p.b; },
};
const more = { twice: (p) => p.b };
export const other = { twice: (p) => p.b * p.w[0] * p.w[1] * 2, ...more };
const a = { f: (x) => x * x }, b = (a.f = (x) => 3 * x);
export { a, b };`,
    f: `import { model, other, a } from './g';
export const f = (p, d) => model.loss(p, d) + model.size(p);
export const g = (p) => other.twice(p);
export const h = (x) => a.f(x);`,
  });
  const { f, g: spread, h } = made('f') as Record<string, F>;
  expect(isCompiled(f, [p(), [1, 2]])).toBe(true);
  const { model } = made('g') as { model: Record<string, F> };
  expect(isCompiled(model.size, [p()])).toBe(true);
  expect(why(model.own).versions[0].obstacle?.what).toMatch(/this/);
  expect(isCompiled(spread, [{ b: 3 }])).toBe(true);
  expect(answer(h, [3], 0)).toBeNull();
  const { loss } = model;
  model.loss = (q: unknown) => (q as { b: number }).b;
  expect(answer(f, [p(), [1, 2]], 0)).toBeNull();
  model.loss = loss;
  expect(isCompiled(f, [p(), [1, 2]])).toBe(true);
});

test('Values of another kind have a program of their own, and what is wrong is left to a run.', () => {
  const f = of('norm', '(w) => norm(w)');
  const kinds = [[1, 2], Float64Array.of(1, 2), Float32Array.of(0.5, 2), [1, 2]];
  for (const w of kinds) expect(isCompiled(f, [w])).toBe(true);
  const sum = of('untyped', '(p, d) => untyped(p, d)');
  const typed = { w: Float64Array.of(0.3, 0.7), b: 0.6 };
  for (const q of [p(), typed, Object.freeze(p())]) expect(isCompiled(sum, [q, data()])).toBe(true);
  class Weights extends Array<number> {}
  const hostile = [
    {
      ...p(),
      get b() {
        return 1;
      },
    },
    { ...p(), w: Weights.of(0.3, 0.7) },
    { ...p(), w: [0.3, '0.7'] },
    { ...p(), b: 1n },
    { w: [0.3, 0.7] },
    { ...p(), more: 1 },
    null,
  ];
  for (const q of hostile) expect(answer(sum, [q, data()], 0)).toBeNull();
});

test('An object that another module changes is not one that it gives.', () => {
  const text = '(p) => { const o = one(p); step(p); return o.slope * o.rest[1]; }';
  const f = of('one, step', text);
  expect(answer(f, [p()], 0)).toBeNull();
  expect(why(f).versions[0].obstacle?.what).toMatch(/takes other arguments/);
  // A copy has fields of its own.
  const copying = of('step, size', '(p) => { step({ ...p }); return size(p); }');
  expect(answer(copying, [p()], 0)).toBeNull();
});

test('Programs that pass objects on are answered as by a run.', () => {
  let count = 0;
  const runs = sampled(80);
  fc.assert(
    fc.property(passingPrograms, ({ texts, args, wrt }) => {
      const f = modules(texts)('f').f as F;
      const [own, other] = [args(), args()];
      const found = answer(f, own, wrt as 0);
      if (found === null || !found.cotangents.every((slope) => Math.abs(slope) < 1e6)) return;
      count++;
      found.finish?.();
      const complaint = withoutCompiled(() => difference(found, f, other, wrt as 0, 1e-9));
      if (complaint !== null) throw new Error(`${complaint}\n${texts.f}\n${texts.g}`);
      // What is no input is left as a run leaves it.
      expect(own).toEqual(other);
    }),
    { numRuns: runs },
  );
  expect(count).toBeGreaterThan(runs / 8);
});

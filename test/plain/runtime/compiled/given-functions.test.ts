/** Functions that call what functions around them were given: linked with what that is, whenever it is another one. */
import { grad } from 'delta-tape';
import { answers, type F } from '../../../support/linked-modules.js';
import { load } from '../../../support/plain.js';
import { withoutCompiled } from '../../../support/tiers.js';

type Made = (...args: unknown[]) => F;

const mse = `type Model = (p: number[], x: number) => number;
const mse = (model: Model) => (data: { x: number; y: number }[]) => (p: number[]) => {
  let total = 0;
  for (const { x, y } of data) total += (model(p, x) - y) ** 2;
  return total / data.length;
};
const line: Model = ([a, b], x) => a * x + b;
const wave = (p: number[], x: number): number => p[0] * Math.sin(x * p[1]);
const made = (k: number): Model => (p, x) => p[0] * x ** 2 * k + p[1];
`;
const data = [
  { x: 1, y: 2 },
  { x: 2, y: 3.5 },
];

describe('What a function around was given', () => {
  test('is called, in each loss the one that it was made with.', () => {
    const { f, g, h, k } = load<Record<string, F>>(`${mse}
const data = ${JSON.stringify(data)};
exports.f = mse(line)(data); exports.g = mse(wave)(data); exports.h = mse(made(2))(data); exports.k = mse(made(3))(data);`);
    const p = [0.5, 0.25];
    for (const one of [f, g, h, k, f, h]) expect(answers(one, [p])).toBe(true);
    const slopes = [f, g, h, k].map((one) => JSON.stringify(grad(one)(p)));
    expect(new Set(slopes).size).toBe(4);
  });

  test('is called as it is handed on to others, or to a method of an array.', () => {
    const { f, g } = load<Record<string, Made>>(`
const over = (act: (x: number) => number) => (w: number[]) => w.map((x) => act(x) * x).reduce((a, b) => a + b, 0);
const direct = (act: (x: number) => number) => (w: number[]) => w.map(act).reduce((a, b) => a + b, 0);
exports.f = (act) => over(act); exports.g = (act) => direct(act);`);
    for (const make of [f, g])
      for (const act of [Math.tanh, Math.sin]) expect(answers(make(act), [[0.5, 0.7]])).toBe(true);
  });

  test('is composed.', () => {
    const { f } = load<Record<string, F>>(`
const compose = <A, B, C>(f: (a: A) => B, g: (b: B) => C) => (a: A): C => g(f(a));
const square = (x: number) => x * x;
const pipeline = compose(compose(square, Math.sqrt), (x: number) => x + 1);
function f(x: number) { return pipeline(x) * 2; }
exports.f = f;`);
    expect(answers(f, [1.5])).toBe(true);
  });

  test('may be a constant that a call gave inside of a function.', () => {
    const { f } = load<Record<string, Made>>(`
const step = (rate: number) => (x: number) => x - rate * x * x;
exports.f = (rate: number) => { const next = step(rate); return (x: number) => next(next(x)); };`);
    expect(answers(f(0.1), [1.5])).toBe(true);
    expect(answers(f(0.2), [1.5])).toBe(true);
  });

  test('may be a member of an object.', () => {
    const { f } = load<Record<string, Made>>(`
exports.f = (layer) => (x: number[]) => layer.forward(x[0]) * x[1];
exports.made = (k: number) => ({ forward: (x: number) => x * k });`);
    const { made } = load<{ made: (k: number) => object }>(
      `exports.made = (k: number) => ({ forward: (x: number) => Math.sin(x) * k });`,
    );
    const layer = made(3) as { forward: unknown };
    const loss = f(layer);
    const before = withoutCompiled(() => grad(loss)([0.5, 2]));
    expect(grad(loss)([0.5, 2])).toEqual(before);
    layer.forward = (made(5) as { forward: unknown }).forward;
    expect(grad(loss)([0.5, 2])).toEqual(withoutCompiled(() => grad(loss)([0.5, 2])));
    expect(grad(loss)([0.5, 2])).not.toEqual(before);
  });

  test('is left to runs where it is not translated, or is no function.', () => {
    const { f } = load<Record<string, Made>>(
      `exports.f = (act: (x: number) => number) => (x: number) => act(x) * x;`,
    );
    const own = f((x: number) => x);
    expect(answers(own, [2])).toBe(false);
    expect(() => grad(f(3))(2)).toThrow(TypeError);
  });

  test('may be another one each time: after some, runs answer.', () => {
    const { f, line } = load<{ f: Made; line: (k: number) => unknown }>(`
exports.f = (act: (x: number) => number) => (x: number) => act(x) * x;
exports.line = (k: number) => (x: number) => x * k;`);
    const found = Array.from({ length: 60 }, (_, k) => answers(f(line(k)), [2]));
    expect(found.slice(0, 30)).not.toContain(false);
    expect(found.slice(50)).not.toContain(true);
  });

  test('is not what a function inside has under its name.', () => {
    const { f } = load<Record<string, Made>>(`
exports.f = (act: (x: number) => number) => (x: number) => {
  const inner = (act: (x: number) => number) => act(x) + 1;
  return act(x) * inner(Math.cos);
};`);
    expect(answers(f(Math.sin), [2])).toBe(true);
  });

  test('is not taken for what it was, where it is assigned.', () => {
    const { f } = load<Record<string, Made>>(`
exports.f = (act: (x: number) => number) => { const g = (x: number) => act(x) * x; act = Math.cos; return g; };`);
    const g = f(Math.sin);
    expect(grad(g)(2)).toBeCloseTo(-2 * Math.sin(2) + Math.cos(2), 12);
  });
});

/** Calls with as many arguments as the stack holds, which the plain function manages. */
import { grad, hypot, max, min, type Real } from 'delta-tape';
import { hypotOfMany } from '../../../src/core/primitives/variadic.js';
import { evaluate } from '../../support/plain.js';

const many = Array.from({ length: 100_000 }, (_, k) => Math.sin(k) + 2);

type F = (xs: readonly number[]) => number;

describe('With a hundred thousand arguments', () => {
  test.each([
    ['Math.max(...xs)', '(xs) => Math.max(...xs) * xs[0]'],
    ['Math.min(...xs)', '(xs) => Math.min(...xs) * xs[0]'],
    ['Math.hypot(...xs)', '(xs) => Math.hypot(...xs) * xs[0]'],
    ['Math.max.apply', '(xs) => Math.max.apply(null, xs) * xs[0]'],
    ['Math.max of numbers', '(xs) => Math.max(...xs.map(() => 1)) * xs[0]'],
    ['Reflect.apply', '(xs) => Reflect.apply(Math.hypot, null, xs) * xs[0]'],
    ['push', '(xs) => { const ys = []; ys.push(...xs); return ys[5] * ys[7]; }'],
    ['unshift', '(xs) => { const ys = [1]; ys.unshift(...xs); return ys[5] * ys[7]; }'],
    ['Array.of', '(xs) => { const ys = Array.of(...xs); return ys[5] * ys[7]; }'],
    ['concat', '(xs) => { const ys = [1].concat(...xs); return ys[5] * ys[7]; }'],
    ['call', '(xs) => { const f = (...ys) => ys[5] * ys[7]; return f.call(null, ...xs); }'],
    [
      'a function of the program',
      '(xs) => { const f = (...ys) => ys[5] * ys[7]; return f(...xs); }',
    ],
    ['a method of the program', '(xs) => ({ f(...ys) { return ys[5] * ys[7]; } }).f(...xs)'],
  ])('%s has a gradient.', (_, text) => {
    const f = evaluate<F>(text);
    const plain = (0, eval)(text) as F;
    expect(f(many)).toBe(plain(many));
    const gradient = grad(f)(many);
    // Along the whole list, by the homogeneity of the functions or by differences.
    const h = 1e-6;
    const along = (s: number) => plain(many.map((x) => x * (1 + s)));
    const slope = gradient.reduce((sum, g, k) => sum + g * many[k], 0);
    expect(slope / ((along(h) - along(-h)) / (2 * h))).toBeCloseTo(1, 4);
  });

  test('splice puts them in, and takes out what it does.', () => {
    const f = evaluate<F>(
      '(xs) => { const ys = [1, 2, 3]; const [a] = ys.splice(-2, 1, ...xs); return ys[5] * ys.at(-1) * a * ys.length; }',
    );
    const xs = many.slice(0, 50_000);
    expect(f(xs)).toBe(xs[4] * 3 * 2 * 50_002);
    const gradient = grad(f)(xs);
    expect(gradient[4]).toBe(3 * 2 * 50_002);
    expect(gradient.filter((g) => g !== 0)).toHaveLength(1);
  });

  test('operators written as functions have gradients, and values of Math.', () => {
    const xs = many;
    expect(hypot(...xs)).toBe(Math.hypot(...xs));
    for (const f of [hypot, max, min]) {
      const g = grad((ys: readonly Real[]) => f(...ys))(xs);
      expect(g.reduce((sum, y, k) => sum + y * xs[k], 0)).toBeCloseTo(f(...xs), 8);
    }
  });

  test('Math.hypot is what it is by itself, to the last bit.', () => {
    for (const of of [
      (k: number) => Math.sin(k),
      (k: number) => 1e-300 * k,
      (k: number) => 1e300 * Math.cos(k),
      () => 0,
      (k: number) => (k === 500 ? NaN : 1),
      (k: number) => (k % 2 === 0 ? -Infinity : NaN),
    ]) {
      const xs = Array.from({ length: 30_000 }, (_, k) => of(k));
      expect(hypotOfMany(xs)).toBe(Math.hypot(...xs));
    }
  });
});

/** Copies by way of JSON, which programs make of their data: the numbers in them stay those of the derivative. */
import { grad, hessian } from 'delta-tape';
import { evaluate, load } from '../../support/plain.js';

type F = (x: number) => number;

describe('A copy by way of JSON', () => {
  test('has the numbers of what it is a copy of, to any order, and shares nothing with it.', () => {
    const { f, seen } = load<{ f: F; seen: unknown[] }>(`
      exports.seen = [];
      exports.f = (x) => {
        const own = { a: [x, { b: x * x }], c: 'text', d: undefined, e: null, f: () => x, g: 1.5, h: new Date(0) };
        const copy = JSON.parse(JSON.stringify(own));
        own.a[0] = 7;
        exports.seen.push(Object.keys(copy).join(), copy.h, copy.a === own.a);
        return copy.a[0] * copy.a[1].b * copy.g;
      };`);
    expect(f(2)).toBe(12);
    expect([grad(f)(2), hessian(f)(2)]).toEqual([18, 18]);
    expect(seen.slice(0, 3)).toEqual(['a,c,e,g,h', '1970-01-01T00:00:00.000Z', false]);
    expect(seen.slice(3, 6)).toEqual(seen.slice(0, 3));
  });

  test('knows no infinite numbers and one zero, as JSON does.', () => {
    const f = evaluate<F>(
      '(x) => { const [a, b] = JSON.parse(JSON.stringify([x / 0, -x * 0])); return a === null && 1 / b === Infinity ? x * x : 0; }',
    );
    expect([f(3), grad(f)(3)]).toEqual([9, 6]);
  });

  test('obeys toJSON, and writes typed arrays as objects.', () => {
    const f = evaluate<F>(
      '(x) => { const c = JSON.parse(JSON.stringify({ p: { toJSON: () => [x] }, q: new Float64Array([x, 2]) })); return c.p[0] * c.q[0] * c.q[1] + (Array.isArray(c.q) ? 1 : 0); }',
    );
    expect([f(3), grad(f)(3)]).toEqual([18, 12]);
  });

  test('throws what JSON throws.', () => {
    const round = evaluate<(x: number) => unknown>(
      '(x) => { const o = { x: x * 2 }; o.o = o; return JSON.parse(JSON.stringify(o)); }',
    );
    expect(() => grad(round as F)(3)).toThrow(TypeError);
    const nothing = evaluate<F>('(x) => { JSON.parse(JSON.stringify(() => x * x)); return x; }');
    expect(() => grad(nothing)(3)).toThrow(SyntaxError);
  });

  test.each([
    ['its text is kept', '(x) => { const t = JSON.stringify([x]); return JSON.parse(t)[0]; }'],
    ['it is indented', '(x) => JSON.parse(JSON.stringify([x], null, 2))[0]'],
  ])('is refused where the text may be something else: %s.', (_, text) => {
    expect(() => grad(evaluate<F>(text))(3)).toThrow(/serialised/);
  });
});

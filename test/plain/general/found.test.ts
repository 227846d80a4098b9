/** Things that code written for other purposes had in it and the translation did not expect. */
import { assertGradient, grad } from 'delta-tape';
import { evaluate, load } from '../../support/plain.js';

describe('Translated code', () => {
  test('calls static methods of typed arrays with their receiver.', () => {
    const f = evaluate<(xs: number[]) => number>(
      '(xs) => { const ys = Float64Array.from(xs, (x) => x * x); return ys[0] * Float64Array.of(3, ys[1])[1]; }',
    );
    expect(grad(f)([2, 3])).toEqual([36, 24]);
  });

  test('may have functions under names that are no identifiers.', () => {
    const { f } = load<{ f: (x: number) => number }>(
      `const blend = { 'hard-light': (x) => x * x, '2nd': (x) => 3 * x };
       exports.f = (x) => blend['hard-light'](x) + blend['2nd'](x);`,
    );
    expect(grad(f)(2)).toBe(7);
  });

  test('may keep functions of Math in objects of its own.', () => {
    const { f } = load<{ f: (x: number) => number }>(
      `const m = { cbrt: Math.cbrt, square: (x) => x * x };
       exports.f = (x) => m.square(m.cbrt(x));`,
    );
    expect(grad(f)(8)).toBeCloseTo(2 / 6, 14);
  });

  test('multiplies a number by what is of no known type, in a recording version, too.', () => {
    const f = evaluate<(xs: number[]) => number>(
      `(xs) => {
        let product = 1;
        for (let i = 0; i < xs.length; i++) product *= xs[i];
        let quotient = 2;
        quotient /= xs[0];
        return product * quotient;
      }`,
    );
    expect(grad(f)([2, 3, 5])).toEqual([0, 10, 6]);
    assertGradient(f)([2, 3, 5]);
  });

  test('converts what is of no known type beside a number as JavaScript does.', () => {
    const f = evaluate<(x: number, y: unknown) => number>(
      '(x, y) => { let z = 2 * x; z *= y; z -= y; return z; }',
    );
    const others = ['3', true, null, { valueOf: () => 4 }, [5]];
    expect(others.map((y) => grad(f)(1, y))).toEqual([6, 2, 0, 8, 10]);
    expect(grad(f)(1, undefined)).toBe(NaN);
  });

  test('may have classes in functions that extend native ones, by way of a mixin, too.', () => {
    const f = evaluate<(x: number) => number>(
      `(x) => {
        const total = (Base) => class extends Base {
          total() { return this.reduce((sum, y) => sum + y * y, 0); }
        };
        class Doubles extends Map { get(key) { return super.get(key) * 2; } }
        const List = class extends Array { total() { return this[0] * this[1]; } };
        return new List(x, 2).total() * new (total(Array))(x, 3).total() + new Doubles([['a', x]]).get('a');
      }`,
    );
    expect(f(2)).toBe(4 * 13 + 4);
    expect(grad(f)(2)).toBe(2 * (3 * 4 + 9) + 2);
    assertGradient(f)(2);
  });
});

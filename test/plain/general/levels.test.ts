/**
 * Functions within functions: a version is a copy of all that is inside, up to some levels; what holds more has
 * one version, which is right on numbers, too, and the functions inside it theirs.
 */
import { assertGradient, grad, jvp } from 'delta-tape';
import { derivativeSource, plain } from 'delta-tape/plain';
import { translate } from '../../../src/plain/translate.js';
import { load } from '../../support/plain.js';

type F = (x: number) => number;

/** `x * x`, in functions that are `levels` deep. */
const nested = (levels: number): string =>
  Array.from({ length: levels }).reduce<string>(
    (inner, _, k) =>
      `((a${k}: number): number => { const b${k} = a${k} * 2; const c = ${inner}; return c * b${k}; })(x)`,
    'x * x',
  );

const timesIn = (code: string, text: string): number => code.split(text).length - 1;

describe('Functions within each other', () => {
  test('are right in every number of levels.', () => {
    for (const levels of [1, 3, 4, 5, 8]) {
      const text = `exports.f = (x: number): number => ${nested(levels)};`;
      const { f } = load<{ f: F }>(text);
      // x² · (2x)^levels
      const power = levels + 2;
      expect(f(1.5)).toBeCloseTo(2 ** levels * 1.5 ** power, 8);
      expect(grad(f)(1.5)).toBeCloseTo(power * 2 ** levels * 1.5 ** (power - 1), 8);
      expect(jvp(f)([1.5], [1]).tangent).toBeCloseTo(grad(f)(1.5), 8);
      expect(grad(grad(f))(1.5)).toBeCloseTo(
        power * (power - 1) * 2 ** levels * 1.5 ** (power - 2),
        6,
      );
    }
  });

  test('have versions that are copies, up to some levels, and no more than those together.', () => {
    const copies = (levels: number) => {
      const { code } = translate(`export const f = (x: number): number => ${nested(levels)};`, {
        filename: 'program.ts',
      });
      return timesIn(code, 'a0 * 2') + timesIn(code, '$mul(a0, 2)');
    };
    expect([1, 2, 3].map(copies)).toEqual([3, 4, 5]);
    expect(copies(40)).toBe(copies(20));
  });

  test('keep what functions are: receivers, generators, defaults, methods under computed keys, fields.', () => {
    const { f } = load<{ f: F }>(`
      exports.f = (x) => {
        const key = () => 'a' + x;
        let last = x;
        class Outer {
          scale = x * 2;
          inner = ((y) => () => () => () => this.scale * y)(x);
          static make(o = new Outer()) { return o; }
          ['total' + (() => Math.sign(x))()](z = () => () => () => () => last * this.scale) { return z()()()() + this.inner()()(); }
          get deep() { return [1].map((u) => [2].map((v) => [3].map((w) => [4].map((q) => u * v * w * q * this.scale)[0])[0])[0])[0]; }
          *each() { for (const k of [1, 2]) yield ((y) => { last = last * y; return last; })(k * x); }
        }
        const o = Outer.make();
        const parts = { [key()]: x, ['m' + Math.sign(x)]() { return this[key()] * 3; } };
        return o.total1() + o.deep + [...o.each()].reduce((s, y) => s + y, 0) + parts.m1() + last;
      };
    `);
    const same: F = (x) =>
      x * (2 * x) + 2 * x * x + 24 * 2 * x + (x * x + 2 * x ** 3) + 3 * x + 2 * x ** 3;
    expect(f(1.25)).toBe(same(1.25));
    expect(grad(f)(1.25)).toBeCloseTo(8 * 1.25 + 48 + 2 * 1.25 + 12 * 1.25 ** 2 + 3, 9);
    assertGradient(f)(1.25);
  });

  test('may hold classes of the same name, and functions that are left as they are.', () => {
    const { f, g } = load<{ f: F; g: F }>(`
      exports.f = (x) => {
        class D { v = x * x; }
        const deep = () => () => () => { class D { v = x * 3; } return () => new D().v; };
        return new D().v * deep()()()();
      };
      exports.g = (x) => {
        const raw = (y) => { 'use no grad'; return typeof y; };
        return (() => () => () => () => raw(x) === 'number' ? x : x * x)()()()();
      };
    `);
    expect([f(2), grad(f)(2)]).toEqual([24, 36]);
    expect([g(3), grad(g)(3)]).toEqual([3, 6]);
  });

  test('show what they are: a function that is its own version is its derivative source.', () => {
    const f = plain((x: number) => {
      const a = x * 3;
      return ((b: number) => ((c: number) => ((d: number) => ((e: number) => e * e)(d))(c))(b))(a);
    });
    expect(grad(f)(2)).toBe(36);
    expect(derivativeSource(f)).toContain('$mul(x, 3)');
    expect(plain(f)).toBe(f);
  });
});

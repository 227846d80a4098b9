/**
 * Members that a program adds to the prototype of numbers mean the same on the numbers of a derivative.
 */
import fc from 'fast-check';
import { grad, hessian, jvp } from 'delta-tape';
import 'delta-tape/methods';
import { why } from 'delta-tape/plain';
import { dualMembers } from '../../../src/plain/general/dual-members.js';
import { load } from '../../support/plain.js';
import { sampled } from '../../support/sample.js';

type F = (x: number) => number;

const prototype = Number.prototype as object;
const own = new Set(Reflect.ownKeys(prototype));
const before = Object.getOwnPropertyDescriptors(prototype);

afterEach(() => {
  for (const key of Reflect.ownKeys(prototype))
    if (!own.has(key)) Reflect.deleteProperty(prototype, key);
  Object.defineProperties(prototype, before);
  Reflect.deleteProperty(Object.prototype, 'also');
});

const made = (text: string): F => load<{ f: F }>(text).f;

describe('Numbers have, in a derivative, what a program puts at their prototype:', () => {
  test.each<readonly [string, string, number, number]>([
    [
      'methods',
      `Number.prototype.toRadians = function () { return (this * Math.PI) / 180; };
       exports.f = (x) => Math.sin(x.toRadians());`,
      30,
      (Math.cos(Math.PI / 6) * Math.PI) / 180,
    ],
    [
      'methods that call each other, with arguments, of results and of plain numbers',
      `Number.prototype.plus = function (y) { return this + y; };
       Number.prototype.times = function (y) { return y.plus(0) * this; };
       exports.f = (x) => x.times(x.plus(3)).plus((2).times(x));`,
      5,
      15,
    ],
    [
      'getters',
      `Object.defineProperty(Number.prototype, 'squared', { configurable: true, get() { return this * this; } });
       exports.f = (x) => x.squared * (3).squared;`,
      5,
      90,
    ],
    [
      'symbols',
      `const half = Symbol('half');
       Number.prototype[half] = function () { return this / 2; };
       exports.f = (x) => x[half]() * x;`,
      5,
      5,
    ],
    [
      'iterators',
      `Number.prototype[Symbol.iterator] = function* () { for (let k = 0; k < 3; k++) yield this * k; };
       exports.f = (x) => { let s = 0; for (const y of x) s += y; const [, , last] = x; return s + [...x][1] * last; };`,
      5,
      3 + 4 * 5,
    ],
    [
      'what stands at the prototype of objects',
      `Object.prototype.also = function (y) { return this + y; };
       exports.f = (x) => x.also(2) * x;`,
      5,
      12,
    ],
    [
      'methods of the language that the program replaces',
      `Number.prototype.valueOf = function () { return this * 2; };
       Number.prototype.toFixed = function () { return 'fixed'; };
       exports.f = (x) => x.valueOf() * x.toFixed(2).length;`,
      5,
      10,
    ],
    [
      'methods that are called by themselves',
      `Number.prototype.twice = function () { return this * 2; };
       const { twice } = Number.prototype;
       exports.f = (x) => twice.call(x) + Reflect.apply(twice, x, []) + x?.twice?.() + x['twi' + 'ce']();`,
      5,
      8,
    ],
  ])('%s.', (_, text, at, slope) => {
    const f = made(text);
    expect(grad(f)(at)).toBeCloseTo(slope, 12);
    expect(jvp(f)([at], [1]).tangent).toBeCloseTo(slope, 12);
  });

  test('but they are no objects for that.', () => {
    const f = made(`exports.f = (x) => (x instanceof Number || x instanceof Object ? 1 : x * x);`);
    expect(grad(f)(5)).toBe(10);
    expect(() => grad(made(`exports.f = (x) => x.nothing();`))(5)).toThrow(TypeError);
  });

  test('under any name, in any way to call it, to any order.', () => {
    const name = fc.oneof(
      fc.constantFrom('rad', 'toRadians', '$', 'é'),
      // A dual has members that a number has not.
      fc.constantFrom(
        ...[...dualMembers].filter((key) => !own.has(key) && !/^(__|constructor)/.test(key)),
      ),
    );
    const way = fc.constantFrom(
      (n: string) => `x.${n}()`,
      (n: string) => `x?.${n}()`,
      (n: string) => `x.${n}?.()`,
      (n: string) => `x[${JSON.stringify(n)}]()`,
      (n: string) => `(x + 0).${n}()`,
      (n: string) => `Number.prototype.${n}.call(x)`,
    );
    const strict = fc.constantFrom('', "'use strict'; ");
    fc.assert(
      fc.property(name, way, strict, fc.integer({ min: 1, max: 3 }), (key, call, mode, k) => {
        const at = `Object.defineProperty(Number.prototype, ${JSON.stringify(key)}, { configurable: true,`;
        const f = made(
          `${mode}${at} value() { return this * this * ${k}; } });\nexports.f = (x) => ${call(key)} * x;`,
        );
        const found = [f(2), grad(f)(2), hessian(f)(2), jvp(f)([2], [1]).tangent];
        Reflect.deleteProperty(prototype, key);
        expect(found).toEqual([8 * k, 12 * k, 12 * k, 12 * k]);
      }),
      { numRuns: sampled(60) },
    );
  });

  test('which compiled code leaves to runs.', () => {
    const f = made(`Number.prototype.twice = function () { return this * 2; };
      function f(x: number): number { return (x as any).twice() * x; }
      exports.f = f;`);
    expect(grad(f)(3)).toBe(12);
    expect(why(f).answers).not.toBe('compiled');
  });
});

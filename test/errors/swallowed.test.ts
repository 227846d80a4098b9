/**
 * Errors of a run cannot be caught: code that goes on after one gets no derivative, since the function
 * would not have thrown.
 */
import {
  abs,
  grad,
  jvp,
  hvp,
  linearize,
  mul,
  taylor,
  valueAndGrad,
  vjp,
  type Real,
} from 'delta-tape';
import { modules } from '../support/linked-modules.js';
import { withoutCompiled } from '../support/tiers.js';

const refused: Readonly<Record<string, string>> = {
  'native-operator': 'r = foreign(x);',
  'serialised-dual': 'r = JSON.stringify({ x }).length;',
  'no-buffer': 'r = new Float64Array([x, 1]).buffer.byteLength * x;',
  'dual-in-collection': 'r = new Map([[x, 1]]).get(x);',
  'dual-as-index': 'r = [1, 2, 3][x + 0.5] ?? 4;',
  'dual-as-key': 'r = { a: 1 }[x + 0.5] ?? 4;',
  'number-from-text': 'r = Number((x / 7).toFixed(9));',
  'dual-in-typed-array': 'outside[0] = x; r = 7;',
};
const ways: Readonly<Record<string, string>> = {
  catch: 'try { WORK } catch { r = 5; }',
  'catch in a loop': 'for (let k = 0; k < 3; k++) { try { WORK } catch { r += x; continue; } }',
  'finally that goes on': 'do { try { WORK } finally { break; } } while (false);',
  'finally that returns': 'r = (() => { try { WORK } finally { return 2 * x; } })();',
  'an executor': 'new Promise((done) => { r = 2; WORK done(); }).catch(() => 0);',
  'an async function': 'const g = async () => { r = 2; WORK }; g().catch(() => 0);',
  'a function of a function':
    'const tried = (work) => { try { work(); } catch { r = 1; } }; tried(() => { WORK });',
};

/** An error of a code. */
const coded = (code: string) => expect.objectContaining({ code }) as Error;

type F = (x: number) => number;
const loaded = (work: string, way: string): F =>
  modules({
    program: `const outside = new Float64Array(new SharedArrayBuffer(8));
    function foreign(x) { 'use no grad'; return x * 3; }
    export function f(x) { let r = x; ${way.replace('WORK', work)} return x + (x > 0 ? r * 1 : r); }`,
  })('program').f as F;

const operators: Readonly<Record<string, (f: F) => unknown>> = {
  grad: (f) => grad(f)(2),
  valueAndGrad: (f) => valueAndGrad(f)(2),
  jvp: (f) => jvp(f)([2], [1]),
  hvp: (f) => hvp(f)(2, 1),
  vjp: (f) => vjp(f)(2).pullback(1),
  linearize: (f) => linearize(f)(2).pushforward(1),
  taylor: (f) => taylor(f as (x: Real) => Real, 2)(2),
};

describe.each(Object.entries(refused))('A run that refused by %s', (code, work) => {
  test.each(Object.entries(ways))('has no result where the error went into %s.', (_, way) => {
    const f = loaded(work, way);
    // Specialised code takes numbers as keys.
    expect(() => withoutCompiled(() => grad(f)(2))).toThrow(coded(code));
    expect(f(2)).toEqual(expect.any(Number));
  });
});

test.each(Object.entries(operators))('%s remembers what was refused.', (_, operator) => {
  const f = loaded(refused['native-operator'], ways.catch);
  expect(() => withoutCompiled(() => operator(f))).toThrow(coded('native-operator'));
});

test('Errors of the program are caught as ever, and those that it throws after a refusal are thrown.', () => {
  expect(grad(loaded('throw new Error("own");', ways.catch))(2)).toBe(1);
  const wrapped = loaded(
    refused['native-operator'],
    'try { WORK } catch (e) { throw new Error("own", { cause: e }); }',
  );
  expect(() => grad(wrapped)(2)).toThrow('own');
  expect(grad((x: Real) => mul(x, x))(3)).toBe(6);
});

test('A run inside remembers what it refused, and so do the runs around it.', () => {
  const foreign = (x: unknown): number => (x as number) * 3;
  const caught = (x: Real): Real => {
    try {
      return grad((y: Real) => mul(foreign(x), y))(1) as Real;
    } catch {
      return 1;
    }
  };
  expect(() => grad(caught)(2)).toThrow(coded('native-operator'));
  const inside = (x: Real): Real =>
    mul(
      x,
      grad((y: Real) => {
        try {
          return foreign(y);
        } catch {
          return y;
        }
      })(2),
    );
  expect(() => inside(3)).toThrow(coded('native-operator'));
  expect(() => grad(inside)(3)).toThrow(coded('native-operator'));
});

test('Limits and kinks that options refuse end their own run, and may be caught around it.', () => {
  const tried = (work: string): F => loaded(work, 'try { WORK } catch { r = 5; }');
  const long = tried('for (let k = 0; k < 100; k++) r *= x;');
  expect(() => grad(long, { maxOperations: 50 })(2)).toThrow(coded('operation-limit'));
  const bent = tried('r = Math.abs(x - 2);');
  expect(() => grad(bent, { onKink: 'throw' })(2)).toThrow(coded('kink'));
  const probing = (x: Real): Real => {
    try {
      return mul(x, grad((y: Real) => mul(abs(y), x), { onKink: 'throw' })(0));
    } catch {
      return mul(x, 7);
    }
  };
  expect(probing(2)).toBe(14);
  expect(grad(probing)(2)).toBe(7);
});

test('An error that a derivative inside has of its own is caught as in the function.', () => {
  const foreign = (x: unknown): number => (x as number) * 3;
  const probing = (x: Real): Real => {
    try {
      return mul(x, grad(foreign as (y: Real) => Real)(2));
    } catch {
      return mul(x, 7);
    }
  };
  expect(probing(2)).toBe(14);
  expect(grad(probing)(2)).toBe(7);
});

test('Refusals of a run that has ended are forgotten.', () => {
  const f = loaded(refused['native-operator'], 'WORK');
  expect(() => grad(f)(2)).toThrow(coded('native-operator'));
  expect(grad((x: Real) => mul(x, 3))(2)).toBe(3);
});

test('What is caught again and again is remembered in bounded memory.', () => {
  const f = loaded(
    refused['native-operator'],
    'for (let k = 0; k < 5000; k++) { try { WORK } catch { r = 5; } }',
  );
  expect(() => grad(f)(2)).toThrow(coded('native-operator'));
});

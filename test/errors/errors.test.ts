/** Everything that can go wrong says so, and says what to do; nothing goes wrong silently. */
import 'delta-tape/methods';
import * as library from 'delta-tape';
import {
  Dual,
  add,
  derivative,
  fma,
  grad,
  jacobian,
  jvp,
  logSumExp,
  max,
  mul,
  sum,
  trace,
  valueAndGrad,
  vjp,
  type Real,
} from 'delta-tape';
import type { Operator } from '../support/check-row.js';
import { expectError, modes, untyped, type Any } from '../support/untyped.js';

describe('What is no real is refused, with its place, by', () => {
  const notReals = [
    undefined,
    null,
    'a',
    '1',
    true,
    1n,
    Symbol('s'),
    {},
    [1],
    Math.sin,
    new Date(0),
  ];
  const entries = Object.entries(library).filter(
    (entry): entry is [string, Operator & (typeof entry)[1]] =>
      typeof entry[1] === 'function' && 'primitive' in entry[1],
  );

  test.each(entries)('%s, in each position, beside numbers and duals.', (name, operator) => {
    const { points } = operator.primitive.row.domain;
    const list = name === 'sum' || name === 'logSumExp';
    const call = operator as unknown as Any;
    const attempt = (xs: unknown[]) => (list ? call(xs) : call(...xs));
    points[0].forEach((_, position) => {
      for (const wrong of notReals) {
        const withWrong = (others: readonly unknown[]) => others.toSpliced(position, 1, wrong);
        const message = new RegExp(`argument ${position + 1} of ${name} must be a real`);
        expectError(() => attempt(withWrong(points[0])), message);
        for (const run of Object.values(modes)) {
          expectError(() => run((x) => attempt(withWrong(points[0].map(() => x)))), message);
        }
      }
    });
  });

  test.each(['lt', 'le', 'gt', 'ge', 'eq'])('%s.', (name) => {
    for (const wrong of notReals) {
      expectError(() => untyped[name](wrong, 1), /must be a real/);
      expectError(() => untyped[name](1, wrong), /must be a real/);
      expectError(() => grad((x: Real) => add(x, untyped[name](x, wrong) ? 1 : 0))(1), /real/);
    }
  });

  test('methods, and operators that lack an argument.', () => {
    const method = (x: Real) => (x as Dual).mul(undefined as never);
    expectError(() => grad(method)(1), /argument 2 of mul must be a real.*undefined/);
    expectError(() => untyped.sin(), /argument 1 of sin.*undefined/);
    expectError(() => untyped.fma(1, 2), /argument 3 of fma.*undefined/);
    expectError(() => grad((x: Real) => fma(x, x, null as never))(1), /argument 3 of fma.*null/);
    expectError(() => max(1, 2, 'a' as never), /argument 3 of max.*the string "a"/);
    expectError(() => logSumExp([1, , 2] as never), /argument 2 of logSumExp.*undefined/); // eslint-disable-line no-sparse-arrays
  });
});

describe('A function is refused that', () => {
  const itself = 'Return the real.';
  test.each([
    [undefined, 'is a return missing?'],
    [null, itself],
    ['a', itself],
    [true, itself],
    [1n, itself],
    [{}, 'for the derivatives of all, use jacobian or vjp.'],
    [[1], 'for the derivatives of all, use jacobian or vjp.'],
  ])('should have one real as output, but has %p.', (output, advice) => {
    for (const operator of ['grad', 'valueAndGrad']) {
      expectError(() => untyped[operator](() => output)(1), /function must return one real/);
      expect(() => untyped[operator](() => output)(1)).toThrow(advice);
    }
  });

  test('returns a function, which has no gradient.', () => {
    for (const operator of ['grad', 'vjp', 'jacobian', 'trace']) {
      expectError(
        () => untyped[operator](() => (y: number) => y)(1),
        /returned a function.*use jvp or pullbackForm/,
      );
    }
  });

  test('is no function, or comes with positions that are none.', () => {
    expectError(() => untyped.grad(undefined)(1), /given undefined/);
    expectError(() => untyped.jvp(undefined)([1], [1]), /given undefined/);
    expectError(() => untyped.jvp((x: Real) => x)(null, [1]), /list of arguments/);
    expectError(
      () => untyped.grad((x: Real) => x, { wrt: '0' })(1),
      /wrt is "0", but argument 0 is /,
    );
    expectError(() => untyped.grad((x: Real) => x, { wrt: NaN })(1), /names argument NaN/);
    expectError(() => untyped.grad((x: Real) => x, { wrt: [0, 0] })(1), /names 0 twice/);
  });

  test('gives something else than a list to an operator on lists.', () => {
    for (const given of [5, null, undefined, 'text']) {
      expectError(() => untyped.sum(given), /sum takes one list/);
    }
    expectError(
      () => untyped.grad((x: Real) => untyped.logSumExp(x))(3),
      /logSumExp takes one list/,
    );
  });

  test('is asynchronous.', () => {
    for (const operator of ['grad', 'vjp', 'trace', 'explain', 'jacobian', 'derivative']) {
      const attempt = () => untyped[operator](async (x: unknown) => Promise.resolve(x))(1);
      expectError(attempt, /promise.*Await the data first/);
    }
    expectError(() => jvp(async (x: Real) => Promise.resolve(x))([1], [1]), /promise/);
  });
});

describe('An argument is refused that', () => {
  const f = (...xs: Real[]) => xs[0];

  test.each([1, -1, 0.5])('wrt names, but the call lacks: %p.', (wrt) => {
    for (const take of [grad, valueAndGrad, vjp, jacobian, trace]) {
      const attempt = () => (take as Any)(f, { wrt });
      expectError(
        () => (attempt() as Any)(1),
        /argument .* positions count from 0 and the call has 1 argument: 0 \(1\)\. Choose among these\./,
      );
    }
    expectError(() => grad(f, { wrt: [0, wrt] })(1), /the call has 1 argument: /);
    expectError(() => untyped.grad(f)(), /the call has no arguments/);
  });

  test.each([
    ['a'],
    [null],
    [undefined],
    [true],
    [1n],
    [Math.sin],
    [new Date(0)],
    [new Int8Array(1)],
  ])('is to be differentiated by, but holds no reals: %p.', (leaf) => {
    for (const operator of ['grad', 'vjp', 'trace', 'jacobian']) {
      expectError(() => untyped[operator](f)(leaf), /argument 0 is .* holds no real.*option wrt/);
    }
  });
});

describe('After an exception of the function', () => {
  const fails = (x: Real): Real => {
    sum([mul(x, x), x]);
    throw new RangeError('the user gives up');
  };
  const recurses = (x: Real): Real => recurses(mul(x, 1));

  test('of the user or of the machine, everything works as before.', () => {
    for (const f of [fails, recurses, (x: Real) => mul(x, 'a' as never)]) {
      for (const run of Object.values(modes)) expect(() => run(f)).toThrow();
      expect(grad((x: Real) => mul(x, x))(3)).toBe(6);
      expect(derivative((x: Real) => mul(x, x))(3)).toBe(6);
      expect(grad((x: Real) => grad((y: Real) => mul(y, mul(y, x)))(x))(3)).toBe(12);
    }
  });

  test('an outer derivative may catch it and go on.', () => {
    const f = (x: Real) => {
      expect(() => grad(fails)(x)).toThrow(RangeError);
      expectError(() => grad((y: Real) => mul(y, 'a' as never))(x), /argument 2 of mul/);
      return mul(x, grad((y: Real) => mul(y, mul(y, x)))(x));
    };
    expect(grad(f)(3)).toBe(6 * 9);
  });
});

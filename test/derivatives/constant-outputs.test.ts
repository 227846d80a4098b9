/** The option `onConstant`: outputs that no input has reached are told of, in every mode. */
import * as statistics from 'simple-statistics';
import {
  add,
  checkpoint,
  customGradient,
  derivative,
  div,
  explain,
  grad,
  hessian,
  hvp,
  jacobian,
  jvp,
  loop,
  lt,
  mul,
  primalOf,
  pullbackForm,
  sqrt,
  stopGradient,
  sum,
  taylor,
  tower,
  trace,
  valueAndGrad,
  vjp,
  type Real,
  type WatchOptions,
} from 'delta-tape';
import { plain } from 'delta-tape/plain';
import { expectError, untyped } from '../support/untyped.js';

type OfList = (xs: Real[]) => Real;
type Take = (f: OfList, options: WatchOptions) => unknown;

/** Every operator, at [1, 2, 4]. */
const operators: Readonly<Record<string, Take>> = {
  grad: (f, options) => grad(f, options)([1, 2, 4]),
  valueAndGrad: (f, options) => valueAndGrad(f, options)([1, 2, 4]),
  vjp: (f, options) => vjp(f, options)([1, 2, 4]),
  jvp: (f, options) => jvp(f, options)([[1, 2, 4]], [[1, 0, 0]]),
  derivative: (f, options) => derivative((x: Real) => f([x, 2, 4]), options)(1),
  pullbackForm: (f, options) => pullbackForm(f, options as { wrt: 0 })(() => 1)([1, 2, 4]),
  jacobian: (f, options) => jacobian(f, options)([1, 2, 4]),
  'jacobian, forward': (f, options) => jacobian(f, { ...options, plan: 'forward' })([1, 2, 4]),
  'jacobian, sparse': (f, options) => jacobian(f, { ...options, sparse: true })([1, 2, 4]),
  hessian: (f, options) => hessian(f, options)([1, 2, 4]),
  'hessian, sparse': (f, options) => hessian(f, { ...options, sparse: true })([1, 2, 4]),
  hvp: (f, options) => hvp(f, options)([1, 2, 4], [1, 0, 0]),
  taylor: (f, options) => taylor((x: Real) => f([x, 2, 4]), 2, options)(1),
  tower: (f, options) => tower((x: Real) => f([x, 2, 4]), options)(1).at(1),
  trace: (f, options) => trace(f, options)([1, 2, 4]),
  explain: (f, options) => explain(f, options)([1, 2, 4]),
  'grad inside grad': (f, options) => grad((x: Real) => grad(f, options)([x, 2, 4])[0])(1),
  'jvp inside grad': (f, options) =>
    grad((x: Real) => jvp(f, options)([[x, 2, 4]], [[1, 0, 0]]).tangent)(1),
};

const constants: Readonly<Record<string, OfList>> = {
  'a number': () => 7,
  primalOf: (xs) => primalOf(mul(xs[0], xs[1])),
  stopGradient: (xs) => stopGradient(mul(xs[0], xs[1])),
  'a comparison': (xs) => (lt(xs[0], 2) ? 1 : 0),
};

/** They ask `typeof x === 'number'` of each element, and give up. */
const foreign: Readonly<Record<string, OfList>> = {
  'the mean of simple-statistics': (xs) => statistics.mean(xs as number[]),
  'the sum of simple-statistics': (xs) => statistics.sum(xs as number[]),
};

const dependent: Readonly<Record<string, OfList>> = {
  'a product': (xs) => mul(xs[0], xs[1]),
  'a product with 0': (xs) => mul(xs[0], 0),
  'the input itself': (xs) => xs[0],
  'a rule': (xs) => square(xs[0]),
  'a checkpoint': (xs) => checkpoint((x: Real) => mul(x, x))(xs[0]),
  'a loop': (xs) => loop(3, (x: Real) => mul(x, xs[1]), xs[0]),
  'translated code': plain((xs: number[]) => xs.reduce((s, x) => s + x * x, 0)) as OfList,
  infinity: (xs) => div(xs[0], 0),
};
const square = customGradient((x: Real) => ({
  value: mul(x, x),
  pullback: (c: Real) => [mul(c, mul(2, x))] as const,
}));

describe.each(Object.entries(operators))('%s', (operator, take) => {
  test.each(Object.entries(constants))('refuses %s.', (_, f) => {
    expectError(
      () => take(f, { onConstant: 'throw' }),
      /the output(\[0\])? does not depend on the inputs\..*primalOf.*not translated and asks for types/,
    );
  });

  test.each(Object.entries(foreign))('refuses %s.', (_, f) => {
    expectError(
      () => take(f, { onConstant: 'throw' }),
      /the output(\[0\])? is NaN, though no input is.*not translated and asks for types/,
    );
  });

  test.each(Object.entries(dependent))('takes %s.', (_, f) => {
    const lax = JSON.stringify(take(f, {}));
    expect(JSON.stringify(take(f, { onConstant: 'throw' }))).toBe(lax);
  });

  test('says nothing unless it is asked, but for gradients, and for them once at each place.', () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    try {
      for (let k = 0; k < 3; k++) take(() => 7, {});
      const isGradient = ['grad', 'valueAndGrad'].includes(operator);
      expect(warn.mock.calls.length).toBe(isGradient ? 1 : 0);
      if (isGradient)
        expect(warn.mock.calls[0][0]).toMatch(
          /^at .*constant-outputs.test.ts:\d+:\d+: the output does not depend on the inputs/,
        );
      warn.mockClear();
      take(() => 7, { onConstant: 'ignore' });
      expect(warn).not.toHaveBeenCalled();
      const silent = JSON.stringify(take(() => 7, {}));
      expect(JSON.stringify(take(() => 7, { onConstant: 'warn' }))).toBe(silent);
      expect(warn.mock.calls).toEqual([[expect.stringMatching(/does not depend on the inputs/)]]);
    } finally {
      warn.mockRestore();
    }
  });

  test('reads the stack once for a function, however often it is called.', () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const before: unknown = Reflect.get(Error, 'prepareStackTrace');
    let read = 0;
    try {
      Error.prepareStackTrace = (error) => (read++, String(error));
      const constant = () => 7;
      const times = Array.from({ length: 3 }, () => (take(constant, {}), read));
      expect(times[2]).toBe(times[0]);
    } finally {
      Reflect.set(Error, 'prepareStackTrace', before);
      warn.mockRestore();
    }
  });

  test('refuses other answers.', () => {
    expectError(
      () => take((xs) => xs[0], { onConstant: 'no' as 'warn' }),
      /onConstant must be 'ignore'/,
    );
  });
});

describe('Of several outputs', () => {
  const f = (x: Real) => ({ a: mul(x, x), b: [1, x, 3], name: 'f' });

  test('those that are constant are named by their paths.', () => {
    const message = /^the output\.b\[0\], the output\.b\[2\] do not depend on the inputs\./;
    for (const take of [vjp, jacobian, derivative] as never as (typeof untyped.vjp)[]) {
      expectError(() => (take(f, { onConstant: 'throw' }) as (x: number) => unknown)(3), message);
    }
  });

  test('the first five are named, and the others counted.', () => {
    const many = (x: Real): Real[] => [...Array<number>(8).fill(1), x];
    expectError(() => jacobian(many, { onConstant: 'throw' })(3), /output\[4\] and 3 more do not/);
  });

  test('those that are NaN are named, though they depend on the inputs.', () => {
    const g = (x: Real) => [x, sqrt(x)];
    expectError(() => vjp(g, { onConstant: 'throw' })(-1), /^the output\[1\] is NaN/);
  });
});

describe('There is nothing to tell', () => {
  test('of a NaN that comes from an input.', () => {
    expect(grad(([x, y]: Real[]) => add(x, y), { onConstant: 'throw' })([NaN, 1])).toEqual([1, 1]);
  });

  test('where there are no inputs.', () => {
    expect(grad((_: Real[]) => 7, { onConstant: 'throw' })([])).toEqual([]);
    expect(jvp((x: Real) => x, { onConstant: 'throw' })([2], [undefined]).value).toBe(2);
  });

  test('of an output without reals, or of functions.', () => {
    expect(vjp((_: Real) => ({ a: 'x' }), { onConstant: 'throw' })(3).value).toEqual({ a: 'x' });
    const times = (x: Real) => (y: Real) => mul(x, y);
    const { value } = jvp(times, { onConstant: 'throw' })([3], [1]);
    expect(typeof value).toBe('function');
  });
});

test('A constant of an inner derivative that depends on an outer input is one.', () => {
  const inner = (x: Real) => grad((_: Real) => mul(x, x), { onConstant: 'throw' })(1);
  expectError(() => grad(inner)(3), /does not depend on the inputs/);
});

test('It goes with the other options.', () => {
  const f = (xs: Real[]): Real => sum(xs);
  expect(grad(f, { onConstant: 'throw', onKink: 'throw', maxOperations: 5 })([1, 2])).toEqual([
    1, 1,
  ]);
  expectError(
    () => grad((_: Real) => 1, { onConstant: 'throw', onKink: 'throw' })(1),
    /depend on the inputs/,
  );
});

test('It looks at the outputs once, and at no operation.', () => {
  const f = (x: Real): Real => {
    let y = x;
    for (let k = 0; k < 100; k++) y = mul(y, x);
    return y;
  };
  const counts = (options: WatchOptions) => trace(f, options)(1.01).counts;
  expect(counts({ onConstant: 'throw' })).toEqual(counts({}));
});

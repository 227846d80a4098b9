/**
 * Kinks: reported where the derivative depends on a choice, nowhere else, and
 * with the line of the choice.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  DeltaTapeError,
  abs,
  add,
  atan2,
  checkpoint,
  customGradient,
  definePrimitive,
  derivative,
  div,
  eq,
  explain,
  floor,
  ge,
  grad,
  gt,
  hessian,
  hvp,
  hypot,
  jacobian,
  jvp,
  le,
  lt,
  max,
  mul,
  pow,
  primalOf,
  pullbackForm,
  relu,
  sign,
  sin,
  sqrt,
  sub,
  taylor,
  tower,
  trace,
  valueAndGrad,
  vjp,
  type Kink,
  type Real,
  type WatchOptions,
} from 'delta-tape';
import { asFunction } from '../support/interpret.js';
import { programs } from '../support/programs.js';
import { expectError } from '../support/untyped.js';

type F = (x: Real) => Real;

const ramp: F = (x) => (lt(x, 0) ? 0 : x);
const step: F = (x) => (lt(x, 0) ? 0 : 1);
const identity: F = (x) => (eq(x, 0) ? 0 : x); // equality
const twice: F = (x) => {
  const y = mul(2, x);
  return abs(y); // primitive
};

const kinksOf = (f: F, x: number, options: WatchOptions = {}) => trace(f, options)(x).kinks;
const summary = (kinks: readonly Kink[]) =>
  kinks.map(({ operation, values }) => [operation, ...values]);

/** The line of this file that ends with a comment. */
const lineOf = (comment: string): number =>
  readFileSync(__filename, 'utf8')
    .split('\n')
    .findIndex((line) => line.endsWith(`; // ${comment}`)) + 1;

/** The warnings that a body writes to the console. */
function warnings(body: () => void): string[] {
  const spy = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  try {
    body();
    return spy.mock.calls.map(([text]) => String(text));
  } finally {
    spy.mockRestore();
  }
}

describe('A trace lists', () => {
  test('the equality that the identity stumbles over at 0, and nothing at 1.', () => {
    expect(grad(identity, { onConstant: 'ignore' })(0)).toBe(0);
    expect(grad(identity)(1)).toBe(1);
    expect(summary(kinksOf(identity, 0))).toEqual([['eq', 0, 0]]);
    expect(kinksOf(identity, 1)).toEqual([]);
  });

  test('the comparison of a ramp and a step at 0, and nothing beside it.', () => {
    expect([-1, 0, 1].map((x) => grad(ramp, { onConstant: 'ignore' })(x))).toEqual([0, 1, 1]);
    expect([-1, 0, 1].map((x) => grad(step, { onConstant: 'ignore' })(x))).toEqual([0, 0, 0]);
    for (const f of [ramp, step]) {
      expect(summary(kinksOf(f, 0))).toEqual([['lt', 0, 0]]);
      for (const x of [-1, -5e-324, 5e-324, 1]) expect(kinksOf(f, x)).toEqual([]);
    }
  });

  test('the operation, the values, the distance and the line of each, in order.', () => {
    const both: F = (x) => add(identity(x), twice(x));
    expect(kinksOf(both, 0)).toEqual([
      { operation: 'eq', values: [0, 0], distance: 0, source: expect.any(String) as string },
      { operation: 'abs', values: [0], distance: 0, source: expect.any(String) as string },
    ]);
    const [first, second] = kinksOf(both, 0).map(({ source }) => source!.replace(/:\d+$/, ''));
    expect(first).toBe(`${__filename}:${lineOf('equality')}`);
    expect(second).toBe(`${__filename}:${lineOf('primitive')}`);
  });

  test('every occurrence, with the line of each.', () => {
    const f: F = (x) => {
      for (let k = 0; k < 3; k++) gt(x, k);
      return x;
    };
    expect(summary(kinksOf(f, 1))).toEqual([['gt', 1, 1]]);
    const g: F = (x) => [1, 2, 3].reduce<Real>((y, k) => add(y, relu(mul(k, x))), 0);
    expect(kinksOf(g, 0)).toHaveLength(3);
  });

  test('what is near enough, if a distance is given.', () => {
    expect(kinksOf(ramp, 0.01, { kinkDistance: 0.1 })).toMatchObject([
      { operation: 'lt', values: [0.01, 0], distance: 0.01 },
    ]);
    expect(kinksOf(ramp, 0.01, { kinkDistance: 0.001 })).toEqual([]);
    expect(summary(kinksOf((x) => floor(x), 2.75, { kinkDistance: 0.25 }))).toEqual([
      ['floor', 2.75],
    ]);
    expect(kinksOf((x) => add(ramp(x), step(x)), 7, { kinkDistance: Infinity })).toHaveLength(2);
  });

  test('all comparisons.', () => {
    for (const [name, compare] of Object.entries({ lt, le, gt, ge, eq })) {
      expect(summary(kinksOf((x) => (compare(x, 2) ? x : 1), 2))).toEqual([[name, 2, 2]]);
      expect(summary(kinksOf((x) => (compare(2, x) ? x : 1), 2))).toEqual([[name, 2, 2]]);
      expect(kinksOf((x) => (compare(2, x) ? x : 1), 3)).toEqual([]);
    }
  });

  test('the ties of max among many, and nothing where they are told apart.', () => {
    const f = (...xs: Real[]) => max(...xs);
    expect(summary(trace(f, { wrt: [0, 1, 2] })(3, 7, 7).kinks)).toEqual([['max', 7, 7]]);
    expect(trace(f, { wrt: [0, 1, 2] })(7, 7, 7).kinks).toHaveLength(2);
    expect(trace(f, { wrt: [0, 1, 2] })(1, 2, 3).kinks).toEqual([]);
  });

  test('the origin of hypot, roots at 0, and quotients by 0.', () => {
    const origin = trace((x: Real[]) => hypot(...x))([0, 0, 0]).kinks;
    expect(summary(origin)).toEqual([['hypot', 0, 0, 0]]);
    expect(origin[0].source).toMatch(__filename);
    expect(kinksOf((x) => hypot(x, 1), 0)).toEqual([]);
    expect(summary(kinksOf((x) => sqrt(x), 0))).toEqual([['sqrt', 0]]);
    expect(summary(kinksOf((x) => div(1, x), 0))).toEqual([['div', 1, 0]]);
    expect(kinksOf((x) => pow(x, 2), 0)).toEqual([]);
    expect(summary(kinksOf((x) => pow(x, 0.5), 0))).toEqual([['pow', 0, 0.5]]);
    expect(summary(kinksOf((x) => atan2(x, -1), 0))).toEqual([['atan2', 0, -1]]);
  });

  test('the boundary that a row of the user declares.', () => {
    const huber = definePrimitive({
      name: 'huber',
      value: (x) => (Math.abs(x) < 1 ? x * x : 2 * Math.abs(x) - 1),
      partials: [(x) => (lt(abs(x), 1) ? mul(2, x) : mul(2, sign(x)))],
      boundary: (x) => Math.abs(x) - 1,
      formula: ['2 clamp x'],
      domain: { text: '|x| ≠ 1', points: [[0.5], [2]] },
      conventions: [],
    });
    expect(summary(kinksOf((x) => huber(x), 1))).toEqual([['huber', 1]]);
    expect(kinksOf((x) => huber(x), 0)).toEqual([]);
    const nested = trace((x: Real) => grad((y: Real) => huber(y))(x))(1);
    expect(summary(nested.kinks)).toEqual([['huber', 1]]);
  });

  test('the same bindings and counts that there are without looking for kinks.', () => {
    const f = (x: Real[]) => add(mul(x[0], 3), sub(2, div(x[1], add(x[0], x[0]))));
    const { bindings, counts } = trace(f)([2, 5]);
    expect(bindings.map(({ edges }) => edges)).toEqual([
      [{ arg: 1, partial: 3 }],
      [
        { arg: 1, partial: 1 },
        { arg: 1, partial: 1 },
      ],
      [
        { arg: 2, partial: 0.25 },
        { arg: 4, partial: -5 / 16 },
      ],
      [{ arg: 5, partial: -1 }],
      [
        { arg: 3, partial: 1 },
        { arg: 6, partial: 1 },
      ],
    ]);
    expect(counts.bytes).toBe(7 * 40);
  });
});

describe('No kink is', () => {
  test('a comparison of numbers, of constants, or of a real with itself.', () => {
    const f: F = (x) => {
      lt(1, 1);
      max(2, 2);
      lt(primalOf(x), 3);
      eq(x, x);
      return mul(x, abs(0));
    };
    expect(kinksOf(f, 3)).toEqual([]);
  });

  test('what a NaN or equal infinities do.', () => {
    const f: F = (x) => (lt(x, Infinity) ? max(x, Infinity) : 0);
    for (const x of [NaN, Infinity]) expect(kinksOf(f, x, { kinkDistance: 1e300 })).toEqual([]);
    const g: F = (x) => (eq(x, NaN) ? 0 : floor(x));
    for (const x of [NaN, Infinity]) expect(kinksOf(g, x)).toEqual([]);
  });

  test('on a branch that is not taken, nor does anything leak from there.', () => {
    const never: F = (x) => abs(div(1, sub(x, x)));
    const f: F = (x) => (lt(0, 1) ? x : never(x));
    expect(valueAndGrad(f)(0)).toEqual({ value: 0, gradient: 1 });
    expect(trace(f)(0)).toMatchObject({ kinks: [], bindings: [], outputs: [1] });
    const guarded: F = (x) => (gt(x, 0) ? mul(x, sqrt(x)) : mul(3, x));
    expect(grad(guarded)(-1)).toBe(3);
    expect(derivative(guarded)(-1)).toBe(3);
    expect(trace(guarded, { kinkDistance: 0.5 })(-1)).toMatchObject({
      kinks: [],
      counts: { bindings: 1 },
    });
  });
});

describe('Inside other derivatives', () => {
  test('a kink of the inner function is one of the outer, once, where it depends on its input.', () => {
    const f: F = (x) => grad((y: Real) => relu(mul(x, y)))(1);
    expect(summary(kinksOf(f, 0))).toEqual([['relu', 0]]);
    const constant: F = (x) => add(x, grad((y: Real) => relu(y))(0));
    expect(kinksOf(constant, 0)).toEqual([]);
    const forward: F = (x) => derivative((y: Real) => ramp(mul(x, y)))(0);
    expect(summary(kinksOf(forward, 3))).toEqual([['lt', 0, 0]]);
  });

  test('powers, whose partials tell cases apart, are smooth.', () => {
    const third = (x: Real) => grad((y: Real) => grad((z: Real) => pow(z, 3))(y))(x);
    expect(trace(third)(0)).toMatchObject({ value: 0, kinks: [] });
    expect(grad(third)(0)).toBe(6);
  });

  test('each derivative looks for its own: options are not inherited.', () => {
    const inner: Kink[][] = [];
    const f: F = (x) => {
      const { kinks, value } = trace((y: Real) => add(abs(y), abs(x)))(0);
      inner.push([...kinks]);
      return value;
    };
    expect(grad(f)(3)).toBe(1);
    expect(inner.map(summary)).toEqual([[['abs', 0]]]);
    const refuses: F = (x) => mul(x, grad((y: Real) => abs(y), { onKink: 'throw' })(0));
    expectError(() => grad(refuses)(1), /abs\(0\)/);
    const inside: F = (x) => mul(x, grad((y: Real) => abs(mul(y, x)))(0));
    expectError(() => grad(inside, { onKink: 'throw' })(1), /abs\(0\)/);
  });

  test('a real of the outer level is compared with itself through an inner one.', () => {
    const seen: number[] = [];
    const f: F = (x) => {
      const { kinks } = trace((y: Real) => (lt(y, x) ? y : 1))(x);
      seen.push(kinks.length);
      return x;
    };
    expect(kinksOf(f, 2)).toEqual([]);
    expect(seen).toEqual([1]);
  });

  test('nothing is missed on the fast ways of forward mode and of forward over reverse.', () => {
    const forward: F = (x) => derivative((y: Real) => abs(mul(y, y)))(x);
    const product: F = (x) => derivative((y: Real) => grad((z: Real) => relu(mul(z, z)))(y))(x);
    for (const f of [forward, product]) {
      const [kink] = kinksOf(f, 0);
      expect(kink.values).toEqual([0]);
      expect(kinksOf(f, 1)).toEqual([]);
    }
    const counted: string[][] = [];
    const f: F = (x) => {
      const { kinks, value } = trace((y: Real) => mul(x, abs(y)))(0);
      counted.push(kinks.map(({ operation }) => operation));
      return value;
    };
    derivative(f)(2);
    expect(counted).toEqual([['abs']]);
  });

  test('the line is that of the user through any depth.', () => {
    const f: F = (x) =>
      grad((y: Real) => grad((z: Real) => derivative(twice)(mul(z, y)))(mul(y, x)))(x);
    const [{ source }, ...others] = kinksOf(f, 0);
    expect(source).toMatch(`${__filename}:${lineOf('primitive')}:`);
    expect(others).toEqual([]);
  });
});

describe('The option onKink', () => {
  test('answers in silence by default, by the branch taken.', () => {
    const said = warnings(() => {
      expect(grad(twice)(0)).toBe(0);
      expect(grad(twice, { onKink: 'ignore', kinkDistance: 1 })(0.1)).toBe(2);
    });
    expect(said).toEqual([]);
  });

  test('warns once for each operation and line, in each call.', () => {
    const f: F = (x) => {
      let y: Real = 0;
      for (let k = 0; k < 5; k++) y = add(y, add(twice(x), identity(x)));
      return y;
    };
    const loud = grad(f, { onKink: 'warn' });
    const said = warnings(() => expect(loud(0)).toBe(grad(f)(0)));
    expect(said).toHaveLength(2);
    expect(said[0]).toMatch(`abs(0) at ${__filename}:${lineOf('primitive')}:`);
    expect(said[1]).toMatch(`eq(0, 0) at ${__filename}:${lineOf('equality')}:`);
    expect(warnings(() => loud(0))).toHaveLength(2);
    expect(warnings(() => loud(1))).toEqual([]);
  });

  test('throws an error that names the operation, its values and its line.', () => {
    for (const take of [grad, valueAndGrad, vjp, trace]) {
      const attempt = () => (take as typeof grad)(identity, { onKink: 'throw' });
      expectError(
        () => attempt()(0),
        /eq\(0, 0\) at .*kinks\.test\.ts:\d+:\d+ .* Move .* onKink: 'ignore'/s,
      );
      expect(() => attempt()(1)).not.toThrow();
    }
    expectError(
      () => grad(ramp, { onKink: 'throw', kinkDistance: 0.5 })(0.25),
      /within 0\.25 of its boundary/,
    );
  });

  test('changes no answer where nothing is thrown.', () => {
    fc.assert(
      fc.property(programs(3, 30), ({ term, point }) => {
        const f = asFunction(term);
        const plain = valueAndGrad(f)(point);
        const watched = { onKink: 'ignore', kinkDistance: 1, maxOperations: 1e9 } as const;
        expect(valueAndGrad(f, watched)(point)).toEqual(plain);
        warnings(() => expect(valueAndGrad(f, { onKink: 'warn' })(point)).toEqual(plain));
        const { value, bindings, counts } = trace(f)(point);
        expect(value).toBe(plain.value);
        expect(counts.bindings).toBe(bindings.length);
      }),
    );
  });

  test('leaves nothing watched after an error of any kind.', () => {
    const fails: F = (x) => {
      grad((y: Real) => mul(y, x), { onKink: 'throw' })(1);
      throw new RangeError('the user gives up');
    };
    expect(() => grad(fails, { onKink: 'throw' })(1)).toThrow(RangeError);
    expect(() => grad(identity, { onKink: 'throw' })(0)).toThrow(DeltaTapeError);
    const said = warnings(() => expect(grad((x: Real) => add(identity(x), twice(x)))(0)).toBe(0));
    expect(said).toEqual([]);
    const recovers: F = (x) => {
      expectError(() => grad((y: Real) => abs(mul(x, y)), { onKink: 'throw' })(0), /abs/);
      return mul(x, x);
    };
    expect(grad(recovers, { onKink: 'throw' })(3)).toBe(6);
  });

  test.each<[object, RegExp]>([
    [{ onKink: 'thorw' }, /onKink must be 'ignore', 'warn' or 'throw'.*"thorw"/],
    [{ onKink: null }, /onKink.*null/],
    [{ onKink: 'toString' }, /onKink/],
    [{ kinkDistance: -1 }, /kinkDistance must be a number that is not negative.*-1/],
    [{ kinkDistance: NaN }, /kinkDistance.*NaN/],
    [{ kinkDistance: '1' }, /kinkDistance.*"1"/],
    [{ maxOperations: -1 }, /maxOperations must be a natural number.*-1/],
    [{ maxOperations: NaN }, /maxOperations.*NaN/],
    [{ maxOperations: 1.5 }, /maxOperations.*1\.5/],
    [{ maxOperations: '9' }, /maxOperations.*"9"/],
  ])('and its companions are checked: %p.', (options, message) => {
    for (const take of [grad, vjp, trace]) {
      expectError(() => (take as typeof grad)(sin as F, options)(1), message);
    }
  });
});

describe('Every derivative operator', () => {
  /** A call of each, for one input, that runs the function with options. */
  const operators: {
    readonly [name: string]: (f: F, options: WatchOptions) => (x: number) => unknown;
  } = {
    grad: (f, options) => grad(f, options),
    valueAndGrad: (f, options) => valueAndGrad(f, options),
    vjp: (f, options) => vjp(f, options),
    pullbackForm: (f, options) => pullbackForm(f, options)(() => 1),
    jvp: (f, options) => (x) => jvp(f, options)([x], [1]),
    derivative: (f, options) => derivative(f, options),
    'jacobian, forward': (f, options) => jacobian(f, { ...options, plan: 'forward' }),
    'jacobian, reverse': (f, options) => jacobian(f, { ...options, plan: 'reverse' }),
    jacobian: (f, options) => jacobian((x: Real) => [f(x), x], options),
    'jacobian, sparse': (f, options) => (x) =>
      jacobian((xs: Real[]) => [f(xs[0])], { ...options, sparse: true })([x]),
    hessian: (f, options) => hessian(f, options),
    'hessian, sparse': (f, options) => (x) =>
      hessian((xs: Real[]) => f(xs[0]), { ...options, sparse: true })([x]),
    hvp: (f, options) => (x) => hvp(f, options)(x, 1),
    taylor: (f, options) => taylor(f, 3, options),
    tower: (f, options) => (x) => tower(f, options)(x).at(3),
    trace: (f, options) => trace(f, options),
    explain: (f, options) => explain(f, options),
  };

  describe.each(Object.entries(operators))('%s', (_, take) => {
    test('refuses kinks, near ones too, and warns of each once.', () => {
      expectError(() => take(identity, { onKink: 'throw' })(0), /eq\(0, 0\) at .*kinks\.test/);
      expect(() => take(identity, { onKink: 'throw' })(1)).not.toThrow();
      expectError(() => take(twice, { onKink: 'throw', kinkDistance: 1 })(0.5), /abs\(1\)/);
      const said = warnings(() => take((x) => add(twice(x), twice(x)), { onKink: 'warn' })(0));
      expect(said).toHaveLength(1);
    });

    test('has a limit of operations, which changes no answer.', () => {
      const forever: F = (x) => (gt(x, 0) ? forever(mul(x, 1)) : x);
      expectError(() => take(forever, { maxOperations: 300 })(1), /maxOperations: 300/);
      const cube: F = (x) => mul(x, mul(x, x));
      const [free, limited] = [take(cube, {})(2), take(cube, { maxOperations: 2 })(2)];
      expect(JSON.stringify(limited)).toBe(JSON.stringify(free));
      expectError(() => take(cube, { maxOperations: 1 })(2), /maxOperations: 1 is/);
    });

    test('is not watched afterwards, and not by an outer one that looks elsewhere.', () => {
      expect(() => take(identity, { onKink: 'throw' })(0)).toThrow(DeltaTapeError);
      expect(warnings(() => take(identity, { onConstant: 'ignore' })(0))).toEqual([]);
      const outer: F = (x) => {
        take(twice, {})(0);
        return mul(x, x);
      };
      expect(grad(outer, { onKink: 'throw' })(3)).toBe(6);
      const inner: F = (x) => {
        expectError(() => take(twice, { onKink: 'throw' })(0), /abs/);
        expect(relu(mul(x, 0))).toBeDefined();
        return mul(x, x);
      };
      expect(warnings(() => expect(grad(inner)(3)).toBe(6))).toEqual([]);
    });
  });

  test('has the option wrt as well, if it has positions.', () => {
    expect(grad((x: Real, y: Real) => mul(x, y), { wrt: 1, onKink: 'warn' })(2, 3)).toBe(2);
    const both = pullbackForm((x: Real, y: Real) => mul(x, y), { wrt: [1, 0], maxOperations: 1 });
    expect(both(() => 1)(2, 3)).toEqual([2, 3]);
  });

  test('looks into functions of functions, and not at the value that needs another run.', () => {
    const f = (g: F) => (x: Real) => abs(g(x));
    const { tangent } = jvp((x: Real) => f((y) => mul(x, y)), { onKink: 'throw' })([0], [1]);
    expectError(() => tangent(1), /abs\(0\)/);
    const around: F = (z) =>
      mul(z, jvp((x: Real) => [abs(x), (y: Real) => mul(x, y)])([0], [1]).value[0] as Real);
    expect(grad(around, { onKink: 'throw' })(5)).toBe(0);
  });

  test('counts custom rules.', () => {
    const double = customGradient((x: Real) => ({
      value: mul(2, x),
      pullback: (c: Real) => [mul(2, c)],
    }));
    const forever: F = (x) => forever(double(x));
    for (const take of [grad, trace]) {
      expectError(
        () => (take as typeof grad)(forever, { maxOperations: 50 })(1),
        /maxOperations: 50/,
      );
    }
  });

  test('looks into checkpoints when they are recorded.', () => {
    expectError(() => grad((x: Real) => checkpoint(twice)(x), { onKink: 'throw' })(0), /abs\(0\)/);
    expect(grad((x: Real) => checkpoint(twice)(x), { onKink: 'throw' })(1)).toBe(2);
  });
});

describe('A limit of operations', () => {
  const forever: F = (x) => add(x, forever(mul(x, 0.5))); // recursion
  const power = (base: Real, exponent: number): Real =>
    exponent === 0 ? 1 : mul(base, power(base, exponent - 1));

  test('ends a recursion or a loop without end, and names itself and the place.', () => {
    const loop: F = (x) => {
      while (gt(x, 0)) x = mul(x, 1);
      return x;
    };
    const compares: F = (x) => (lt(x, 0) ? x : compares(x));
    for (const take of [grad, valueAndGrad, vjp, trace]) {
      for (const f of [forever, loop, compares]) {
        const attempt = () => (take as typeof grad)(f, { maxOperations: 500 })(1);
        expectError(
          attempt,
          /maxOperations: 500 is reached; the next .* is (mul|gt|lt) at .*\. Look there/,
        );
      }
    }
    expectError(
      () => grad(forever, { maxOperations: 500 })(1),
      new RegExp(`mul at .*kinks\\.test\\.ts:${lineOf('recursion')}:`),
    );
  });

  test('that is not reached changes no answer.', () => {
    const f = (x: Real) => power(x, 4);
    expect(valueAndGrad(f)(2)).toEqual({ value: 16, gradient: 32 });
    expect(valueAndGrad(f, { maxOperations: 4 })(2)).toEqual({ value: 16, gradient: 32 });
    expectError(() => valueAndGrad(f, { maxOperations: 3 })(2), /maxOperations: 3 is reached/);
    expect(grad((x: Real) => x, { maxOperations: 0 })(2)).toBe(1);
    expect(trace(f, { maxOperations: Infinity })(2).counts.bindings).toBe(4);
  });

  test('is one for each call, and one for each run.', () => {
    const limited = grad((x: Real) => power(x, 4), { maxOperations: 4 });
    expect([limited(2), limited(2), limited(3)]).toEqual([32, 32, 108]);
    const nested: F = (x) => mul(x, grad((y: Real) => power(y, 4), { maxOperations: 4 })(2));
    expect(grad(nested, { maxOperations: 1 })(5)).toBe(32);
  });

  test('ends a runaway inside an inner derivative that depends on the input.', () => {
    const f: F = (x) => grad((y: Real) => forever(mul(x, y)))(1);
    expectError(() => grad(f, { maxOperations: 500 })(1), /maxOperations/);
    const runaway: F = (x) => grad((y: Real) => mul(y, runaway(mul(x, y))))(1);
    expectError(() => grad(runaway, { maxOperations: 20 })(1), /maxOperations/);
  });

  test('is not what ends a recursion without one: that is a RangeError, after which all is well.', () => {
    for (const take of [grad, derivative, trace]) {
      expect(() => (take as typeof grad)(forever)(1)).toThrow(RangeError);
      expect(() => (take as typeof grad)((x) => grad(forever)(x))(1)).toThrow(RangeError);
      expect(grad((x: Real) => power(x, 3))(2)).toBe(12);
      expect(kinksOf(ramp, 0)).toHaveLength(1);
    }
  });

  test('leaves recursion that ends by a derivative of itself alone.', () => {
    const f: F = (x) => (lt(x, 1) ? mul(x, x) : grad((y: Real) => f(y))(sub(x, 1)));
    expect([0.5, 1.5, 2.5].map((x) => grad(f, { maxOperations: 100 })(x))).toEqual([1, 2, 0]);
    expect([0.5, 1.5, 2.5].map((x) => primalOf(f(x)))).toEqual([0.25, 1, 2]);
    expect(kinksOf(f, 2)).not.toEqual([]);
  });
});

describe('A trace agrees with the program on the neighbourhood', () => {
  /** The choices of a run: what was compared or not smooth, and which side it was on. */
  function choices(f: (x: readonly Real[]) => Real, point: number[]): string {
    const { kinks, counts } = trace(f, { kinkDistance: Infinity })(point);
    const sides = kinks.map(({ operation, values: [x, y] }) =>
      operation === 'lt' || operation === 'max' ? `${operation} ${x < y}` : operation,
    );
    return [counts.bindings, ...sides].join();
  }
  const between = (p: number[], q: number[], t: number) => p.map((x, k) => x + t * (q[k] - x));

  test('of every point without a kink.', () => {
    let tried = 0;
    fc.assert(
      fc.property(
        programs(3, 30),
        fc.double({ min: -1, max: 1, noNaN: true }),
        ({ term, point }, by) => {
          const f = asFunction(term);
          if (trace(f, { kinkDistance: 1e-3 })(point).kinks.length > 0) return;
          const [near, here] = [
            between(
              point,
              point.map((x) => x + by),
              2 ** -40,
            ),
            point,
          ];
          expect(choices(f, near)).toBe(choices(f, here));
          if (trace(f)(point).bindings.length > 0) tried++;
        },
      ),
    );
    expect(tried).toBeGreaterThan(10);
  });

  test('and where two points differ in their choices, there is a kink between them.', () => {
    let found = 0;
    const twoPoints = fc.tuple(
      programs(2, 30),
      fc.array(fc.integer({ min: -300, max: 300 }), { minLength: 2, maxLength: 2 }),
    );
    fc.assert(
      fc.property(twoPoints, ([{ term, point }, other]) => {
        const f = asFunction(term);
        const end = other.map((x) => x / 100);
        const start = choices(f, point);
        if (choices(f, end) === start) return;
        let [low, high] = [0, 1];
        for (let k = 0; k < 30; k++) {
          const middle = (low + high) / 2;
          if (choices(f, between(point, end, middle)) === start) low = middle;
          else high = middle;
        }
        found++;
        const kinks = trace(f, { kinkDistance: 1e-6 })(between(point, end, high)).kinks;
        expect(kinks).not.toEqual([]);
      }),
      { numRuns: 60 },
    );
    expect(found).toBeGreaterThan(5);
  });

  test('but not of a reported kink: the identity with a hole.', () => {
    expect(kinksOf(identity, 0)).toHaveLength(1);
    const [at, beside] = [grad(identity)(0), grad(identity)(1e-300)];
    expect([at, beside]).toEqual([0, 1]);
  });

  test('and its reals stay symbolic though their values steer: the trace of a ramp at 1 is its input.', () => {
    expect(trace(ramp)(1)).toMatchObject({ outputs: [1], bindings: [] });
  });
});

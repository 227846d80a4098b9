/** Gradients with known answers, in every shape, and never confused. */
import { Map as ImmutableMap, List, Record, type RecordOf } from 'immutable';
import {
  add,
  atan2,
  cos,
  derivative,
  div,
  exp,
  expm1,
  ge,
  grad,
  gt,
  log,
  lt,
  max,
  mul,
  neg,
  pow,
  primalOf,
  sin,
  sqrt,
  sub,
  sum,
  valueAndGrad,
  type Real,
} from 'delta-tape';
import { claim, type Same } from '../support/types/claims.js';

const times = <T>(count: number, f: (x: T) => T, x: T): T =>
  count === 0 ? x : times(count - 1, f, f(x));
const close = (x: number, digits = 12) => expect.closeTo(x, digits) as number;

describe('Known answers from other libraries', () => {
  const w = (x: Real, y: Real) => mul(x, sin(y));
  const foo = ([x, y, z]: Real[]) => add(atan2(z, w(x, y)), mul(z, w(x, y)));
  const bar = ([x, y, z]: Real[]) => add(atan2(z, w(x, y)), mul(z, x));
  const point = [1.1, 2.2, 3.3];

  test('atan2(z, w) + z w with w = x sin y.', () => {
    expect(valueAndGrad(foo)(point)).toEqual({
      value: close(4.242393641025528),
      gradient: [2.4396285219055063, -1.953374825727421, 0.9654825811012627].map((x) => close(x)),
    });
  });

  test('atan2(z, w) + z x with w = x sin y.', () => {
    expect(valueAndGrad(bar)(point)).toEqual({
      value: close(4.9375516951604155),
      gradient: [3.071590389300859, 0.18288422990948425, 1.1761365368997136].map((x) => close(x)),
    });
  });

  test('sin five times, and the sum of the sines on the way.', () => {
    const fold = (x: Real) => times<Real>(5, sin, x);
    const scan = (x: Real) => sum([0, 1, 2, 3, 4, 5].map((k) => times<Real>(k, sin, x)));
    expect(grad(fold)(1.1)).toBeCloseTo(0.12389721944941383, 14);
    expect(grad(scan)(1.1)).toBeCloseTo(2.2207726343670955, 14);
  });

  test('atan2(sin x, sin a) three times from 2a.', () => {
    const fold = (a: Real) => times<Real>(3, (x) => atan2(sin(x), sin(a)), mul(2, a));
    expect(grad(fold)(1.1)).toBeCloseTo(-0.7053476446727861, 12);
  });

  test.each([
    [-1, 0],
    [0, 0],
    [1e-4, 1],
  ])('relu by max(0, x) at %d has the slope %d.', (x, slope) => {
    expect(grad((x: Real) => max(0, x))(x)).toBe(slope);
  });

  test('Σ xᵢ^(sin xᵢ + Σ x).', () => {
    const f = (x: Real[]) => sum(x.map((xi) => pow(xi, add(sin(xi), sum(x)))));
    expect(valueAndGrad(f)([1, 3])).toEqual({
      value: close(95.58371, 4),
      gradient: [close(108.7523, 4), close(131.60072, 4)],
    });
  });

  test('exp(x y) and 4 x e^y + cos z.', () => {
    expect(grad(([x, y]: Real[]) => exp(mul(x, y)))([1, 2])).toEqual([
      close(14.7781121978613),
      close(7.38905609893065),
    ]);
    const f = (x: Real, y: Real, z: Real) => add(mul(mul(4, x), exp(y)), cos(z));
    expect(valueAndGrad(f, { wrt: [0, 1, 2] })(1, 2, 3)).toEqual({
      value: close(28.566231899122155),
      gradient: [close(29.5562243957226), close(29.5562243957226), close(-0.1411200080598672)],
    });
  });

  test('12 + 7x + 5x² + 2x³ along the line.', () => {
    const f = (x: Real) => add(12, mul(x, add(7, mul(x, add(5, mul(2, x))))));
    const points = [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2];
    const slopes = [11, 5.5, 3, 3.5, 7, 13.5, 23, 35.5, 51];
    expect(points.map((x) => grad(f)(x))).toEqual(slopes);
    expect(points.map((x) => derivative(f)(x))).toEqual(slopes);
  });

  test('x^y at (0, 2), and √(x y) at its edges, by the conventions of the table.', () => {
    expect(grad(([x, y]: Real[]) => pow(x, y))([0, 2])).toEqual([0, 0]);
    const root = grad(([x, y]: Real[]) => sqrt(mul(x, y)));
    expect([root([0, 0]), root([1, 0]), root([0, 1])]).toEqual([
      [0, 0],
      [0, Infinity],
      [Infinity, 0],
    ]);
  });

  test('log(1 - e^x) at -0.1.', () => {
    expect(valueAndGrad((x: Real) => log(neg(expm1(x))))(-0.1)).toEqual({
      value: close(-2.3521684610440907),
      gradient: close(-9.50833194477505, 11),
    });
  });

  test('the fixed point of cos, and iterations of Newton on x² - 4.', () => {
    const fixedPoint = (x: Real): Real =>
      lt(sub(cos(x), x), 1e-15) && gt(sub(cos(x), x), -1e-15) ? x : fixedPoint(cos(x));
    const { value, gradient } = valueAndGrad(fixedPoint)(1);
    expect(value).toBeCloseTo(0.7390851332151607, 15);
    expect(Math.abs(gradient)).toBeLessThan(1e-12);
    const f = (x: Real) => sub(mul(x, x), 4);
    const step = (x: number) => x - primalOf(f(x)) / grad(f)(x);
    expect([0, 1, 2, 3].map((k) => times(k, step, 1))).toEqual([
      1,
      2.5,
      2.05,
      close(2.000609756097561, 15),
    ]);
  });

  test('an input returned directly is still an input, and a constant is constant.', () => {
    const f = (x: Real) => (lt(x, 0) ? x : x);
    expect([grad(f)(-1), grad(f)(1), grad((_: Real) => 5)(3)]).toEqual([1, 1, 0]);
  });

  test('the branch not taken makes no NaN.', () => {
    const f = (x: Real) => (gt(x, 0) ? mul(x, log(x)) : 0);
    expect([grad(f)(0), grad(f)(1)]).toEqual([0, 1]);
    const square = (x: Real) => (ge(x, 0) ? mul(x, x) : div(1, sub(x, x)));
    expect(grad(square)(0)).toBe(0);
  });

  test('doubling fifty times is exactly 2^50, and a thousand times is no work.', () => {
    expect(grad((x: Real) => times<Real>(50, (y) => add(y, y), x))(1)).toBe(2 ** 50);
    expect(grad((x: Real) => times<Real>(1000, (y) => add(y, y), x))(1)).toBe(2 ** 1000);
  });
});

describe('The gradient has the shape of the argument', () => {
  const Point = Record({ x: 0, y: 0, name: '' });

  test('whatever that is.', () => {
    const norm = (p: RecordOf<{ x: Real; y: Real; name: string }>) =>
      add(mul(p.x, p.x), mul(p.y, 3));
    expect(grad(norm)(Point({ x: 2, y: 1, name: 'p' }) as never)).toEqual(
      Point({ x: 4, y: 3, name: 'p' }),
    );
    const inMap = (m: ImmutableMap<string, List<Real>>) => mul(m.get('a')!.get(0)!, 5);
    const mapOf = (...a: number[]) =>
      ImmutableMap([
        ['a', List(a)],
        ['b', List<number>()],
      ]);
    expect(grad(inMap)(mapOf(1, 2)).equals(mapOf(5, 0))).toBe(true);
    const bits = new Float32Array([0.1, 2]);
    expect(grad((x: ArrayLike<Real>) => mul(x[0], x[1]))(bits)).toEqual(new Float32Array([2, 0.1]));
  });

  test('for every form of wrt.', () => {
    const f = (x: Real, name: string, y: { v: Real[] }) =>
      mul(x, name === 'twice' ? mul(2, y.v[0]) : 0);
    const y = { v: [5, 7] };
    expect(grad(f)(3, 'twice', y)).toBe(10);
    expect(grad(f, {})(3, 'twice', y)).toBe(10);
    expect(grad(f, { wrt: 2 })(3, 'twice', y)).toEqual({ v: [6, 0] });
    expect(grad(f, { wrt: [2, 0] })(3, 'twice', y)).toEqual([{ v: [6, 0] }, 10]);
    expect(grad(f, { wrt: [0] })(3, 'twice', y)).toEqual([10]);
    expect(grad(f, { wrt: [] })(3, 'twice', y)).toEqual([]);
    expect(valueAndGrad(f, { wrt: [0, 2] })(3, 'once', y)).toEqual({
      value: 0,
      gradient: [0, { v: [0, 0] }],
    });
  });

  test('at infinities, NaN and -0.', () => {
    const square = (x: Real) => mul(x, x);
    expect([Infinity, -Infinity, NaN, -0].map((x) => grad(square)(x))).toEqual([
      Infinity,
      -Infinity,
      NaN,
      0,
    ]);
    expect(grad((x: Real[]) => mul(x[0], 2))([1, NaN])).toEqual([2, 0]);
  });

  test('and its type, too.', () => {
    const f = (x: Real) => sin(x);
    const g: (x: number) => number = grad(f);
    const both = grad((x: Real, y: Real[]) => mul(x, y[0]), { wrt: [0, 1] })(1, [2]);
    const model = grad((m: { a: Real; tags: Set<string>; b?: Real }) => m.a)({
      a: 1,
      tags: new Set<string>(),
      b: 2,
    });
    const nested = (x: Real) => grad(f)(x);
    const value = valueAndGrad(f)(1);
    claim<
      [
        Same<typeof both, [number, number[]]>,
        Same<typeof model, { a: number; tags: Set<string>; b: number }>,
        Same<ReturnType<typeof nested>, Real>,
        Same<typeof value.gradient, number>,
      ]
    >();
    expect([g(0), both, model.a, nested(0), value.value]).toEqual([1, [2, [1]], 1, 1, Math.sin(1)]);
  });
});

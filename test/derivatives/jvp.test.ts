/** Forward mode: one pass, no tape, any shape, and always the transpose of reverse mode. */
import 'delta-tape/methods';
import fc from 'fast-check';
import {
  DeltaTapeError,
  add,
  atan2,
  cos,
  derivative,
  exp,
  grad,
  jvp,
  mul,
  neg,
  relu,
  sin,
  sqrt,
  sub,
  tanh,
  vjp,
  jacobian,
  type Dual,
  type Real,
} from 'delta-tape';
import { TOP, WIDE, head } from '../../src/tape/columns.js';
import { claim, type Same } from '../support/types/claims.js';

test('A tangent goes through a known program.', () => {
  const bar = ([x, y, z]: Real[]) => add(atan2(z, mul(x, sin(y))), mul(z, x));
  const point = [1.1, 2.2, 3.3];
  const { value, tangent } = jvp(bar)([point], [point]);
  expect(value).toBeCloseTo(4.9375516951604155, 13);
  expect(tangent).toBeCloseTo(7.662345305800865, 13);
});

test('Value and tangent have the shape of the result; leaves stay.', () => {
  const f = (x: Real, v: Real[]) => ({ a: mul(x, v[0]), b: [v[1], 'leaf', 4] as const });
  expect(jvp(f)([2, [3, 5]], [1, [10, 100]])).toEqual({
    value: { a: 6, b: [5, 'leaf', 4] },
    tangent: { a: 3 + 20, b: [100, 'leaf', 0] },
  });
});

test('An argument without a tangent is constant.', () => {
  const f = (x: Real, name: string, y: Real) => mul(name === 'x' ? x : 1, y);
  expect(jvp(f)([2, 'x', 3], [undefined, undefined, 1]).tangent).toBe(2);
  expect(jvp(f)([2, 'x', 3], [1, 'x', 0]).tangent).toBe(3);
  expect(jvp(f)([2, 'x', 3], [undefined, undefined, undefined])).toEqual({ value: 6, tangent: 0 });
});

test('Forward mode writes nothing to the tape.', () => {
  const seen: number[][] = [];
  const f = (x: Real) => {
    let y = x;
    for (let k = 0; k < 100_000; k++) y = sin(mul(y, 1.01));
    seen.push([head[TOP], head[WIDE]]);
    return y;
  };
  jvp(f)([1], [1]);
  derivative(f)(1);
  vjp(f)(1);
  expect(seen.slice(0, 2)).toEqual([
    [0, 0],
    [0, 0],
  ]);
  // The same look at the same columns sees the bindings of reverse mode.
  expect(seen[2]).toEqual([200_001, 0]);
});

test('⟨ȳ, pushforward ẋ⟩ = ⟨pullback ȳ, ẋ⟩.', () => {
  const f = ([x, y, z]: Real[]) => [mul(exp(sin(x)), y), sub(tanh(mul(y, z)), cos(x))];
  const small = fc.double({ min: -2, max: 2, noNaN: true });
  const three = fc.tuple(small, small, small);
  const dot = (xs: readonly number[], ys: readonly number[]) =>
    xs.reduce((total, x, k) => total + x * ys[k], 0);
  fc.assert(
    fc.property(three, three, fc.tuple(small, small), (x, dx, dy) => {
      const { value, tangent } = jvp(f)([x], [dx]);
      const reverse = vjp(f)(x);
      expect(reverse.value).toEqual(value);
      expect(dot(reverse.pullback(dy), dx)).toBeCloseTo(dot(dy, tangent), 9);
    }),
  );
});

test('Tangents must have the shapes of the arguments.', () => {
  const f = jvp((x: Real, v: Real[]) => mul(x, v[0])) as (args: unknown, ts: unknown) => unknown;
  const wrong: [unknown, RegExp][] = [
    [[1], /a list of 2 tangents, one for each argument.*array of length 1/],
    [1, /a list of 2 tangents, one for each argument/],
    [undefined, /a list of 2 tangents, one for each argument/],
    [[1, [1, 2]], /argument 1 it must be an array of length 1/],
    [[null, [1]], /argument 0 it must be a real, but it is null/],
    [[1, ['1']], /argument 1\[0\] it must be a real, but it is the string "1"/],
  ];
  for (const [tangents, message] of wrong) {
    expect(() => f([2, [3]], tangents)).toThrow(DeltaTapeError);
    expect(() => f([2, [3]], tangents)).toThrow(message);
  }
});

test('A derivative along the line has the shape of the result.', () => {
  const circle = (t: Real) => ({ x: cos(t), y: sin(t), name: 'circle' });
  const velocity = derivative(circle)(0.5);
  expect(velocity).toEqual({ x: -Math.sin(0.5), y: Math.cos(0.5), name: 'circle' });
  expect(derivative(() => 4)(1)).toBe(0);
});

test('Infinities and NaN go through.', () => {
  expect(jvp((x: Real) => mul(x, 2))([Infinity], [NaN])).toEqual({ value: Infinity, tangent: NaN });
  expect(jvp((x: Real) => mul(x, x))([-0], [1])).toEqual({ value: 0, tangent: 0 });
});

test('A partial of exactly 0 stops an infinite tangent, as it stops a cotangent.', () => {
  const stopped = (x: Real) => mul(relu(neg(sqrt(x))), 3);
  const ways = [derivative(stopped)(0), grad(stopped)(0), jvp(stopped)([0], [1]).tangent];
  expect(ways).toEqual([0, 0, 0]);
  expect([derivative(stopped)(4), derivative((x: Real) => neg(sqrt(x)))(0)]).toEqual([
    0,
    -Infinity,
  ]);
});

test('Types are those of the result.', () => {
  const circle = (t: Real) => ({ x: cos(t), name: 'circle' });
  const atNumber = derivative(circle)(0);
  const atReal = (t: Real) => derivative(sin as (x: Real) => Real)(t);
  const pushed = jvp(circle)([0], [1]);
  const slope: (x: number) => number = derivative((x: Real) => mul(x, x));
  claim<
    [
      Same<typeof atNumber, { x: number; name: string }>,
      Same<ReturnType<typeof atReal>, Real>,
      Same<typeof pushed.value, { x: number; name: string }>,
    ]
  >();
  expect([slope(3), atReal(0), pushed.tangent.x, atNumber.name]).toEqual([6, 1, 0, 'circle']);
});

test('A tangent of 0 leaves a dual a dual, so that its methods stay.', () => {
  const f = (x: Dual, y: Dual) => y.mul(x).mul(0).add(x);
  expect(jvp(f)([2, 3], [1, 0])).toEqual({ value: 2, tangent: 1 });
  const rows = jacobian((x: Dual[]) => [x[0].mul(x[1]), x[0], x[1]])([2, 3]);
  expect(rows).toEqual([
    [3, 2],
    [1, 0],
    [0, 1],
  ]);
});

/** Hessian-vector products: known answers, every shape, symmetry, errors. */
import fc from 'fast-check';
import { Map as ImmutableMap } from 'immutable';
import {
  add,
  derivative,
  div,
  exp,
  grad,
  hvp,
  jvp,
  mul,
  pow,
  sin,
  sub,
  sum,
  vjp,
  type Real,
} from 'delta-tape';
import { asFunction } from '../support/interpret.js';
import { programs } from '../support/programs.js';
import { claim, type Same } from '../support/types/claims.js';
import { expectError, untyped } from '../support/untyped.js';
import { sampled } from '../support/sample.js';

test('A product has the known value, in every nesting.', () => {
  const bell = (x: Real[]) => exp(mul(0.5, sum(x.map((xi) => mul(xi, xi)))));
  const x = [0.1, 0.2, 0.3];
  const v = [0.2, 0.3, 0.4];
  const products = [
    hvp(bell)(x, v),
    jvp((y: Real[]) => grad(bell)(y))([x], [v]).tangent,
    vjp((y: Real[]) => grad(bell)(y))(x).pullback(v),
  ];
  const expected = [0.235952, 0.364653, 0.493354].map((p) => expect.closeTo(p, 6) as number);
  for (const product of products) expect(product).toEqual(expected);
});

test('A product has the shape of the argument; leaves stay, other arguments come last.', () => {
  interface Tree {
    readonly a: Real;
    readonly name: string;
    readonly m: ImmutableMap<string, Real>;
    readonly w: ArrayLike<Real>;
  }
  const f = ({ a, m, w }: Tree, scale: number, y: Real) =>
    mul(scale, mul(mul(a, m.get('k')!), add(mul(w[0], w[1]), y)));
  const at = { a: 2, name: 'n', m: ImmutableMap([['k', 3]]), w: Float64Array.of(5, 7) };
  const v = { a: 1, name: '', m: ImmutableMap([['k', 0]]), w: Float64Array.of(0, 1) };
  expect(hvp(f)(at, v, 10, 1)).toEqual({
    a: 10 * 3 * 5,
    name: 'n',
    m: ImmutableMap([['k', 10 * (36 + 2 * 5)]]),
    w: Float64Array.of(10 * 3 * 7 + 10 * 6, 10 * 3 * 5),
  });
  const product = hvp((x: Real[]) => mul(x[0], x[1]))([1, 2], [3, 4]);
  claim<[Same<typeof product, number[]>]>();
  expect(product).toEqual([4, 3]);
});

test('The Hessian is symmetric, and along a line it is the second derivative.', () => {
  const directions = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 3, maxLength: 3 });
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((total, x, k) => total + x * b[k], 0);
  fc.assert(
    fc.property(programs(), directions, directions, ({ term, point }, v, w) => {
      const f = asFunction(term);
      const product = (along: number[]) => hvp((x: Real[]) => f(x))([...point], along);
      const [hv, hw] = [product(v), product(w)];
      const size = Math.max(...hv.map(Math.abs), ...hw.map(Math.abs), 1);
      fc.pre(Number.isFinite(size));
      expect(Math.abs(dot(w, hv) - dot(v, hw))).toBeLessThanOrEqual(1e-9 * size);
      const line = (t: Real) => f(point.map((x, k) => add(x, mul(v[k], t))));
      const second = derivative((t: Real) => derivative(line)(t))(0);
      expect(Math.abs(dot(v, hv) - second)).toBeLessThanOrEqual(1e-9 * size * 25);
    }),
    { numRuns: sampled(300) },
  );
});

test('Products nest in every mode: they are differentiated themselves.', () => {
  const f = ([x, y]: Real[]) => mul(pow(x, 3), sin(y));
  const first = (x: Real) => hvp(f)([x, 2], [1, 0])[0];
  const slope = 6 * Math.sin(2);
  expect(first(5)).toBeCloseTo(5 * slope, 12);
  for (const take of [
    (g: (x: Real) => Real) => grad(g)(5),
    (g: (x: Real) => Real) => derivative(g)(5),
    (g: (x: Real) => Real) => vjp(g)(5).pullback(1),
  ]) {
    expect(take(first)).toBeCloseTo(slope, 12);
  }
  const along = (v: Real) => hvp(f)([5, 2], [v, 0])[0];
  expect(derivative(along)(3)).toBeCloseTo(5 * slope, 12);
  expect(hvp((x: Real[]) => hvp(f)(x, [1, 0])[0])([5, 2], [0, 1])[0]).toBeCloseTo(
    6 * Math.cos(2),
    12,
  );
});

test('Numbers of no reals, and of one, are fine.', () => {
  expect(hvp((xs: Real[]) => sum(xs))([], [])).toEqual([]);
  expect(hvp((x: Real) => div(1, x))(2, 1)).toBe(2 / 8);
  expect(hvp((x: Real) => sub(x, x))(2, 1)).toBe(0);
  expect(hvp((_: Real) => 3)(2, 1)).toBe(0);
});

test('What cannot be is refused.', () => {
  const square = (x: Real[]) => mul(x[0], x[0]);
  const loose = untyped.hvp;
  expectError(() => loose(square)([1], [1, 2]), /vector has the wrong shape/);
  expectError(() => loose(square)([1], 1), /vector has the wrong shape/);
  expectError(() => loose((x: Real[]) => [x[0]])([1], [1]), /one real/);
  expectError(() => loose(square)('text', 'text'), /holds no real/);
  expectError(() => loose(3)([1], [1]), /takes the function/);
  expectError(() => loose(() => Promise.resolve(1))([1], [1]), /promise/);
  expect(hvp(square)([3], [1])).toEqual([2]);
});

test('A vector that is missing or in another place is refused, and so are arguments too many.', () => {
  const f = (x: Real[], k: Real) => mul(k, mul(x[0], mul(x[0], x[1])));
  const call = untyped.hvp(f) as (...args: unknown[]) => unknown;
  expect(call([2, 3], [1, 0], 2)).toEqual([12, 8]);
  expectError(() => call([2, 3]), /no vector.*hvp\(f\)\(x, v, …others\)/);
  expectError(() => call([2, 3], 2, [1, 0]), /the last one is/);
  expectError(() => call([2, 3], [1, 0], 2, 5), /given 4 arguments, but the function takes 2/);
  expectError(() => untyped.hvp(f, [2, 3], [1, 0]), /gives a function/);
  expectError(() => untyped.hvp(f, [2, 3]), /gives a function/);
  expectError(() => untyped.hvp(f, 2), /gives a function/);
  expectError(() => untyped.hvp((x: Real) => mul(x, x), 2, 1), /gives a function/);
});

test('Functions with defaults, a rest or `arguments` take more than their length says.', () => {
  const functions = [
    (x: Real, k: Real = 2) => mul(k, mul(x, x)),
    (...[x, k]: Real[]) => mul(k, mul(x, x)),
    function (x: Real) {
      // eslint-disable-next-line prefer-rest-params -- the point of it
      return mul(arguments[1] as Real, mul(x, x));
    },
  ];
  for (const f of functions)
    expect((untyped.hvp(f) as (...args: unknown[]) => unknown)(3, 1, 5)).toBe(10);
});

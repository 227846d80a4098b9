import fc from 'fast-check';
import {
  abs,
  add,
  div,
  exp,
  grad,
  hvp,
  jacobian,
  log,
  loop,
  lt,
  mul,
  neg,
  pow,
  sin,
  sub,
  sum,
  trace,
  vjp,
  type Real,
} from 'delta-tape';
import { argmin, root } from 'delta-tape/solve';
import { expectSameDerivatives } from '../support/modes.js';

const square = (x: Real): Real => mul(x, x);
const rosenbrock = ([x, y]: Real[], a: Real, b: Real): Real =>
  add(square(sub(a, x)), mul(b, square(sub(y, square(x)))));

const rows = [
  [1, 0.5],
  [0.2, -1],
  [2, 1],
  [-0.7, 0.3],
];
const targets = [1, -2, 2.5, 0.4];
const misfit = (weights: readonly Real[], from: number, to: number): Real =>
  sum(
    rows
      .slice(from, to)
      .map((row, k) =>
        square(sub(add(mul(row[0], weights[0]), mul(row[1], weights[1])), targets[from + k])),
      ),
  );
const ridgeLoss = (weights: Real[], penalty: Real): Real =>
  add(misfit(weights, 0, 3), mul(penalty, sum(weights.map(square))));
const ridge = argmin(ridgeLoss);
/** The same by the normal equations. */
function ridgeByHand(penalty: Real): Real[] {
  const product = (f: (row: number[], target: number) => number) =>
    rows.slice(0, 3).reduce((total, row, k) => total + f(row, targets[k]), 0);
  const a = add(
    product((row) => row[0] ** 2),
    penalty,
  );
  const b = product((row) => row[0] * row[1]);
  const d = add(
    product((row) => row[1] ** 2),
    penalty,
  );
  const [p, q] = [product((row, y) => row[0] * y), product((row, y) => row[1] * y)];
  const determinant = sub(mul(a, d), b * b);
  return [div(sub(mul(d, p), b * q), determinant), div(sub(mul(a, q), b * p), determinant)];
}

describe('A minimum', () => {
  test('is found down the valley of Rosenbrock.', () => {
    expect(argmin(rosenbrock)([-1.2, 1], 1, 100)).toEqual([1, 1]);
    const coordinate = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(coordinate, coordinate, (x, y) => {
        const found = argmin(rosenbrock)([x, y], 1, 100);
        expect(found).toEqual([expect.closeTo(1, 12), expect.closeTo(1, 12)]);
      }),
    );
  });

  test('is found where the curvature is negative on the way, and in odd units.', () => {
    // A bell upside down: no positive curvature beyond 1 / sqrt 2.
    const well = argmin((x: Real, a: Real) => neg(exp(neg(square(sub(x, a))))));
    expect(well(3, 0.5)).toBeCloseTo(0.5, 14);
    const units = ([x, y]: Real[]) =>
      add(square(sub(mul(1e9, x), 2)), square(sub(add(mul(1e-6, y), mul(1e9, x)), 3)));
    const [x, y] = argmin(units)([0, 0]) as number[];
    expect([x * 1e9, y * 1e-6]).toEqual([expect.closeTo(2, 12), expect.closeTo(1, 12)]);
  });

  test('has all derivatives by its parameters, in every mixture of modes.', () => {
    expectSameDerivatives((a) => argmin(rosenbrock)([0, 0], a, 10)[1], square, 0.7, { order: 2 });
    expectSameDerivatives(
      (b) => argmin(rosenbrock)([0, 0], 0.7, b)[1],
      () => 0.49,
      10,
      {
        order: 1,
      },
    );
    expectSameDerivatives(
      (p) => ridge([0, 0], p)[0],
      (p) => ridgeByHand(p)[0],
      0.3,
    );
    expectSameDerivatives(
      (p) => ridge([0, 0], p)[1],
      (p) => ridgeByHand(p)[1],
      0.3,
      { order: 2 },
    );
  });

  test('has a gradient by hyperparameters.', () => {
    const validation = (fit: (penalty: Real) => Real[]) => (penalty: Real) =>
      misfit(fit(penalty), 3, 4);
    const solved = validation((p) => ridge([0, 0], p));
    const byHand = validation(ridgeByHand);
    expectSameDerivatives(solved, byHand, 0.5, { order: 2 });
    expect(hvp(solved)(0.5, 1)).toBeCloseTo(hvp(byHand)(0.5, 1), 12);
  });

  test('agrees with unrolled gradient descent.', () => {
    const loss = (x: Real, a: Real): Real => add(square(sub(x, a)), mul(0.3, sin(x)));
    const descended = (a: Real): Real =>
      loop(200, (x: Real) => sub(x, mul(0.3, grad(loss)(x, a))), 0, { memory: 1e4 });
    expectSameDerivatives((a) => argmin(loss)(0, a), descended, 0.8, { order: 2 });
  });

  test('may be one of a loss with a root inside, and inside a root.', () => {
    const cubeRoot = root((y: Real, x: Real) => sub(mul(y, square(y)), x));
    // The least (x^(1/3) - a)² + x is where 2 (y - a) + 3 y² = 0 with x = y³.
    const outer = (a: Real): Real =>
      cubeRoot(1, argmin((x: Real) => add(square(sub(cubeRoot(1, x), a)), x))(0.1));
    const byHand = (a: Real): Real =>
      root((y: Real) => add(mul(2, sub(y, a)), mul(3, square(y))))(0.5);
    expectSameDerivatives(outer, byHand, 1, { order: 2, digits: 8 });

    const least = argmin((x: Real, a: Real) => add(square(sub(x, a)), mul(0.1, square(square(x)))));
    // The a whose minimum is at c: 2 (c - a) + 0.4 c³ = 0.
    const inverse = (c: Real): Real => root((a: Real) => sub(least(0, a), c))(1);
    expectSameDerivatives(inverse, (c) => add(c, mul(0.2, pow(c, 3))), 0.6, { order: 1 });
  });

  test('has the same primal in every mode, bit for bit, and records one gradient.', () => {
    const f = (p: Real) => ridge([0, 0], p);
    expect(vjp(f)(0.3).value).toEqual(f(0.3));
    expect(jacobian(f, { plan: 'forward' })(0.3)).toEqual([
      expect.closeTo(grad((p: Real) => f(p)[0])(0.3), 13),
      expect.closeTo(grad((p: Real) => f(p)[1])(0.3), 13),
    ]);
    const near = trace((p: Real) => ridge([1, 1], p))(0.3).counts;
    const far = trace((p: Real) => ridge([1e6, -1e6], p))(0.3).counts;
    expect(far).toEqual(near);
    const once = trace((p: Real) => grad(ridgeLoss)([1, 1], p))(0.3).counts;
    expect(near.bindings).toBe(once.bindings + 2);
  });

  test('may be of a loss with branches and reals from outside.', () => {
    const huber = (x: Real): Real => (lt(abs(x), 1) ? mul(0.5, square(x)) : sub(abs(x), 0.5));
    const f = (a: Real): Real => {
      const b = exp(a);
      return argmin((x: Real) => add(huber(sub(x, b)), square(sub(x, 1))))(0);
    };
    // x - b + 2 (x - 1) = 0.
    expectSameDerivatives(f, (a) => div(add(exp(a), 2), 3), 0.2, { order: 2 });
  });

  test.each<[string, (xs: Real[]) => Real, number[], RegExp]>([
    ['a saddle', ([x, y]) => sub(square(x), square(y)), [1, 0], /not positive definite/],
    ['a top', ([x]) => neg(square(x)), [0], /not positive definite/],
    ['a valley', ([x, y]) => square(sub(add(x, y), 1)), [3, 5], /not positive definite/],
    ['a plane', () => 3, [1, 2], /not positive definite/],
    ['a flat bottom', ([x]) => square(square(x)), [1], /did not converge/],
    ['a slope', ([x]) => x, [1], /did not converge/],
    ['a slope that flattens out', ([x]) => exp(x), [1], /did not converge/],
    ['an abyss', ([x]) => log(abs(x)), [1], /not finite/],
    ['no number', ([x]) => mul(NaN, x), [1], /not finite after 0/],
  ])('is not found on %s.', (_, loss, guess, message) => {
    expect(() => argmin(loss)(guess)).toThrow(message);
    expect(() => grad((a: Real) => argmin((xs: Real[]) => mul(a, loss(xs)))(guess)[0])(1)).toThrow(
      message,
    );
  });

  test('is of one real.', () => {
    expect(() => argmin((x: Real) => [x] as unknown as Real)(1)).toThrow(
      /function must return one real/,
    );
    expect(() => argmin((x: Real) => x, { tolerance: -1 })).toThrow(/tolerance/);
  });
});

/**
 * Known answers of the other papers: Brunel, Mazza and Pagani (backpropagators, linear factoring),
 * and Abadi and Plotkin (derivatives as a construct, conditionals, recursion). Those about custom
 * rules, kinks and functions as inputs are with the tests of these.
 */
import fc from 'fast-check';
import {
  add,
  derivative,
  eq,
  grad,
  jacobian,
  jvp,
  lt,
  mul,
  primalOf,
  sigmoid,
  sin,
  sub,
  sum,
  trace,
  vjp,
  type Real,
} from 'delta-tape';
import { asFunction, ways } from './support/interpret.js';
import { programs } from './support/programs.js';
import { sampled } from './support/sample.js';

describe('Brunel, Mazza, Pagani:', () => {
  const difference = ([x, y]: readonly Real[]): Real => {
    const z = sub(x, y);
    return sin(mul(z, z));
  };

  test('sin((x₁ - x₂)²) at (5, 2).', () => {
    const { value, tangent } = jvp(difference)([[5, 2]], [[1, 0]]);
    expect(value).toBeCloseTo(0.412118485, 9);
    expect(tangent).toBeCloseTo(-5.466781571, 9);
    const [dx, dy] = grad(difference)([5, 2]);
    expect(dx).toBeCloseTo(-5.466781571, 9);
    expect(dy).toBe(-dx);
  });

  test('the subtraction is one binding, whose cotangent is gathered before it is passed on.', () => {
    const { bindings, counts } = trace(difference)([5, 2]);
    expect(bindings.map(({ edges }) => edges.length)).toEqual([2, 2, 1]);
    expect(counts.edges).toBe(5);
  });

  test('a tower of squares takes as many bindings as squares.', () => {
    const tower = (n: number) => (x: Real) =>
      Array.from({ length: n }).reduce<Real>((z) => mul(z, z), x);
    expect(grad(tower(16))(1)).toBe(2 ** 16);
    expect(trace(tower(16))(1).counts).toMatchObject({ bindings: 16, edges: 32 });
    expect(trace(tower(32))(1).counts).toMatchObject({ bindings: 32, edges: 64 });
  });

  test('a rectifier has the slope of the branch that is taken, and a step has 0.', () => {
    const rectifier = (x: Real): Real => (lt(x, 0) ? 0 : x);
    const step = (x: Real): Real => (lt(x, 0) ? 0 : 1);
    expect([-1, 0, 1].map((x) => grad(rectifier)(x))).toEqual([0, 1, 1]);
    expect([-1, 0, 1].map((x) => grad(step)(x))).toEqual([0, 0, 0]);
    expect([-1, 0, 1].map((x) => derivative(rectifier)(x))).toEqual([0, 1, 1]);
  });

  test('the gradient of a sum of 10⁵ inputs takes linear work.', () => {
    const n = 100_000;
    const total = (xs: readonly Real[]) => xs.reduce((a, b) => add(a, b));
    const { counts } = trace(total)(new Array<number>(n).fill(1));
    expect(counts).toMatchObject({ bindings: n - 1, edges: 2 * (n - 1) });
    expect(grad(total)(new Array<number>(n).fill(1)).every((x) => x === 1)).toBe(true);
  });

  test('an argument is evaluated once, in every mode.', () => {
    let evaluated = 0;
    const u = (x: Real) => {
      evaluated++;
      return sin(x);
    };
    const t = (y: Real) => mul(mul(y, y), add(y, y));
    for (const way of Object.values(ways)) {
      evaluated = 0;
      way((x) => t(u(x)), 0.3);
      expect(evaluated).toBe(1);
      evaluated = 0;
      way((x) => way((y) => t(u(mul(x, y))), x), 0.3);
      expect(evaluated).toBe(1);
    }
  });

  test('the derivative of a composition is the product of the derivatives, in this order.', () => {
    type Map = (xs: readonly Real[]) => Real[];
    const at = fc.tuple(programs(2), programs(2), programs(2), programs(2));
    const product = (a: number[][], b: number[][]) =>
      a.map((row) => b[0].map((_, k) => row.reduce((total, x, i) => total + x * b[i][k], 0)));
    fc.assert(
      fc.property(at, ([one, two, three, four]) => {
        const f: Map = (xs) => [asFunction(one.term)(xs), asFunction(two.term)(xs)];
        const g: Map = (xs) => [asFunction(three.term)(xs), asFunction(four.term)(xs)];
        const outer = jacobian(g)(f(one.point) as number[]);
        const expected = product(outer, jacobian(f)(one.point));
        const found = jacobian((xs: readonly Real[]) => g(f(xs)))(one.point);
        if (![...expected, ...found].flat().every(Number.isFinite)) return;
        found.flat().forEach((x, k) => {
          const y = expected.flat()[k];
          expect(Math.abs(x - y)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(x) + Math.abs(y)));
        });
      }),
      { numRuns: sampled(150) },
    );
    const turn: Map = ([x, y]) => [sub(0, y), x];
    const stretch: Map = ([x, y]) => [mul(2, x), y];
    expect(jacobian((xs: Real[]) => turn(stretch(xs)))([1, 1])).not.toEqual(
      jacobian((xs: Real[]) => stretch(turn(xs)))([1, 1]),
    );
  });

  test('the order of evaluation does not matter.', () => {
    const parts = (x: Real) => [() => sin(x), () => mul(x, x), () => mul(sigmoid(x), 3)];
    const inOrder = (order: readonly number[]) => (x: Real) => {
      const thunks = parts(x);
      const values = new Array<Real>(3).fill(0);
      for (const k of order) values[k] = thunks[k]();
      return mul(values[0], sub(values[1], values[2]));
    };
    const byNeed = (x: Real) => {
      const [a, b, c] = parts(x);
      return mul(a(), sub(b(), c()));
    };
    const expected = grad(byNeed)(0.7);
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ];
    for (const order of orders) expect(grad(inOrder(order))(0.7)).toBeCloseTo(expected, 14);
  });
});

describe('Abadi, Plotkin:', () => {
  const reverse = (f: (x: Real) => Real, x: Real) => vjp(f)(x).pullback(1);

  test('a recursive function may be differentiated inside a derivative.', () => {
    const f = (x: Real): Real => reverse((y) => add(x, y), 1);
    expect(reverse((x) => add(x, f(x)), 1)).toBe(1);
    expect(
      reverse(
        (x) =>
          mul(
            x,
            reverse((y) => add(x, y), 1),
          ),
        1,
      ),
    ).toBe(1);
  });

  test('a test for equality splits off a point, where the answer is that of its branch.', () => {
    const g = (x: Real): Real => (eq(x, 0) ? 0 : x);
    expect([grad(g)(1), grad(g)(0)]).toEqual([1, 0]);
  });

  test('the bindings of a rectifier at 1 pass the variable on, not the constant 1.', () => {
    const { outputs, bindings } = trace((x: Real): Real => (lt(x, 0) ? 0 : x))(1);
    expect([outputs, bindings]).toEqual([[1], []]);
  });

  test('forward mode is reverse mode twice.', () => {
    const square = (x: Real) => mul(x, x);
    const twice = (f: (x: Real) => Real, x: number, tangent: number) =>
      vjp((c: Real) => vjp(f)(x).pullback(c as never))(1).pullback(tangent);
    expect(twice(square, 3, 5)).toBe(30);
    expect(jvp(square)([3], [5]).tangent).toBe(30);
    expect(reverse((x) => reverse((y) => mul(y, mul(y, y)), x), 2)).toBe(12);
  });

  test('a power by recursion: x⁵ at 2 has the derivative 80.', () => {
    const power = (n: number, x: Real): Real => (n === 0 ? 1 : mul(x, power(n - 1, x)));
    expect(grad((x: Real) => power(5, x))(2)).toBe(80);
    expect(derivative((x: Real) => power(5, x))(2)).toBe(80);
  });

  test('lets in lets take bindings linear in the depth.', () => {
    const tower = (depth: number, x: Real): Real =>
      depth === 0 ? x : ((z: Real) => tower(depth - 1, z))(mul(x, x));
    for (const depth of [1, 10, 1000]) {
      expect(trace((x: Real) => tower(depth, x))(1).counts.edges).toBe(2 * depth);
    }
  });

  test('a trace agrees with its program near the point, away from boundaries (Thm 6.2).', () => {
    const f = (x: Real): Real => (lt(mul(x, x), 2) ? sin(mul(x, 3)) : sum([x, x, 1]));
    for (const x of [1, 1.5, -1.2]) {
      const [here, near] = [x, x + 1e-6].map((at) => trace(f)(at));
      expect(near.bindings.map(({ edges }) => edges.map(({ arg }) => arg))).toEqual(
        here.bindings.map(({ edges }) => edges.map(({ arg }) => arg)),
      );
      const predicted = primalOf(f(x)) + 1e-6 * grad(f)(x);
      expect(primalOf(f(x + 1e-6))).toBeCloseTo(predicted, 10);
    }
    const shape = (x: number) => trace((y: Real): Real => (eq(y, 0) ? 0 : y))(x).outputs;
    expect(shape(0)).not.toEqual(shape(1e-6));
  });
});

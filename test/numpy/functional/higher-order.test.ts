/** Functional operators on arrays: the derivatives of the same loops on lists, in one binding. */
import {
  add,
  checkpoint,
  derivative,
  grad,
  gt,
  mul,
  sin,
  trace,
  valueAndGrad,
  vjp,
  type Real,
} from 'delta-tape';
import { P, array, agrees, flat, gradOf, hvpOf, jacobianOf, sum, type Array_ } from '../support.js';

const near = (actual: unknown, expected: unknown, digits = 10) => {
  expect(flat(actual).length).toBe(flat(expected).length);
  flat(actual).forEach((a, k) => expect(a).toBeCloseTo(flat(expected)[k], digits));
};
const times = (x: Real, y: Real): Real => mul(x, y);
const prod = (a: Array_): Real => P.reduce(times, 1, a) as Real;
const sumOf = (a: Array_): Real => P.reduce((x: Real, y: Real) => add(x, y), 0, a) as Real;

/** Known answers of Huot and Shaikhha (their section 4, and the seed cases). */
describe('Huot and Shaikhha:', () => {
  test.each([
    [
      [2, 3, 4],
      [12, 8, 6],
    ],
    [
      [0, 3, 4],
      [12, 0, 0],
    ],
    [
      [0, 0, 4],
      [0, 0, 0],
    ],
    [[5], [1]],
    [[], []],
  ])('the gradient of the product of %p is %p.', (xs, gradient) => {
    expect(flat(gradOf(prod)(array(xs)))).toEqual(gradient);
    const others = (a: Array_) =>
      P.map2(times, P.scanr(times, 1, P.shift(a, 1)), P.shift(P.scanl(times, 1, a), -1)) as Array_;
    if (xs.length > 0) expect(flat(others(array(xs)))).toEqual(gradient);
  });

  test('sums have ones, and products of vectors have each other, for gradients.', () => {
    const [a, b] = [array([1, 2, 3]), array([4, 5, 6])];
    expect(flat(gradOf(sumOf)(a))).toEqual([1, 1, 1]);
    const dot = (x: Array_, y: Array_) => sumOf(P.map2(times, x, y) as Array_);
    const [da, db] = gradOf(dot, { wrt: [0, 1] })(a, b) as unknown as Array_[];
    expect([flat(da), flat(db)]).toEqual([flat(b), flat(a)]);
  });

  test('example 1.1 has the gradient (9, 30, …) of straight-line code.', () => {
    const f = (x1: Real, x2: Real) => mul(mul(x1, x2), x1);
    expect(grad(f, { wrt: [0, 1] })(3, 5)).toEqual([30, 9]);
    const rows = (a: Array_) =>
      mul(P.fold(times, 1, a) as Real, (a as unknown as { get(at: number[]): Real }).get([0]));
    expect(flat(gradOf(rows)(array([3, 5])))).toEqual([30, 9]);
  });

  const xs = array([0.3, -0.2, 0.7, 1.1]);

  test('reduce of x + y + xy has the gradient of the seed case.', () => {
    const join = (x: Real, y: Real) => add(add(x, y), mul(x, y));
    const gradient = gradOf((a: Array_) => P.reduce(join, 0, a))(xs);
    near(gradient, array([2.856, 4.641, 2.184, 1.768]));
  });

  test('fold has the gradient of its start, too.', () => {
    const step = (x: Real, y: Real) => add(mul(sin(x), y), x);
    const f = (v: Real, a: Array_) => P.fold(step, v, a);
    const [dv, da] = gradOf(f, { wrt: [0, 1] })(0.4, xs) as unknown as [number, Array_];
    expect(dv).toBeCloseTo(3.1808684, 7);
    near(da, array([0.9705169, 1.4906566, 0.7468369, 0.6458644]), 7);
  });

  test('scanr starts at the end.', () => {
    expect(flat(P.scanr(times, 1, array([3, 4])))).toEqual([12, 4, 1]);
  });

  test('the unit of reduce has no derivative, and is refused.', () => {
    const f = (v: Real) => P.reduce(times, v, xs) as Real;
    expect(() => grad(f)(1)).toThrow('np.fold, whose start has a derivative');
  });
});

describe('Every derivative of', () => {
  const a = array([0.3, 0.9, 1.4]);
  const b = array([0.5, -0.8, 0.2]);
  const matrix = array([
    [0.3, 0.7],
    [0.2, 0.5],
    [1.1, 0.4],
  ]);

  test.each<[string, (...xs: Array_[]) => unknown, Array_[]]>([
    ['build', (x) => P.build(3, (k: number) => mul(sum(P.sin(x)), k)), [a]],
    ['map', (x) => P.map((y: Real) => mul(sin(y), y), x), [a]],
    ['map that captures', (x, y) => P.map((z: Real) => mul(mul(z, sum(y)), sum(x)), x), [a, b]],
    ['map of rows', (x) => P.map((row: Array_) => P.multiply(row, sum(P.exp(row))), x), [matrix]],
    ['map of rows to reals', (x) => P.map((row: Array_) => sum(P.square(row)), x), [matrix]],
    ['map2', (x, y) => P.map2((u: Real, v: Real) => mul(sin(u), v), x, y), [a, b]],
    [
      'map2 of rows and reals',
      (x, y) => P.map2((u: Array_, v: Real) => P.multiply(P.sin(u), v), x, y),
      [matrix, b],
    ],
    ['fold', (x, y) => P.fold((s: Real, u: Real) => mul(add(s, u), sum(y)), sum(y), x), [a, b]],
    [
      'fold of an array',
      (x, y) => P.fold((s: Array_, r: Array_) => P.multiply(P.sin(s), r), y, x),
      [matrix, array([0.4, 0.6])],
    ],
    ['scanl', (x, y) => P.scanl((s: Real, u: Real) => mul(sin(s), u), sum(y), x), [a, b]],
    [
      'scanl that captures',
      (x, y) => P.scanl((s: Real, u: Real) => mul(s, mul(u, sum(y))), 1, x),
      [a, b],
    ],
    [
      'scanl of arrays',
      (x, y) => P.scanl((s: Array_, r: Array_) => P.multiply(P.exp(s), r), y, x),
      [matrix, array([0.4, 0.6])],
    ],
    ['scanr', (x, y) => P.scanr((s: Real, u: Real) => add(mul(s, s), u), sum(y), x), [a, b]],
    [
      'scanr of arrays',
      (x, y) => P.scanr((s: Array_, r: Array_) => P.add(P.sin(s), r), y, x),
      [matrix, array([0.4, 0.6])],
    ],
    ['shift', (x) => P.multiply(P.shift(x, 1), P.shift(x, -1)), [a]],
    [
      'map inside map',
      (x) => P.map((row: Array_) => P.map((y: Real) => mul(y, sum(row)), row), x),
      [matrix],
    ],
    ['fold inside map', (x) => P.map((row: Array_) => P.fold(times, 1, row), x), [matrix]],
  ])('%s agrees with differences.', (_, f, xs) => {
    agrees({ f, xs });
  });

  test('nested derivatives agree with those of loops over lists.', () => {
    const loop = (x: Array_): Real => {
      let z: Real = 0;
      for (const y of x.tolist() as Real[]) z = add(z, mul(sin(y), mul(y, sum(x))));
      return z;
    };
    const bulk = (x: Array_): Real => sum(P.map((y: Real) => mul(sin(y), mul(y, sum(x))), x));
    const again = checkpoint(bulk);
    for (const f of [bulk, again]) {
      near(gradOf(f)(a), gradOf(loop)(a));
      near(hvpOf(f)(a, b), hvpOf(loop)(a, b));
      near(jacobianOf(gradOf(f))(a), jacobianOf(gradOf(loop))(a));
      const twice = (h: typeof loop) => (x: Array_) => sum(P.square(gradOf(h)(x)));
      near(gradOf(twice(f))(a), gradOf(twice(loop))(a));
    }
    const inner = (h: typeof loop) => (s: Real) => sum(gradOf(h)(P.multiply(a, s)));
    expect(derivative(inner(bulk))(0.7)).toBeCloseTo(derivative(inner(loop))(0.7), 10);
  });
});

describe('Functional operators', () => {
  test.each([10, 1000])('record one binding for %d elements.', (n) => {
    const xs = P.linspace(0, 1, n) as Array_;
    const f = (x: Array_) =>
      sum(
        P.map2(
          (u: Real, v: Real) => mul(sin(u), v),
          P.map((u: Real) => mul(sin(u), u), x),
          P.shift(P.scanl(times, 1, x), 1),
        ),
      );
    const { counts } = (
      trace as unknown as (g: unknown) => (x: Array_) => { counts: { bindings: number } }
    )(f)(xs);
    // map, scanl, shift, map2 and sum.
    expect(counts.bindings).toBe(5);
  });

  test('call the function twice for each element, in all.', () => {
    let calls = 0;
    const f = (x: Array_) =>
      sum(
        P.map((u: Real) => {
          calls++;
          return mul(sin(u), u);
        }, x),
      );
    gradOf(f)(array([1, 2, 3, 4]));
    expect(calls).toBe(8);
  });

  test('are constant where nothing moves.', () => {
    const f = (x: Real) => {
      const squares = P.map((u: Real) => mul(u, u), array([1, 2])) as Array_;
      expect(typeof (squares as unknown as { data: unknown }).data).toBe('object');
      return mul(x, sum(squares));
    };
    expect(grad(f)(2)).toBe(5);
  });

  test('take functions whose results are constant, branch, or are what they captured.', () => {
    const f = (x: Array_, y: Real) =>
      sum(P.map((u: Real) => (gt(u, 2) ? mul(u, u) : gt(u, 1) ? y : 7), x));
    const [dx, dy] = gradOf(f, { wrt: [0, 1] })(array([1, 2, 3]), 5) as unknown as [Array_, number];
    expect(flat(dx)).toEqual([0, 0, 6]);
    expect(dy).toBe(1);
  });

  test('call nothing for arrays without elements.', () => {
    const never = () => {
      throw new Error('called');
    };
    const none = array([]);
    expect(flat(P.map(never, none))).toEqual([]);
    expect(flat(P.build(0, never))).toEqual([]);
    const f = (v: Real, x: Array_) => sum(P.scanl(never, mul(v, v), x));
    expect(gradOf(f, { wrt: [0, 1] })(3, none)).toMatchObject([6, { shape: [0] }]);
    expect(gradOf((v: Real, x: Array_) => P.fold(never, mul(v, v), x))(3, none)).toBe(6);
  });

  test('let NaN through, and an exact 0 wins.', () => {
    const f = (x: Array_, w: number) =>
      sum(
        P.multiply(
          P.map((u: Real) => mul(u, u), x),
          array([0, w]),
        ),
      );
    expect(flat(gradOf(f)(array([NaN, 3]), 1))).toEqual([0, 6]);
    expect(flat(gradOf(f)(array([1, NaN]), 1))).toEqual([0, NaN]);
  });

  test('leave nothing behind when a function throws.', () => {
    const f = (x: Array_) =>
      sum(
        P.map((u: Real, k: number) => {
          if (k === 1) throw new RangeError('at 1');
          return u;
        }, x),
      );
    expect(() => gradOf(f)(array([1, 2]))).toThrow('at 1');
    expect(flat(gradOf((x: Array_) => sum(P.map(sin, x)))(array([0, 0])))).toEqual([1, 1]);
  });

  test('throw in the sweep when a function does not repeat itself.', () => {
    let calls = 0;
    const f = (x: Array_) => sum(P.map((u: Real) => mul(u, ++calls), x));
    expect(() => gradOf(f)(array([1, 2]))).toThrow('np.map');
  });

  test('are given the place of each element.', () => {
    expect(flat(P.map((x: Real, k: number) => mul(x, k), array([5, 6, 7])))).toEqual([0, 6, 14]);
    expect(flat(P.scanr((s: Real, _: Real, k: number) => add(s, k), 0, array([5, 6, 7])))).toEqual([
      3, 3, 2, 0,
    ]);
  });

  test('keep float32.', () => {
    const x = array([1, 2], 'float32');
    const z = P.map((u: Real) => mul(u, u), x) as Array_;
    expect(z.dtype).toBe('float32');
    expect(gradOf((a: Array_) => sum(P.map((u: Real) => mul(u, u), a)))(x).dtype).toBe('float32');
  });

  test('refuse what does not fit.', () => {
    expect(() => P.map2(times, array([1, 2]), array([1]))).toThrow('np.map2: shapes (2,) and (1,)');
    expect(() => P.map(times, 3)).toThrow('np.map');
    expect(() => P.map((x: Real) => (x === 1 ? array([1]) : x), array([1, 2]))).toThrow(
      'np.map: shapes',
    );
    expect(() => P.scanl(() => array([1]), 0, array([1]))).toThrow('np.scanl: shapes');
    expect(() => P.build(-1, times)).toThrow('np.build');
    expect(() => P.shift(array([1]), 0.5)).toThrow('np.shift');
  });

  test('may be pulled back several times.', () => {
    const { pullback } = (
      vjp as unknown as (f: unknown) => (x: Array_) => { pullback: (c: unknown) => Array_ }
    )((x: Array_) => P.map((u: Real) => mul(u, u), x))(array([1, 2]));
    expect(flat(pullback(array([1, 0])))).toEqual([2, 0]);
    expect(flat(pullback(array([0, 1])))).toEqual([0, 4]);
  });

  test('passive arrays may be refilled.', () => {
    const buffer = array([2, 3]) as Array_ & { set(at: number[], x: number): void };
    const f = (w: Real) => {
      const z = P.map((u: Real) => mul(u, w), buffer);
      buffer.set([0], 100);
      return sum(z);
    };
    expect(valueAndGrad(f)(1)).toEqual({ value: 5, gradient: 5 });
  });
});

import fc from 'fast-check';
import {
  add,
  checkpoint,
  cos,
  customGradient,
  derivative,
  div,
  exp,
  grad,
  hessian,
  hvp,
  jacobian,
  jvp,
  log,
  loop,
  mul,
  primalOf,
  pow,
  sin,
  sqrt,
  sub,
  taylor,
  tower,
  trace,
  valueAndGrad,
  vjp,
  type Real,
  type Reals,
} from 'delta-tape';
import { fixedPoint, root } from 'delta-tape/solve';
import { expectSameDerivatives } from '../support/modes.js';

const squareRoot = root((x: Real, a: Real) => sub(mul(x, x), a));
/** The eccentric anomaly: E - e sin E = M. */
const kepler = root((E: Real, e: Real, M: Real) => sub(sub(E, mul(e, sin(E))), M));
const unrolledKepler = (e: Real, M: Real): Real => {
  let E = M;
  for (let k = 0; k < 60; k++) E = add(M, mul(e, sin(E)));
  return E;
};

describe('A root', () => {
  test('is found from near and far.', () => {
    const positive = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    fc.assert(
      fc.property(positive(1e-6, 1e6), positive(0.1, 1e3), (a, guess) => {
        expect(primalOf(squareRoot(guess, a)) / Math.sqrt(a)).toBeCloseTo(1, 14);
      }),
    );
  });

  test('keeps to where the residual is a number.', () => {
    expect(root((x: Real) => log(x))(7)).toBeCloseTo(1, 15);
    expect(root((x: Real) => sub(sqrt(x), 1e-3))(5)).toBeCloseTo(1e-6, 15);
  });

  test('is found whatever the units of equations and unknowns.', () => {
    const f = ([x, y]: Real[]) => [
      mul(1e12, sub(mul(x, x), 4e-16)),
      mul(1e-9, sub(add(mul(x, 1e8), y), 5)),
    ];
    const [x, y] = root(f)([1e-8, 1]);
    expect(primalOf(x) * 1e8).toBeCloseTo(2, 12);
    expect(y).toBeCloseTo(3, 12);
  });

  test('has all derivatives of the square root, in every mixture of modes.', () => {
    expectSameDerivatives((a) => squareRoot(1, a), sqrt, 2, { digits: 13 });
    expectSameDerivatives(
      (a) => squareRoot(1, exp(sin(a))),
      (a) => exp(mul(0.5, sin(a))),
      2,
    );
  });

  test('has all derivatives of unrolled iteration, by one parameter and by two.', () => {
    expectSameDerivatives(
      (e) => kepler(1, e, 1.2),
      (e) => unrolledKepler(e, 1.2),
      0.4,
    );
    const both = (f: (e: Real, M: Real) => Real) => (t: Real) => f(mul(t, 0.3), sin(t));
    expectSameDerivatives(
      both((e, M) => kepler(M, e, M)),
      both(unrolledKepler),
      0.9,
    );
  });

  test('has the Hessian-vector product of unrolled iteration.', () => {
    const product = hvp(([e, M]: Real[]) => kepler(1, e, M))([0.4, 1.2], [1, 2]);
    const expected = hvp(([e, M]: Real[]) => unrolledKepler(e, M))([0.4, 1.2], [1, 2]);
    product.forEach((x, k) => expect(x).toBeCloseTo(expected[k], 12));
  });

  test('has Hessians, which may be sparse.', () => {
    const f = (as: Real[]) =>
      add(mul(as[0], squareRoot(1, as[1])), squareRoot(1, mul(as[2], as[3])));
    const expected = (as: Real[]) => add(mul(as[0], sqrt(as[1])), sqrt(mul(as[2], as[3])));
    const at = [1, 2, 3, 4];
    const whole = hessian(expected)(at);
    hessian(f)(at).forEach((row, i) =>
      row.forEach((x, j) => expect(x).toBeCloseTo(whole[i][j], 12)),
    );
    const { rows, columns, values } = hessian(f, { sparse: true })(at);
    expect([...rows]).toEqual([0, 1, 1, 2, 2, 3, 3]);
    expect([...columns]).toEqual([1, 0, 1, 2, 3, 2, 3]);
    values.forEach((x, k) => expect(x).toBeCloseTo(whole[rows[k]][columns[k]], 12));
    // Only the second correction shows that x interacts with a.
    const { values: product } = hessian(
      ([a, b]: Real[]) => root((x: Real) => sub(mul(x, a), b))(1),
      { sparse: true },
    )([2, 3]);
    expect(product).toHaveLength(3);
    [0.75, -0.25, -0.25].forEach((x, k) => expect(product[k]).toBeCloseTo(x, 12));
  });

  test('has a Taylor series to any order, also inside other derivatives.', () => {
    const f = (a: Real): Real => kepler(1, mul(a, 0.3), sin(a));
    const unrolled = (a: Real): Real => unrolledKepler(mul(a, 0.3), sin(a));
    const expected = taylor(unrolled, 7)(0.9);
    taylor(f, 7)(0.9).forEach((c, k) => expect(c).toBeCloseTo(expected[k], 10));
    for (let k = 0; k < 6; k++) {
      expect(tower(f)(0.9).at(k)).toBeCloseTo(tower(unrolled)(0.9).at(k), 8);
    }
    expectSameDerivatives(
      (a) => taylor(f, 3)(a)[3],
      (a) => taylor(unrolled, 3)(a)[3],
      0.9,
      { order: 2 },
    );
    expect(taylor((a: Real) => grad(f)(a), 4)(0.9)[4]).toBeCloseTo(5 * expected[5], 9);
    const { value } = valueAndGrad((a: Real) => taylor(f, 3)(a)[0])(0.9);
    expect([value, taylor(f, 5)(0.9)[0]]).toEqual([f(0.9), f(0.9)]);
  });

  test('has the same primal in every mode, bit for bit.', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 1e3, noNaN: true }), (a) => {
        const plain = squareRoot(1, a);
        expect(vjp((b: Real) => squareRoot(1, b))(a).value).toBe(plain);
        expect(jvp((b: Real) => squareRoot(1, b))([a], [1]).value).toBe(plain);
        const inner = jvp((b: Real) => vjp((c: Real) => squareRoot(1, c))(b).value)([a], [1]);
        expect(inner.value).toBe(plain);
      }),
    );
  });

  test('records the residual once for each order, and one binding for each unknown.', () => {
    const { bindings } = trace((a: Real) => squareRoot(1, a))(2).counts;
    expect(bindings).toBe(2);
    const far = trace((a: Real) => squareRoot(1e9, a))(2).counts;
    expect(far.bindings).toBe(2);
    const diagonal = root((xs: Real[], a: Real) => xs.map((x) => sub(mul(x, x), a)));
    const { counts } = trace((a: Real) => diagonal([1, 1, 1, 1], a))(2);
    expect(counts).toMatchObject({ bindings: 8, edges: 8 });
  });

  test('has derivatives by trees, and the shape of the guess.', () => {
    interface Point {
      x: Real;
      y: Real;
      name: string;
    }
    // Where a circle and a line meet.
    const meeting = root(({ x, y }: Point, circle: { radius: Real }, [slope]: Real[]) => ({
      onCircle: sub(add(mul(x, x), mul(y, y)), pow(circle.radius, 2)),
      onLine: [sub(y, mul(slope, x))],
    }));
    const guess = { x: 1, y: 1, name: 'p' };
    const place = (r: Real, m: Real) => meeting(guess, { radius: r }, [m]);
    const { x, y, name } = place(5, 0.75);
    expect(name).toBe('p');
    expect([x, y]).toEqual([expect.closeTo(4, 14), expect.closeTo(3, 14)]);
    expectSameDerivatives(
      (r) => place(r, 0.75).y,
      (r) => mul(0.6, r),
      5,
    );
    expectSameDerivatives(
      (m) => place(5, m).x,
      (m) => div(5, sqrt(add(1, mul(m, m)))),
      0.75,
    );
  });

  test('takes typed arrays and no unknowns at all.', () => {
    const f = root((x: Reals, a: Real) => [sub(x[0], a), sub(x[1], mul(a, x[0]))]);
    expect(f(new Float64Array(2), 3)).toEqual(new Float64Array([3, 9]));
    expect(jacobian((a: Real) => f(new Float64Array(2), a))(3)).toEqual(new Float64Array([1, 6]));
    expect(root((x: Real[]) => x)([])).toEqual([]);
  });

  test('has no derivative by the guess.', () => {
    expect(grad((x: Real, a: Real) => squareRoot(x, a), { wrt: [0, 1] })(1, 4)).toEqual([0, 0.25]);
  });

  test('may use reals from outside, and derivatives taken there.', () => {
    const f = (a: Real): Real => {
      const b = exp(a);
      const slope = grad((t: Real) => sin(t))(a);
      return root((x: Real) => sub(mul(x, mul(b, grad(sin)(a))), slope))(1);
    };
    expectSameDerivatives(f, (a) => exp(mul(-1, a)), 0.4);
  });

  test('may be used in a rule of its own kind.', () => {
    const ruled = customGradient((a: Real) => ({
      value: squareRoot(1, a),
      pullback: (c: Real) => [div(c, mul(2, squareRoot(1, a)))],
    }));
    expectSameDerivatives(
      (a) => ruled(mul(a, a)),
      (a) => a,
      3,
      { order: 2 },
    );
    const leaking = (a: Real): Real =>
      customGradient((x: Real) => ({ value: squareRoot(x, a), pullback: () => [0] }))(mul(a, 0.5));
    expect(() => grad(leaking)(2)).toThrow(/custom rule used/);
  });

  test('may be inside a root, a fixed point and a loop.', () => {
    // x = cos(x + y) with y² = a x.
    const nested = (a: Real): Real =>
      root((x: Real) => sub(x, cos(add(x, squareRoot(1, mul(a, x))))))(0.4);
    const flat = (a: Real): Real =>
      root(([x, y]: Real[]) => [sub(x, cos(add(x, y))), sub(mul(y, y), mul(a, x))])([0.4, 0.6])[0];
    expectSameDerivatives(nested, flat, 1.1);

    const outer = (a: Real): Real =>
      root((x: Real) => sub(fixedPoint((y: Real) => cos(mul(x, y)))(1), a))(1);
    // y = cos(x y) = a, so x = acos(a) / a.
    const byHand = (a: Real): Real => div(root((t: Real) => sub(cos(t), a))(1), a);
    expectSameDerivatives(outer, byHand, 0.7, { order: 2 });

    const step = (x: Real, a: Real) => squareRoot(1, add(x, a));
    const looped = (a: Real): Real => loop(6, (x: Real) => step(x, a), a, { memory: 300 });
    const plainly = (a: Real): Real => {
      let x = a;
      for (let k = 0; k < 6; k++) x = sqrt(add(x, a));
      return x;
    };
    expectSameDerivatives(looped, plainly, 1.3, { order: 2 });
    expectSameDerivatives(checkpoint(looped), plainly, 1.3, { order: 2 });
  });

  test('may have a function with a tangent in its residual.', () => {
    const inverse = (f: (x: Real) => Real) => root((x: Real) => sub(f(x), 2))(1);
    const { value, tangent } = jvp(inverse)([(x: Real) => exp(x)], [(x: Real) => sin(x)]);
    expect(value).toBeCloseTo(Math.LN2, 14);
    expect(tangent).toBeCloseTo(-Math.sin(Math.LN2) / 2, 14);
  });

  test('is found in a derivative that is not asked about it.', () => {
    expect(grad((a: Real) => add(a, squareRoot(1, 9)))(1)).toBe(1);
    expect(trace((a: Real) => add(a, squareRoot(1, 9)))(1).counts.bindings).toBe(1);
  });
});

describe('A root that is none', () => {
  const failing = (f: (x: Real) => unknown, message: RegExp, guess = 1) => {
    expect(() => root(f)(guess)).toThrow(message);
    expect(() => grad((a: Real) => root((x: Real) => [f(x)])(mul(a, guess)))(1)).toThrow(message);
  };

  test('is refused where there is none, or several coincide.', () => {
    failing((x) => add(mul(x, x), 2), /did not converge/);
    failing((x) => pow(x, 3), /did not converge/);
    failing((x) => exp(x), /did not converge/);
  });

  test('is refused where the Jacobian is singular.', () => {
    failing((x) => sub(mul(x, x), 2), /singular/, 0);
    failing(() => 3, /singular/);
    const dependent = ([x, y]: Real[]) => [add(x, y), add(mul(0.3, x), mul(0.3, y))];
    expect(() => root(dependent)([1, 2])).toThrow(/singular/);
  });

  test('is refused where the residual is no number.', () => {
    failing((x) => div(x, 0), /not finite/, 0);
    failing((x) => log(x), /not finite/, -1);
  });

  test('needs as many equations as unknowns, and unknowns.', () => {
    expect(() => root((x: Real[]) => [x[0]])([1, 2])).toThrow(/1 reals, but the guess has 2/);
    expect(() => root((x: string) => [x])('a')).toThrow(/holds no unknowns/);
    expect(() => root((x: Real) => Promise.resolve(x))(1)).toThrow(/promise/);
  });

  test('has options that are numbers.', () => {
    expect(() => root((x: Real) => x, { tolerance: 0 })).toThrow(/tolerance/);
    expect(() => root((x: Real) => x, { maxIterations: 1.5 })).toThrow(/maxIterations/);
    expect(() => root((x: Real, a: Real) => sub(mul(x, x), a), { maxIterations: 3 })(1, 2)).toThrow(
      /after 3 iterations/,
    );
  });

  test('refuses reals of finished derivatives.', () => {
    let escaped: Real = 0;
    grad((x: Real) => (escaped = mul(x, x)))(1);
    expect(() => root((x: Real) => sub(x, escaped))(1)).toThrow(/had ended/);
    expect(() => root((x: Real) => x)(escaped)).toThrow(/had ended/);
  });

  test('leaves nothing behind when the residual throws, at whichever call.', () => {
    let calls = 0;
    let fatal = Infinity;
    const f = root((x: Real, a: Real) => {
      if (++calls === fatal) throw new RangeError('mine');
      return sub(mul(x, x), a);
    });
    const second = () => derivative((a: Real) => grad((b: Real) => f(1, b))(a))(2);
    const expected = second();
    const all = calls;
    expect(all).toBeGreaterThan(8);
    for (fatal = 1; fatal <= all; fatal++) {
      calls = 0;
      expect(second).toThrow('mine');
      calls = fatal;
      expect(second()).toBe(expected);
    }
  });
});

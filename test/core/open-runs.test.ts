/** Levels: duals of nested derivatives are never confused, whatever is nested in what. */
import {
  add,
  cos,
  derivative,
  exp,
  grad,
  gt,
  jvp,
  lt,
  mul,
  pow,
  sin,
  sub,
  sum,
  valueAndGrad,
  vjp,
  type Real,
} from 'delta-tape';

type Take = (f: (x: Real) => Real, x: Real) => Real;

/** The derivative of a real function in every way the library has. */
const ways: { readonly [name: string]: Take } = {
  grad: (f, x) => grad(f)(x),
  derivative: (f, x) => derivative(f)(x),
  vjp: (f, x) => vjp(f)(x).pullback(1),
  jvp: (f, x) => jvp(f)([x], [1]).tangent,
};
const pairs = Object.entries(ways).flatMap(([outer, D]) =>
  Object.entries(ways).map(([inner, d]): [string, Take, Take] => [`${inner} in ${outer}`, D, d]),
);

describe.each(pairs)('%s', (_, D, d) => {
  test('keeps the inner variable apart from the outer one.', () => {
    expect(
      D(
        (x) =>
          mul(
            x,
            d((y) => add(x, y), 1),
          ),
        1,
      ),
    ).toBe(1);
    expect(
      D(
        (x) =>
          mul(
            x,
            d((y) => mul(x, y), 1),
          ),
        4,
      ),
    ).toBe(8);
    expect(
      D(
        (x) =>
          add(
            x,
            d((y) => add(x, y), 1),
          ),
        1,
      ),
    ).toBe(1);
    expect(D((x) => d(() => x, 5), 3)).toBe(0);
    expect(D((x) => d((y) => mul(y, x), x), 3)).toBe(1);
  });

  test('differentiates through the inner one where they are the same.', () => {
    expect(
      D(
        (x) =>
          mul(
            x,
            d((y) => mul(mul(y, y), x), x),
          ),
        3,
      ),
    ).toBe(6 * 3 ** 2);
    expect(
      D(
        (x) =>
          d(
            (y) =>
              mul(
                y,
                D((z) => mul(z, mul(x, y)), y),
              ),
            x,
          ),
        2,
      ),
    ).toBe(8);
    expect(D((x) => d((y) => d((z) => mul(z, mul(z, x)), y), x), 7)).toBe(2);
    expect(D((x) => d((y) => d((z) => pow(z, 5), y), x), 2)).toBe(60 * 4);
  });

  test('shifts an exponential, and shifts the shift.', () => {
    const shifted = (g: (a: Real) => Real) => (a: Real) => D((x) => g(add(a, x)), 3);
    expect(shifted(exp)(5)).toBeCloseTo(Math.exp(8), 9);
    expect(shifted(shifted(exp))(5)).toBeCloseTo(Math.exp(11), 7);
  });

  test('is right in a function that calls its own derivative.', () => {
    const f = (x: Real): Real => (lt(x, 1) ? mul(x, x) : d(f, sub(x, 1)));
    expect([0.5, 1.5, 2.5].map(f)).toEqual([0.25, 1, 2]);
    expect([0.5, 1.5, 2.5].map((x) => D(f, x))).toEqual([1, 2, 0]);
  });

  test('sees reals of the outer level that the inner function makes.', () => {
    const f = (x: Real) => {
      const made: Real[] = [];
      const slope = d((y) => {
        made.push(mul(x, 2));
        return mul(y, made[0]);
      }, 3);
      return add(slope, made[0]);
    };
    expect(D(f, 5)).toBe(4);
  });

  test('survives an exception of the inner function.', () => {
    const f = (x: Real) => {
      const fails = () =>
        d((y) => {
          mul(x, y);
          throw new RangeError('the user gives up');
        }, x);
      expect(fails).toThrow(RangeError);
      return mul(
        x,
        d((y) => mul(y, x), 1),
      );
    };
    expect(D(f, 3)).toBe(6);
  });
});

test('Four levels of every kind give the fourth derivative.', () => {
  for (const a of Object.values(ways)) {
    for (const b of Object.values(ways)) {
      const fourth = (x: Real) => a((y) => b((z) => a((u) => b(sin, u), z), y), x);
      expect(fourth(0.7)).toBeCloseTo(Math.sin(0.7), 12);
    }
  }
});

test('A Hessian-vector product is the same in every nesting.', () => {
  const f = (x: Real[]) => exp(mul(0.5, sum(x.map((xi) => mul(xi, xi)))));
  const x = [0.1, 0.2, 0.3];
  const v = [0.2, 0.3, 0.4];
  const dot = (y: Real[]) => sum(y.map((yi, i) => mul(yi, v[i])));
  const oneHot = (k: number) => x.map((_, i) => (i === k ? 1 : 0));
  const products: number[][] = [
    jvp((y: Real[]) => grad(f)(y))([x], [v]).tangent,
    grad((y: Real[]) => jvp(f)([y], [v]).tangent)(x),
    grad((y: Real[]) => dot(grad(f)(y)))(x),
    vjp((y: Real[]) => grad(f)(y))(x).pullback(v),
    x.map((_, k) => jvp((y: Real[]) => jvp(f)([y], [v]).tangent)([x], [oneHot(k)]).tangent),
  ];
  const expected = [0.235952, 0.364653, 0.493354].map((p) => expect.closeTo(p, 6) as number);
  for (const product of products) expect(product).toEqual(expected);
});

test('Gradient descent inside a differentiated program is differentiated through.', () => {
  const trained = (w0: Real): Real => {
    const loss = (w: Real) => pow(sub(mul(w, 2), 6), 2);
    let w = w0;
    while (gt(loss(w), 0.1)) w = sub(w, mul(0.05, grad(loss)(w)));
    return w;
  };
  const { value, gradient } = valueAndGrad(trained)(0);
  expect(value).toBeCloseTo(2.860032, 12);
  expect(gradient).toBeCloseTo(0.6 ** 6, 12);
});

test('A pullback of the outer level may be used inside the inner one, and with its duals.', () => {
  const { pullback } = vjp((x: Real) => sin(x))(2);
  expect(grad((c: Real) => mul(c, pullback(c as never)))(3)).toBe(6 * Math.cos(2));
  const f = (x: Real) => {
    const outer = vjp((y: Real) => mul(x, cos(y)))(x);
    return grad((c: Real) => mul(c, outer.pullback(c as never)))(1);
  };
  const expected = grad((x: Real) => mul(-2, mul(x, sin(x))))(0.4);
  expect(grad(f)(0.4)).toBeCloseTo(expected, 14);
});

/** Rules of one's own, and solvers, on functions that take and give arrays. */
import {
  add,
  customGradient,
  customTangent,
  grad,
  linearize,
  mul,
  taylor,
  type Real,
} from 'delta-tape';
import { argmin, fixedPoint, root } from 'delta-tape/solve';
import {
  P,
  array,
  flat,
  gradOf,
  hvpOf,
  jacobianOf,
  jvpOf,
  sum,
  type Array_,
  type Loose,
} from './support.js';

const linearOf = linearize as unknown as (
  f: unknown,
) => (...args: unknown[]) => { pushforward: (v: unknown) => Array_ };
const rule = customGradient as unknown as (f: unknown) => Loose;
const forwardRule = customTangent as unknown as (f: unknown) => Loose;
const near = (actual: unknown, expected: unknown, digits = 10) => {
  expect(flat(actual).length).toBe(flat(expected).length);
  flat(actual).forEach((a, k) => expect(a).toBeCloseTo(flat(expected)[k], digits));
};

const x = array([0.3, 0.7]);
const dx = array([1, -2]);

/** Functions with their rules, and the same functions without. */
const pairs: readonly (readonly [string, Loose, Loose])[] = [
  [
    'a pullback of arrays',
    rule((a: Array_) => ({
      value: P.multiply(a, a),
      pullback: (c: Array_) => [P.multiply(c, P.multiply(2, a))],
    })),
    (a) => P.multiply(a, a),
  ],
  [
    'a pushforward of arrays',
    forwardRule((a: Array_) => ({
      value: P.sin(a),
      pushforward: ([v]: Array_[]) => P.multiply(v, P.cos(a)),
    })),
    (a) => P.sin(a),
  ],
  [
    'a real of an array',
    rule((a: Array_) => ({
      value: P.sum(P.exp(a)),
      pullback: (c: Real) => [P.multiply(c, P.exp(a))],
    })),
    (a) => P.sum(P.exp(a)),
  ],
  [
    'an array of an array and a real',
    (
      (inner) => (a) =>
        inner(a, P.sum(a))
    )(
      rule((a: Array_, b: Real) => ({
        value: { made: P.multiply(a, b), again: [mul(b, b)] },
        pullback: ({ made, again }: { made: Array_; again: Real[] }) => [
          P.multiply(made, b),
          add(P.sum(P.multiply(made, a)) as Real, mul(again[0], mul(2, b))),
        ],
      })),
    ),
    (a) => ({ made: P.multiply(a, P.sum(a)), again: [mul(sum(a), sum(a))] }),
  ],
];

/** One real of all that a function gives, so that changes meet. */
const summed =
  (f: Loose) =>
  (a: Array_): Real => {
    const made = f(P.exp(a));
    if (typeof made === 'object' && made !== null && 'made' in made) {
      const { made: one, again } = made as { made: Array_; again: Real[] };
      return mul(sum(P.multiply(one, P.cos(one))), again[0]);
    }
    return sum(P.multiply(made, P.cos(made)));
  };

describe('A rule', () => {
  test.each(pairs)('with %s says the derivatives of all modes.', (_, own, plain) => {
    const [f, g] = [summed(own), summed(plain)];
    near(gradOf(f)(x), gradOf(g)(x));
    near(jvpOf(f)([x], [dx]).tangent, jvpOf(g)([x], [dx]).tangent);
    near(hvpOf(f)(x, dx), hvpOf(g)(x, dx));
    near(linearOf(f)(x).pushforward(dx), linearOf(g)(x).pushforward(dx));
    const twice = (h: unknown) => (a: Array_) => sum(P.multiply(gradOf(h)(a), dx));
    near(gradOf(twice(f))(x), gradOf(twice(g))(x));
    near(jacobianOf(gradOf(f))(x), jacobianOf(gradOf(g))(x));
    const along = (h: unknown) => (a: Array_) => jvpOf(h)([a], [dx]).tangent;
    near(gradOf(along(f))(x), gradOf(along(g))(x));
  });

  test('is called once for all uses of its results, with zeros for those that have none.', () => {
    const cotangents: unknown[] = [];
    const both = rule((a: Array_) => ({
      value: [P.sin(a), P.cos(a)],
      pullback: ([c, d]: Array_[]) => {
        cotangents.push(c.tolist(), d.tolist());
        return [c];
      },
    }));
    near(
      gradOf((a: Array_) => {
        const [s] = both(a) as Array_[];
        return add(sum(s), sum(P.multiply(s, 2)));
      })(x),
      array([3, 3]),
    );
    expect(cotangents).toEqual([
      [3, 3],
      [0, 0],
    ]);
  });

  test('may leave arguments out, and gets copies of arrays.', () => {
    const given = array([2, 3], 'int32');
    const scaled = rule((a: Array_, n: Array_) => {
      (n as unknown as { data: Int32Array }).data[0] = 5;
      return { value: P.multiply(a, n), pullback: (c: Array_) => [P.multiply(c, n), undefined] };
    });
    near(gradOf((a: Array_) => sum(scaled(a, given)))(x), array([5, 3]));
    expect(given.tolist()).toEqual([2, 3]);
  });

  test('must give cotangents of the shapes of its arguments.', () => {
    const wrong = rule((a: Array_) => ({ value: a, pullback: () => [array([1])] }));
    expect(() => gradOf((a: Array_) => sum(wrong(a)))(x)).toThrow('an array of shape [2]');
  });

  test('of arrays is refused by power series.', () => {
    const scaled = rule((b: Real) => ({ value: P.array([1, 2]), pullback: () => [b] }));
    const series = taylor as unknown as (f: unknown, order: number) => Loose;
    expect(() => series((b: Real) => sum(scaled(b)), 2)(1)).toThrow('array');
  });
});

describe('A solver', () => {
  const c = array([2, 3]);

  test('finds arrays, and differentiates them by arrays.', () => {
    const squareRoot = root(((y: unknown, a: unknown) =>
      P.subtract(P.multiply(y, y), a)) as never) as Loose;
    const f = (a: Array_) => squareRoot(array([1, 1]), a);
    near(f(c), array([Math.SQRT2, Math.sqrt(3)]));
    near(gradOf((a: Array_) => sum(f(a)))(c), array([0.5 / Math.SQRT2, 0.5 / Math.sqrt(3)]));
    near(hvpOf((a: Array_) => sum(f(a)))(c, array([1, 0])), array([-0.25 / 2 ** 1.5, 0]));
    expect((jacobianOf(f)(c) as Array_).shape).toEqual([2, 2]);
  });

  test('finds trees of arrays and reals as fixed points.', () => {
    const half = fixedPoint(((s: { u: unknown; b: Real }, a: unknown) => ({
      u: P.add(P.multiply(0.5, s.u), a),
      b: mul(0.5, s.b),
    })) as never) as Loose;
    const f = (a: Array_) => sum((half({ u: array([0, 0]), b: 1 }, a) as { u: Array_ }).u);
    near(gradOf(f)(c), array([2, 2]));
  });

  test('finds minima of losses of arrays.', () => {
    const nearest = argmin(((y: unknown, a: unknown) =>
      P.sum(P.square(P.subtract(y, a)))) as never) as Loose;
    const f = (a: Array_) => sum(P.square(nearest(array([0, 0]), a)));
    near(gradOf(f)(c), array([4, 6]), 6);
  });

  test('of reals takes arrays beside them.', () => {
    const solved = root(((y: Real, a: unknown) => add(mul(y, 2), sum(a))) as never) as Loose;
    near(gradOf((a: Array_) => solved(1, a))(c), array([-0.5, -0.5]));
  });
});

test('A pullback that throws leaves no sum that a later gradient takes for its own.', () => {
  const throws = rule((x: Real) => ({
    value: mul(x, 1),
    pullback: () => {
      throw new Error('half way');
    },
  }));
  // The array has a cotangent when the sweep comes to the rule, and the id of an input of the gradient below.
  const failing = (x: Real) => {
    const pair = P.array([x, x]);
    return P.sum(P.multiply(pair, throws(x) as Real));
  };
  expect(() => gradOf(failing as Loose)(1)).toThrow('half way');
  const f = (x: Real, a: Array_) => mul(x, a.size);
  const both = grad(f as never, { wrt: [0, 1] as never }) as unknown as Loose;
  near((both(1, array([1, 2, 3])) as unknown[])[1], array([0, 0, 0]));
});

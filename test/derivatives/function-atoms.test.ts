/** Functions as inputs and results: the tangent of a function is a function. */
import fc from 'fast-check';
import {
  DeltaTapeError,
  add,
  cos,
  customGradient,
  derivative,
  div,
  exp,
  grad,
  jacobian,
  jvp,
  mul,
  primalOf,
  sigmoid,
  sin,
  sub,
  vjp,
  type Real,
} from 'delta-tape';
import { claim, type Same } from '../support/types/claims.js';
import { untyped } from '../support/untyped.js';

type Fn = (x: Real) => Real;
type Curried = (x: Real) => Fn;
type Binary = (x: Real, y: Real) => Real;

/** Pushes without the help of types. */
const push = untyped.jvp as unknown as (
  f: unknown,
) => (args: unknown[], tangents: unknown[]) => { value: never; tangent: never };

const curriedAdd: Curried = (x) => (y) => add(x, y);
const curriedMul: Curried = (x) => (y) => mul(x, y);

describe('A function as an input', () => {
  const list = (f: Curried) => (d: Real) => f(-1)(f(7)(d));

  test('has a function as tangent (Mak, Ong, Fig. 5).', () => {
    const { value, tangent } = jvp(list)([curriedAdd], [curriedMul]);
    expect([value(0), value(2)]).toEqual([6, 8]);
    expect([tangent(0), tangent(2)]).toEqual([-7, 5]);
  });

  test('may take its arguments at once, or apart, or in trees.', () => {
    const atOnce = jvp((f: Binary, d: Real) => f(-1, f(7, d)))([add, 2], [mul, 0]);
    expect(atOnce).toEqual({ value: 8, tangent: 5 });
    const apart = jvp((f: Curried, d: Real) => f(-1)(f(7)(d)))([curriedAdd, 2], [curriedMul, 0]);
    expect(apart).toEqual(atOnce);
    type OfPairs = (p: { a: Real; b: readonly [Real] }) => { c: Real; n: string };
    const sum: OfPairs = ({ a, b }) => ({ c: add(a, b[0]), n: 'sum' });
    const product: OfPairs = ({ a, b }) => ({ c: mul(a, b[0]), n: 'product' });
    const inTrees = jvp((f: OfPairs, d: Real) => f({ a: -1, b: [f({ a: 7, b: [d] }).c] }).c);
    expect(inTrees([sum, 2], [product, 0])).toEqual(atOnce);
  });

  test('moves with its argument: D(f, x ↦ f(x)) along (v, dx) is v(x) + f′(x) dx.', () => {
    const small = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(
      fc.property(small, small, (x, dx) => {
        const { value, tangent } = jvp((f: Fn, y: Real) => f(y))([sin, x], [cos, dx]);
        expect(value).toBe(Math.sin(x));
        expect(tangent).toBeCloseTo(Math.cos(x) + Math.cos(x) * dx, 12);
      }),
    );
  });

  test('may take functions, which may have tangents themselves.', () => {
    const twice = (f: Fn) => (x: Real) => f(f(x));
    const square: Fn = (x) => mul(x, x);
    // D(h ↦ h(g)(x)) along k is k(g)(x); along dg it is the change of g(g(x)),
    // g′(g(x)) dg(x) + dg(g(x)).
    const apply = (h: (f: Fn) => Fn, g: Fn) => h(g)(3);
    const along = (f: Fn) => (x: Real) => mul(f(x), 10);
    const expected = 90 + 2 * 9 * Math.sin(3) + Math.sin(9);
    expect(jvp(apply)([twice, square], [along, sin]).value).toBe(81);
    expect(jvp(apply)([twice, square], [along, sin]).tangent).toBeCloseTo(expected, 12);
  });

  test('may be its own direction, and is constant without a tangent.', () => {
    const f = (g: Fn, x: Real) => mul(g(x), g(x));
    expect(jvp(f)([exp, 0], [exp, 0]).tangent).toBe(2);
    expect(jvp(f)([exp, 0], [undefined, 1]).tangent).toBe(2);
    expect(jvp(f)([exp, 0], [undefined, 0]).tangent).toBe(0);
  });

  test('in a tree is a leaf if the tangent carries it along or leaves it out, or moves.', () => {
    const layer = { weight: 2, act: sin as Fn };
    const f = ({ weight, act }: typeof layer) => act(mul(weight, 3));
    const still = { value: Math.sin(6), tangent: Math.cos(6) * 3 };
    expect(jvp(f)([layer], [{ weight: 1, act: sin }])).toEqual(still);
    expect(push(f)([layer], [{ weight: 1, act: undefined }])).toEqual(still);
    const moving = jvp(f)([layer], [{ weight: 1, act: (x) => mul(x, 100) }]);
    expect(moving.tangent).toBeCloseTo(Math.cos(6) * 3 + 600, 12);
  });

  test('that is a constant leaf stays where it is in the result, with all around it.', () => {
    const layer = { weight: 2, config: { act: sin as Fn } };
    let runs = 0;
    const f = (l: { weight: Real; config: object }) => {
      runs++;
      return { ...l, weight: mul(l.weight, l.weight) };
    };
    const { value, tangent } = jvp(f)([layer], [{ ...layer, weight: 1 }]);
    expect([value.weight, tangent.weight, runs]).toEqual([4, 4, 1]);
    expect([value.config, tangent.config]).toEqual([layer.config, layer.config]);
    expect((tangent.config as typeof layer.config).act).toBe(sin);
  });

  test('may keep methods that use `this`.', () => {
    const line = {
      slope: 2 as Real,
      at(x: Real): Real {
        return mul(this.slope, x);
      },
    };
    const f = (l: typeof line) => l.at(5);
    expect(push(f)([line], [{ slope: 1, at: undefined }])).toEqual({ value: 10, tangent: 5 });
    const moved = push(f)([line], [{ slope: 1, at: (x: Real) => mul(x, x) }]);
    expect(moved).toEqual({ value: 10, tangent: 30 });
  });

  test('has derivatives taken of it inside.', () => {
    const slope = (f: Fn, x: Real) => derivative(f)(x);
    const bend = (f: Fn, x: Real) => grad((y: Real) => grad(f)(y))(x);
    const cube: Fn = (x) => mul(x, mul(x, x));
    // Differentiation is linear: the change of f′ along v is v′.
    expect(jvp(slope)([cube, 2], [sin, 0]).tangent).toBeCloseTo(Math.cos(2), 12);
    expect(jvp(slope)([cube, 2], [sin, 1]).tangent).toBeCloseTo(Math.cos(2) + 12, 12);
    expect(jvp(bend)([cube, 2], [sin, 0]).tangent).toBeCloseTo(-Math.sin(2), 12);
    expect(jvp(bend)([cube, 2], [sin, 1]).tangent).toBeCloseTo(-Math.sin(2) + 6, 12);
    const outer = (x: Real) => jvp(slope)([cube, x], [sin, 0]).tangent;
    expect(grad(outer)(2)).toBeCloseTo(-Math.sin(2), 12);
  });

  test('has second derivatives along two functions.', () => {
    const f = (g: Fn) => g(g(0.5));
    const along = (v: Fn) => (g: Fn) => jvp(f)([g], [v]).tangent as Real;
    const second = (v: Fn, w: Fn) => jvp(along(v))([sin], [w]).tangent;
    // D f(g; v) = g′(g(x)) v(x) + v(g(x)); the change of that along w has three parts.
    const [v, w]: [Fn, Fn] = [cos, (y) => mul(y, y)];
    const s = Math.sin(0.5);
    const ofDerivative = -Math.sin(s) * 0.25 * Math.cos(0.5);
    const expected = 2 * s * Math.cos(0.5) + ofDerivative - Math.sin(s) * 0.25;
    expect(second(v, w)).toBeCloseTo(expected, 12);
    expect(second(w, v)).toBeCloseTo(expected, 12);
  });

  test('gives primals bit for bit, whatever its tangent.', () => {
    const f = (g: Fn) => g(1);
    expect(jvp(f)([() => -0], [() => Infinity])).toEqual({ value: -0, tangent: Infinity });
    expect(jvp(f)([() => 1], [() => NaN])).toEqual({ value: 1, tangent: NaN });
  });

  test('is told apart from those of other levels.', () => {
    // Inner and outer derivative move the same function; the directions must not mix.
    const inner = (g: Fn, x: Real) => jvp((h: Fn) => mul(h(x), g(x)))([g], [cos]).tangent as Real;
    const outer = jvp(inner)([sin, 0.3], [exp, 0]);
    // d/dε of (g + ε v)(x) g(x) is v g; its change along w is v w.
    expect(outer.value).toBeCloseTo(Math.cos(0.3) * Math.sin(0.3), 12);
    expect(outer.tangent).toBeCloseTo(Math.cos(0.3) * Math.exp(0.3), 12);
  });
});

describe('A function as a result', () => {
  const shift = (x: Real) => (g: Fn) => (a: Real) => g(add(a, x));

  test('has a function as tangent.', () => {
    const { value, tangent } = jvp((x: Real) => (y: Real) => mul(x, mul(x, y)))([3], [1]);
    expect([value(5), tangent(5), tangent(7)]).toEqual([45, 30, 42]);
    expect(grad(tangent)(5)).toBe(6);
    expect(grad(value)(5)).toBe(9);
  });

  test('may be applied to what its derivative gives: no Amazing Bug.', () => {
    const h = derivative(shift)(3);
    expect(h(exp)(5)).toBeCloseTo(Math.exp(8), 9);
    expect(h(h(exp))(5)).toBeCloseTo(Math.exp(11), 8);
    expect(h(h(h(exp)))(5)).toBeCloseTo(Math.exp(14), 7);
  });

  test.each<[string, (f: Fn) => Fn]>([
    ['grad', (f) => (x) => grad(f)(x)],
    ['derivative', (f) => (x) => derivative(f)(x)],
    ['jvp', (f) => (x) => jvp(f)([x], [1]).tangent],
    ['vjp', (f) => (x) => vjp(f)(x).pullback(1)],
  ])('is right inside %s, and around it.', (_, d) => {
    const e = (x: number) => Math.exp(x);
    // The derivative by the point of h(h(exp))(a) = e^(a + 2x).
    const atPoint = d((x) => {
      const h = derivative(shift)(x);
      return h(h(exp))(5);
    });
    expect(atPoint(3) as number).toBeCloseTo(2 * e(11), 7);
    const h = derivative(shift)(3);
    expect(d(h(h(exp)))(5) as number).toBeCloseTo(e(11), 8);
    expect(h(d(h(exp)))(5) as number).toBeCloseTo(e(11), 8);
    expect(h(h(d(d(exp))))(5) as number).toBeCloseTo(e(11), 8);
    const inside = (x: Real) => derivative((y: Real) => shift(mul(x, y)))(1);
    // D(y ↦ exp(a + x y)) at 1 is x exp(a + x), whose derivative by x is (1 + x) exp(a + x).
    const mixed = d((x) => inside(x)(exp)(0.5));
    expect(mixed(0.25) as number).toBeCloseTo(1.25 * e(0.75), 10);
  });

  test('has second derivatives.', () => {
    const bend = derivative((x: Real) => derivative(shift)(x))(3);
    expect(bend(sin)(5)).toBeCloseTo(-Math.sin(8), 12);
    expect(bend(bend(sin))(5)).toBeCloseTo(Math.sin(11), 12);
  });

  test('may stand in a tree, beside reals, and use `this`.', () => {
    const line = (slope: Real) => ({
      slope,
      name: 'line',
      at(x: Real): Real {
        return mul(this.slope, mul(this.slope, x));
      },
      others: [(x: Real) => add(x, slope), sin as Fn] as const,
    });
    const { value, tangent } = jvp(line)([3], [1]);
    expect([value.slope, value.name, value.at(2), value.others[0](2)]).toEqual([3, 'line', 18, 5]);
    expect([tangent.slope, tangent.name, tangent.at(2)]).toEqual([1, 'line', 12]);
    expect([tangent.others[0](2), tangent.others[1](2)]).toEqual([1, 0]);
    expect(value.others[1]).toBe(sin);
  });

  test('runs f again for each call, and only then.', () => {
    let runs = 0;
    const f = (x: Real) => {
      runs++;
      return (y: Real) => (z: Real) => mul(x, mul(y, z));
    };
    const { value, tangent } = jvp(f)([3], [1]);
    expect(runs).toBe(2);
    expect(value(2)(2)).toBe(12);
    expect(runs).toBe(2);
    const half = tangent(2);
    expect(runs).toBe(3);
    expect([half(5), half(7), runs]).toEqual([10, 14, 5]);
    runs = 0;
    // A derivative has no use for the value.
    expect([derivative(f)(3)(2)(5), runs]).toEqual([10, 3]);
  });

  test('may be called inside itself, and after anything went wrong.', () => {
    const f = (x: Real) => (n: number, y: Real) => {
      if (n < 0) throw new RangeError('below 0');
      return mul(x, y);
    };
    const slope = derivative(f)(3);
    expect(slope(1, slope(1, slope(1, 5)))).toBe(5);
    expect(() => slope(-1, 5)).toThrow(RangeError);
    expect(() => grad((y: Real) => slope(-1, y))(2)).toThrow(RangeError);
    expect([slope(1, 5), grad((y: Real) => slope(1, mul(y, y)))(2)]).toEqual([5, 4]);
  });

  test('has no tangent that escapes the outer derivative it depends on.', () => {
    let kept: unknown;
    grad((x: Real) => {
      kept = derivative((y: Real) => (z: Real) => mul(x, mul(y, z)))(2);
      return x;
    })(3);
    expect(() => (kept as Fn)(5)).toThrow(/after its derivative had ended/);
    kept = undefined;
    derivative((x: Real) => {
      kept = derivative((y: Real) => (z: Real) => mul(y, z))(x);
      return x;
    })(3);
    expect(() => (kept as Fn)(5)).toThrow(/after its derivative had ended/);
  });
});

describe('Church lists', () => {
  /** [a1 … an] = λf. λx. f a1 (… (f an x)). */
  const church = (xs: readonly Real[]) => (f: Curried) => (x: Real) =>
    xs.reduceRight((acc, a) => f(a)(acc), x);
  const network =
    (xs: readonly Real[]) =>
    ([epsilon, rho]: readonly Real[]) =>
      church(xs)((x) => (h) => sigmoid(add(mul(epsilon, x), mul(rho, h))))(0);

  test.each([
    [[1], [0.3, 0.7], 0.5744425, [0.2444583, 0]],
    [[1, 2, 3], [0.5, -0.3], 0.5734491334, [0.2148232131, 0.1533320251]],
  ])('fold a recurrent network over %j.', (list, parameters, value, gradient) => {
    const f = network(list);
    expect(primalOf(f(parameters))).toBeCloseTo(value, 7);
    const found = grad(f)(parameters);
    const along = [0, 1].map((k) => jvp(f)([parameters], [[1 - k, k]]).tangent);
    for (const way of [found, along]) {
      gradient.forEach((partial, k) => expect(way[k]).toBeCloseTo(partial, 7));
    }
  });

  test('are inputs and results: both elements of a sum count once.', () => {
    const sum = (l: (f: Curried) => Fn) => l(curriedAdd)(0);
    const list = church([7, -1]);
    expect(primalOf(sum(list))).toBe(6);
    const moved = derivative((t: Real) => church([mul(7, t), sub(-1, t)]))(1);
    expect(jvp(sum)([list], [moved]).tangent).toBe(6);
  });
});

/** Cartesian differential categories: D[f](v, x) is the tangent of f at x along v. */
describe('The laws of differentiation hold:', () => {
  const small = fc.double({ min: -1.5, max: 1.5, noNaN: true });
  const pair = fc.tuple(small, small);
  type Map2 = (p: readonly Real[]) => Real[];
  const f: Map2 = ([x, y]) => [mul(sin(x), y), add(exp(y), mul(x, x))];
  const g: Map2 = ([x, y]) => [div(x, add(2, mul(y, y))), cos(mul(x, y))];
  const plus = (a: readonly Real[], b: readonly Real[]): Real[] => a.map((x, k) => add(x, b[k]));
  const D = (h: Map2) => (v: readonly Real[], x: readonly Real[]) =>
    jvp(h)([x], [v as Real[]]).tangent as Real[];
  /** D[D[h]] at (v, x) along (dv, dx). */
  const DD = (h: Map2) => (dv: number[], dx: number[], v: number[], x: number[]) =>
    jvp(D(h))([v, x], [dv, dx]).tangent as Real[];
  const close = (actual: readonly Real[], expected: readonly Real[]) =>
    actual.forEach((x, k) => expect(primalOf(x)).toBeCloseTo(primalOf(expected[k]), 9));
  const zero = [0, 0];
  const always = (law: (a: number[], b: number[], c: number[], d: number[]) => void) =>
    fc.assert(fc.property(pair, pair, pair, pair, law), { numRuns: 60 });

  test('CD1, sums of functions.', () => {
    always((v, x) => {
      close(D((p) => plus(f(p), g(p)))(v, x), plus(D(f)(v, x), D(g)(v, x)));
      expect(D(() => [0, 0])(v, x)).toEqual(zero);
    });
  });

  test('CD2, sums of directions.', () => {
    always((v, w, x) => close(D(f)(plus(v, w), x), plus(D(f)(v, x), D(f)(w, x))));
    always((x) => close(D(f)(zero, x), zero));
  });

  test('CD3, identity and projections.', () => {
    always((v, x) => {
      expect(D(([a, b]) => [a, b])(v, x)).toEqual(v);
      expect(D(([a]) => [a])(v, x)).toEqual([v[0]]);
      expect(D(([, b]) => [b])(v, x)).toEqual([v[1]]);
    });
  });

  test('CD4, pairs.', () => {
    always((v, x) => close(D((p) => [...f(p), ...g(p)])(v, x), [...D(f)(v, x), ...D(g)(v, x)]));
  });

  test('CD5, composition.', () => {
    always((v, x) => close(D((p) => f(g(p)))(v, x), D(f)(D(g)(v, x), g(x))));
  });

  test('CD6, a derivative is linear in its direction.', () => {
    always((v, w, x) => close(DD(f)(v, zero, w, x), D(f)(v, x)));
  });

  test('CD7, second derivatives are symmetric.', () => {
    always((v, w, x) => {
      close(DD(f)(zero, v, w, x), DD(f)(zero, w, v, x));
    });
    expect(DD(f)(zero, [1, 0], [0, 1], [0.5, 1])[0]).not.toBe(0);
  });

  test('D-curry, a result that is a function.', () => {
    const curried = (x: readonly Real[]) => (y: readonly Real[]) => f(plus(g(x), y));
    always((v, x, y) => {
      const { tangent } = jvp(curried)([x], [v]);
      const uncurried = jvp((p: readonly Real[]) => f(plus(g(p), y)))([x], [v]);
      close(tangent(y), uncurried.tangent);
    });
  });

  test('D-eval, an application whose function and argument move.', () => {
    const h = (x: readonly Real[]) => (y: readonly Real[]) => f(plus(mulAll(x, y), x));
    const mulAll = (a: readonly Real[], b: readonly Real[]) => a.map((x, k) => mul(x, b[k]));
    always((v, x) => {
      const whole = D((p) => h(p)(g(p)))(v, x);
      const ofFunction = jvp(h)([x], [v]).tangent(g(x));
      close(whole, plus(ofFunction, D(h(x))(D(g)(v, x), g(x))));
    });
  });

  test('a tangent of a function is linear in the direction.', () => {
    const along = (v: Fn, x: number) => jvp((k: Fn) => mul(k(k(x)), k(x)))([sin], [v]).tangent;
    const sum: Fn = (y) => add(mul(3, cos(y)), exp(y));
    fc.assert(
      fc.property(small, (x) =>
        expect(along(sum, x)).toBeCloseTo(3 * along(cos, x) + along(exp, x), 9),
      ),
    );
    const square: Fn = (y) => mul(cos(y), cos(y));
    expect(along(square, 0.3)).not.toBeCloseTo(along(cos, 0.3) ** 2, 3);
  });
});

describe('What is wrong with functions is refused:', () => {
  const apply = (g: Fn, x: Real) => g(x);

  test.each<[string, unknown[], unknown[], RegExp]>([
    ['a real for a function', [sin, 1], [1, 1], /argument 0 it must be a function, but it is 1/],
    ['a function for a real', [sin, 1], [cos, cos], /argument 1 it must be a real.*function cos/],
    [
      'a tangent of another shape',
      [sin, 1],
      [() => [1], 0],
      /tangent of a function.*it must be a real, but it is an array/,
    ],
    [
      'a tangent that gives nothing',
      [sin, 1],
      [() => undefined, 0],
      /it must be a real, but it is undefined/,
    ],
    [
      'a tangent for a curried function',
      [() => sin, 1],
      [() => 1, 0],
      /it must be a function, but it is 1/,
    ],
    ['a promise', [async () => Promise.resolve(1), 1], [() => 1, 0], /returned a promise/],
    [
      'a generator',
      [
        function* () {
          yield 1;
        },
        1,
      ],
      [() => 1, 0],
      /returned a generator/,
    ],
  ])('%s.', (_, args, tangents, message) => {
    expect(() => push(apply)(args, tangents)).toThrow(DeltaTapeError);
    expect(() => push(apply)(args, tangents)).toThrow(message);
  });

  test('a function with a tangent that escaped.', () => {
    let kept: Fn | undefined;
    jvp((g: Fn) => {
      kept = g;
      return g(1);
    })([sin], [cos]);
    expect(() => kept!(1)).toThrow(/after its derivative had ended/);
  });

  test('a result of another shape in another run.', () => {
    let runs = 0;
    const f = (x: Real) => (runs++ < 2 ? { f: (y: Real) => mul(x, y) } : { f: x });
    const { tangent } = push(f)([3], [1]) as { tangent: { f: Fn } };
    expect(() => tangent.f(5)).toThrow(/the output\.f had another shape/);
  });

  test('asynchronous results of results, and generators.', () => {
    const later = jvp((x: Real) => async (y: Real) => Promise.resolve(mul(x, y)))([3], [1]);
    expect(() => later.tangent(5)).toThrow(/returned a promise/);
    for (const take of [grad, vjp, jacobian, derivative]) {
      const steps = function* (x: Real) {
        yield x;
      };
      expect(() => (take as unknown as (f: unknown) => Fn)(steps)(3)).toThrow(/a generator/);
    }
  });

  test('exceptions of a function or its tangent come through, and leave nothing open.', () => {
    const fail = (_: Real): Real => {
      throw new RangeError('mine');
    };
    expect(() => jvp(apply)([fail, 1], [cos, 0])).toThrow(RangeError);
    expect(() => jvp(apply)([sin, 1], [fail, 0])).toThrow(RangeError);
    expect(jvp(apply)([sin, 0], [cos, 0])).toEqual({ value: 0, tangent: 1 });
  });

  test('a function with a tangent inside a rule, where its run is set aside.', () => {
    const f = (g: Fn, y: Real) => {
      const rule = customGradient((x: Real) => ({
        value: g(x),
        pullback: (c: Real): [Real] => [mul(3, c)],
      }));
      return rule(y);
    };
    expect(() => jvp(f)([sin, 0], [cos, 1])).toThrow(DeltaTapeError);
    expect(jvp(f)([sin, 0], [undefined, 1])).toEqual({ value: 0, tangent: 3 });
  });

  test('native arithmetic on what a function with a tangent gives.', () => {
    expect(() => jvp((g: Fn) => (g(1) as number) * 2)([sin], [cos])).toThrow(/native operator/);
  });
});

test('Functions in a Set are leaves, reals in it are refused.', () => {
  const f = ({ x }: { x: Real }) => mul(x, x);
  const data = { x: 3, listeners: new Set([sin]), deep: new Set([{ f: [sin] }]) };
  expect(jvp(f)([data], [{ ...data, x: 1 }])).toEqual({ value: 9, tangent: 6 });
  expect(() => push(f)([{ x: 3, s: new Set([1]) }], [{ x: 1, s: new Set() }])).toThrow(/is a Set/);
});

test('Types are functions where there are functions.', () => {
  const pushed = jvp((x: Real) => (y: Real) => mul(x, y))([3], [1]);
  const slope = derivative((x: Real) => ({ at: (y: Real) => mul(x, y) }))(3);
  claim<
    [Same<typeof pushed.tangent, (y: Real) => Real>, Same<typeof slope, { at: (y: Real) => Real }>]
  >();
  // @ts-expect-error A tangent of a function is a function.
  expect(() => jvp((g: Fn) => g(1))([sin], [1])).toThrow(DeltaTapeError);
  expect([pushed.tangent(2), slope.at(2)]).toEqual([2, 2]);
});

/**
 * Pullbacks of 1-forms: of any 1-form, along functions of any type, and of pullbacks themselves.
 */
import fc from 'fast-check';
import { List, Map as ImmutableMap } from 'immutable';
import {
  DeltaTapeError,
  add,
  cos,
  derivative,
  exp,
  grad,
  jacobian,
  jvp,
  mul,
  pullbackForm,
  sin,
  sub,
  trace,
  vjp,
  type Real,
  type Reals,
} from 'delta-tape';
import { claim, type Same } from '../support/types/claims.js';
import { untyped } from '../support/untyped.js';

type Fn = (x: Real) => Real;
type Curried = (x: Real) => Fn;

/** Pulls back without the help of types. */
const pull = untyped.pullbackForm as unknown as (
  f: unknown,
  options?: object,
) => (omega: (y: never) => unknown) => (...args: unknown[]) => never;

const small = fc.double({ min: -1.5, max: 1.5, noNaN: true });
const pair = fc.tuple(small, small);
const close = (actual: readonly Real[], expected: readonly Real[]) =>
  actual.forEach((x, k) => expect(x).toBeCloseTo(expected[k] as number, 9));

describe('Between trees of reals, a pullback', () => {
  const inner = ([x, y]: readonly Real[]) => [add(x, 1), add(mul(2, x), mul(y, y))];
  const outer = ([a, b]: readonly Real[]) => mul(mul(a, b), mul(a, b));
  const whole = (p: readonly Real[]) => outer(inner(p));

  test('of the constant 1-form is the gradient (Mak, Ong, §2).', () => {
    expect(jvp(whole)([[1, 3]], [[0, 0]]).value).toBe(484);
    expect(pullbackForm(whole)(() => 1)([1, 3])).toEqual([660, 528]);
    expect(grad(whole)([1, 3])).toEqual([660, 528]);
    expect(jacobian(inner)([1, 3])).toEqual([
      [1, 0],
      [2, 6],
    ]);
    expect(grad(outer)([2, 11])).toEqual([484, 88]);
  });

  test('composes: along g ∘ f it is that along g, then along f.', () => {
    const f = ([x, y]: readonly Real[]) => [mul(sin(x), y), add(exp(y), x), x];
    const g = ([x, y, z]: readonly Real[]) => [mul(x, y), cos(mul(y, z))];
    const omega = ([u, v]: readonly Real[]) => [mul(u, v), exp(u)];
    fc.assert(
      fc.property(pair, (x) => {
        const atOnce = pullbackForm((p: readonly Real[]) => g(f(p)))(omega)(x);
        close(pullbackForm(f)(pullbackForm(g)(omega))(x), atOnce);
        expect(pullbackForm(f)(() => [0, 0, 0])(x)).toEqual([0, 0]);
      }),
    );
    expect(pullbackForm(inner)(pullbackForm(outer)(() => 1))([1, 3])).toEqual([660, 528]);
  });

  test('is that of vjp at the cotangent of the value, whatever the trees.', () => {
    type Args = [{ w: Float64Array; name: string }, number, List<number>];
    const f = ({ w, name }: { w: Reals; name: string }, x: Real, l: List<Real>) => ({
      [name]: [mul(w[0], x), mul(w[1], l.get(0)!)],
      m: ImmutableMap({ k: mul(x, x) }),
      kept: 'leaf',
    });
    const args: Args = [{ w: new Float64Array([2, 3]), name: 'out' }, 5, List([7])];
    // ω(y) = y, the change of half the square.
    const found = pull(f, { wrt: [0, 1, 2] })((y) => y)(...args);
    const { value, pullback: back } = (vjp as typeof untyped.vjp)(f, { wrt: [0, 1, 2] })(
      ...args,
    ) as { value: object; pullback: (y: object) => unknown };
    expect(found).toEqual(back(value));
    expect(found).toEqual([
      { w: new Float64Array([50, 147]), name: 'out' },
      2 * 2 * 5 + 2 * 125,
      List([21 * 3]),
    ]);
  });

  test('runs f once, and leaves no trace of one run in another.', () => {
    let runs = 0;
    const f = (x: Real) => {
      runs++;
      return mul(x, x);
    };
    const form = pullbackForm(f)((y) => mul(2, y));
    expect([form(3), form(4), runs]).toEqual([108, 256, 2]);
    expect(pullbackForm(whole)(() => 1)([1, 3])).toEqual(pullbackForm(whole)(() => 1)([1, 3]));
  });

  test('takes what `wrt` names.', () => {
    const f = (x: Real, y: Real, n: string) => mul(mul(x, y), n.length);
    expect(pullbackForm(f, { wrt: 1 })(() => 1)(2, 3, 'ab')).toBe(4);
    expect(pullbackForm(f, { wrt: [1, 0] })(() => 1)(2, 3, 'ab')).toEqual([4, 6]);
  });

  test('of infinities and NaN follows the sweep.', () => {
    expect(pullbackForm((x: Real) => mul(x, 0))(() => Infinity)(1)).toBe(0);
    expect(pullbackForm((x: Real) => mul(x, 2))(() => NaN)(1)).toBe(NaN);
    expect(pullbackForm((_: Real[]) => 4)(() => 1)([])).toEqual([]);
  });
});

describe('A pullback of a pullback', () => {
  const f = ([x, y]: readonly Real[]) => exp(mul(x, y));

  test('is a Hessian, row by row.', () => {
    const rows = [0, 1].map((row) =>
      pullbackForm((p: readonly Real[]) => pullbackForm(f)(() => 1)(p))(() => [1 - row, row])([
        1, 2,
      ]),
    );
    const e = Math.exp(2);
    close(rows[0], [4 * e, 3 * e]);
    close(rows[1], [3 * e, e]);
    expect(rows[0][0]).toBeCloseTo(29.5562243957226, 10);
  });

  test('is right to the third order, and in any mixture of modes.', () => {
    const cube = (x: Real) => mul(x, mul(x, x));
    const d = (g: Fn): Fn => pullbackForm(g)(() => 1);
    expect(d(d(d(cube)))(2)).toBe(6);
    expect(grad(d(cube))(2)).toBe(12);
    expect(d((x) => grad(cube)(x))(2)).toBe(12);
    expect(derivative(d(cube))(2)).toBe(12);
    expect(d((x) => derivative(cube)(x))(2)).toBe(12);
    expect(jacobian((x: Real[]) => [d(cube)(x[0])])([2])).toEqual([[12]]);
  });

  test('differentiates through what the 1-form depends on.', () => {
    // d/dt of the pullback of t y dy along x² at 3 is y · 6 = 54.
    const byForm = (t: Real) => pullbackForm((x: Real) => mul(x, x))((y) => mul(t, y))(3);
    expect(grad(byForm)(2)).toBe(54);
    expect(derivative(byForm)(2)).toBe(54);
  });

  test('confuses no levels.', () => {
    const f = (x: Real) => mul(x, pullbackForm((y: Real) => add(x, y))(() => 1)(1));
    expect(pullbackForm(f)(() => 1)(1)).toBe(1);
    const g = (x: Real) => mul(x, pullbackForm((y: Real) => mul(x, y))(() => 1)(1));
    expect(pullbackForm(g)(() => 1)(4)).toBe(8);
  });
});

describe('At a function, a cotangent', () => {
  const f = (g: Fn, x: Real) => mul(g(g(x)), x);

  test('is a functional on its tangents, the dual of jvp.', () => {
    const [ofFunction, ofReal] = pullbackForm(f, { wrt: [0, 1] })((y) => mul(3, y))(sin, 0.5);
    const value = Math.sin(Math.sin(0.5)) * 0.5;
    for (const v of [cos, exp, (x: Real) => mul(x, x)]) {
      const tangent = jvp(f)([sin, 0.5], [v, 0]).tangent;
      expect(ofFunction(v)).toBeCloseTo(3 * value * tangent, 12);
    }
    expect(ofReal).toBeCloseTo(3 * value * grad(f, { wrt: 1 })(sin, 0.5), 12);
  });

  test('is linear.', () => {
    const of = pullbackForm(f)(() => 1)(sin, 0.5);
    fc.assert(
      fc.property(small, small, (a, b) => {
        const sum: Fn = (x) => add(mul(a, cos(x)), mul(b, exp(x)));
        expect(of(sum)).toBeCloseTo(a * (of(cos) as number) + b * (of(exp) as number), 10);
      }),
    );
    expect(of(() => 0)).toBe(0);
    // The argument of a linear function need not be linear: v(y + z) is linear in v.
    expect(of((x) => cos(add(x, x)))).not.toBeNaN();
  });

  test('stands where the function stands in a tree, and takes the function itself as a tangent.', () => {
    const point = { act: sin as Fn, layers: [{ w: 2 as Real, act: exp as Fn }] };
    const net = ({ act, layers: [{ w, act: last }] }: typeof point) => last(act(mul(w, 0.25)));
    const { act, layers } = pullbackForm(net)(() => 1)(point);
    const s = Math.sin(0.5);
    expect(layers[0].w).toBeCloseTo(Math.exp(s) * Math.cos(0.5) * 0.25, 12);
    expect(act(cos)).toBeCloseTo(Math.exp(s) * Math.cos(0.5), 12);
    expect(act(sin)).toBeCloseTo(Math.exp(s) * s, 12);
    expect(layers[0].act(exp)).toBeCloseTo(Math.exp(s), 12);
  });

  test('differentiates on.', () => {
    const along = (x: Real) => pullbackForm(f)(() => 1)(sin, x)(cos);
    const pushed = (x: Real) => jvp(f)([sin, x], [cos, 0]).tangent as Real;
    expect(grad(along)(0.5)).toBeCloseTo(grad(pushed)(0.5), 12);
    expect(derivative(along)(0.5)).toBeCloseTo(grad(pushed)(0.5), 12);
    const second = pullbackForm((g: Fn) => pullbackForm(f)(() => 1)(g, 0.5)(cos))(() => 1)(sin)(
      exp,
    );
    const other = pullbackForm((g: Fn) => pullbackForm(f)(() => 1)(g, 0.5)(exp))(() => 1)(sin)(cos);
    expect(second).toBeCloseTo(other as number, 12);
  });

  test('is callable often, later, and inside other derivatives.', () => {
    const [of] = pullbackForm(f, { wrt: [0, 1] })(() => 1)(sin, 0.5);
    const scaled = (t: Real) => of((x) => mul(mul(t, t), cos(x)));
    expect(grad(scaled)(3)).toBeCloseTo(6 * (of(cos) as number), 12);
    expect(scaled(1)).toBe(of(cos));
  });
});

describe('Along a function whose result is a function, a pullback', () => {
  const line = (x: Real) => (y: Real) => mul(mul(x, x), y);
  /** The 1-form t ↦ t(5) + 2 t(7), the same at every point. */
  const samples = () => (t: Fn) => add(t(5), mul(2, t(7)));

  test('takes a 1-form on functions.', () => {
    expect(pullbackForm(line)(samples)(3)).toBe(2 * 3 * (5 + 14));
    // A 1-form that depends on the point: d of ½ g(2)².
    const square = (g: Fn) => (t: Fn) => mul(g(2), t(2));
    expect(pullbackForm(line)(square)(3)).toBe(18 * 12);
  });

  test('composes with pullbacks along functions of functions.', () => {
    const outer = (g: Fn) => mul(g(2), g(g(1)));
    const whole = pullbackForm((x: Real) => outer(line(x)))(() => 1);
    const parts = pullbackForm(line)(pullbackForm(outer)(() => 1));
    fc.assert(fc.property(small, (x) => expect(parts(x)).toBeCloseTo(whole(x), 9)));
    const second = (form: Fn) => pullbackForm(form)(() => 1)(1.5);
    expect(second(parts)).toBeCloseTo(second(whole), 9);
    expect(grad(parts)(1.5)).toBeCloseTo(second(whole), 9);
  });

  test('counts each element of a Church list once.', () => {
    const church = (xs: readonly Real[]) => (f: Curried) => (d: Real) =>
      xs.reduce((acc, x) => f(x)(acc), d);
    const sum = (l: (f: Curried) => Fn) => l((x) => (y) => add(x, y))(0);
    expect(sum(church([7, -1]))).toBe(6);
    const cotangent = pullbackForm(church)(pullbackForm(sum)(() => 1));
    expect(cotangent([7, -1])).toEqual([1, 1]);
    expect(cotangent([])).toEqual([]);
    const product = (l: (f: Curried) => Fn) => l((x) => (y) => mul(x, y))(1);
    expect(pullbackForm(church)(pullbackForm(product)(() => 1))([2, 3, 4])).toEqual([12, 8, 6]);
  });

  test('takes 1-forms on trees that hold functions; what is left out is zero.', () => {
    const f = (x: Real, g: Fn) => ({ at: (y: Real) => g(mul(x, y)), x: mul(x, x), idle: line(x) });
    const omega = () => ({ at: (t: Fn) => t(2), x: 10, idle: undefined });
    const [dx, dg] = pullbackForm(f, { wrt: [0, 1] })(omega)(3, sin);
    expect(dx).toBeCloseTo(2 * Math.cos(6) + 60, 12);
    expect(dg(exp)).toBeCloseTo(Math.exp(6), 9);
  });

  test('sees the same function in both places: pullback along the identity is the 1-form.', () => {
    const form = pullbackForm((g: Fn) => g)((g) => (t: Fn) => mul(g(1), t(2)))(sin);
    expect(form(cos)).toBeCloseTo(Math.sin(1) * Math.cos(2), 12);
  });
});

describe('The work', () => {
  test('of t(u(x)) evaluates u once, of functions of functions too.', () => {
    let count = 0;
    const u = (x: Real) => {
      count++;
      const s = sin(x);
      return (k: Fn) => mul(k(s), k(s));
    };
    const t = (m: (k: Fn) => Real) =>
      add(
        m((y) => mul(y, 2)),
        m(exp),
      );
    const f = (x: Real) => t(u(x));
    const counted = (work: () => unknown) => {
      count = 0;
      work();
      return count;
    };
    expect(counted(() => f(0.5))).toBe(1);
    expect(counted(() => grad(f)(0.5))).toBe(1);
    expect(counted(() => jvp(f)([0.5], [1]))).toBe(1);
    expect(counted(() => pullbackForm(f)(() => 1)(0.5))).toBe(1);
    expect(counted(() => pullbackForm(f)(() => 1)(0.5) && grad(f)(0.5))).toBe(2);
    expect(pullbackForm(f)(() => 1)(0.5)).toBeCloseTo(jvp(f)([0.5], [1]).tangent, 12);
  });

  test('x + 1 is evaluated once in the example of §2.', () => {
    let count = 0;
    const f = ([x, y]: readonly Real[]) => {
      count++;
      const z = mul(add(x, 1), add(mul(2, x), mul(y, y)));
      return mul(z, z);
    };
    pullbackForm(f)(() => 1)([1, 3]);
    expect(count).toBe(1);
    expect(trace(f)([1, 3]).counts.bindings).toBe(6);
  });

  test('along a chain of pullbacks is linear in its length.', () => {
    let steps = 0;
    const step = (x: Real) => {
      steps++;
      return sin(x);
    };
    let form = (_: Real): Real => 1;
    for (let k = 0; k < 50; k++) {
      const next = form;
      form = pullbackForm(step)(next);
    }
    let [x, expected] = [0.5, 1];
    for (let k = 0; k < 50; k++) [x, expected] = [Math.sin(x), expected * Math.cos(x)];
    expect(form(0.5)).toBeCloseTo(expected, 12);
    expect(steps).toBe(50);
  });
});

describe('Ill-typed cotangents are refused:', () => {
  const line = (x: Real) => (y: Real) => mul(x, y);
  test.each<[string, unknown, unknown, RegExp]>([
    [
      'a function for a real',
      sin,
      () => sin,
      /cotangent.*at the output it must be a real.*function sin/,
    ],
    ['an array for a real', sin, () => [1], /it must be a real, but it is an array/],
    ['nothing for a real', sin, () => undefined, /it must be a real, but it is undefined/],
    ['a real for a function', line, () => 1, /at the output it must be a function, but it is 1/],
    ['nothing for a function', line, () => undefined, /it must be a function, but it is undefined/],
    [
      'a functional that gives no real',
      line,
      () => (t: Fn) => [t(1)],
      /must take a tangent.*to one real.*array/,
    ],
    ['a functional that gives nothing', line, () => () => undefined, /to one real.*undefined/],
    ['another length', (x: Real) => [x, x], () => [1], /an array of length 2/],
    ['a promise', async (x: Real) => Promise.resolve(x), () => 1, /promise/],
  ])('%s.', (_, f, omega, message) => {
    const attempt = () => pull(f)(omega as () => unknown)(2);
    expect(attempt).toThrow(DeltaTapeError);
    expect(attempt).toThrow(message);
  });

  test('a tangent that is no function, given to a functional.', () => {
    const of = pull((g: Fn) => g(1))(() => 1)(sin) as (t: unknown) => unknown;
    expect(() => of(1)).toThrow(/given to a cotangent.*it must be a function, but it is 1/);
    expect(() => of(() => [1])).toThrow(/tangent of a function.*it must be a real/);
    expect(of(cos)).toBe(Math.cos(1));
  });

  test('arguments without anything to differentiate, and results that change shape.', () => {
    expect(() => pull((s: string) => s.length)(() => 1)('a')).toThrow(/holds no real/);
    expect(() => pull(sin, { wrt: 1 })(() => 1)(2)).toThrow(/names argument 1/);
    let runs = 0;
    const varying = (x: Real) => (runs++ === 0 ? [line(x)] : [line(x), line(x)]);
    const omega = (y: unknown[]) => y.map(() => (t: Fn) => t(1));
    expect(() => pull(varying)(omega)(2)).not.toThrow();
    runs = 0;
    const later = (x: Real) => (runs++ < 2 ? [line(x)] : [line(x), x]);
    expect(() => pull(later)(omega)(2)).toThrow(/had another shape/);
  });

  test('a dual of a finished derivative.', () => {
    let kept: Real = 0;
    grad((x: Real) => (kept = mul(x, x)))(1);
    expect(() => pullbackForm((x: Real) => x)(() => kept)(1)).toThrow(
      /after its derivative had ended/,
    );
    expect(() => pullbackForm((x: Real) => x)(() => 1)(kept)).toThrow(
      /after its derivative had ended/,
    );
  });

  test('exceptions of the 1-form come through, and leave nothing open.', () => {
    const fail = (): Real => {
      throw new RangeError('mine');
    };
    expect(() => pullbackForm(sin as Fn)(fail)(1)).toThrow(RangeError);
    expect(() => pullbackForm(line)(() => fail)(1)).toThrow(RangeError);
    expect(pullbackForm((x: Real) => sub(x, 1))(() => 1)(1)).toBe(1);
  });
});

test('Types are those of the arguments.', () => {
  const f = (p: { w: Float64Array; act: Fn; name: string }, x: Real) => mul(p.act(p.w[0]), x);
  const point = { w: new Float64Array([1]), act: sin as Fn, name: 'p' };
  const [dp, dx] = pullbackForm(f, { wrt: [0, 1] })(() => 1)(point, 2);
  claim<
    [
      Same<typeof dp, { w: typeof point.w; act: (tangent: Fn) => Real; name: string }>,
      Same<typeof dx, number>,
    ]
  >();
  expect([dp.w[0], dp.name, dp.act(cos), dx]).toEqual([
    2 * Math.cos(1),
    'p',
    2 * Math.cos(1),
    Math.sin(1),
  ]);
});

/** Derivatives of monadic programs by every name, and what the monad refuses. */
import * as dt from '../../src/index.js';
import { initialState } from '../../src/delta/index.js';
import {
  Do,
  applyVector,
  buildReals,
  derivative,
  foldM,
  forever,
  grad,
  index,
  jacobian,
  jvp,
  lift,
  operators,
  pure,
  replicateM,
  reverse,
  runState,
  traverseReals,
  unless,
  valueAndGrad,
  vjp,
  when,
  zipWithM,
  type M,
  type MReal,
  type VectorRow,
} from '../../src/monad/index.js';

const { add, mul, sin, exp } = operators;

/** (x, y) ↦ { area: xy, sides: [x², sin y] } */
const e = ([x, y]: MReal[]) =>
  Do(function* () {
    return { area: yield* mul(x, y), sides: [yield* mul(x, x), yield* sin(y)] };
  });
const value = { area: 6, sides: [4, Math.sin(3)] };

describe('The derivative of a monadic program', () => {
  test('comes with its value.', () => {
    const f = ([x, y]: MReal[]) => mul(x, y).bind((z) => add(z, x));
    expect(valueAndGrad(f)([2, 3])).toEqual({ value: 8, gradient: [4, 2] });
  });

  test('is a pullback, which can be called again and again.', () => {
    const { value: found, pullback } = vjp(e)([2, 3]);
    expect(found).toEqual(value);
    for (const k of [1, 2, 1]) {
      expect(pullback({ area: k, sides: [0, 0] })).toEqual([3 * k, 2 * k]);
      expect(pullback({ area: 1, sides: [k, 0] })).toEqual([3 + 4 * k, 2]);
    }
    expect(() => pullback({ area: 1, sides: [1] })).toThrow('cotangent');
  });

  test('is a tangent in forward mode, with the shape of the output.', () => {
    const { value: found, tangent } = jvp(e)([2, 3], [1, 10]);
    expect(found).toEqual(value);
    expect(tangent).toEqual({ area: 3 + 20, sides: [4, 10 * Math.cos(3)] });
    expect(() => jvp(e)([2, 3], [1])).toThrow('tangent');
  });

  test('is a Jacobian, with the shape of the input in each place of the output.', () => {
    expect(jacobian(e)([2, 3])).toEqual({
      area: [3, 2],
      sides: [
        [4, 0],
        [0, Math.cos(3)],
      ],
    });
  });

  test('is a number for functions of one real.', () => {
    expect(derivative((x: MReal) => exp(x))(0)).toBe(1);
    expect(derivative((x: MReal) => mul(x, x).map((y) => [x, y, 7]))(3)).toEqual([1, 6, 0]);
  });
});

describe('The monad refuses', () => {
  test('a function in the output, which has no cotangent.', () => {
    const curried = (x: MReal) => pure({ f: (y: MReal) => mul(x, y) });
    for (const take of [
      () => reverse(curried as never)(1, { f: 1 } as never),
      () => grad((x: MReal) => pure((() => x) as never))(1),
      () => jacobian(curried as never)(1),
    ])
      expect(take).toThrow('holds a function');
  });

  test('a program that is not a computation, with what to write instead.', () => {
    expect(() => grad((() => 3) as never)(1)).toThrow('pure(x)');
    expect(() => jvp((() => [1]) as never)(1 as never, 1 as never)).toThrow('pure(x)');
  });

  test('derivatives inside of it, never answering NaN.', () => {
    const inside: ((x: MReal) => unknown)[] = [
      (x) => grad((y: MReal) => mul(x, y))(1),
      (x) => vjp((y: MReal) => mul(x, y))(1),
      (x) => jvp((y: MReal) => mul(x, y))(1 as never, 1 as never),
      (x) => grad((y: MReal) => mul(y, y))(x as never),
      (x) => dt.grad((y: dt.Real) => dt.mul(dt.mul(y, y), x))(1),
      (x) => dt.grad((y: dt.Real) => dt.mul(y, y))(x as never),
      (x) => dt.jvp((y: dt.Real) => dt.mul(y, x))([2], [1]),
    ];
    const told = inside.map((wrong) => {
      try {
        return grad((x: MReal) => pure(wrong(x)).bind(() => sin(x)))(2);
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(told).toEqual(
      told.map(() => expect.stringMatching(/does not nest|operators/) as string),
    );
  });

  test('native operators on its duals, naming its own.', () => {
    expect(() => grad((x: MReal) => pure((x as number) * 2))(1)).toThrow('operators');
  });

  test('to be differentiated by the operators of delta-tape, naming its own.', () => {
    const program = ((x: MReal) => mul(x, x)) as unknown as (x: dt.Real) => dt.Real;
    for (const take of [
      () => dt.grad(program)(3),
      () => dt.jvp(program)([3], [1]),
      () => dt.vjp(program)(3),
    ])
      expect(take).toThrow('delta-tape/monad');
  });
});

describe('Own primitives', () => {
  const cube = dt.definePrimitive({
    name: 'cube',
    value: (x) => x ** 3,
    partials: [(x) => dt.mul(3, dt.mul(x, x))],
    formula: ['3x²'],
    domain: { text: 'all x', points: [[-1.5], [0.5]] },
    conventions: [],
  });

  test('are lifted into the monad, in both states.', () => {
    expect(grad((x: MReal) => lift(cube)(x))(2)).toBe(12);
    expect(grad((x: MReal) => lift(cube)(x), initialState)(2)).toBe(12);
    expect(() => lift(Math.sin)).toThrow('definePrimitive');
  });

  test('of vectors have several results, with a binding each (Fig. 14, §10.2).', () => {
    const turn: VectorRow = {
      name: 'turn',
      value: ([r, phi]) => [r * Math.cos(phi), r * Math.sin(phi), 1],
      jacobian: ([, phi], values) => [
        [Math.cos(phi), -values[1]],
        [Math.sin(phi), values[0]],
        [0, 0],
      ],
    };
    const f = (s: MReal[]) =>
      buildReals(2, (k) => pure(s[k]))
        .bind((v) => applyVector(turn, v))
        .map((v) => [index(v, 0), index(v, 1), index(v, 2)]);
    const [c, s] = [Math.cos(0.5), Math.sin(0.5)];
    expect(jacobian(f)([2, 0.5])).toEqual([
      [c, -2 * s],
      [s, 2 * c],
      [0, 0],
    ]);
    const short = { ...turn, jacobian: () => [[1, 2]] };
    expect(() =>
      grad((x: MReal) =>
        buildReals(2, () => pure(x))
          .bind((v) => applyVector(short, v))
          .map((v) => index(v, 0)),
      )(1),
    ).toThrow('a row for each result');
  });
});

describe('The combinators', () => {
  const run = <A>(m: M<A>) => runState(m, initialState(2))[0];

  test('fold, zip and repeat in the order of the elements.', () => {
    expect(run(foldM((s, x) => pure(`${s}${x}`), '', ['a', 'b', 'c']))).toBe('abc');
    const twice = foldM((s: number, x: number) => pure(s + x), 0, new Set([1, 2]));
    expect([run(twice), run(twice)]).toEqual([3, 3]);
    expect(run(zipWithM((x, y) => pure(x * y), [1, 2, 3], [4, 5])).toArray()).toEqual([4, 10]);
    expect(grad((x: MReal) => replicateM(3, sin(x)).bind((xs) => operators.sum(xs)))(0)).toBe(3);
    const product = (xs: MReal[]) => foldM<MReal, MReal>((p, x) => mul(p, x), 1, xs);
    expect(grad(product)([2, 3, 4])).toEqual([12, 8, 6]);
    const many = Array.from({ length: 100_000 }, () => 1);
    expect(run(foldM((s, x) => pure(s + x), 0, many))).toBe(100_000);
  });

  test('choose whether to run.', () => {
    const bound = (m: M<unknown>) => runState(m, initialState(2))[1].nextId;
    const x = operators.sin(1);
    expect(run(when(true, x))).toBeUndefined();
    expect([bound(when(false, x)), bound(unless(true, x))]).toEqual([2, 2]);
  });

  test('repeat for ever, up to a limit.', () => {
    for (const limit of [NaN, Infinity, -1, 1.5])
      expect(() => forever(limit, pure(1))).toThrow('must be a natural number');
    let times = 0;
    const count = pure(0).map(() => ++times);
    expect(() => run(forever(1000, count))).toThrow('1000 times');
    expect(times).toBe(1000);
  });

  test('go through the reals of a tree.', () => {
    const squares = (s: { a: MReal; b: readonly MReal[]; name: string }) =>
      traverseReals(s, (x: MReal) => mul(x, x)).bind(({ a, b }) => operators.sum([a, ...b]));
    expect(grad(squares)({ a: 1, b: [2, 3], name: 'n' })).toEqual({ a: 2, b: [4, 6], name: 'n' });
  });
});

import { Map as ImmutableMap } from 'immutable';
import * as dt from '../../src/index.js';
import { Var, showDelta } from '../../src/delta/index.js';
import {
  Do,
  applyM,
  buildReals,
  columnState,
  dual,
  traverse,
  grad,
  index,
  initialState,
  operators,
  pure,
  real,
  reverse,
  runDelta,
  type M,
  type MReal,
} from '../../src/monad/index.js';

const { add, mul, sin, hypot, sum, max, fma, exp } = operators;

test('runDelta prints the bindings of a computation', () => {
  const x = dual(1.5, Var(1));
  const delta = runDelta(
    2,
    Do(function* () {
      const y = yield* mul(x, x);
      return yield* add(y, real(2));
    }),
  );
  expect(showDelta(delta, (id) => `x${id}`)).toBe(
    'Let x2 = Add (Scale 1.5 (Var x1)) (Scale 1.5 (Var x1)) in\n' +
      'Let x3 = Add (Var x2) Zero in\nVar x3',
  );
});

test('every dual carries Zero or a Var, and constants bind nothing (no duplication)', () => {
  const delta = runDelta(
    1,
    Do(function* () {
      const y = yield* mul(real(2), 3);
      expect(y.delta).toEqual({ tag: 'Zero' });
      const z = yield* exp(dual(0, Var(9)));
      expect(z.delta).toEqual({ tag: 'Var', id: 1 });
      return y;
    }),
  );
  expect(delta.tag).toBe('Let');
});

describe('The wrapper for general S and T (Fig. 15)', () => {
  test('numbers reals from left to right across reals, integers and reals again', () => {
    // R² × Z × R², where the integer chooses: leaves are untouched by differentiation.
    const e = (s: { a: MReal[]; n: string; b: MReal[] }) =>
      Do(function* () {
        return yield* mul(s.a[Number(s.n)], yield* sum(s.b));
      });
    const s = { a: [2, 3], n: '1', b: [5, 7] };
    expect(reverse(e)(s, 1)).toEqual({ a: [0, 12], n: '1', b: [3, 3] });
  });

  test('gives an alternative of a sum back as the same alternative', () => {
    type Either = { tag: 'inl'; value: MReal } | { tag: 'inr'; value: MReal[] };
    const e = (s: Either): M<MReal> =>
      s.tag === 'inl' ? mul(s.value, s.value) : operators.logSumExp(s.value);
    const derivative = reverse(e);
    expect(derivative({ tag: 'inl', value: 3 }, 1)).toEqual({ tag: 'inl', value: 6 });
    expect(derivative({ tag: 'inr', value: [0, 0] }, 2)).toEqual({ tag: 'inr', value: [1, 1] });
  });

  test('takes a structured result, with a cotangent of its shape', () => {
    const e = (s: MReal[]) =>
      Do(function* () {
        return { tag: 'polar', at: [yield* hypot(s[0], s[1]), yield* sin(s[0])] };
      });
    const derivative = reverse(e);
    expect(derivative([3, 4], { tag: '', at: [10, 0] })).toEqual([6, 8]);
    expect(() => derivative([3, 4], { tag: '', at: [1] })).toThrow('cotangent');
  });

  test('works on Immutable collections', () => {
    const e = (s: ImmutableMap<string, MReal>) =>
      traverse(s.values(), (x) => mul(x, x)).bind((squares) => sum(squares.toArray()));
    const gradient = grad(e)(
      ImmutableMap([
        ['a', 1],
        ['b', 2],
      ]),
    );
    expect(gradient).toEqual(ImmutableMap({ a: 2, b: 4 }));
  });

  test('refuses an output that is no real', () => {
    expect(() => grad(() => pure('text' as never))(1)).toThrow('returned the string');
  });
});

test('the monadic operators are those of the table', () => {
  const names = Object.entries({ ...dt })
    .filter(([, value]) => typeof value === 'function' && 'primitive' in value)
    .map(([name]) => name);
  expect(Object.keys(operators).sort()).toEqual(names.sort());
});

test('variadic operators fold, and a wrong number of arguments is refused', () => {
  const gradient = grad((s: MReal[]) => max(...s))([1, 5, 3]);
  expect(gradient).toEqual([0, 1, 0]);
  expect(() => fma(1, 2, ...([] as unknown as [number]))).toThrow('fma takes 3 arguments');
});

test('an ordinary operator on a monadic dual says which operator to use instead', () => {
  expect(() => dt.mul(real(3), 2)).toThrow('const { mul } = operators');
  expect(dt.lt(real(3), 4)).toBe(true);
});

test('a vector of reals is a pair of vectors, indexed in constant time (§10.2)', () => {
  const e = (x: MReal) =>
    Do(function* () {
      const powers = yield* buildReals(4, (k) => operators.pow(x, k));
      expect(powers.primals).toBeInstanceOf(Float64Array);
      expect(Array.from(powers.ids)).toHaveLength(4);
      return yield* mul(index(powers, 3), index(powers, 2));
    });
  expect(grad(e)(2)).toBe(5 * 2 ** 4);
});

describe('The monad does not nest, and says so', () => {
  test('when a derivative meets a dual of an outer one', () => {
    const outer = (x: MReal) =>
      Do(function* () {
        const inner = grad((y: MReal) => mul(x, y))(1);
        return yield* add(x, inner);
      });
    expect(() => grad(outer)(3)).toThrow('does not nest');
    expect(() => grad((x: MReal) => pure(grad((y: MReal) => mul(y, y))(x as never)))(3)).toThrow(
      'does not nest',
    );
    expect(() => dt.grad((x: dt.Real) => grad((y: MReal) => mul(y, y))(x as never))(3)).toThrow(
      'does not nest',
    );
  });

  test('when a dual of an earlier one is used', () => {
    const kept: MReal[] = [];
    grad((x: MReal) => {
      kept.push(x);
      return mul(x, x);
    })(2);
    expect(() => grad((x: MReal) => mul(x, kept[0]))(3)).toThrow('after its derivative had ended');
  });
});

test('a primitive refuses another number of arguments, and a computation in the place of its result', () => {
  for (const args of [[], [1, 2]])
    expect(() => applyM(dt.sin.primitive, args)).toThrow('sin takes 1 argument');
  expect(() => applyM(dt.mul.primitive, [1])).toThrow('mul takes 2 arguments');
  expect(grad((xs: MReal[]) => applyM(dt.sum.primitive, xs))([1, 2])).toEqual([1, 1]);
  const forgotten = (x: MReal) => operators.mul(x, operators.sin(x) as unknown as MReal);
  for (const from of [columnState, initialState])
    expect(() => grad(forgotten, from)(1)).toThrow('write `yield* m`');
});

test('operators take any list, and refuse what is no real', () => {
  const squares = (xs: MReal[]) => traverse(xs, (x) => mul(x, x)).bind((ys) => sum(ys));
  expect(grad(squares)([1, 2])).toEqual([2, 4]);
  expect(() => grad((x: MReal) => mul(x, undefined as never))(1)).toThrow('argument 2 of mul');
  expect(() => grad((x: MReal) => mul(x, sin(x) as never))(1)).toThrow('write `yield* m`');
});

test('a vector refuses what it cannot hold', () => {
  const vector = buildReals(2, (k) => pure(k)).map((v) => index(v, 5));
  expect(() => runDelta(1, vector)).toThrow('no element 5');
  expect(() =>
    runDelta(
      1,
      buildReals(1, () => pure(dual(1, { tag: 'Scale', factor: 2, delta: Var(1) }))).map((v) =>
        index(v, 0),
      ),
    ),
  ).toThrow('deltaLet');
});

test('a library function is translated once, alone, and serves main expressions of any type S (§7.5)', () => {
  // Its type mentions dual numbers and M, and no S.
  const hill = (x: MReal): M<MReal> => mul(x, x).bind((y) => exp(y));
  expect(grad((x: MReal) => hill(x))(0.5)).toBeCloseTo(Math.exp(0.25), 12);
  const inRecord = (s: { a: MReal; b: MReal[] }) =>
    Do(function* () {
      return yield* add(yield* hill(s.a), yield* hill(s.b[0]));
    });
  expect(grad(inRecord)({ a: 0, b: [0.5] })).toEqual({
    a: 0,
    b: [expect.closeTo(Math.exp(0.25), 12)],
  });
});

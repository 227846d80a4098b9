/** Sparse Jacobians: equal to whole ones, in few passes. */
import { List, OrderedMap } from 'immutable';
import fc from 'fast-check';
import {
  DeltaTapeError,
  add,
  div,
  exp,
  floor,
  grad,
  gt,
  jacobian,
  log,
  max,
  mul,
  pow,
  primalOf,
  relu,
  sin,
  sub,
  sum,
  type Real,
  type Reals,
  type Sparse,
} from 'delta-tape';
import { denseOf, terms } from '../../support/matrices.js';
import { range } from '../../support/range.js';
import { claim, type Same } from '../../support/types/claims.js';

const plans = [{}, { plan: 'forward' }, { plan: 'reverse' }] as const;
const differences = (x: Reals) => range(x.length - 1).map((k) => sub(mul(x[k + 1], 3), sin(x[k])));

describe.each(plans)('A sparse Jacobian with %p', (plan) => {
  test('equals the whole one.', () => {
    fc.assert(
      fc.property(terms(8), ({ parts, point }) => {
        const sparse = jacobian(parts.toList, { ...plan, sparse: true })(point);
        const whole = jacobian(parts.toList, { plan: 'reverse' })(point);
        expect(sparse.shape).toEqual([whole.length, 8]);
        denseOf(sparse).forEach((row, i) => {
          row.forEach((x, j) => {
            if (Number.isFinite(whole[i][j])) expect(x).toBeCloseTo(whole[i][j], 9);
          });
        });
      }),
    );
  });

  test('has rows, columns and values, row by row.', () => {
    const f = ([x, y, z]: Real[]) => [mul(x, y), 7, z, add(x, z)];
    const { passes, ...rest } = jacobian(f, { ...plan, sparse: true })([2, 3, 5]);
    expect(rest).toEqual({
      rows: Int32Array.of(0, 0, 2, 3, 3),
      columns: Int32Array.of(0, 1, 2, 0, 2),
      values: Float64Array.of(3, 2, 1, 1, 1),
      shape: [4, 3],
    });
    expect(passes).toBe(2);
  });

  test('counts the reals of every tree from left to right.', () => {
    const f = ({ a, m }: { a: List<Real>; s: string; m: Map<string, Real[]> }) =>
      new Map([['p', List([mul(a.get(0)!, m.get('k')![1])])]]);
    const tree = { a: List([2, 3]), s: 'leaf', m: new Map([['k', [5, 7]]]) };
    const found = jacobian(f, { ...plan, sparse: true })(tree as never);
    expect(denseOf(found)).toEqual([[7, 0, 0, 2]]);
    const toRecord = jacobian((x: Real) => OrderedMap({ x, y: mul(x, x) }), {
      ...plan,
      sparse: true,
    });
    expect(denseOf(toRecord(3))).toEqual([[1], [6]]);
  });

  test('has the columns of all arguments in wrt, in its order.', () => {
    const f = (x: Real, s: string, y: Real[]) => [mul(x, y[1]), s === '+' ? y[0] : 0];
    const found = jacobian(f, { ...plan, wrt: [2, 0], sparse: true })(2, '+', [3, 5]);
    expect(denseOf(found)).toEqual([
      [0, 2, 5],
      [1, 0, 0],
    ]);
  });

  test('works without inputs, outputs or entries.', () => {
    const shape = (found: Sparse) => [...found.shape, found.values.length, found.passes];
    const none = jacobian((x: Real[]) => [...x, 1], { ...plan, sparse: true });
    expect(shape(none([]))).toEqual([1, 0, 0, 0]);
    expect(shape(jacobian((_: Real[]) => [], { ...plan, sparse: true })([1, 2]))).toEqual([
      0, 2, 0, 0,
    ]);
    const constants = jacobian((x: Real[]) => [primalOf(x[0]), 3], { ...plan, sparse: true });
    expect(shape(constants([1, 2]))).toEqual([2, 2, 0, 0]);
  });

  test('of outputs that are inputs, or the same real twice, is right.', () => {
    const f = (x: Real[]) => {
      const y = mul(x[0], x[1]);
      return [y, x[1], y, x[1]];
    };
    expect(denseOf(jacobian(f, { ...plan, sparse: true })([3, 5]))).toEqual([
      [5, 3],
      [0, 1],
      [5, 3],
      [0, 1],
    ]);
  });

  test('keeps entries that happen to be 0, and has none through steps.', () => {
    const f = ([x, y]: Real[]) => [mul(x, y), relu(x), max(x, y), pow(x, y), floor(x)];
    const { rows, columns, values } = jacobian(f, { ...plan, sparse: true })([0, 0]);
    expect([...rows]).toEqual([0, 0, 1, 2, 2, 3, 3]);
    expect([...columns]).toEqual([0, 1, 0, 0, 1, 0, 1]);
    expect([...values]).toEqual([0, 0, 0, 1, 0, 0, 0]);
  });

  test('keeps infinities and NaN where they belong.', () => {
    const f = (x: Real[]) => [log(x[0]), div(x[1], x[2]), sin(x[3]), x[4]];
    expect(denseOf(jacobian(f, { ...plan, sparse: true })([0, 1, 0, NaN, 2]))).toEqual([
      [Infinity, 0, 0, 0, 0],
      [0, Infinity, -Infinity, 0, 0],
      [0, 0, 0, NaN, 0],
      [0, 0, 0, 0, 1],
    ]);
  });

  test('inside another derivative has reals as values, and is differentiated.', () => {
    const f = (t: Real) => {
      const { values } = jacobian((x: Real[]) => [mul(t, mul(x[0], x[0])), mul(x[1], t)], {
        ...plan,
        sparse: true,
      })([t, t]);
      return sum(values);
    };
    // 2t² + t
    expect(grad(f)(3)).toBe(13);
    expect(grad((t: Real) => grad(f)(t))(3)).toBe(4);
  });

  test('takes the pattern of another one, and one more pass to check it.', () => {
    const first = jacobian(differences, { ...plan, sparse: true })([1, 2, 3, 4]);
    const again = jacobian(differences, { ...plan, sparse: first })([5, 6, 7, 8]);
    expect(denseOf(again)).toEqual(jacobian(differences)([5, 6, 7, 8]));
    expect(again.passes).toBe(first.passes + 1);
    const larger = { rows: [2, 0, 1, 0, 1, 2, 2], columns: [2, 1, 1, 0, 2, 3, 2] };
    expect(denseOf(jacobian(differences, { ...plan, sparse: larger })([5, 6, 7, 8]))).toEqual(
      denseOf(again),
    );
  });

  test('refuses a pattern that lacks an entry.', () => {
    const { rows, columns } = jacobian(differences, { sparse: true })(range(9));
    rows.forEach((_, missing) => {
      const rest = (list: Int32Array) => [...list].filter((__, k) => k !== missing);
      const sparse = { rows: rest(rows), columns: rest(columns) };
      const attempt = () => jacobian(differences, { ...plan, sparse })(range(9));
      expect(attempt).toThrow(/the given pattern is too small/);
      expect(attempt).toThrow(DeltaTapeError);
    });
    const nothing = { rows: [], columns: [] };
    expect(() => jacobian(differences, { ...plan, sparse: nothing })([1, 2])).toThrow(/too small/);
  });

  test('refuses a pattern that lacks infinite or cancelling entries.', () => {
    const second = (x: Real[]) =>
      range(x.length - 2).map((k) => add(sub(x[k], mul(2, x[k + 1])), x[k + 2]));
    const attempt = (rows: number[], columns: number[]) => () =>
      jacobian(second, { ...plan, sparse: { rows, columns } })(range(20));
    expect(attempt([], [])).toThrow(/too small/);
    expect(attempt([0, 0], [0, 1])).toThrow(/too small/);
    const infinite = (x: Real[]) => [log(x[0])];
    for (const x of [0, NaN]) {
      const sparse = { rows: [], columns: [] };
      expect(() => jacobian(infinite, { ...plan, sparse })([x])).toThrow(/too small/);
    }
  });

  test('refuses what other derivatives refuse.', () => {
    const refused = (f: (x: Real) => unknown, message: RegExp) =>
      expect(() => jacobian(f, { ...plan, sparse: true })(1)).toThrow(message);
    refused(async (x) => Promise.resolve(x), /promise/);
    refused((x) => () => x, /returned a function/);
    refused((x) => (x as number) * 2, /native operator/);
    refused(() => {
      throw new Error('own');
    }, /own/);
    // @ts-expect-error -- there is one parameter
    expect(() => jacobian((x: Real) => x, { ...plan, wrt: 1, sparse: true })(1)).toThrow(
      /argument 1/,
    );
    expect(jacobian((x: Real) => mul(x, x))(3)).toBe(6);
  });

  test('refuses a function whose output changes its size.', () => {
    let calls = 0;
    const f = (x: Real[]) => x.slice(0, (calls = calls + 1));
    expect(() => jacobian(f, { ...plan, sparse: true })([1, 2, 3])).toThrow(
      /had 1 reals in one run of the function and 2 in another/,
    );
  });
});

describe('The passes of a sparse Jacobian', () => {
  const passes = (f: (x: Real[]) => Real[], size: number) =>
    jacobian(f, { sparse: true })(range(size).map((k) => 1 + k / size)).passes;

  test('are one for a diagonal, and as many as a band is wide.', () => {
    expect(passes((x) => x.map((y) => exp(y)), 100)).toBe(1);
    expect(passes((x) => differences(x), 100)).toBe(2);
    const wide = (x: Real[]) => range(x.length - 4).map((k) => sum(x.slice(k, k + 5)));
    expect(passes(wide, 100)).toBe(5);
  });

  test('are the fewer of rows and columns.', () => {
    expect(passes((x) => [sum(x), mul(x[0], x[0])], 100)).toBe(2);
    expect(passes((x) => range(100).map((k) => mul(x[0], add(x[k % 3], k))), 3)).toBe(2);
    expect(passes((x) => x.map((y) => mul(y, x[0])), 100)).toBe(2);
  });

  test('stay few for 100,000 inputs.', () => {
    const size = 100_000;
    const x = Float64Array.from(range(size), (k) => Math.sin(k));
    const found = jacobian(differences, { sparse: true })(x);
    expect([found.passes, found.values.length]).toEqual([2, 2 * (size - 1)]);
    const at = 2 * 77_777;
    expect(found.columns.subarray(at, at + 2)).toEqual(Int32Array.of(77_777, 77_778));
    expect(found.values[at]).toBeCloseTo(-Math.cos(x[77_777]), 12);
    expect(found.values[at + 1]).toBe(3);
  });
});

test('A pattern holds for the branches that were taken, and its use along others is refused.', () => {
  const f = ([x, y]: Real[]) => [gt(x, 0) ? mul(x, x) : mul(x, y)];
  const first = jacobian(f, { sparse: true })([1, 2]);
  expect(denseOf(first)).toEqual([[2, 0]]);
  expect(denseOf(jacobian(f, { sparse: first })([3, 2]))).toEqual([[6, 0]]);
  expect(() => jacobian(f, { sparse: first })([-1, 2])).toThrow(/in column 1 there is an entry/);
  expect(denseOf(jacobian(f, { sparse: true })([-1, 2]))).toEqual([[2, -1]]);
});

test('The types are those of a matrix of numbers, or of reals inside another derivative.', () => {
  const f = (x: Real[]) => x;
  const numbers = jacobian(f, { sparse: true })([1]);
  const inside = (t: Real) => jacobian(f, { sparse: true, plan: 'forward' })([t, 1]);
  const whole = jacobian(f, { sparse: false })([1]);
  claim<
    [
      Same<typeof numbers, Sparse>,
      Same<ReturnType<typeof inside>, Sparse<Real[]>>,
      Same<typeof whole, number[][]>,
    ]
  >();
  expect(numbers.values).toEqual(Float64Array.of(1));
  expect(whole).toEqual([[1]]);
  expect(grad((t: Real) => mul(t, inside(t).values.map((x) => add(x, 1))[1]))(3)).toBe(2);
});

/** Sparse Hessians: equal to whole ones, in few products. */
import fc from 'fast-check';
import {
  DeltaTapeError,
  abs,
  add,
  checkpoint,
  customGradient,
  div,
  exp,
  floor,
  fma,
  grad,
  gt,
  hessian,
  jacobian,
  log,
  logSumExp,
  loop,
  max,
  mul,
  pow,
  sin,
  sub,
  sum,
  type Real,
  type Reals,
  type Sparse,
} from 'delta-tape';
import { asFunction } from '../../support/interpret.js';
import { denseOf, terms } from '../../support/matrices.js';
import { programs } from '../../support/programs.js';
import { range } from '../../support/range.js';
import { claim, type Same } from '../../support/types/claims.js';

/** A sum over neighbours, gathered step by step. */
function rosenbrock(x: Reals): Real {
  let total: Real = 0;
  for (let k = 0; k + 1 < x.length; k++) {
    const miss = sub(x[k + 1], mul(x[k], x[k]));
    const rest = sub(1, x[k]);
    total = add(total, add(mul(100, mul(miss, miss)), mul(rest, rest)));
  }
  return total;
}

function expectSame(sparse: readonly (readonly Real[])[], whole: readonly (readonly number[])[]) {
  expect(sparse).toHaveLength(whole.length);
  whole.forEach((row, i) => {
    row.forEach((x, j) => {
      const scale = Math.max(1, Math.abs(x));
      if (Number.isFinite(x)) expect((sparse[i][j] as number) / scale).toBeCloseTo(x / scale, 9);
    });
  });
}

describe('A sparse Hessian', () => {
  test('equals the whole one, and is symmetric.', () => {
    fc.assert(
      fc.property(terms(7), ({ parts, point }) => {
        const sparse = denseOf(hessian(parts.toSum, { sparse: true })(point));
        expectSame(sparse, hessian(parts.toSum)(point));
        expect(sparse).toEqual(sparse.map((row, i) => row.map((_, j) => sparse[j][i])));
      }),
    );
  });

  test('of programs with every feature equals the whole one.', () => {
    fc.assert(
      fc.property(programs(4, 40), ({ term, point }) => {
        const f = asFunction(term);
        expectSame(denseOf(hessian(f, { sparse: true })(point)), hessian(f)(point));
      }),
    );
  });

  test('has rows, columns and values, row by row.', () => {
    const f = ([x, y, z]: Real[]) => add(exp(mul(x, y)), mul(z, 3));
    const { values, ...rest } = hessian(f, { sparse: true })([1, 2, 3]);
    expect(rest).toEqual({
      rows: Int32Array.of(0, 0, 1, 1),
      columns: Int32Array.of(0, 1, 0, 1),
      shape: [3, 3],
      passes: 2,
    });
    const expected = [29.5562243957226, 22.16716829679195, 22.16716829679195, 7.38905609893065];
    expected.forEach((x, k) => expect(values[k]).toBeCloseTo(x, 12));
  });

  test('has the reals of all arguments in wrt, in its order.', () => {
    const f = (x: Real, s: string, y: { a: Real[] }) => mul(x, mul(y.a[1], s === '+' ? x : 0));
    const both = hessian(f, { wrt: [2, 0], sparse: true })(2, '+', { a: [3, 5] });
    expect(denseOf(both)).toEqual([
      [0, 0, 0],
      [0, 0, 4],
      [0, 4, 10],
    ]);
    expect(denseOf(hessian(f, { sparse: true })(2, '+', { a: [3, 5] }))).toEqual([[10]]);
  });

  test('works with no inputs, interactions or dependence.', () => {
    const facts = (f: (x: Real[]) => Real, x: number[]) => {
      const { shape, values, passes } = hessian(f, { sparse: true })(x);
      return [...shape, values.length, passes];
    };
    expect(facts(() => 3, [])).toEqual([0, 0, 0, 0]);
    expect(facts(() => 3, [1, 2])).toEqual([2, 2, 0, 0]);
    expect(facts((x) => x[0], [1, 2])).toEqual([2, 2, 0, 0]);
    expect(facts((x) => sum(x), [1, 2])).toEqual([2, 2, 0, 0]);
    expect(facts((x) => add(abs(x[0]), max(x[0], floor(x[1]))), [1, 2])).toEqual([2, 2, 0, 0]);
    expect(denseOf(hessian((x: Real) => mul(x, x), { sparse: true })(3))).toEqual([[2]]);
  });

  test('has no entries of what the output does not need, and of no partial sum.', () => {
    const f = (x: Real[]) => {
      exp(mul(x[0], x[1]));
      return fma(x[2], 3, sum([sin(x[1]), floor(mul(x[0], x[2])), div(x[2], 2)]));
    };
    const { rows, columns } = hessian(f, { sparse: true })([1, 2, 3]);
    expect([[...rows], [...columns]]).toEqual([[1], [1]]);
  });

  test('keeps entries that happen to be 0.', () => {
    const f = ([x, y, z]: Real[]) => add(mul(mul(x, y), z), pow(x, y));
    const { rows, values } = hessian(f, { sparse: true })([0, 0, 0]);
    expect(rows).toHaveLength(8);
    expect([...values]).toEqual(hessian(f)([0, 0, 0]).flat().slice(0, 8));
  });

  test('keeps infinities and NaN where they belong.', () => {
    const f = ([x, y, z, w]: Real[]) => sum([log(x), sin(y), mul(z, mul(z, w))]);
    const found = denseOf(hessian(f, { sparse: true })([0, NaN, 2, 3]));
    expect(found).toEqual([
      [-Infinity, 0, 0, 0],
      [0, NaN, 0, 0],
      [0, 0, 6, 4],
      [0, 0, 4, 0],
    ]);
  });

  test('inside another derivative has reals as values, and is differentiated.', () => {
    const f = (t: Real) => {
      const cubic = ([x, y]: Real[]) => mul(t, add(mul(x, mul(x, x)), mul(x, y)));
      return sum(hessian(cubic, { sparse: true })([t, t]).values);
    };
    // 6t² + 2t
    expect(grad(f)(3)).toBe(38);
    expect(jacobian((t: Real) => grad(f)(t), { plan: 'forward' })(3)).toBe(12);
  });

  test('of a function with derivatives inside is right.', () => {
    const f = (x: Real[]) => sum(grad(rosenbrock)(x).map((g) => mul(g, g)));
    const x = [0.3, -0.2, 0.7, 1.1];
    expectSame(denseOf(hessian(f, { sparse: true })(x)), hessian(f)(x));
  });

  test('takes half a pattern, or that of another one, and one more product to check it.', () => {
    const first = hessian(rosenbrock, { sparse: true })([1, 2, 3, 4]);
    const again = hessian(rosenbrock, { sparse: first })([0, 2, -1, 4]);
    expect(denseOf(again)).toEqual(denseOf(hessian(rosenbrock, { sparse: true })([0, 2, -1, 4])));
    expect(again.passes).toBe(first.passes + 1);
    const half = { rows: [0, 1, 1, 2, 2, 3, 3], columns: [0, 0, 1, 1, 2, 2, 3] };
    expect(hessian(rosenbrock, { sparse: half })([0, 2, -1, 4])).toEqual(again);
  });

  test('refuses a pattern that lacks an entry.', () => {
    const x = range(6).map((k) => k / 3 - 1.1);
    const { rows, columns } = hessian(rosenbrock, { sparse: true })(x);
    rows.forEach((row, k) => {
      const others = range(rows.length).filter(
        (other) =>
          !(rows[other] === row && columns[other] === columns[k]) &&
          !(rows[other] === columns[k] && columns[other] === row),
      );
      const sparse = { rows: others.map((i) => rows[i]), columns: others.map((i) => columns[i]) };
      expect(() => hessian(rosenbrock, { sparse })(x)).toThrow(/the given pattern is too small/);
      expect(() => hessian(rosenbrock, { sparse })(x)).toThrow(DeltaTapeError);
    });
  });

  test('refuses the pattern of another branch.', () => {
    const f = ([x, y]: Real[]) => (gt(x, 0) ? mul(x, x) : mul(x, y));
    const first = hessian(f, { sparse: true })([1, 2]);
    expect(() => hessian(f, { sparse: first })([-1, 2])).toThrow(/too small/);
  });

  test('refuses what other derivatives refuse.', () => {
    const refused = (f: (x: Real) => unknown, message: RegExp) =>
      expect(() => hessian(f as (x: Real) => Real, { sparse: true })(1)).toThrow(message);
    refused((x) => [x], /for a Hessian, the function must return one real/);
    refused(async (x) => Promise.resolve(x), /promise/);
    refused((x) => (x as number) * 2, /native operator/);
    refused(() => {
      throw new Error('own');
    }, /own/);
    expect(() => hessian(rosenbrock, { sparse: 'yes' as never })([1])).toThrow(/must be true/);
    expect(() => hessian(rosenbrock, { sparse: { rows: [1], columns: [0] } })([1])).toThrow(
      /row 1 and column 0, but the matrix has 1 rows/,
    );
    expect(grad((x: Real) => mul(x, x))(3)).toBe(6);
  });

  test('takes a custom rule for one where everything interacts.', () => {
    const product = customGradient((x: Real, y: Real, z: Real) => ({
      value: [mul(x, y), z],
      pullback: ([c, d]: Real[]) => [mul(c, y), mul(c, x), d],
    }));
    const f = ([x, y, z, w]: Real[]) => add(sin(w), mul(...(product(x, y, z) as [Real, Real])));
    const point = [2, 3, 5, 7];
    const found = hessian(f, { sparse: true })(point);
    expect([found.values.length, found.passes]).toEqual([10, 3]);
    expectSame(denseOf(found), hessian(f)(point));
    const rows = jacobian((x: Real[]) => product(x[0], x[1], 4), { sparse: true })(point);
    expect(denseOf(rows)).toEqual([
      [3, 2, 0, 0],
      [0, 0, 0, 0],
    ]);
    expect(rows.values).toHaveLength(4);
  });

  test('goes through loops and checkpoints.', () => {
    const step = checkpoint((y: Real, x: Real) => add(mul(y, 0.5), mul(x, x)));
    const f = (x: Real[]) => loop(3, (y: Real, k) => step(y, x[k]), x[3]);
    const found = hessian(f, { sparse: true })([1, 2, 3, 4]);
    expect([[...found.rows], [...found.values]]).toEqual([
      [0, 1, 2],
      [0.5, 1, 2],
    ]);
    expect(found.passes).toBe(1);
  });
});

describe('The products of a sparse Hessian', () => {
  const facts = (f: (x: Reals) => Real, size: number) => {
    const point = Float64Array.from(range(size), (k) => Math.sin(k + 1));
    const { passes, values } = hessian(f, { sparse: true })(point);
    return [passes, values.length];
  };
  const squares = (x: Reals) => sum(Array.from(x, (y) => mul(y, y)));

  test('are one for a diagonal, three for three diagonals, two for an arrow.', () => {
    expect(facts(squares, 50)).toEqual([1, 50]);
    expect(facts(rosenbrock, 50)).toEqual([3, 148]);
    const arrow = (x: Reals) => sum(Array.from(x, (y) => mul(x[20], exp(y))));
    expect(facts(arrow, 50)).toEqual([2, 148]);
  });

  test('are as many as there are inputs only if all interact.', () => {
    expect(facts((x) => logSumExp(x), 12)).toEqual([12, 144]);
    expect(facts((x) => exp(sum(x)), 12)).toEqual([12, 144]);
    expect(facts((x) => add(exp(sum([x[0], x[1]])), sum(x)), 12)).toEqual([2, 4]);
  });

  test('stay three for 100,000 variables.', () => {
    const size = 100_000;
    const x = Float64Array.from(range(size), (k) => Math.sin(k));
    const { rows, columns, values, passes } = hessian(rosenbrock, { sparse: true })(x);
    expect([passes, values.length]).toEqual([3, 3 * size - 2]);
    for (const k of [1, 2, 50_000, size - 2]) {
      const at = 3 * k - 1;
      expect([...rows.subarray(at, at + 3)]).toEqual([k, k, k]);
      expect([...columns.subarray(at, at + 3)]).toEqual([k - 1, k, k + 1]);
      expect(values[at]).toBeCloseTo(-400 * x[k - 1], 8);
      expect(values[at + 1]).toBeCloseTo(1200 * x[k] ** 2 - 400 * x[k + 1] + 202, 8);
      expect(values[at + 2]).toBeCloseTo(-400 * x[k], 8);
    }
  });

  test('of a loss whose samples all depend on the same parameters are found quickly.', () => {
    const loss = (x: Reals) =>
      sum(range(20_000).map((k) => sin(sum(Array.from(x, (y, i) => mul(y, (k * i) % 7))))));
    expect(facts(loss, 5)).toEqual([5, 25]);
  });

  test('of a chain of 100,000 steps are found quickly.', () => {
    const chain = (x: Reals) => range(100_000).reduce((y: Real, k) => sin(add(y, x[k % 3])), 0);
    expect(facts(chain, 3)).toEqual([3, 9]);
  });
});

test('A custom rule at a real from outside, in a sparse Hessian in a sparse Hessian.', () => {
  const constant = () => checkpoint((y: Real) => y)(0.7);
  const rule = customGradient((y: Real) => ({
    value: [constant(), mul(y, y)] as Real[],
    pullback: ([, c]: Real[]) => {
      const slope = grad((t: Real) => mul(mul(t, t), constant()))(y);
      return [mul(c, div(slope, 0.7))];
    },
  }));
  const withRule = (x: Real): readonly Real[] => rule(x);
  const plainly = (x: Real): readonly Real[] => [0.7, mul(x, x)];
  const nested = (f: typeof plainly) => (xs: Real[]) => {
    const inner = ([y, w]: Real[]): Real => {
      const [u, v] = f(xs[0]);
      return mul(add(u, mul(y, sin(v))), sin(w));
    };
    return sum(hessian(inner, { sparse: true })([sin(xs[0]), xs[0]]).values);
  };
  const [actual] = hessian(nested(withRule), { sparse: true })([1]).values;
  expect(actual).toBeCloseTo(hessian(nested(plainly), { sparse: true })([1]).values[0], 9);
});

test('A pattern of too many entries is refused with advice, at once.', () => {
  const point = new Float64Array(10_000).fill(1e-4);
  const message =
    /more than 67,108,864 entries, too many to hold: the matrix is not sparse. Use its products/;
  expect(() => hessian((x: Reals) => exp(sum(x)), { sparse: true })(point)).toThrow(message);
  const totals = (x: Reals) => {
    const total = sum(x);
    return Array.from(x, (y) => add(y, total));
  };
  expect(() => jacobian(totals, { sparse: true })(point)).toThrow(message);
});

test('The types are those of a matrix of numbers, or of reals inside another derivative.', () => {
  const f = ([x]: Real[]) => mul(x, x);
  const numbers = hessian(f, { sparse: true })([1]);
  const inside = (t: Real) => hessian(f, { sparse: true })([t]);
  claim<[Same<typeof numbers, Sparse>, Same<ReturnType<typeof inside>, Sparse<Real[]>>]>();
  expect(numbers.values).toEqual(Float64Array.of(2));
  expect(grad((t: Real) => mul(t, inside(t).values[0]))(3)).toBe(2);
});

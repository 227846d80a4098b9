/**
 * Forward over reverse by pairs is what nested runs give, and its gradient is that of a gradient.
 */
import fc from 'fast-check';
import {
  abs,
  add,
  checkpoint,
  customGradient,
  definePrimitive,
  derivative,
  div,
  exp,
  fma,
  grad,
  gt,
  hvp,
  jacobian,
  jvp,
  logSumExp,
  loop,
  lt,
  mul,
  primalOf,
  relu,
  sin,
  sqrt,
  sub,
  sum,
  trace,
  vjp,
  type Real,
  type Trace,
} from 'delta-tape';
import { TOP, WIDE, columns, head } from '../../src/tape/columns.js';
import { tangentColumns } from '../../src/tape/tangent-columns.js';
import { NestedRun } from '../../src/tape/nested-run.js';
import { SecondOrderRun } from '../../src/tape/second-order-run.js';
import { asFunction } from '../support/interpret.js';
import { choices, operators } from '../support/operators.js';
import { programs } from '../support/programs.js';
import { sampled } from '../support/sample.js';

type F = (xs: Real[]) => Real;
type Way = (f: F, x: readonly number[], v: readonly number[]) => number[];

/** The gradient and its change, one after the other. */
const byPairs: Way = (f, x, v) => {
  const direction = x.map((_, k) => v[k]);
  const { value, tangent } = jvp((y: Real[]) => grad(f)(y))([[...x]], [direction]);
  return [...value, ...tangent];
};

/** The same where the columns are taken. */
const byNestedRuns: Way = (f, x, v) => {
  let found: number[] = [];
  grad((outer: Real) => {
    found = byPairs(f, x, v);
    return outer;
  })(1);
  return found;
};

/** The same numbers, NaN included, up to the sign of zero. */
const expectSame = (actual: readonly number[], expected: readonly number[]) =>
  expect(actual.map((x) => x + 0)).toEqual(expected.map((x) => x + 0));

const compare = (f: F, x: readonly number[], v: readonly number[], way: Way = byPairs) =>
  expectSame(way(f, x, v), byNestedRuns(f, x, v));

const direction = [0.3, -1.7, 0.9, 2.1];

test('Pairs are recorded by the reverse run that is alone in a forward run, nested runs by others.', () => {
  const runs: unknown[] = [];
  const f: F = ([x]) => {
    runs.push((x as Exclude<Real, number>).run.constructor);
    return x;
  };
  byPairs(f, [1], [1]);
  byNestedRuns(f, [1], [1]);
  expect(runs).toEqual([SecondOrderRun, NestedRun]);
});

describe('Pairs are bit for bit what nested runs give', () => {
  test('on random programs.', () => {
    const directions = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(programs(), directions, ({ term, point }, v) => {
        compare(asFunction(term), point, v);
      }),
      { numRuns: sampled(500) },
    );
  });

  test('which this comparison tells from what is nearly the same.', () => {
    const wrong: Way = (f, x, v) => byPairs(f, x, v).map((y) => y * (1 + 1e-15));
    const f: F = (xs) => sin(mul(xs[0], xs[1]));
    compare(f, [1, 2], [3, 4]);
    expect(() => compare(f, [1, 2], [3, 4], wrong)).toThrow();
  });

  test.each(operators)('for $name, whichever arguments are constant.', ({ of, operator }) => {
    for (const point of operator.primitive.row.domain.points) {
      for (const chosen of choices(point.length)) {
        // Curved before and after, so that every part of the pairs matters.
        const f: F = (xs) => sin(of(point.map((p, k) => (chosen[k] ? curved(xs[k], p) : p))));
        compare(f, point, direction);
        compare((xs) => of(point.map((p, k) => (chosen[k] ? xs[k] : p))), point, direction);
      }
    }
  });

  const curved = (x: Real, at: number): Real => add(x, mul(0.5, mul(sub(x, at), sub(x, at))));

  test.each<[string, F]>([
    ['comparisons and primals', ([x, y]) => (lt(x, y) ? mul(x, y) : mul(primalOf(x), sin(y)))],
    ['wide bindings', (xs) => mul(sum([...xs, 3, xs[0]]), logSumExp(xs.map((x) => mul(x, x))))],
    ['bindings of three', ([x, y]) => mul(fma(x, y, x), add(fma(2, x, y), fma(x, 3, 4)))],
    ['a grad inside', ([x, y]) => mul(x, grad((z: Real) => mul(sin(z), mul(x, z)))(y))],
    ['a derivative inside', ([x, y]) => mul(x, derivative((z: Real) => exp(mul(x, z)))(y))],
    [
      'a jvp inside',
      (xs) => jvp((z: Real[]) => exp(mul(z[0], z[1])))([xs], [[xs[1], xs[0]]]).tangent,
    ],
    ['a vjp inside', ([x, y]) => vjp((z: Real) => mul(sin(z), x))(y).pullback(mul(x, y))],
    ['a Jacobian inside', (xs) => jacobian((z: Real[]) => [mul(z[0], z[1])])(xs)[0][1]],
    [
      'a Hessian-vector product inside',
      (xs) => hvp((z: Real[]) => exp(mul(z[0], z[1])))(xs, [xs[1], 1])[0],
    ],
    [
      'checkpointed functions that use reals from outside',
      ([x, y]) => {
        const inner = checkpoint((z: Real) => mul(sin(z), sum([x, z, mul(z, z)])));
        return mul(checkpoint((z: Real) => mul(inner(z), inner(y)))(mul(x, x)), y);
      },
    ],
    [
      'a loop that is computed again',
      ([x, y]) => loop(40, (z: Real) => sin(add(mul(z, y), x)), x, { memory: 2000 }),
    ],
    ['a constant result', () => 3],
    ['an input as the result', ([x]) => x],
    ['partials that are constants', ([x, y]) => mul(relu(x), add(abs(y), relu(sub(x, 100))))],
    ['underflow', ([x]) => mul(mul(x, 1e-200), mul(x, 1e-200))],
  ])('with %s.', (_, f) => {
    compare(f, [0.7, -1.2], [0.4, 1.5]);
    compare(f, [0.7, -1.2], [0, 1]);
    compare(f, [0.7, -1.2], [0, 0]);
  });

  test('with NaN and infinities in point and direction.', () => {
    const f: F = ([x, y]) => mul(sin(x), exp(y));
    for (const odd of [NaN, Infinity, -Infinity]) {
      compare(f, [odd, 1], [1, 2]);
      compare(f, [1, 2], [odd, 1]);
    }
  });
});

describe('The gradient of pairs is that of grad', () => {
  test.each(operators)('for $name, at conventions too, along any direction.', ({ of, points }) => {
    for (const point of points) {
      for (const v of [[0, 0, 0, 0], direction, [0, 1, 0, 1], [Infinity, 1, 1, 1]]) {
        const gradient = byPairs(of, point, v).slice(0, point.length);
        expectSame(gradient, grad((xs: Real[]) => of(xs))([...point]));
      }
    }
  });

  test.each<[string, F, number]>([
    ['0 met ∞ in a product', ([x]) => mul(sqrt(x), sqrt(x)), 0],
    ['a branch does not count', ([x]) => sqrt(relu(x)), -1],
    ['the cotangent is infinite', ([x]) => sqrt(mul(x, mul(x, 0))), 0],
    ['a product overflows', ([x]) => exp(mul(exp(x), 2)), 7],
  ])('where %s.', (_, f, at) => {
    for (const v of [0, 1]) {
      const gradient = byPairs(f, [at], [v]).slice(0, 1);
      expectSame(gradient as number[], grad(f)([at]));
    }
  });

  test('and a zero in either half of a pair stops the infinity in the other pair.', () => {
    // The direction does not touch x, whose partial is infinite.
    expect(hvp(([x, y]: Real[]) => add(sqrt(x), mul(y, y)))([0, 1], [0, 1])).toEqual([0, 2]);
    expect(hvp(([x, y]: Real[]) => mul(sqrt(x), y))([0, 3], [0, 1])).toEqual([Infinity, 0]);
  });
});

describe('A run that records pairs', () => {
  const cube: F = ([x]) => mul(x, mul(x, x));

  test('leaves nothing behind for the next run of any kind.', () => {
    const once = () => [hvp(cube)([2], [1])[0], grad(cube)([2])[0], byNestedRuns(cube, [2], [1])];
    const first = once();
    expect(first).toEqual([12, 12, [12, 12]]);
    for (let k = 0; k < 3; k++) {
      expect(() =>
        hvp((xs: Real[]) => {
          sum([cube(xs), cube(xs)]);
          throw new RangeError('the user gives up');
        })([2], [1]),
      ).toThrow(RangeError);
      expect(once()).toEqual(first);
      expect([head[TOP], head[WIDE]]).toEqual([0, 0]);
      for (const accumulator of [columns().cotangent, tangentColumns().cotangentTangent]) {
        expect(accumulator.subarray(1, 20).every((c) => c === 0)).toBe(true);
      }
    }
  });

  test('starts where a run that is set aside stands, and leaves that as it was.', () => {
    const six = customGradient((x: Real) => ({
      value: hvp(cube)([x], [1])[0],
      pullback: (c: Real) => [mul(c, hvp(cube)([1], [1])[0])],
    }));
    const f: F = ([x]) => mul(six(sin(x)), x);
    const slope = 6 * (Math.cos(0.5) * 0.5 + Math.sin(0.5));
    expect(grad(f)([0.5])[0]).toBeCloseTo(slope, 14);
    expect(jvp(f)([[0.5]], [[1]]).tangent).toBeCloseTo(slope, 14);
    compare(f, [0.5], [2]);
    const curvature = 6 * (2 * Math.cos(0.5) - 0.5 * Math.sin(0.5));
    expect(hvp(f)([0.5], [2])[0]).toBeCloseTo(2 * curvature, 14);
  });

  test('has nothing in its accumulators after a pullback that fails.', () => {
    const failing = customGradient((x: Real) => ({
      value: sin(x),
      pullback: (): never => {
        throw new RangeError('the user gives up');
      },
    }));
    const f: F = ([x, y]) => sum([mul(failing(x), x), cube([y])]);
    expect(() => hvp(f)([1, 2], [1, 1])).toThrow(RangeError);
    expect(byPairs(cube, [2], [1])).toEqual([12, 12]);
    expect(byPairs(([x]) => sum([x, mul(x, x), x]), [2], [1])).toEqual([6, 2]);
  });

  test('shows the same bindings as a nested run.', () => {
    const f: F = ([x, y]) => sum([mul(x, y), sin(x), div(3, x), relu(y), 4]);
    const shown = () => {
      const found: unknown[] = [];
      derivative((x: Real) => {
        found.push(trace((y: Real) => f([x, mul(y, x)]))(2));
        return x;
      })(1.5);
      return found;
    };
    const nested: unknown[] = [];
    derivative((x: Real) => {
      nested.push(...shown());
      return x;
    })(1);
    const common = (traces: unknown[]) =>
      traces.map((one) => {
        const { inputs, bindings, outputs, counts } = one as Trace<Real>;
        return { inputs, bindings, outputs, edges: counts.edges };
      });
    expect(common(shown())).toEqual(common(nested));
    const { counts } = shown()[0] as Trace<Real>;
    expect(counts.bytes).toBe((counts.inputs + counts.bindings) * 72 + 2 * 20);
  });

  test('keeps a copy for pullbacks, which may be used while another run records.', () => {
    const slope = (x: Real): Real => {
      const { pullback } = vjp((y: Real[]) => mul(sum([y[0], x]), mul(y[1], y[0])))([x, 3]);
      const other = grad((y: Real) => mul(y, mul(y, x)))(x);
      return add(other, pullback(2)[0]);
    };
    // 2x² + 2 (2x + x) 3
    expect(derivative(slope)(5)).toBe(4 * 5 + 18);
    expect(grad(slope)(5)).toBe(4 * 5 + 18);
  });

  test('refuses duals that have left it, and those of earlier runs.', () => {
    const kept: Real[] = [];
    const keep = (xs: Real[]) => {
      kept.push(xs[0], mul(xs[0], 2));
      return cube(xs);
    };
    hvp(keep)([2], [1]);
    grad(keep)([2]);
    for (const old of kept) {
      expect(() => mul(old, 2)).toThrow('after its derivative had ended');
      for (const f of [
        ([x]: Real[]) => mul(x, old),
        ([x]: Real[]) => mul(old, x),
        () => sin(old),
        ([x]: Real[]) => sum([x, old]),
        () => old,
      ]) {
        expect(() => hvp(f)([2], [1])).toThrow('after its derivative had ended');
        expect(() => grad(f)([2])).toThrow('after its derivative had ended');
        expect(() => jvp(f)([[2]], [[1]])).toThrow('after its derivative had ended');
      }
    }
  });

  test('differentiates a partial that takes derivatives itself.', () => {
    const row = {
      name: 'sineByDerivatives',
      formula: ['cos x'],
      domain: { text: 'all x', points: [] },
      conventions: [],
      value: Math.sin,
    };
    const byGrad = (x: Real) => grad((y: Real) => sin(y))(x);
    const byDerivative = (x: Real) => derivative((y: Real) => sin(y))(x);
    for (const slope of [byGrad, byDerivative]) {
      const sine = definePrimitive({ ...row, partials: [slope] });
      const f: F = ([x]) => mul(x, sine(x));
      compare(f, [0.8], [1]);
      expect(hvp(f)([0.8], [1])[0]).toBeCloseTo(2 * Math.cos(0.8) - 0.8 * Math.sin(0.8), 14);
    }
  });

  test('refuses a partial that is no function of the arguments.', () => {
    let other: Real = 0;
    const leaky = definePrimitive({
      name: 'leaky',
      formula: ['?'],
      domain: { text: 'all x', points: [] },
      conventions: [],
      value: (x) => x,
      partials: [() => other],
    });
    const f: F = ([x, y]) => {
      other = y;
      return leaky(x);
    };
    expect(() => hvp(f)([1, 2], [0, 1])).toThrow('does not nest');
    expect(() => hvp(f)([1, 2], [1, 1])).toThrow('native operator');
  });

  test('refuses what is no real.', () => {
    const f = (y: unknown) => (xs: Real[]) => mul(xs[0], y as Real);
    for (const y of [undefined, null, '2', {}]) {
      expect(() => hvp(f(y))([1], [1])).toThrow('must be a real');
    }
  });

  test('sweeps a million operations without recursion.', () => {
    const chain: F = ([x]) => {
      let y = x;
      for (let k = 0; k < 500_000; k++) y = sub(mul(y, 1.000_001), mul(1e-9, mul(y, y)));
      return y;
    };
    const [slope, change] = byPairs(chain, [0.5], [1]);
    const h = 1e-4;
    const at = (x: number) => grad(chain)([x])[0];
    expect(slope).toBe(at(0.5));
    expect(change).toBeCloseTo((at(0.5 + h) - at(0.5 - h)) / (2 * h), 7);
  });

  test('takes a branch by the primal.', () => {
    const f: F = ([x]) => (gt(x, 1) ? div(1, sub(x, 1)) : mul(x, x));
    expect(hvp(f)([1], [1])).toEqual([2]);
    expect(hvp(f)([3], [1])).toEqual([2 / 8]);
  });
});

/**
 * Derivatives inside programs: the same answer in every mixture of modes, at a
 * cost that stays in bounds.
 */
import fc from 'fast-check';
import {
  checkGradient,
  definePrimitive,
  grad,
  hvp,
  jvp,
  mul,
  neg,
  sin,
  sum,
  trace,
  vjp,
  type Real,
} from 'delta-tape';
import { asFunction, ways, type Way } from './support/interpret.js';
import { programs } from './support/programs.js';
import { plainly, remembering, type Tools } from './support/remembering.js';
import { sampled } from './support/sample.js';

const RUNS = sampled(150);

/** Random programs with derivatives up to two deep, in themselves and of each other. */
const nested = programs(2, 20, 2);

type F = (xs: readonly Real[]) => Real;

/** In which ways the derivatives inside a program are taken, and functions of data are called. */
const mixtures: readonly (readonly [by: readonly Way[], tools: Tools])[] = [
  ...Object.values(ways).map((way) => [[way], plainly] as const),
  [[ways.grad, ways.derivative], plainly],
  [[ways.grad], remembering(1e6)],
  [[ways.jvp, ways.vjp, ways.grad], remembering(300)],
  [Object.values(ways), plainly],
];

const basis = (at: readonly number[]) => at.map((_, j) => at.map((__, k) => (k === j ? 1 : 0)));

const gradients: { readonly [name: string]: (f: F, at: number[]) => readonly number[] } = {
  reverse: (f, at) => grad(f)(at),
  pullback: (f, at) => vjp(f)(at).pullback(1),
  forward: (f, at) => basis(at).map((v) => jvp(f)([at], [v]).tangent),
};

const products: {
  readonly [name: string]: (f: F, at: number[], v: number[]) => readonly number[];
} = {
  hvp: (f, at, v) => hvp(f)(at, v),
  'jvp over grad': (f, at, v) => jvp((y: Real[]) => grad(f)(y))([at], [v]).tangent,
  'grad over jvp': (f, at, v) => grad((y: Real[]) => jvp(f)([y], [v]).tangent)(at),
  'grad over grad': (f, at, v) =>
    grad((y: Real[]) => sum(grad(f)(y).map((c: Real, k: number) => mul(c, v[k]))))(at),
  'jvp over jvp': (f, at, v) =>
    basis(at).map((u) => jvp((y: Real[]) => jvp(f)([y], [v]).tangent)([at], [u]).tangent),
};

/** Equal up to rounding, where all is finite: modes may meet infinities in different places. */
function expectClose(actual: readonly number[], expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  const all = [...actual, ...expected];
  if (!all.every(Number.isFinite)) return;
  const size = all.reduce((total, x) => total + Math.abs(x), 1);
  actual.forEach((x, k) => expect(Math.abs(x - expected[k])).toBeLessThanOrEqual(1e-9 * size));
}

describe('Random programs with derivatives inside', () => {
  test('occur with derivatives in derivatives and with recursion.', () => {
    const texts = fc.sample(nested, 300).map(({ term }) => JSON.stringify(term));
    const depth = (text: string) => text.split('"tag":"deriv"').length - 1;
    expect(texts.filter((text) => depth(text) > 0).length).toBeGreaterThan(100);
    expect(texts.filter((text) => depth(text) > 1).length).toBeGreaterThan(20);
    expect(texts.filter((text) => text.includes('"tag":"rec"')).length).toBeGreaterThan(20);
    expect(texts.filter((text) => text.includes('"isData":true')).length).toBeGreaterThan(100);
  });

  test('have the same value and gradient in every mixture of modes.', () => {
    fc.assert(
      fc.property(nested, ({ term, point }) => {
        const reference = asFunction(term, [ways.derivative]);
        const value = reference(point) as number;
        const expected = gradients.forward(reference, point);
        for (const [by, tools] of mixtures) {
          const f = asFunction(term, by, tools);
          expectClose([f(point) as number], [value]);
          for (const take of Object.values(gradients)) expectClose(take(f, point), expected);
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('have the same second derivatives in every mixture of modes.', () => {
    fc.assert(
      fc.property(programs(2, 16, 2), ({ term, point }) => {
        const v = [0.7, -1.3];
        const reference = asFunction(term, [ways.derivative]);
        const expected = products['jvp over jvp'](reference, point, v);
        for (const [by, tools] of mixtures.slice(-3)) {
          const f = asFunction(term, by, tools);
          for (const product of Object.values(products)) {
            expectClose(product(f, point, v), expected);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('agree with finite differences at the first and the second order.', () => {
    fc.assert(
      fc.property(programs(2, 16, 1), ({ term, point }) => {
        const report = checkGradient(asFunction(term))(point);
        expect(report.ok ? '' : report.toString()).toBe('');
      }),
      { numRuns: 60 },
    );
  });

  test('are told apart from those with a wrong derivative inside.', () => {
    const wrong: Way = (f, x) => mul(1.0001, ways.grad(f, x));
    const compare = () =>
      fc.assert(
        fc.property(nested, ({ term, point }) => {
          const [one, other] = [[ways.grad], [wrong]].map((by) => asFunction(term, by));
          expectClose([other(point) as number], [one(point) as number]);
        }),
        { numRuns: RUNS },
      );
    expect(compare).toThrow();
  });
});

describe('The cost of nesting', () => {
  const LENGTH = 20;
  const chain = (x: Real): Real => {
    let y = x;
    for (let k = 0; k < LENGTH; k++) y = mul(sin(y), 1.1);
    return y;
  };
  const operations = (f: (x: Real) => Real) => trace(f)(0.5).counts.bindings;
  const fold = (take: Way, n: number): ((x: Real) => Real) =>
    n === 0 ? chain : (x) => take(fold(take, n - 1), x);

  // A dual of duals of … has 2ⁿ parts, and a product of two has 3ⁿ products of parts.
  test.each(Object.keys(ways))('grows by less than 3.6 with each level of %s.', (name) => {
    const counts = [0, 1, 2, 3, 4, 5, 6].map((n) => operations(fold(ways[name], n)));
    const factors = counts.slice(1).map((count, n) => count / counts[n]);
    for (const factor of factors) expect(factor).toBeLessThan(3.6);
    expect(factors[5]).toBeGreaterThan(1);
  });

  test('grows linearly with the length of the program.', () => {
    const long = (x: Real): Real => Array.from({ length: 50 }).reduce<Real>((y) => chain(y), x);
    for (const way of Object.values(ways)) {
      const thrice = (f: (x: Real) => Real) =>
        operations((x) => way((y) => way((z) => way(f, z), y), x));
      expect(thrice(long)).toBeLessThan(1.05 * 50 * thrice(chain));
    }
  });

  test('runs the function once, however deep.', () => {
    for (const way of Object.values(ways)) {
      let calls = 0;
      let f = (x: Real): Real => {
        calls++;
        return chain(x);
      };
      for (let n = 0; n < 6; n++) {
        const inner = f;
        f = (x) => way(inner, x);
      }
      f(0.5);
      expect(calls).toBe(1);
    }
  });

  test('is at most 2.6 times as much for the second order as for the first.', () => {
    for (const way of Object.values(ways)) {
      expect(operations((x) => way(chain, x))).toBeLessThan(2.6 * operations(chain));
    }
  });

  test('in evaluations of a primitive: one, whatever the order.', () => {
    let values = 0;
    const counted = definePrimitive({
      name: 'counted',
      value: (x) => {
        values++;
        return Math.exp(x);
      },
      partials: [(_, z) => z],
      formula: ['z'],
      domain: { text: 'all x', points: [] },
      conventions: [],
    });
    const f = (x: Real) => counted(neg(x));
    for (const way of Object.values(ways)) {
      values = 0;
      let g: (x: Real) => Real = f;
      for (let n = 0; n < 6; n++) {
        const inner = g;
        g = (x) => way(inner, x);
      }
      expect(g(0.5)).toBeCloseTo(Math.exp(-0.5), 12);
      expect(values).toBe(1);
    }
  });
});

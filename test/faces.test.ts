/**
 * One meaning, however it is reached: random programs through every
 * implementation of the derivative.
 */
import fc from 'fast-check';
import { grad, jacobian, jvp, primalOf, trace, vjp, type Real } from '../src/index.js';
import { specification, stageOne, stageTwo } from '../src/delta/index.js';
import * as monad from '../src/monad/index.js';
import { asFunction, asMonadic } from './support/interpret.js';
import { programs } from './support/programs.js';
import { remembering } from './support/remembering.js';
import { sampled } from './support/sample.js';

const RUNS = sampled(400);

/** Equal up to rounding in another order of summation. */
function expectClose(actual: readonly number[], expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  actual.forEach((x, k) => {
    const y = expected[k];
    if (Number.isNaN(x) && Number.isNaN(y)) return;
    expect(Math.abs(x - y)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(x) + Math.abs(y)));
  });
}

type Face = (f: (xs: readonly Real[]) => Real, at: readonly number[]) => readonly number[];

const forwardColumns: Face = (f, at) =>
  at.map((_, j) => {
    const oneHot = at.map((__, k) => (k === j ? 1 : 0));
    return jvp(f)([[...at]], [oneHot]).tangent;
  });

const faces: Record<string, Face> = {
  'the specification': (f, at) => specification(f)(at, 1),
  'reverse mode #1 (Fig. 5)': (f, at) => stageOne(f)(at, 1),
  'reverse mode #2 (Fig. 7)': (f, at) => {
    // Without sharing the cost is exponential in the number of bindings.
    fc.pre(trace(f)([...at]).counts.bindings <= 24);
    return stageTwo(f)(at, 1);
  },
  'forward mode': forwardColumns,
  'the pullback': (f, at) => vjp(f)([...at]).pullback(1),
  'the Jacobian by the Forward Plan': (f, at) =>
    jacobian((xs: Real[]) => [f(xs)], { plan: 'forward' })([...at])[0],
  'a run nested in another': (f, at) => {
    let inner: readonly Real[] = [];
    grad((x: Real) => {
      inner = grad(f)([...at]);
      return x;
    })(0);
    return inner.map(primalOf);
  },
};

describe('On random programs the engine agrees with', () => {
  test.each(Object.entries(faces))('%s', (_, face) => {
    fc.assert(
      fc.property(programs(), ({ term, point }) => {
        const f = asFunction(term);
        expectClose(face(f, point), grad(f)([...point]));
      }),
      { numRuns: RUNS },
    );
  });

  test.each([1e6, 300])(
    'functions and loops that are run again, in memory of %d bytes',
    (memory) => {
      fc.assert(
        fc.property(programs(), ({ term, point }) => {
          const again = asFunction(term, undefined, remembering(memory));
          const gradient = grad(asFunction(term))([...point]);
          expectClose(grad(again)([...point]), gradient);
          expectClose(vjp(again)([...point]).pullback(1), gradient);
        }),
        { numRuns: sampled(200) },
      );
    },
  );

  test('the monad, through the translation of Fig. 9', () => {
    fc.assert(
      fc.property(programs(), ({ term, point }) => {
        const gradient = monad.grad(asMonadic(term) as never)(point) as number[];
        expectClose(gradient, grad(asFunction(term))([...point]));
      }),
      { numRuns: RUNS },
    );
  });

  test('finite differences, where the program is smooth', () => {
    fc.assert(
      fc.property(programs(2, 16), ({ term, point }) => {
        const f = asFunction(term);
        const gradient = grad(f)([...point]);
        const h = 1e-4;
        const at = (j: number, d: number) =>
          f(point.map((x, k) => (k === j ? x + d : x))) as number;
        const slope = (j: number, from: number, to: number) =>
          (at(j, to) - at(j, from)) / (to - from);
        const near = (x: number, y: number, tolerance: number) =>
          Math.abs(x - y) < tolerance * (1 + Math.abs(y));
        point.forEach((_, j) => {
          const coarse = slope(j, -2 * h, 2 * h);
          const fine = slope(j, -h, h);
          // At a branch or a kink the slopes differ by far more than smoothness allows.
          const smooth = near(coarse, fine, 1e-5) && near(slope(j, -h, 0), slope(j, 0, h), 1e-2);
          if (!smooth) return;
          const richardson = (4 * fine - coarse) / 3;
          expect(Math.abs(gradient[j] - richardson)).toBeLessThan(
            1e-4 * (1 + Math.abs(richardson)),
          );
        });
      }),
      { numRuns: RUNS },
    );
  });
});

test('The comparison of faces objects to a wrong one', () => {
  const wrong: Face = (f, at) => grad(f)([...at]).map((x) => x * 1.0001);
  const compare = () =>
    fc.assert(
      fc.property(programs(), ({ term, point }) => {
        const f = asFunction(term);
        expectClose(wrong(f, point), grad(f)([...point]));
      }),
      { numRuns: RUNS },
    );
  expect(compare).toThrow();
});

test('The primal of a differentiated program is the program’s own result, bit for bit (same primal)', () => {
  fc.assert(
    fc.property(programs(), ({ term, point }) => {
      const f = asFunction(term);
      const plain = f(point) as number;
      expect(Object.is(vjp(f)([...point]).value, plain)).toBe(true);
      expect(Object.is(jvp(f)([[...point]], [point.map(() => 1)]).value, plain)).toBe(true);
    }),
    { numRuns: RUNS },
  );
});

test('Reverse and forward mode satisfy the adjoint law (Lemma 1)', () => {
  const reals = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(programs(), programs(), reals, reals, (one, two, ds, dt2) => {
      const point = one.point;
      const f = (xs: Real[]) => [asFunction(one.term)(xs), asFunction(two.term)(xs)];
      const dt = dt2.slice(0, 2);
      const { tangent } = jvp(f)([point], [ds]);
      const cotangent = vjp(f)(point).pullback(dt);
      const dot = (a: readonly number[], b: readonly number[]) =>
        a.reduce((s, x, k) => s + x * b[k], 0);
      const [left, right] = [dot(dt, tangent), dot(cotangent, ds)];
      if (Number.isNaN(left) && Number.isNaN(right)) return;
      const size =
        dot(dt.map(Math.abs), tangent.map(Math.abs)) +
        dot(cotangent.map(Math.abs), ds.map(Math.abs));
      expect(Math.abs(left - right)).toBeLessThanOrEqual(1e-9 * (1 + size));
    }),
    { numRuns: RUNS },
  );
});

test('Bindings and edges per operation are bounded (linear cost)', () => {
  fc.assert(
    fc.property(programs(), ({ term, point }) => {
      const { bindings, counts } = trace(asFunction(term))([...point]);
      expect(counts.edges).toBeLessThanOrEqual(2 * counts.bindings);
      bindings.forEach(({ id, edges }, k) => {
        expect(id).toBe(counts.inputs + 1 + k);
        for (const { arg } of edges) expect(arg).toBeLessThan(id);
      });
    }),
    { numRuns: RUNS },
  );
});

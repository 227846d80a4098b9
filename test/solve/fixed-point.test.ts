import fc from 'fast-check';
import {
  add,
  cos,
  exp,
  grad,
  jacobian,
  loop,
  mul,
  primalOf,
  sin,
  sub,
  sum,
  tanh,
  trace,
  vjp,
  type Real,
} from 'delta-tape';
import { fixedPoint } from 'delta-tape/solve';
import { expectSameDerivatives } from '../support/modes.js';

describe('A fixed point', () => {
  test('of cos, from 1, is the number of Dottie.', () => {
    expect(fixedPoint(cos)(1)).toBe(0.7390851332151607);
    expect(grad((x: Real) => fixedPoint(cos)(x))(1)).toBe(0);
  });

  test('has all derivatives of unrolled iteration, in every mixture of modes.', () => {
    const step = (x: Real, a: Real): Real => cos(mul(a, x));
    const unrolled = (a: Real): Real => loop(120, (x: Real) => step(x, a), 1);
    expectSameDerivatives((a) => fixedPoint(step)(1, a), unrolled, 0.8);
  });

  test('of a random contraction of trees has the gradient of unrolled iteration.', () => {
    const entries = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
      minLength: 12,
      maxLength: 12,
    });
    interface State {
      u: Real[];
      v: { w: Real; name: string };
    }
    const step = ({ u, v }: State, as: readonly Real[]): State => {
      const xs = [...u, v.w];
      const next = [0, 1, 2].map((i) =>
        tanh(add(as[9 + i], mul(0.3, sum(xs.map((x, j) => mul(as[3 * i + j], x)))))),
      );
      return { u: next.slice(0, 2), v: { w: next[2], name: v.name } };
    };
    const start: State = { u: [0, 0], v: { w: 0, name: 's' } };
    const total = ({ u, v }: State) => add(u[0], mul(u[1], sin(v.w)));
    const solved = (as: readonly Real[]) => total(fixedPoint(step)(start, as));
    const unrolled = (as: readonly Real[]) => {
      let state = start;
      for (let k = 0; k < 400; k++) state = step(state, as);
      return total(state);
    };
    expect(fixedPoint(step)(start, new Array<number>(12).fill(0))).toEqual(start);
    fc.assert(
      fc.property(entries, (as) => {
        const expected = grad(unrolled)(as);
        grad(solved)(as).forEach((x, k) => expect(x).toBeCloseTo(expected[k], 10));
      }),
      { numRuns: 30 },
    );
  });

  test('is exact where iteration is slow.', () => {
    // x ← x + 0.01 (a - x) leads to a; the last steps are far shorter than the way that is left.
    const slow = fixedPoint((x: Real, a: Real) => add(x, mul(0.01, sub(a, x))));
    expect(slow(0, 3)).toBeCloseTo(3, 12);
    expect(jacobian((a: Real) => slow(0, a))(3)).toBeCloseTo(1, 12);
  });

  test('is the one that iteration leads to.', () => {
    // Newton's method alone would go from 2 to the fixed point 0, which repels.
    const logistic = fixedPoint((x: Real) => mul(2, mul(x, sub(1, x))));
    expect(logistic(0.05)).toBeCloseTo(0.5, 14);
  });

  test('records one step, not the iteration.', () => {
    const step = (x: Real, a: Real): Real => add(a, mul(0.5, sin(x)));
    const { bindings } = trace((a: Real) => fixedPoint(step)(0, a))(2).counts;
    // The addition of a, the difference from x, and the correction.
    expect(bindings).toBe(3);
  });

  test('has the same primal in every mode, bit for bit.', () => {
    const f = (a: Real) => fixedPoint((x: Real) => cos(mul(a, x)))(1);
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), (a) => {
        expect(vjp(f)(a).value).toBe(f(a));
      }),
    );
  });

  test('may be inside another.', () => {
    const nested = (a: Real): Real =>
      fixedPoint((x: Real) => mul(a, fixedPoint((y: Real) => cos(add(mul(0.5, y), x)))(1)))(0);
    const flat = (a: Real): Real =>
      fixedPoint(([x, y]: Real[]) => [mul(a, y), cos(add(mul(0.5, y), x))])([0, 1])[0];
    expectSameDerivatives(nested, flat, 0.3, { order: 2 });
  });

  test('that iteration does not lead to is refused.', () => {
    const failing = (step: (x: Real) => Real, message: RegExp) =>
      expect(() => fixedPoint(step)(1)).toThrow(message);
    failing((x) => mul(2, x), /not finite after 1023/);
    failing((x) => sub(3, x), /did not converge: after 10000/);
    failing((x) => sin(x), /did not converge/);
    failing((x) => x, /singular/);
    failing((x) => exp(mul(NaN, x)), /not finite after 0/);
    expect(() => fixedPoint((x: Real) => [x] as unknown as Real)(1)).toThrow(/result of a step/);
  });

  test('is found to the tolerance at least, within the iterations.', () => {
    const halving = (x: Real): Real => mul(0.5, x);
    expect(primalOf(fixedPoint(halving, { tolerance: 0.1 })(1))).toBe(0);
    expect(() => fixedPoint(halving, { maxIterations: 5 })(1)).toThrow(/after 5 iterations/);
  });
});

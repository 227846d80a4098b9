/** Dual numbers with backpropagators, with and without linear factoring (Brunel, Mazza, Pagani). */
import { add, cos, grad, lt, mul, sin, sub, type Real } from '../../src/index.js';
import { backpropagated, backpropagatedPlainly } from '../../src/delta/index.js';

const tower =
  (n: number) =>
  ([x]: readonly Real[]): Real => {
    let z = x;
    for (let k = 0; k < n; k++) z = mul(z, z);
    return z;
  };

describe('Backpropagators', () => {
  test('give the gradient of the example of Fig. 1, and factoring calls that of the difference once.', () => {
    const f = ([x1, x2]: readonly Real[]) => {
      const z = sub(x1, x2);
      return sin(mul(z, z));
    };
    const { gradient, calls } = backpropagated(f)([5, 2], 1);
    expect(gradient[0]).toBeCloseTo(-5.466781571, 9);
    expect(gradient[1]).toBeCloseTo(5.466781571, 9);
    // sin, the square, the difference, and both inputs.
    expect(calls).toBe(5);
    // Without it the difference is called twice, and with it both inputs.
    expect(backpropagatedPlainly(f)([5, 2], 1).calls).toBe(8);
  });

  test('of a tower of squares are called once each with linear factoring, 2ⁿ⁺¹ - 1 times without.', () => {
    for (const n of [1, 4, 10]) {
      expect(backpropagated(tower(n))([1], 1)).toEqual({ gradient: [2 ** n], calls: n + 1 });
      expect(backpropagatedPlainly(tower(n))([1], 1)).toEqual({
        gradient: [2 ** n],
        calls: 2 ** (n + 1) - 1,
      });
    }
  });

  test('are linear in the cotangent, and give what grad gives.', () => {
    const f = ([x, y]: readonly Real[]) => (lt(x, y) ? mul(cos(mul(x, y)), x) : add(x, y));
    for (const at of [
      [0.7, 1.3],
      [2, 1],
    ]) {
      const expected = grad(f)(at).map((x) => expect.closeTo(2.5 * x, 12) as number);
      expect(backpropagated(f)(at, 2.5).gradient).toEqual(expected);
      expect(backpropagatedPlainly(f)(at, 2.5).gradient).toEqual(expected);
    }
  });

  test('of a constant program are not called.', () => {
    expect(backpropagated(() => 3)([1, 2], 1)).toEqual({ gradient: [0, 0], calls: 0 });
  });

  test('refuse to nest.', () => {
    const nested = () =>
      backpropagated(([x]) => {
        backpropagated(([y]) => mul(x, y))([3], 1);
        return x;
      })([3], 1);
    expect(nested).toThrow('does not nest');
  });
});

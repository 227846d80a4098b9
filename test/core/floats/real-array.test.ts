/** The stand-in for a typed array of floats in a function under differentiation. */
import { DeltaTapeError, add, grad, jvp, mul, sum, vjp, type Real, type Reals } from 'delta-tape';
import { RealArray, floatArray, realArray } from '../../../src/core/floats/real-array.js';

const kinds = [['Float64Array', Float64Array] as const, ['Float32Array', Float32Array] as const];

describe.each(kinds)('An argument that is a %s', (name, Floats) => {
  const at = new Floats([1, 2, 3]);

  test('arrives as what stands for it, whatever the mode.', () => {
    const seen: unknown[] = [];
    const f = (xs: Reals) => {
      seen.push(xs);
      return sum(xs);
    };
    grad(f)(at);
    jvp(f)([at], [at]);
    grad((y: Real) => sum(grad((xs: Reals) => mul(f(xs), y))(at as Reals) as Reals))(2);
    expect(seen).toHaveLength(3);
    for (const xs of seen) expect(xs instanceof RealArray && xs.floats).toBe(name);
  });

  test('is one again in a result, where all is numbers.', () => {
    const identity = (xs: Reals) => xs;
    const { value, pullback } = vjp(identity)(at);
    expect(value).toEqual(at);
    expect(value).toBeInstanceOf(Floats);
    expect(pullback(at as never)).toEqual(at);
    const pushed = jvp(identity)([at], [at]);
    expect([pushed.value, pushed.tangent]).toEqual([at, at]);
    const constants = vjp((x: Real) => [realArray(name, [1, 2]), x])(3).value as unknown[];
    expect(constants).toEqual([new Floats([1, 2]), 3]);
  });

  test('stands for itself as long as one of its reals is a dual.', () => {
    grad((x: Real) => {
      const { value } = vjp((xs: Reals) => realArray(name, [mul(x, xs[0]), 2]))(at);
      expect(value).toBeInstanceOf(RealArray);
      return (value as Reals)[0];
    })(2);
  });
});

describe('What stands for a typed array', () => {
  test('is an array of the elements it was made from, which other arrays do not take apart.', () => {
    const xs = realArray('Float64Array', [1, 2]) as RealArray;
    expect(Array.isArray(xs)).toBe(true);
    expect([...xs, xs.length, Object.keys(xs)]).toEqual([1, 2, 2, ['0', '1']]);
    expect(([] as unknown[]).concat(xs)).toHaveLength(1);
  });

  test('is the typed array itself where it is empty.', () => {
    expect(realArray('Float32Array', [])).toEqual(new Float32Array(0));
  });

  test('is refused where it holds what is no real, as any array is.', () => {
    const f = (x: Real) => {
      const xs = realArray('Float64Array', [x, 'no' as never]);
      return add(xs[0], xs[1]);
    };
    expect(() => grad(f)(1)).toThrow(DeltaTapeError);
  });

  test('of floats of 32 bits has them rounded in a result.', () => {
    expect(floatArray('Float32Array', [0.1])).toEqual(new Float32Array([0.1]));
  });
});

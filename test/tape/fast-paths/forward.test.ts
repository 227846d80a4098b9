/** Forward duals of plain numbers take a fast way, which gives what the general way gives. */
import { derivative, exp, grad, jvp, mul, primalOf, sin, sub, type Real } from 'delta-tape';
import { choices, operators } from '../../support/operators.js';

type F = (xs: Real[]) => Real;
type Way = (f: F, x: readonly number[], v: readonly number[]) => readonly number[];

const fast: Way = (f, x, v) => {
  const { value, tangent } = jvp(f)([[...x]], [[...v]]);
  return [value, tangent];
};

/** The same where the primals are duals of an outer run. */
const general: Way = (f, x, v) => {
  const found: number[] = [];
  grad((one: Real) => {
    const { value, tangent } = jvp(f)([x.map((p) => mul(p, one))], [[...v]]);
    found.push(primalOf(value), primalOf(tangent));
    return one;
  })(1);
  return found;
};

const compare = (f: F, x: readonly number[], v: readonly number[], way: Way = fast) =>
  expect(way(f, x, v).map((y) => y + 0)).toEqual(general(f, x, v).map((y) => y + 0));

describe('Forward mode gives the same on numbers as inside another derivative', () => {
  test.each(operators)('for $name, whichever arguments are constant.', ({ of, operator }) => {
    for (const point of operator.primitive.row.domain.points) {
      for (const chosen of choices(point.length)) {
        const f: F = (xs) => sin(of(point.map((p, k) => (chosen[k] ? xs[k] : p))));
        for (const v of [
          [0.3, -1.7, 0.9],
          [0, 1, 0],
          [0, 0, 0],
          [NaN, 1, 2],
          [1, Infinity, -2],
        ]) {
          compare(f, point, v.slice(0, point.length));
        }
      }
    }
  });

  test('which this comparison tells from what is nearly the same.', () => {
    const wrong: Way = (f, x, v) => fast(f, x, v).map((y) => y * (1 + 1e-15));
    expect(() => compare(([x]) => exp(x), [1], [1], wrong)).toThrow();
  });
});

test('Duals of two forward runs in one operation are told apart, in both places.', () => {
  for (const f of [(x: Real, y: Real) => sub(x, y), (x: Real, y: Real) => sub(y, x)]) {
    const sign = primalOf(f(1, 0));
    const inner = (x: Real) => derivative((y: Real) => mul(f(x, y), f(x, y)))(5);
    // d/dy (x - y)² = 2(y - x), whichever is subtracted; its change with x is -2.
    expect(inner(3)).toBe(4);
    expect(derivative(inner)(3)).toBe(-2);
    expect(derivative((x: Real) => derivative((y: Real) => f(x, y))(5))(3)).toBe(0);
    expect(derivative((x: Real) => f(x, derivative((y: Real) => mul(y, y))(x)))(3)).toBe(-sign);
  }
});

test('A partial is not asked for where the tangent is 0.', () => {
  expect(jvp((x: Real, y: Real) => mul(exp(x), y))([1000, 2], [0, 1])).toEqual({
    value: Infinity,
    tangent: Infinity,
  });
  expect(jvp((x: Real, y: Real) => mul(exp(x), y))([1000, 2], [0, 0]).tangent).toBe(0);
});

/** The transpose of a linear function, and what is refused because it is not linear. */
import fc from 'fast-check';
import {
  abs,
  add,
  grad,
  hessian,
  linearTranspose,
  linearize,
  mul,
  neg,
  relu,
  sin,
  stopGradient,
  sub,
  vjp,
  type Real,
} from '../../src/index.js';
import { errorOf } from '../support/untyped.js';

describe('The transpose of a linear function', () => {
  test('has rows for columns.', () => {
    const f = ([x, y, z]: Real[]) => [add(x, mul(3, y)), sub(z, mul(0.5, x))];
    const transpose = linearTranspose(f)([0, 0, 0]);
    expect(transpose([1, 0])).toEqual([1, 3, 0]);
    expect(transpose([0, 1])).toEqual([-0.5, 0, 1]);
  });

  test('obeys ⟨c, f(x)⟩ = ⟨fᵀ(c), x⟩ for random matrices.', () => {
    const entry = fc.integer({ min: -9, max: 9 });
    const sizes = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }));
    const matrices = sizes.chain(([m, n]) =>
      fc.array(fc.array(entry, { minLength: n, maxLength: n }), { minLength: m, maxLength: m }),
    );
    fc.assert(
      fc.property(matrices, (rows) => {
        const f = (xs: Real[]) =>
          rows.map((row) => row.reduce<Real>((s, a, k) => add(s, mul(a, xs[k])), 0));
        const transpose = linearTranspose(f)(rows[0].map(() => 0));
        rows.forEach((row, i) => {
          const unit = rows.map((_, k) => (k === i ? 1 : 0));
          expect(transpose(unit).map((x) => x + 0)).toEqual(row.map((x) => x + 0));
        });
      }),
    );
  });

  test('takes the shape of its argument alone, and other arguments as they are.', () => {
    const f = (x: Real, [a, b]: readonly number[]) => ({ p: mul(a, x), q: mul(b, x) });
    expect(linearTranspose(f)(7, [2, 3])({ p: 1, q: 10 })).toBe(32);
    const scaled = ({ a, b }: { a: Real; b: number }) => mul(b, a);
    expect(linearTranspose(scaled, { wrt: 'a' })({ a: 1, b: 4 })(1)).toBe(4);
    const two = (x: Real, y: Real) => sub(mul(2, x), y);
    expect(linearTranspose(two, { wrt: [0, 1] })(0, 0)(3)).toEqual([6, -3]);
  });

  test('of the pushforward of linearize is the pullback of vjp.', () => {
    const f = ([x, y]: Real[]) => [mul(x, sin(y)), mul(x, x)];
    const at = [1.3, -0.4];
    const { pushforward } = linearize(f)(at);
    const transpose = linearTranspose(pushforward as (v: Real[]) => Real[])([0, 0]);
    const { pullback } = vjp(f)(at);
    for (const c of [
      [1, 0],
      [0, 1],
      [2, -3],
    ])
      expect(transpose(c)).toEqual(pullback(c));
  });

  test('is differentiated, also by what the function captures.', () => {
    const by = (a: Real) => {
      const transpose = linearTranspose((x: Real) => mul(mul(a, a), x))(0);
      return transpose(5) as Real;
    };
    expect(grad(by)(3)).toBe(30);
    expect(hessian((v: Real[]) => by(v[0]))([3])).toEqual([[10]]);
  });

  test.each<[string, (x: Real) => Real]>([
    ['a square', (x) => mul(x, x)],
    ['a sine', (x) => sin(x)],
    ['a sum with a constant', (x) => add(x, 1)],
    ['a constant', () => 1],
    ['an absolute value', (x) => abs(x)],
    ['a rectifier', (x) => relu(x)],
    ['a map whose derivative is stopped', (x) => add(x, stopGradient(x))],
  ])('of %s is refused.', (_, f) => {
    expect(errorOf(() => linearTranspose(f)(0)).code).toBe('not-a-linear-map');
  });

  test.each<[string, (x: Real) => unknown]>([
    ['twice the input', (x) => add(x, x)],
    ['a pair', (x) => [x, x]],
    ['a multiple', (x) => mul(3, x)],
    ['zero', (x) => mul(0, x)],
    ['a sign', (x) => neg(x)],
  ])('of %s is accepted.', (_, f) => {
    expect(() => linearTranspose(f)(0)).not.toThrow();
  });
});

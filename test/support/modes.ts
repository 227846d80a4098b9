/** The derivative of a real function of one real, in every way the library has. */
import { derivative, grad, jvp, linearize, vjp, type Real } from 'delta-tape';

export type Take = (f: (x: Real) => Real) => (x: Real) => Real;

export const ways: { readonly [name: string]: Take } = {
  grad: (f) => (x) => grad(f)(x),
  derivative: (f) => (x) => derivative(f)(x),
  vjp: (f) => (x) => vjp(f)(x).pullback(1),
  jvp: (f) => (x) => jvp(f)([x], [1]).tangent,
  linearize: (f) => (x) => linearize(f)(x).pushforward(1),
};

const takes = Object.values(ways);

/** Every way to take a derivative of the given order, 5 to the power of the order. */
export const nestings = (order: number): Take[] =>
  order === 0
    ? [(f) => f]
    : nestings(order - 1).flatMap((inner) =>
        takes.map(
          (outer): Take =>
            (f) =>
              outer(inner(f)),
        ),
      );

/**
 * Expects all derivatives up to an order to be those of another function, in
 * every mixture of modes.
 */
export function expectSameDerivatives(
  f: (x: Real) => Real,
  expected: (x: Real) => Real,
  at: number,
  { order = 3, digits = 9 } = {},
): void {
  for (let k = 0; k <= order; k++) {
    const [first] = nestings(k);
    const value = first(expected)(at) as number;
    const scale = Math.max(1, Math.abs(value));
    for (const take of nestings(k)) {
      expect((take(f)(at) as number) / scale).toBeCloseTo(value / scale, digits);
    }
  }
}

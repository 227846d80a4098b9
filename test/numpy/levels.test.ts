/** Arrays of one level in another: muted by a solver, stopped, and as constants of an inner derivative. */
import { add, checkpoint, mul, stopGradient, sub, type Real } from 'delta-tape';
import { root } from 'delta-tape/solve';
import { array, flat, gradOf, hvpOf, jvpOf, P, sum, type Array_ } from './support.js';

const v = array([1, 3]);
const cube = (x: Array_) => P.multiply(x, P.multiply(x, x));
const cubes = (x: Array_) => sum(cube(x));

/** The root of x² = total(a), whose equation is solved with the level of `a` muted. */
const rootOf = (total: (a: Array_) => Real) => (a: Array_) =>
  root((x: Real) => sub(mul(x, x), total(a)))(1);

describe('Arrays of a muted level', () => {
  const within: Readonly<Record<string, (a: Array_) => Real>> = {
    'functions of arrays': cubes,
    'choices by their primals': (a) => sum(P.where(P.greater(a, 0), cube(a), a)),
    'elements and parts': (a) =>
      add(
        (a as unknown as { get(at: number[]): Real }).get([0]),
        sub(cubes(a), sum(a.slice('0:1'))),
      ),
    'a gradient': (a) => sum(gradOf((b: Array_) => mul(cubes(b), 1 / 3))(P.power(a, 1.5))),
    'a tangent': (a) => sum(tangentAt(a)),
    'a product with a Hessian': (a) => mul(sum(hvpOf(cubes)(a, P.multiply(a, a))), 1 / 6),
    'a checkpoint': (a) => sum(checkpoint(cube)(a)),
    'an inner constant': (a) => sum(gradOf((b: Array_) => sum(P.multiply(b, cube(a))))(v)),
  };
  const tangentAt = (a: Array_) => jvpOf(cube)([a], [P.divide(a, 3)]).tangent;

  test.each(Object.keys(within))('stand for their primals: %s.', (name) => {
    const f = rootOf(within[name]);
    // x = √(1 + 27), and its derivative 3a² / 2x.
    const expected = [3, 27].map((d) => d / (2 * Math.sqrt(28)));
    flat(gradOf(f)(v)).forEach((d, k) => expect(d).toBeCloseTo(expected[k], 10));
    expect(jvpOf(f)([v], [array([1, 0])]).tangent).toBeCloseTo(expected[0], 10);
  });
});

test('A stopped array is a constant of every level, and a copy.', () => {
  const f = (x: Array_) => sum(P.multiply(stopGradient(x), x));
  expect(flat(gradOf(f)(v))).toEqual([1, 3]);
  expect(flat(hvpOf(f)(v, v))).toEqual([0, 0]);
  const tree = ({ w, b }: { w: Array_; b: Real }) => {
    const still = stopGradient({ w, b, name: 'a' });
    expect(still.name).toBe('a');
    return add(sum(P.multiply(still.w, w)), mul(still.b, b));
  };
  const found = gradOf(tree)({ w: v, b: 2 }) as unknown as { w: Array_; b: number };
  expect([flat(found.w), found.b]).toEqual([[1, 3], 2]);
  const copy = stopGradient(v) as unknown as { fill(a: number): void };
  copy.fill(0);
  expect(flat(v)).toEqual([1, 3]);
});

/** Arrays in translated code: native operators on their elements, methods, and refusals on arrays as a whole. */
import { grad } from 'delta-tape';
import { plain } from 'delta-tape/plain';
import { array, flat, gradOf, N, P } from './support.js';

/** An array as translated code sees it, whose operators are native. */
interface Vector extends Iterable<number> {
  readonly shape: readonly number[];
  readonly size: number;
  get(at: readonly number[]): number;
  sum(): number;
  mean(): number;
}

/** For what JavaScript allows, and types do not. */
const asNumber = (x: unknown): number => x as number;
const np = P as unknown as {
  multiply(x: Vector, y: Vector): Vector;
  sum(x: Vector | number): number;
};

const gradientOf = (f: (w: Vector) => number): number[] => {
  const translated = plain(f, { scope: { np, asNumber } }) as (w: unknown) => number;
  return flat(grad(translated)(array([1, 2])));
};

test('Elements are reals, by position and in turn.', () => {
  const byPosition = (w: Vector) => {
    let s = 0;
    for (let k = 0; k < 2; k++) s += w.get([k]) * w.get([k]) * k;
    return s * 2;
  };
  const inTurn = (w: Vector) => {
    let s = 0;
    for (const v of w) s += v * v;
    return s;
  };
  expect(gradientOf(byPosition)).toEqual([0, 8]);
  expect(gradientOf(inTurn)).toEqual([2, 4]);
});

test('Functions and methods of arrays give reals for native operators.', () => {
  expect(gradientOf((w) => np.sum(np.multiply(w, w)) * 3)).toEqual([6, 12]);
  expect(gradientOf((w) => w.sum() * w.mean())).toEqual([3, 3]);
  expect(gradientOf((w) => (w.sum() / w.shape[0]) * w.size)).toEqual([1, 1]);
});

test.each<[string, (w: Vector) => number]>([
  ['an operator', (w) => np.sum(asNumber(w) * 2)],
  ['a function of Math', (w) => Math.exp(asNumber(w))],
  ['a comparison', (w) => (asNumber(w) > 1 ? w.sum() : 0)],
])('%s on an array as a whole is refused, with the remedy.', (_, f) => {
  expect(() => gradientOf(f)).toThrow(/array under differentiation.*delta-tape\/numpy/);
});

describe('An array under differentiation is an instance of', () => {
  type Class = new () => object;
  const isOf = (C: unknown) => (w: Vector) => (w instanceof (C as Class) ? w.sum() : 0);
  const asWritten = (f: (w: Vector) => number) => flat(gradOf(f)(array([1, 2])));
  const translated = (C: unknown) =>
    asWritten(plain((w: Vector) => (w instanceof (C as Class) ? w.sum() : 0), { scope: { C } }));

  test.each(['NDArray', 'NDArrayCore'])('%s, as one that is not.', (name) => {
    const C = P[name] as unknown as Class;
    expect(asWritten(isOf(C))).toEqual([1, 1]);
    expect(translated(C)).toEqual([1, 1]);
    expect(translated(N[name])).toEqual([1, 1]);
    expect([array([1]) instanceof C, [] instanceof C, {} instanceof C]).toEqual([
      true,
      false,
      false,
    ]);
    expect(translated(Map)).toEqual([0, 0]);
  });

  test('no subclass, and makes arrays as that of numpy-ts.', () => {
    class Mine extends (P.NDArray as unknown as Class) {}
    expect(asWritten(isOf(Mine))).toEqual([0, 0]);
    expect(array([1]) instanceof Mine).toBe(false);
    expect((P.NDArray as unknown as { prototype: object }).prototype).toBe(
      (N.NDArray as unknown as { prototype: object }).prototype,
    );
  });
});

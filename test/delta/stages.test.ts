import { inspect } from 'node:util';
import { add, grad, mul, sin, sub, trace, type Real } from '../../src/index.js';
import { specification, stageOne, stageTwo, stageTwoSteps } from '../../src/delta/index.js';

/** x₁ = x + x, x₂ = x₁ + x₁, … (§7). */
const doublings =
  (n: number) =>
  ([x]: readonly Real[]): Real => {
    let y = x;
    for (let k = 0; k < n; k++) y = add(y, y);
    return y;
  };

describe('The loss of sharing of §7', () => {
  test('costs reverse mode #2 exponentially many steps', () => {
    const steps = [4, 8, 12].map((n) => stageTwoSteps(doublings(n))([1]));
    expect(steps[1] / steps[0]).toBeGreaterThan(14);
    expect(steps[2] / steps[1]).toBeGreaterThan(14);
  });

  test('costs the engine one binding for each operation', () => {
    for (const n of [10, 50, 1000]) {
      expect(trace(doublings(n))([1]).counts).toMatchObject({ bindings: n, edges: 2 * n });
    }
  });

  test('is absent: 50 doublings have the derivative 2⁵⁰, 1000 of them 2¹⁰⁰⁰', () => {
    expect(grad(doublings(50))([1])).toEqual([2 ** 50]);
    expect(grad(doublings(1000))([1])).toEqual([2 ** 1000]);
    expect(specification(doublings(1000))([1], 1)).toEqual([2 ** 1000]);
  });
});

test('all stages give the same gradient, scaled by dt', () => {
  const f = ([x, y]: readonly Real[]) => mul(sub(sin(mul(x, y)), x), y);
  const at = [0.7, -1.3];
  const expected = grad(f)(at).map((x) => 2.5 * x);
  const close = expected.map((x) => expect.closeTo(x, 12) as number);
  expect(stageOne(f)(at, 2.5)).toEqual(close);
  expect(stageTwo(f)(at, 2.5)).toEqual(close);
  expect(specification(f)(at, 2.5)).toEqual(close);
});

test('a constant program has the gradient 0 in every stage', () => {
  for (const constant of [() => 3, () => add(1, 2)]) {
    expect(stageOne(constant)([1, 2], 1)).toEqual([0, 0]);
    expect(stageTwo(constant)([1, 2], 1)).toEqual([0, 0]);
    expect(specification(constant)([1, 2], 1)).toEqual([0, 0]);
  }
});

test('reverse mode #1 pairs every real with a whole vector', () => {
  stageOne(([x]: readonly Real[]) => {
    expect(inspect(x)).toBe('Dual(2, δS [1, 0, 0])');
    return x;
  })([2, 3, 4], 1);
});

test('the reference implementations refuse to nest instead of confusing levels', () => {
  const nested = [
    (e: (s: readonly Real[]) => Real) => specification(e)([3], 1),
    (e: (s: readonly Real[]) => Real) => stageOne(e)([3], 1),
    (e: (s: readonly Real[]) => Real) => stageTwo(e)([3], 1),
  ];
  for (const run of nested) {
    expect(() =>
      run(([x]) => {
        run(([y]) => mul(x, y));
        return x;
      }),
    ).toThrow('does not nest');
  }
});

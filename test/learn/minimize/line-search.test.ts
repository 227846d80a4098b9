/** The line search: Moré and Thuente's test functions, from steps that are far too short or too long. */
import { lineSearch } from '../../../src/learn/minimize/line-search.js';
import type { Evaluated } from '../../../src/learn/minimize/objective.js';

type Line = (t: number) => readonly [value: number, slope: number];

/** Sections 5 of their paper (1994): the first three, and two of the last. */
const yanai = (b1: number, b2: number): Line => {
  const gamma = (b: number) => Math.sqrt(1 + b * b) - b;
  return (t) => {
    const [one, two] = [Math.hypot(1 - t, b2), Math.hypot(t, b1)];
    const value = gamma(b1) * one + gamma(b2) * two;
    return [value, (gamma(b1) * (t - 1)) / one + (gamma(b2) * t) / two];
  };
};
const lines: [string, Line][] = [
  ['1', (t) => [-t / (t * t + 2), (t * t - 2) / (t * t + 2) ** 2]],
  [
    '2',
    (t) => [(t + 0.004) ** 5 - 2 * (t + 0.004) ** 4, 5 * (t + 0.004) ** 4 - 8 * (t + 0.004) ** 3],
  ],
  ['4', yanai(0.001, 0.001)],
  ['5', yanai(0.01, 0.001)],
  ['6', yanai(0.001, 0.01)],
];

function searched(line: Line, first: number, flatness: number) {
  let evaluations = 0;
  const at = (x: Float64Array): Evaluated => {
    evaluations++;
    const [value, slope] = line(x[0]);
    return { x, value, gradient: Float64Array.of(slope), gradientNorm: Math.abs(slope) };
  };
  const from = at(new Float64Array(1));
  const found = lineSearch(at, from, Float64Array.of(1), first, flatness);
  return { from, found, evaluations };
}

describe('The line search', () => {
  const cases = lines.flatMap(([name, line]) =>
    [1e-3, 0.1, 10, 1000].map((t) => [name, t, line] as const),
  );

  test.each(cases)(
    'finds the strong Wolfe conditions on function %s from %d.',
    (_, first, line) => {
      const { from, found, evaluations } = searched(line, first, 0.1);
      expect(found).not.toBeNull();
      const [slope, left] = [from.gradient[0], found!.gradient[0]];
      expect(found!.value).toBeLessThanOrEqual(from.value + 1e-4 * found!.x[0] * slope);
      expect(Math.abs(left)).toBeLessThanOrEqual(0.1 * Math.abs(slope));
      expect(evaluations).toBeLessThanOrEqual(20);
    },
  );

  test('comes back from where the function is not finite.', () => {
    const wall: Line = (t) =>
      t < 1 ? [-t - Math.log(1 - t) / 10, -1 + 0.1 / (1 - t)] : [NaN, NaN];
    const { found } = searched(wall, 100, 0.1);
    expect(found!.x[0]).toBeCloseTo(0.9, 1);
  });

  test('finds nothing uphill, and nothing where every step leads up.', () => {
    expect(searched((t) => [t, 1], 1, 0.9).found).toBeNull();
    const { found, evaluations } = searched((t) => [t, -1], 1, 0.9);
    expect(found).toBeNull();
    expect(evaluations).toBeLessThanOrEqual(45);
  });
});

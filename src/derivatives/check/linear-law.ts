/**
 * The law of linear maps. The allowance for rounding is measured: a map scaled by numbers that are not
 * powers of two shows how far its result is from exact.
 */
import { Tally } from './report.js';

export type Vector = readonly number[];
export type LinearMap = (xs: Vector) => number[];

/**
 * The most by which two ways to one number may differ, relative to the sizes of the terms it is summed
 * from.
 */
export const SUMMED = 1e-9;
/** The factor by which rounding may exceed that seen in samples. */
const SAMPLED = 32;
/** Below this a scaled result may have lost digits to underflow. */
const TINY = 1e-290;

export const NOT_FINITE = 'not checked, since the derivative is not finite';
const OVERFLOWS = 'not checked at every scale, since the derivative overflows';

export const scaled = (xs: Vector, by: number): number[] => xs.map((x) => x * by);
export const added = (xs: Vector, ys: Vector): number[] => xs.map((x, k) => x + ys[k]);

/**
 * Estimates the rounding error of a linear map from samples that should all be equal; done when first
 * asked for, since it takes many calls of the map.
 */
export function rounding(map: LinearMap, at: Vector): (k: number) => number {
  let samples: number[][] | undefined;
  return (k) => {
    samples ??= [1, ...SCALES].map((by) => scaled(map(scaled(at, by)), 1 / by));
    const found = samples.map((sample) => sample[k]);
    return SAMPLED * (Math.max(...found) - Math.min(...found));
  };
}
const SCALES = [1 / 3, 0.7, 0.9, 1.1, 0.23, 1.37, 1.7, 0.61];

/**
 * Zero at zero, the same when asked again, homogeneous and additive. Powers of
 * two scale without rounding.
 */
export function linear(tally: Tally, map: LinearMap, paths: readonly string[], at: Vector[]): void {
  const [one, two] = at;
  const [ofOne, ofTwo] = [map(one), map(two)];
  const compare = (because: string, found: Vector, expected: Vector, allowed: Vector) =>
    found.forEach((actual, k) => {
      const isFinite = Number.isFinite(ofOne[k]) && Number.isFinite(ofTwo[k]);
      const overflows = expected[k] !== 0 && !Number.isFinite(actual + expected[k]);
      if (!isFinite || overflows) tally.note(paths[k], isFinite ? OVERFLOWS : NOT_FINITE);
      else {
        const found = { path: paths[k], expected: expected[k], actual, because };
        tally.compare(found, allowed[k] + TINY);
      }
    });
  const zeros = ofOne.map(() => 0);
  compare('zero at zero', map(one.map(() => 0)), zeros, zeros);
  compare('asked twice', map(one), ofOne, zeros);
  for (const by of [-1, 2, 2 ** -40, 2 ** -20, 2 ** 20, 2 ** 40]) {
    const expected = scaled(ofOne, by);
    const allowed = expected.map((x) => SUMMED * Math.abs(x));
    compare(`homogeneous: ${by} times the argument`, map(scaled(one, by)), expected, allowed);
  }
  if (tally.fails) return;
  const [first, second] = [rounding(map, one), rounding(map, two)];
  const allowed = ofOne.map(
    (x, k) => SUMMED * (Math.abs(x) + Math.abs(ofTwo[k])) + first(k) + second(k),
  );
  compare('additive: the result for a sum', map(added(one, two)), added(ofOne, ofTwo), allowed);
}

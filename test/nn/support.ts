/** Functions for networks against what they mean, element by element, in plain TypeScript on reals. */
import { hvp, mul, sum, vjp, type Real } from 'delta-tape';
import * as nn from 'delta-tape/nn';
import {
  agrees,
  agreesTwice,
  array,
  flat,
  P,
  type Array_,
  type OfArrays,
} from '../numpy/support.js';

type Loose = (...args: never[]) => unknown;
export const F = nn as unknown as Record<string, (...args: unknown[]) => Array_>;

/** Lists of lists of reals. */
export type Lists = Real | readonly Lists[];
export type OfLists = (...xs: never[]) => Lists;

export const reals = (x: Lists): Real[] => ([x] as unknown[]).flat(64) as Real[];

interface Settings {
  /** The distance that results may have, beside their size. */
  readonly close?: number;
  /** True if differences are of no use, at a kink or where numbers are not finite. */
  readonly isRough?: boolean;
}

function near(actual: readonly number[], expected: readonly number[], close: number): void {
  expect(actual).toHaveLength(expected.length);
  actual.forEach((a, k) => {
    const isSame = Object.is(a, expected[k]) || a === expected[k];
    const size = Math.max(1, Math.abs(expected[k]));
    if (!isSame && !(Math.abs(a - expected[k]) <= close * size))
      expect([k, a]).toEqual([k, expected[k]]);
  });
}

/** Value, pullback and second derivatives are those of the meaning; both modes agree, and differences. */
export function means(
  f: OfArrays,
  spec: OfLists,
  xs: readonly Array_[],
  settings: Settings = {},
): void {
  const { close = 1e-11, isRough = false } = settings;
  const lists = xs.map((x) => x.tolist());
  const value = f(...xs);
  near(flat(value), reals(spec(...(lists as never[]))) as number[], close);
  const wrt = [...xs.keys()];
  const pullbackOf = (g: Loose, args: readonly unknown[]) =>
    (vjp as unknown as (g: Loose, o: unknown) => (...a: unknown[]) => { pullback: Loose })(g, {
      wrt,
    })(...args).pullback as unknown as (c: unknown) => unknown[];
  const weights = flat(value).map((_, k) => Math.sin(3 * k + 1));
  const cotangent = typeof value === 'number' ? weights[0] : shaped(value as Array_, weights);
  const back = pullbackOf(f as Loose, xs)(cotangent);
  const meant = pullbackOf(((...as: never[]) => reals(spec(...as))) as Loose, lists)(weights);
  const flats = (parts: unknown[]) => parts.flatMap((x) => flat(x));
  near(flats(back), meant.flatMap((x) => reals(x as Lists)) as number[], close * 10);

  const total = (...as: never[]) => sum(reals(spec(...as)).map((a, k) => mul(a, weights[k])));
  const totalOf = (...as: unknown[]) => P.sum(P.multiply(f(...(as as Array_[])), cotangent));
  const directions = xs.map((x) =>
    shaped(
      x,
      flat(x).map((_, k) => Math.cos(2 * k + 0.5)),
    ),
  );
  const second = (g: Loose, args: readonly unknown[], vs: readonly unknown[]) =>
    (hvp as unknown as (g: Loose) => (...a: unknown[]) => unknown)(((x: never) =>
      g(x, ...(args.slice(1) as never[]))) as Loose)(args[0], vs[0]);
  near(
    flat(second(totalOf as Loose, xs, directions)),
    reals(
      second(
        total as Loose,
        lists,
        directions.map((v) => v.tolist()),
      ) as Lists,
    ) as number[],
    close * 100,
  );
  if (isRough) return;
  agrees({ f, xs });
  agreesTwice({ f, xs });
  agrees({ f, xs: xs.map((x) => x.astype('float32')), close: 1e-3 });
}

export const shaped = (x: Array_, numbers: readonly number[]): Array_ =>
  P.reshape(array(numbers, x.dtype), [...x.shape]) as Array_;

/** An array of numbers that differ, of a shape. */
export const sample = (shape: readonly number[], seed = 1): Array_ => {
  const size = shape.reduce((n, d) => n * d, 1);
  const numbers = Array.from(
    { length: size },
    (_, k) => 1.7 * Math.sin(seed + 2.3 * k * (1 + (k % 7) / 9)),
  );
  return P.reshape(array(numbers), [...shape]) as Array_;
};

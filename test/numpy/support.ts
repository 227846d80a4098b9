/** The common parts of tests of functions of arrays. */
import * as numpy from 'numpy-ts';
import { grad, hvp, jacobian, jvp, vjp, type Real } from 'delta-tape';
import * as np from 'delta-tape/numpy';

/** Arrays as tests see them; the declarations of numpy-ts are for bundlers. */
export interface Array_ {
  readonly shape: readonly number[];
  readonly size: number;
  readonly dtype: string;
  readonly T: Array_;
  tolist(): unknown;
  slice(...text: string[]): Array_;
  astype(dtype: string): Array_;
}
/** A function of arrays; it may return a number. */
export type OfArrays = (...xs: Array_[]) => unknown;

export type Loose = (...args: unknown[]) => unknown;
export const N = numpy as unknown as Record<string, Loose>;
export const P = np as unknown as Record<string, Loose>;

/** Operators, as tests apply them to arrays. */
type OnArrays<T> = (f: unknown, options?: unknown) => (...args: unknown[]) => T;
export const gradOf = grad as unknown as OnArrays<Array_>;
export const hvpOf = hvp as unknown as OnArrays<Array_>;
export const jvpOf = jvp as unknown as OnArrays<{ tangent: Array_ }>;
export const jacobianOf = jacobian as unknown as OnArrays<Array_>;
export const sum = (x: unknown): Real => P.sum(x) as Real;

export const array = (data: unknown, dtype?: string): Array_ => N.array(data, dtype) as Array_;
export const flat = (x: unknown): number[] =>
  typeof x === 'number' ? [x] : ([(x as Array_).tolist()].flat(64) as number[]);
export const like = (x: Array_, numbers: readonly number[]): Array_ =>
  N.reshape(array(numbers, x.dtype), [...x.shape]) as Array_;

/** Numbers that repeat, and are not special. */
export function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return (state / 2147483647) * 1.6 + 0.2;
  };
}

const dot = (x: readonly number[], y: readonly number[]): number =>
  x.reduce((sum, a, k) => sum + a * y[k], 0);

export interface Case {
  readonly f: OfArrays;
  readonly xs: readonly Array_[];
  /** The distance that results may have, beside their size. */
  readonly close?: number;
  readonly seed?: number;
}

function near(actual: readonly number[], expected: readonly number[], close: number): void {
  expect(actual.length).toBe(expected.length);
  actual.forEach((a, k) => {
    const size = Math.max(1, Math.abs(expected[k]));
    if (!(Math.abs(a - expected[k]) <= close * size)) expect([k, a]).toEqual([k, expected[k]]);
  });
}

/** The primal, both modes against each other and against differences, and the same of the gradient. */
export function agrees({ f, xs, close = 1e-6, seed = 1 }: Case): void {
  const draw = draws(seed);
  const some = (x: Array_): Array_ => like(x, Array.from({ length: x.size }, draw));
  const given = [...xs];
  const directions = given.map(some);
  const value = flat(f(...given));
  const pushed = (
    jvp as unknown as (g: OfArrays) => (...a: unknown[]) => { value: unknown; tangent: unknown }
  )(f)(given, directions);
  near(flat(pushed.value), value, close === 1e-6 ? 1e-12 : 1e-5);
  agreesInExamples(f, given, draw, close);
  const wrt = given.map((_, k) => k);
  const pulled = (
    vjp as unknown as (
      g: OfArrays,
      o: unknown,
    ) => (...a: unknown[]) => { value: unknown; pullback: (c: unknown) => Array_[] }
  )(f, { wrt })(...given);
  near(flat(pulled.value), flat(pushed.value), 1e-12);
  const cotangent = typeof pulled.value === 'number' ? draw() : some(pulled.value as Array_);
  const back = pulled.pullback(cotangent);
  back.forEach((x, k) => {
    expect(x.shape).toEqual(given[k].shape);
    expect(x.dtype).toBe(given[k].dtype);
  });
  // ⟨ȳ, pushforward ẋ⟩ = ⟨pullback ȳ, ẋ⟩
  const forth = flat(pushed.tangent);
  near(
    [dot(flat(cotangent), forth)],
    [back.reduce((sum, x, k) => sum + dot(flat(x), flat(directions[k])), 0)],
    Math.max(close, 1e-11),
  );
  const slopes = given.some(({ dtype }) => dtype === 'float32')
    ? inDoubles(f, given, directions)
    : differences((...as) => flat(f(...(as as Array_[]))), given, directions);
  near(forth, slopes, close);
}

const vmapOf = np.vmap as unknown as (
  f: unknown,
  options?: { in: readonly (number | null)[] },
) => (...xs: unknown[]) => unknown;

/** Functions whose results have other shapes from example to example. */
export const withoutExamples: readonly string[] = [
  ...['unique', 'unique_values', 'unique_all', 'unique_counts', 'unique_inverse'],
  ...['union1d', 'intersect1d', 'setdiff1d', 'setxor1d', 'arange'],
];

/** The result of a body; nothing where a function is known to have no form for many examples. */
function ofExamples(body: () => unknown): unknown {
  try {
    return body();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const [, name] = /np\.([\w.]+)/.exec(message) ?? [];
    if (code === 'no-examples' && withoutExamples.includes(name)) return undefined;
    throw error;
  }
}

/**
 * The function on several examples at once against one after the other, where all operands differ, and where one is the same
 * for all; and its gradients, of each example and of all together.
 */
function agreesInExamples(
  f: OfArrays,
  xs: readonly Array_[],
  draw: () => number,
  close: number,
): void {
  const examples = [0, 1].map((e) =>
    xs.map((x) =>
      like(
        x,
        flat(x).map((a) => (e === 0 ? a : a + 1e-3 * draw())),
      ),
    ),
  );
  const stacked = xs.map((_, k) =>
    P.stack(
      examples.map((one) => one[k]),
      0,
    ),
  );
  const all = ofExamples(() => vmapOf(f)(...stacked));
  if (all === undefined) return;
  const tolerance = close > 1e-5 ? close : 1e-9;
  const isNarrow = xs.some(({ dtype }) => dtype === 'float32');
  const each = (g: (...one: Array_[]) => unknown) => examples.flatMap((one) => flat(g(...one)));
  near(flat(all), each(f), isNarrow ? 1e-4 : tolerance);
  if (xs.length > 1) {
    const shared = Math.floor(draw() * 1000) % xs.length;
    const within = vmapOf(f, { in: xs.map((_, k) => (k === shared ? null : 0)) })(
      ...stacked.map((x, k) => (k === shared ? xs[k] : x)),
    );
    const expected = each((...one) => f(...one.map((x, k) => (k === shared ? xs[k] : x))));
    near(flat(within), expected, isNarrow ? 1e-4 : tolerance);
  }
  if (isNarrow) return;
  const total =
    (g: unknown) =>
    (...as: unknown[]) =>
      sum(P.sin((g as Loose)(...as)));
  const gradients = each(gradOf(total(f)) as (...one: Array_[]) => unknown);
  near(flat(vmapOf(gradOf(total(f)))(...stacked)), gradients, Math.max(tolerance, 1e-7));
  near(flat(gradOf(total(vmapOf(f)))(...stacked)), gradients, Math.max(tolerance, 1e-7));
}

/** The tangent in float64, which differences are too coarse for in float32. */
function inDoubles(f: OfArrays, xs: readonly Array_[], vs: readonly Array_[]): number[] {
  const double = (x: Array_) => x.astype('float64');
  const along = jvp as unknown as (g: OfArrays) => (...a: unknown[]) => { tangent: unknown };
  return flat(along(f)(xs.map(double), vs.map(double)).tangent);
}

function differences(
  f: (...xs: unknown[]) => number[],
  xs: readonly Array_[],
  vs: readonly Array_[],
): number[] {
  const h = 1e-5;
  const moved = (t: number) =>
    f(
      ...xs.map((x, k) =>
        like(
          x,
          flat(x).map((a, i) => a + t * flat(vs[k])[i]),
        ),
      ),
    );
  const [ahead, behind] = [moved(h), moved(-h)];
  return ahead.map((a, k) => (a - behind[k]) / (2 * h));
}

/** Second derivatives of a weighted sum: forward over reverse against reverse over reverse and differences. */
export function agreesTwice({ f, xs: [x, ...others], close = 1e-5, seed = 2 }: Case): void {
  const draw = draws(seed);
  const direction = like(x, Array.from({ length: x.size }, draw));
  const y = f(x, ...others);
  const weights = typeof y === 'number' ? draw() : like(y as Array_, flat(y).map(draw));
  const g: OfArrays = (a) => P.sum(P.multiply(f(a, ...others), weights));
  const gradient = (grad as unknown as (h: OfArrays) => OfArrays)(g);
  const forward = (hvp as unknown as (h: OfArrays) => OfArrays)(g)(x, direction) as Array_;
  const reverse = (grad as unknown as (h: OfArrays) => OfArrays)((a) =>
    P.sum(P.multiply(gradient(a), direction)),
  )(x) as Array_;
  near(flat(forward), flat(reverse), 1e-9);
  const slopes = differences((a) => flat(gradient(a as Array_)), [x], [direction]);
  near(flat(forward), slopes, close);
}

/** Arrays of a shape, stored in different ways. */
export function views(shape: readonly number[], seed = 3): Readonly<Record<string, Array_>> {
  const draw = draws(seed);
  const filled = (lengths: readonly number[]): Array_ => {
    const size = lengths.reduce((p, d) => p * d, 1);
    return N.reshape(array(Array.from({ length: size }, draw)), [...lengths]) as Array_;
  };
  const all = shape.map(() => ':');
  return {
    'in order': filled(shape),
    transposed: filled([...shape].reverse()).T,
    strided: filled(shape.map((d) => 2 * d)).slice(...all.map(() => '::2')),
    reversed: filled(shape).slice(...all.map(() => '::-1')),
    'the last of a stack': filled([3, ...shape]).slice('-1'),
    'the first of a stack': filled([3, ...shape]).slice('0'),
  };
}

/**
 * Derivatives of all orders along one real: Taylor coefficients, and the lazy
 * tower f, f′, f″, … (§10.4).
 */
import { notAReal } from '../errors/errors.js';
import { within } from '../core/open-runs.js';
import { insistOnOptions } from '../errors/options.js';
import { isReal, type Real } from '../core/real.js';
import { mul } from '../core/primitives/table.js';
import { answered } from '../functions/translated-functions.js';
import { watchNames, type WatchOptions } from '../core/watcher.js';
import { notAnOrder } from './errors.js';
import type { DerivativeOf, OfReal } from './jvp.js';
import { argumentShape } from './argument-shapes.js';
import { call } from './call.js';
import { seenBy } from '../core/open-runs.js';
import { outputShape } from './output-reals.js';
import { SeriesRun } from './series-run.js';
import { watched } from './watched-function.js';

/** Throws unless an order of derivative is one. */
function insistOnOrder(order: number): void {
  if (!Number.isSafeInteger(order) || order < 0) throw notAnOrder(order);
}

/** The coefficients 0 … order of f(x + scale t), each times its factor if there are some. */
function expand(
  f: (x: Real) => unknown,
  x: Real,
  order: number,
  options: WatchOptions,
  scale = 1,
  factors?: readonly number[],
): unknown[] {
  if (!isReal(x)) throw notAReal(x, 'the point of a Taylor expansion');
  argumentShape(x, 0);
  const factor = (k: number, c: Real): Real => (factors === undefined ? c : mul(factors[k], c));
  return answered<unknown[]>(
    f,
    'taylor',
    (code) => {
      const found =
        typeof x === 'number' && order > 0 ? code.series(f, x, options, order, scale) : null;
      if (found === null) return null;
      const shape = outputShape(found.value);
      const all = [shape.reals, ...found.coefficients.map((vector) => Array.from(vector))];
      return all.map((vector, k) => shape.rebuild(vector.map((c) => factor(k, c))));
    },
    () => byRun(f, x, order, options, scale, factor),
  );
}

function byRun(
  f: (x: Real) => unknown,
  x: Real,
  order: number,
  options: WatchOptions,
  scale: number,
  factor: (k: number, c: Real) => Real,
): unknown[] {
  const run = new SeriesRun(order);
  const g = watched(f, [x], options);
  return within(run, () => {
    const shape = outputShape(call(g, [run.variable(x, scale)]));
    const coefficients = shape.reals.map((y) => {
      const { primal, dual } = seenBy(run, y);
      return run.coefficients(dual ?? primal, order);
    });
    return Array.from({ length: order + 1 }, (_, k) =>
      shape.rebuild(coefficients.map((c) => factor(k, c[k] ?? 0))),
    );
  });
}

/**
 * The Taylor coefficients f⁽ᵏ⁾(x) / k! for k = 0 … order, by arithmetic on truncated power series:
 * O(order²) for each operation of `f`, which runs once (§10.4). The result of `f` may be any tree;
 * then each coefficient is a tree of that shape.
 *
 * @throws DeltaTapeError if the order is not a natural number, if `x` is not a real, or as `jvp`.
 * @example taylor((x: Real) => div(1, sub(1, x)), 4)(0) // [1, 1, 1, 1, 1]
 */
export function taylor<T>(
  f: OfReal<T>,
  order: number,
  options: WatchOptions = {},
): <X extends Real>(x: X) => DerivativeOf<X, T>[] {
  insistOnOptions('taylor', options, watchNames);
  insistOnOrder(order);
  return <X extends Real>(x: X) => expand(f, x, order, options) as DerivativeOf<X, T>[];
}

/**
 * The derivatives f, f′, f″, … of a function at a point, as a lazy list without end. Elements are
 * computed when first asked for, and remembered.
 */
export class Tower<T> implements Iterable<T> {
  private readonly elements: T[] = [];

  /** @param upTo the elements 0 … order */
  constructor(private readonly upTo: (order: number) => readonly T[]) {}

  /** Element k, f⁽ᵏ⁾(x). */
  at(k: number): T {
    insistOnOrder(k);
    const known = this.elements.length;
    if (k >= known) this.elements.push(...this.upTo(Math.max(k, 2 * (known - 1))).slice(known));
    return this.elements[k];
  }

  *[Symbol.iterator](): Generator<T, never, undefined> {
    for (let k = 0; ; k++) yield this.at(k);
  }
}

/** k! / scaleᵏ for k = 0, 1, … in turn. */
function factorials(order: number, scale: number): number[] {
  const factors = [1];
  for (let k = 1; k <= order; k++) factors.push(factors[k - 1] * (k / scale));
  return factors;
}

/**
 * A power of two, so that it rounds nothing, at which coefficients neither underflow
 * nor overflow as 1 / k! does.
 */
const scaleFor = (order: number): number => 2 ** Math.max(0, Math.round(Math.log2(order / Math.E)));

/**
 * The lazy tower of derivatives f(x), f′(x), f″(x), …: iterate over it, or ask for element k with
 * `at(k)`. Nothing is computed before it is asked for. When an element is missing, `f` runs
 * again, to twice the order known so far; so the first n elements cost O(n²) for each operation
 * of `f`, in O(log n) runs.
 *
 * @throws DeltaTapeError as `taylor`, when an element is asked for.
 * @example tower((x: Real) => exp(mul(2, x)))(0).at(5) // 32
 */
export function tower<T>(
  f: OfReal<T>,
  options: WatchOptions = {},
): <X extends Real>(x: X) => Tower<DerivativeOf<X, T>> {
  insistOnOptions('tower', options, watchNames);
  return <X extends Real>(x: X) =>
    new Tower((order) => {
      const scale = scaleFor(order);
      return expand(f, x, order, options, scale, factorials(order, scale)) as DerivativeOf<X, T>[];
    });
}

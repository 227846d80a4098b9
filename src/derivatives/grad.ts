/** Gradients of functions with one real output: one run, one sweep (Fig. 11). */
import { outputNotReal } from '../core/errors.js';
import { isReal } from '../core/real.js';
import { asWrt, idOf, rebuildAll, record, seenBy, type Recorded } from './record.js';
import type {
  AnyFunction,
  Arguments,
  Known,
  Options,
  OptionsOf,
  RealFunction,
  ScalarFunction,
  TangentIn,
  Typing,
  Wrt,
  Chosen,
} from './signatures.js';
import { watched } from './watched.js';

/** The derivative part of a result: one tree for `wrt: 1`, a tuple of trees for `wrt: [0, 2]`. */
export type ByWrt<
  A extends readonly unknown[],
  W extends Wrt,
  G extends Typing = 'known',
> = W extends number
  ? TangentIn<A[W], G>
  : { -readonly [K in keyof W]: W[K] extends number ? TangentIn<A[W[K]], G> : never };

export interface ValueAndGradient<
  A extends readonly unknown[],
  W extends Wrt,
  G extends Typing = 'known',
> {
  /** The function's result. */
  readonly value: number;
  /** Its gradient, in the shape of the argument. */
  readonly gradient: ByWrt<A, W, G>;
}

/** What `valueAndGrad` makes of an F. */
export type WithGradient<F extends AnyFunction, W extends Wrt, G extends Typing = 'known'> = <
  A extends Arguments<F>,
>(
  ...args: A
) => ValueAndGradient<A, W, G>;
/** What `grad` makes of an F. */
export type Gradient<F extends AnyFunction, W extends Wrt, G extends Typing = 'known'> = <
  A extends Arguments<F>,
>(
  ...args: A
) => ByWrt<A, W, G>;

/**
 * The value of `f` together with its gradient. Time and memory are those of `f`, up to a constant
 * (§7.4), whatever the number of inputs.
 *
 * @throws DeltaTapeError if the output is no real, if an argument chosen by `wrt` holds no
 *   reals, if `f` is asynchronous, or if a native operator met a dual; and what the options
 *   `onKink` and `maxOperations` ask for.
 * @example valueAndGrad((x: Real) => mul(x, x))(3) // { value: 9, gradient: 6 }
 */
export function valueAndGrad<F extends RealFunction, const W extends Wrt = 0>(
  f: F,
  options?: OptionsOf<F, W>,
): WithGradient<F, Chosen<W>>;
export function valueAndGrad<F extends ScalarFunction, const W extends Wrt = 0>(
  f: F & Known<F>,
  options?: OptionsOf<F, W>,
): WithGradient<F, Chosen<W>>;
export function valueAndGrad<F extends ScalarFunction, const W extends Wrt = 0>(
  f: F,
  options?: OptionsOf<F, W>,
): WithGradient<F, Chosen<W>, 'generic'>;
export function valueAndGrad(f: AnyFunction, options: Options = {}) {
  const wrt = options.wrt ?? 0;
  const finish = ({ run, inputs, output }: Recorded) => {
    if (!isReal(output)) throw outputNotReal(output, 'a gradient');
    const { primal, dual } = seenBy(run, output);
    const cotangents = run.pull([{ id: idOf(dual), cotangent: 1 }]);
    return { value: primal, gradient: asWrt(wrt, rebuildAll(inputs, cotangents)) };
  };
  return (...args: unknown[]) => record(watched(f, options), args, wrt, finish);
}

/**
 * The gradient of a function with one real output, in the shape of its input: a number for a
 * number, a `Float64Array` for a `Float64Array`, an object with the same keys for an object; leaves
 * stay as they are. Cost and errors as for `valueAndGrad`.
 *
 * @example grad((x: Real, y: Real) => mul(x, sin(y)), { wrt: [0, 1] })(2, 0) // [0, 2]
 */
export function grad<F extends RealFunction, const W extends Wrt = 0>(
  f: F,
  options?: OptionsOf<F, W>,
): Gradient<F, Chosen<W>>;
export function grad<F extends ScalarFunction, const W extends Wrt = 0>(
  f: F & Known<F>,
  options?: OptionsOf<F, W>,
): Gradient<F, Chosen<W>>;
export function grad<F extends ScalarFunction, const W extends Wrt = 0>(
  f: F,
  options?: OptionsOf<F, W>,
): Gradient<F, Chosen<W>, 'generic'>;
export function grad(f: AnyFunction, options: Options = {}) {
  const both = valueAndGrad(f as ScalarFunction, options) as (...args: unknown[]) => {
    gradient: unknown;
  };
  return (...args: unknown[]) => both(...args).gradient;
}

/** Gradients of functions with one real output: one run, one sweep (Fig. 11). */
import { insistOnOptions } from '../errors/options.js';
import { seenBy } from '../core/open-runs.js';
import { meetings } from '../errors/meetings.js';
import { isReal, type Real } from '../core/real.js';
import { derivedBy } from '../functions/derived-functions.js';
import {
  answered,
  asked,
  codeBehind,
  compiledCode,
  LeftToRun,
  registerWrapper,
} from '../functions/translated-functions.js';
import { idOf } from '../tape/columns.js';
import type { ReverseRun } from '../tape/reverse-run.js';
import { asWrt } from './arguments/chosen.js';
import { tellOfConstant } from './constant-outputs.js';
import { notWithAux } from './errors.js';
import { rebuildAll } from './argument-shapes.js';
import { insistOnDirect } from './call.js';
import { outputShapeWithBlocks, primalsOf, realOutput } from './output-reals.js';
import { record, recordNumber, type Recorded } from './record.js';
import {
  optionNames,
  type AnyFunction,
  type Arguments,
  type ByWrt,
  type Callback,
  type Chosen,
  type Known,
  type OfNumbers,
  type Options,
  type OptionsOf,
  type PrimalIn,
  type ResultOf,
  type Scalar,
  type Typing,
  type Unannotated,
  type Wrt,
  type WrtOf,
} from './signatures.js';
import { asksToWatch, watched } from './watched-function.js';

export interface ValueAndGradient<G> {
  /** The function's result. */
  readonly value: number;
  /** Its gradient, in the shape of the argument. */
  readonly gradient: G;
}

export interface ValueGradientAndAux<G, T> extends ValueAndGradient<G> {
  /** The second value that the function returned beside the real, with the primals of its reals. */
  readonly aux: T;
}

/** The type of the value that a function returns beside its real output. */
type AuxOf<F> = ResultOf<F> extends readonly [Real, infer T] ? T : never;

/** Options that ask for what a function returns beside its output. */
type AskingForAux<F, W extends Wrt> = OptionsOf<F, W> & { readonly aux: true };

/** The type of `valueAndGrad(f)` for an f of type F that returns something beside its real output. */
export type WithGradientAndAux<F, W extends Wrt> = WithGradientAndAuxIn<F, W, 'known'>;
type WithGradientAndAuxIn<F, W extends Wrt, G extends Typing> = <A extends Arguments<F>>(
  ...args: A
) => ValueGradientAndAux<ByWrt<A, W, G>, PrimalIn<AuxOf<F>, G>>;

/** The type of `valueAndGrad(f)` for an f of type F. */
export type WithGradient<F, W extends Wrt> = WithGradientIn<F, W, 'known'>;
type WithGradientIn<F, W extends Wrt, G extends Typing> = <A extends Arguments<F>>(
  ...args: A
) => ValueAndGradient<ByWrt<A, W, G>>;
/** The type of `grad(f)` for an f of type F. */
export type Gradient<F, W extends Wrt> = GradientIn<F, W, 'known'>;
type GradientIn<F, W extends Wrt, G extends Typing> = <A extends Arguments<F>>(
  ...args: A
) => ByWrt<A, W, G>;

/**
 * The value of `f` together with its gradient. Time and memory are those of `f`, up to a constant (§7.4),
 * whatever the number of inputs.
 *
 * With `aux: true` the function returns `[real, aux]`, and the result has `aux` as well: any tree, with the
 * primals of its reals in their places, and everything else as it is.
 *
 * @throws DeltaTapeError if the output is not a real, if an argument or entry chosen by `wrt` holds no
 *   reals, if `f` is asynchronous, or if a native operator met a dual; and the errors that the options
 *   `onKink` and `maxOperations` ask for.
 * @example valueAndGrad((x: Real) => mul(x, x))(3) // { value: 9, gradient: 6 }
 */
export function valueAndGrad<
  F,
  const W extends WrtOf<F> = 0,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(
  f: F & Callback<X, P, readonly [Real, unknown]> & Known<F>,
  options: AskingForAux<F, W>,
): WithGradientAndAux<F, Chosen<W>>;
export function valueAndGrad<
  F,
  const W extends WrtOf<F> = 0,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(
  f: F & Callback<X, P, readonly [Real, unknown]>,
  options: AskingForAux<F, W>,
): WithGradientAndAuxIn<F, Chosen<W>, 'generic'>;
export function valueAndGrad<
  F,
  const W extends WrtOf<F> = 0,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(
  f: Scalar<F, X, P> & Known<F>,
  options?: OptionsOf<F, W>,
): OfNumbers<
  F,
  Chosen<W>,
  ValueAndGradient<ByWrt<Arguments<F>, Chosen<W>>>,
  WithGradient<F, Chosen<W>>
>;
export function valueAndGrad<
  F,
  const W extends WrtOf<F> = 0,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(f: Scalar<F, X, P>, options?: OptionsOf<F, W>): WithGradientIn<F, Chosen<W>, 'generic'>;
export function valueAndGrad(
  f: AnyFunction,
  options: Options<Wrt> & { readonly aux?: boolean } = {},
): unknown {
  insistOnOptions('valueAndGrad', options, { ...optionNames, aux: true });
  const made = options.aux === true ? withAux(f, options) : differentiated(f, options);
  return derivedBy(valueAndGrad, f, options, made);
}

interface Found {
  readonly value: unknown;
  readonly gradient: unknown;
}

/** The value of a real output, and the cotangents of the inputs of its run. */
function pulled(run: ReverseRun, output: unknown, ofConstant: () => void) {
  const real = isReal(output) ? output : realOutput(output, 'a gradient');
  const { primal, dual } = seenBy(run, real);
  if (dual === null) ofConstant();
  return { value: primal, cotangents: run.pull([{ id: idOf(dual), cotangent: 1 }]) };
}

function gradientOf(
  f: AnyFunction,
  options: Options<Wrt>,
  { run, inputs, output }: Recorded,
  before: number,
): Found {
  const { wrt = 0 } = options;
  const { value, cotangents } = pulled(run, output, () => {
    if (inputs.some(({ flat }) => flat.length > 0)) tellOfConstant(f, options, before);
  });
  return { value, gradient: asWrt(wrt, rebuildAll(inputs, cotangents)) };
}

function differentiated(f: AnyFunction, options: Options<Wrt>) {
  const { wrt = 0 } = options;
  const isWatched = asksToWatch(options);

  // The run stands in this function, and not in one of its own: errors in it show few frames of the library.
  return (...args: unknown[]): Found => {
    const found =
      compiledCode === null && codeBehind === null
        ? null
        : asked<Found>(f, 'gradient', (code) => code.gradient(f, args, wrt, options));
    if (found !== null && !(found instanceof LeftToRun)) return found;
    const isPlain = !isWatched && typeof f === 'function' && f.length <= args.length;
    const g = isPlain ? f : watched(f, args, options);
    const isNumber = typeof wrt === 'number' && typeof args[wrt] === 'number';
    const before = meetings.met;
    const answer = isNumber
      ? recordNumber(g, args, wrt, (run, output) => {
          const { value, cotangents } = pulled(run, output, () =>
            tellOfConstant(f, options, before),
          );
          return { value, gradient: cotangents[0] };
        })
      : record(g, args, wrt, (recorded) => gradientOf(f, options, recorded, before));
    return found === null ? answer : found.after(answer);
  };
}

/** The same of a function that returns something beside its real, which is put aside meanwhile. */
function withAux(
  f: AnyFunction,
  { aux: _, ...options }: Options<Wrt> & { readonly aux?: boolean },
) {
  const { wrt = 0 } = options;
  const byRun = (args: unknown[]) => {
    let beside: unknown;
    const g = (...given: never[]): unknown => {
      const output = insistOnDirect(f(...given));
      if (!Array.isArray(output) || output.length !== 2) throw notWithAux(output);
      beside = output[1];
      return output[0];
    };
    registerWrapper(f, g);
    const onlyReal = typeof f === 'function' ? g : f;
    const before = meetings.met;
    return record(watched(onlyReal, args, options), args, wrt, (recorded) => {
      const found = gradientOf(f, options, recorded, before);
      const aux = outputShapeWithBlocks(beside, 'aux');
      return { ...found, aux: aux.rebuild(primalsOf(recorded.run, aux)) };
    });
  };
  return (...args: unknown[]): Found & { readonly aux: unknown } =>
    answered<Found & { readonly aux: unknown }>(
      f,
      'gradient with aux',
      (code) => code.withAux(f, args, wrt, options),
      () => byRun(args),
    );
}

/**
 * The gradient of a function with one real output, in the shape of its input: a number for a number, a
 * `Float64Array` for a `Float64Array`, an object with the same keys for an object; leaves stay as they are.
 * Cost and errors as for `valueAndGrad`.
 *
 * @example grad((x: Real, y: Real) => mul(x, sin(y)), { wrt: [0, 1] })(2, 0) // [0, 2]
 */
export function grad<
  F,
  const W extends WrtOf<F> = 0,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(
  f: Scalar<F, X, P> & Known<F>,
  options?: OptionsOf<F, W>,
): OfNumbers<F, Chosen<W>, ByWrt<Arguments<F>, Chosen<W>>, Gradient<F, Chosen<W>>>;
export function grad<
  F,
  const W extends WrtOf<F> = 0,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(f: Scalar<F, X, P>, options?: OptionsOf<F, W>): GradientIn<F, Chosen<W>, 'generic'>;
export function grad(f: AnyFunction, options: Options<Wrt> = {}): unknown {
  insistOnOptions('grad', options, optionNames);
  const both = differentiated(f, options);
  return derivedBy(grad, f, options, (...args: unknown[]) => both(...args).gradient);
}

/** Vector-Jacobian products: functions of any first-order type, run once and pulled back often. */
import { insistOnOptions } from '../errors/options.js';
import { areNumbers, type Flat } from '../core/trees/flat.js';
import { asWrt } from './arguments/chosen.js';
import type { D } from '../core/types.js';
import type { Real } from '../core/real.js';
import { derivedBy } from '../functions/derived-functions.js';
import { answered, type CompiledCode } from '../functions/translated-functions.js';
import { copiedArguments } from './copied-arguments.js';
import { inputsWithBlocks, readAllOpen, rebuildAll } from './argument-shapes.js';
import { idsOf, outputShapeWithBlocks, ownCopy, primalsOf } from './output-reals.js';
import { record, type Recorded } from './record.js';
import {
  optionNames,
  type AnyFunction,
  type Arguments,
  type ByWrt,
  type Callback,
  type Chosen,
  type Known,
  type Options,
  type OptionsOf,
  type PrimalIn,
  type ResultOf,
  type Typing,
  type Unannotated,
  type Wrt,
  type WrtOf,
} from './signatures.js';
import type { Shape } from '../core/trees/tree.js';
import { copyOfTape } from '../tape/tape-copy.js';
import type { ReverseRun } from '../tape/reverse-run.js';
import type { Seed } from '../tape/tape.js';
import { insistOnSame } from './checkpointing/held-reals.js';
import { watched } from './watched-function.js';

export interface ValueAndPullback<T, C, G> {
  /** The function's result. */
  readonly value: T;
  /**
   * From a cotangent of the result to the cotangent of the input; linear, and callable any number of times.
   */
  readonly pullback: (cotangent: C) => G;
}

/** The type of `vjp(f)` for an f of type F. */
export type WithPullback<F, W extends Wrt> = WithPullbackIn<F, W, 'known'>;
type WithPullbackIn<F, W extends Wrt, G extends Typing> = <A extends Arguments<F>>(
  ...args: A
) => ValueAndPullback<PrimalIn<ResultOf<F>, G>, D<ResultOf<F>> | ResultOf<F>, ByWrt<A, W, G>>;

/**
 * The value of `f` and its pullback: the transposed Jacobian at the arguments, as a function. The run is
 * recorded once, in time and memory of O(f); each call of the pullback sweeps it once and shares nothing
 * with other calls. In compiled code, a function that keeps arrays for its reverse sweep runs again with
 * each call. Later changes of the arguments and the value have no effect.
 *
 * @throws DeltaTapeError as `grad`; the pullback also if the cotangent does not have the shape of the value.
 * @example vjp((x: Real[]) => [mul(x[0], x[1])])([2, 3]).pullback([1]) // [3, 2]
 */
export function vjp<
  F,
  const W extends WrtOf<F> = 0,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(f: F & Callback<X, P> & Known<F>, options?: OptionsOf<F, W>): WithPullback<F, Chosen<W>>;
export function vjp<F extends AnyFunction, const W extends WrtOf<F> = 0>(
  f: F,
  options?: OptionsOf<F, W>,
): WithPullbackIn<F, Chosen<W>, 'generic'>;
export function vjp(f: AnyFunction, options: Options<Wrt> = {}): unknown {
  insistOnOptions('vjp', options, optionNames);
  const wrt = options.wrt ?? 0;
  return derivedBy(vjp, f, options, (...args: unknown[]) => {
    const finish = ({ run, inputs, output }: Recorded) => {
      const shape = outputShapeWithBlocks(output);
      const tape = copyOfTape(run);
      const seeds = seedsAt(run, shape);
      const value = primalsOf(run, shape);
      const pullAgain = tape === null ? pullingAgain(f, args, wrt, inputs, value) : noPull;
      return {
        value: shape.rebuild(value.map(ownCopy)),
        pullback: (cotangent: unknown) => {
          const cotangents = readAllOpen([shape], [cotangent], 'cotangent');
          const pulled = tape === null ? pullAgain(cotangents) : tape.pull(seeds(cotangents));
          return asWrt(wrt, rebuildAll(inputs, pulled));
        },
      };
    };
    return answered<WithPullbackOf>(
      f,
      'vjp',
      (code) => byCode(code, f, args, wrt, options),
      () => record(watched(f, args, options), args, wrt, finish),
    );
  });
}

interface WithPullbackOf {
  readonly value: unknown;
  readonly pullback: (cotangent: unknown) => unknown;
}

/** The same by compiled code, or null. */
function byCode(
  code: CompiledCode,
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  options: object,
): WithPullbackOf | null {
  const found = code.point(f, args, wrt, options, true);
  if (found === null) return null;
  const { value, pull, again } = found;
  const shape = outputShapeWithBlocks(value);
  const inputs = inputsWithBlocks(args, wrt);
  const pullAgain = pullingAgain(f, args, wrt, inputs, shape.reals);
  return {
    value: shape.rebuild(shape.reals),
    pullback: (cotangent: unknown) => {
      const cotangents = readAllOpen([shape], [cotangent], 'cotangent');
      const pulled = areNumbers(cotangents) ? pull(cotangents) : null;
      if (pulled === null) again();
      return asWrt(wrt, rebuildAll(inputs, pulled ?? pullAgain(cotangents)));
    },
  };
}

const noPull = (): Flat<Real> => [];

/** A pullback that records `f` again, at copies of the arguments as they are now. */
function pullingAgain(
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  inputs: readonly Shape[],
  value: readonly Real[],
): (cotangents: Flat<Real>) => Flat<Real> {
  const again = copiedArguments(args, wrt, inputs);
  return (cotangents) =>
    record(f, again(), wrt, ({ run, output }) => {
      const shape = outputShapeWithBlocks(output);
      insistOnSame(value, primalsOf(run, shape), 'the function');
      return run.pull(seedsAt(run, shape)(cotangents));
    });
}

/** From cotangents of the output's reals to seeds for the sweep. */
function seedsAt(run: ReverseRun, shape: Shape): (cotangents: Flat<Real>) => Seed[] {
  const ids = idsOf(run, shape);
  return (cotangents) => ids.map((id, k) => ({ id, cotangent: cotangents[k] }));
}

/** Linearisation: a function runs once, and is pushed forward along any number of tangents. */
import { deepestRun } from '../core/open-runs.js';
import { insistOnOptions } from '../errors/options.js';
import { derivedBy } from '../functions/derived-functions.js';
import { answered, registerWrapper, type CompiledCode } from '../functions/translated-functions.js';
import { ReverseRun } from '../tape/reverse-run.js';
import type { Real } from '../core/real.js';
import { areNumbers, type Flat } from '../core/trees/flat.js';
import type { Shape } from '../core/trees/tree.js';
import { copyOfTape, pushedAlong } from '../tape/tape-copy.js';
import { copiedArguments } from './copied-arguments.js';
import { treesFrom } from './arguments/chosen.js';
import { insistOnSame } from './checkpointing/held-reals.js';
import { forwardPasses } from './forward-pass.js';
import { inputsWithBlocks, readAllOpen } from './argument-shapes.js';
import { idsOf, outputShapeWithBlocks, ownCopy, primalsOf } from './output-reals.js';
import { record, type Recorded } from './record.js';
import {
  optionNames,
  type AnyFunction,
  type Arguments,
  type Callback,
  type Chosen,
  type Known,
  type Options,
  type OptionsOf,
  type PrimalIn,
  type ResultOf,
  type TangentIn,
  type TangentsBy,
  type Typing,
  type Unannotated,
  type Wrt,
  type WrtOf,
} from './signatures.js';
import { zeroOf } from './units.js';
import { watched } from './watched-function.js';

export interface ValueAndPushforward<T, D, P> {
  /** The function's result. */
  readonly value: T;
  /** From a tangent of the input to the tangent of the result; linear, and callable any number of times. */
  readonly pushforward: (tangent: D) => P;
}

/** The type of `linearize(f)` for an f of type F. */
export type Linearized<F, W extends Wrt> = LinearizedIn<F, W, 'known'>;
type LinearizedIn<F, W extends Wrt, G extends Typing> = <A extends Arguments<F>>(
  ...args: A
) => ValueAndPushforward<
  PrimalIn<ResultOf<F>, G>,
  TangentsBy<A, W>,
  TangentIn<PrimalIn<ResultOf<F>, G>, G>
>;

/**
 * The value of `f` and its pushforward: the Jacobian at the arguments, as a function. The run is recorded
 * once, in time and memory of O(f); each call of the pushforward sweeps it once, from the first binding to
 * the last. For one tangent `jvp` is cheaper, and needs no tape. A run with `checkpoint`, `loop` or `scan`
 * is not kept, nor one of compiled code: each call of the pushforward runs `f` again in forward mode, at the
 * arguments as they were.
 *
 * @throws DeltaTapeError as `vjp`; the pushforward also if the tangent does not have the shape of the
 *   argument.
 * @example linearize((x: Real[]) => [mul(x[0], x[1])])([2, 3]).pushforward([1, 0]) // [3]
 */
export function linearize<
  F,
  const W extends WrtOf<F> = 0,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(f: F & Callback<X, P> & Known<F>, options?: OptionsOf<F, W>): Linearized<F, Chosen<W>>;
export function linearize<F extends AnyFunction, const W extends WrtOf<F> = 0>(
  f: F,
  options?: OptionsOf<F, W>,
): LinearizedIn<F, Chosen<W>, 'generic'>;
export function linearize(f: AnyFunction, options: Options<Wrt> = {}): unknown {
  insistOnOptions('linearize', options, optionNames);
  const wrt = options.wrt ?? 0;
  return derivedBy(linearize, f, options, (...args: unknown[]) => {
    const finish = ({ run, inputs, output }: Recorded) => {
      const shape = outputShapeWithBlocks(output);
      const value = primalsOf(run, shape);
      const ids = idsOf(run, shape);
      const tape = copyOfTape(run);
      const push =
        tape === null
          ? pushingAgain(f, args, wrt, inputs, value)
          : (direction: Flat<Real>) => pushedAlong(tape, direction, ids);
      const given = inputs.map((input) => input.rebuild(input.reals));
      return {
        value: shape.rebuild(value.map(ownCopy)),
        pushforward: (tangent: unknown) => {
          const trees = treesFrom(wrt, given, tangent, 'tangent');
          const direction = readAllOpen(inputs, trees, 'tangent');
          const tangents = push(direction);
          // An exact 0 may stand for an array of zeros.
          return shape.rebuild(
            value.map((x, k) => ownCopy(tangents[k] === 0 ? zeroOf(x) : tangents[k])),
          );
        },
      };
    };
    return answered<WithPushforward>(
      f,
      'linearize',
      (code) => byCode(code, f, args, wrt, options),
      () => record(pushed(watched(f, args, options)), args, wrt, finish),
    );
  });
}

interface WithPushforward {
  readonly value: unknown;
  readonly pushforward: (tangent: unknown) => unknown;
}

/** The same by compiled code, which runs the function again for each tangent; or null. */
function byCode(
  code: CompiledCode,
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  options: object,
): WithPushforward | null {
  const found = code.point(f, args, wrt, options, false);
  if (found === null) return null;
  const { value, push, again } = found;
  const shape = outputShapeWithBlocks(value);
  const inputs = inputsWithBlocks(args, wrt);
  const pushAgain = pushingAgain(f, args, wrt, inputs, shape.reals);
  const given = inputs.map((input) => input.rebuild(input.reals));
  return {
    value: shape.rebuild(shape.reals),
    pushforward: (tangent: unknown) => {
      const trees = treesFrom(wrt, given, tangent, 'tangent');
      const direction = readAllOpen(inputs, trees, 'tangent');
      const pushed = areNumbers(direction) ? push(direction) : null;
      if (pushed === null) again();
      return shape.rebuild(pushed ?? pushAgain(direction));
    },
  };
}

/** `f` in runs that are swept forward. */
function pushed(f: AnyFunction): AnyFunction {
  if (typeof f !== 'function') return f;
  const g = (...args: never[]) => {
    const run = deepestRun();
    if (run instanceof ReverseRun) run.isPushed = true;
    return f(...args);
  };
  registerWrapper(f, g);
  return g;
}

/** A pushforward that runs `f` again, at copies of the arguments as they are now. */
function pushingAgain(
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  inputs: readonly Shape[],
  value: readonly Real[],
): (direction: Flat<Real>) => readonly Real[] {
  const again = copiedArguments(args, wrt, inputs);
  return (direction) => {
    const copies = again();
    const { primals, tangents } = forwardPasses(
      f,
      copies,
      wrt,
      inputsWithBlocks(copies, wrt),
    )((k) => direction[k]);
    insistOnSame(value, primals, 'the function');
    return tangents;
  };
}

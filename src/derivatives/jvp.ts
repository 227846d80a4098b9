/** Jacobian-vector products: forward mode for functions of any first-order type (Fig. 15). */
import { treeMismatch } from '../core/errors.js';
import { within } from '../core/levels.js';
import type { Real } from '../core/real.js';
import type { D, Primal, Tangent } from '../core/types.js';
import { ForwardRun, tangentOf } from './forward.js';
import {
  argumentShape,
  call,
  outputShape,
  readAs,
  seenBy,
  type AnyFunction,
  type Arguments,
} from './record.js';

export interface ValueAndTangent<T> {
  /** The function's result. */
  readonly value: Primal<T>;
  /** How the result changes along the given tangents. */
  readonly tangent: Tangent<Primal<T>>;
}

/** A tangent for each argument; `undefined` holds an argument constant. */
export type Tangents<A extends readonly unknown[]> = {
  readonly [K in keyof A]: D<A[K]> | undefined;
};

/**
 * The value of `f` and its derivative along a direction, in one forward pass without a tape: time O(f),
 * memory that does not depend on how long `f` runs.
 *
 * @throws DeltaTapeError if the tangents do not have the shapes of the arguments (it says where).
 * @example jvp((x: Real, y: Real) => mul(x, y))([2, 3], [1, 0]) // { value: 6, tangent: 3 }
 */
export function jvp<F extends AnyFunction>(
  f: F,
): <A extends Arguments<F>>(
  args: readonly [...A],
  tangents: Tangents<A>,
) => ValueAndTangent<ReturnType<F>>;
export function jvp(f: AnyFunction): unknown {
  return (args: readonly unknown[], tangents: readonly unknown[]) => {
    if (!Array.isArray(args)) throw treeMismatch('list of arguments', 'the top', 'a list', args);
    if (!Array.isArray(tangents) || tangents.length !== args.length) {
      const expected = `a list with one tangent for each of ${args.length} arguments`;
      throw treeMismatch('list of tangents', 'the top', expected, tangents);
    }
    const run = new ForwardRun();
    return within(run, () => {
      const duals = args.map((arg: unknown, k) => {
        if (tangents[k] === undefined) return arg;
        const shape = argumentShape(arg, k);
        const changes = readAs(shape, tangents[k], 'tangent');
        return shape.rebuild(shape.reals.map((x, i) => run.pair(x, changes[i])));
      });
      const shape = outputShape(call(f, duals));
      const seen = shape.reals.map((x) => seenBy(run, x));
      return {
        value: shape.rebuild(seen.map(({ primal }) => primal)),
        tangent: shape.rebuild(seen.map(({ dual }) => tangentOf(dual))),
      };
    });
  };
}

/**
 * The derivative of a function of one real variable; its result may be any tree. Forward mode.
 *
 * @example derivative((x: Real) => mul(x, mul(x, x)))(2) // 12
 */
export function derivative<T>(f: (x: Real) => T): <X extends Real>(x: X) => DerivativeOf<X, T> {
  const along = jvp(f) as unknown as (
    args: readonly unknown[],
    tangents: readonly unknown[],
  ) => { readonly tangent: unknown };
  return <X extends Real>(x: X) => along([x], [1]).tangent as DerivativeOf<X, T>;
}

/** A derivative at a number consists of numbers, at a real of reals. */
export type DerivativeOf<X, T> = [X] extends [number] ? Tangent<Primal<T>> : Tangent<T>;

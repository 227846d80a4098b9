/**
 * Hessian-vector products, forward over reverse: the pushforward of the
 * gradient (Abadi, Plotkin, eq. 6).
 */
import { outputNotReal } from '../core/errors.js';
import { within } from '../core/open-runs.js';
import { isReal, type Real } from '../core/real.js';
import type { WatchOptions } from '../core/watcher.js';
import type { D } from '../core/types.js';
import { ForwardRun, tangentOf } from '../tape/forward-run.js';
import {
  argumentShape,
  idOf,
  inputShapes,
  readOpen,
  rebuildAll,
  record,
  seenBy,
  withArguments,
  type Recorded,
} from './record.js';
import type {
  AnyFunction,
  Arguments,
  Known,
  RealFunction,
  ScalarFunction,
  TangentIn,
  Typing,
  Wrt,
} from './signatures.js';
import { watched } from './watched.js';

/** A gradient and its change along a direction, both flat, in the order of the input's reals. */
export interface GradientAlong {
  readonly gradient: readonly Real[];
  readonly product: readonly Real[];
}

/**
 * The gradient of `f` and its derivative along `direction`, which has an entry
 * for each real of the inputs.
 */
export function gradientAlong(
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  direction: readonly Real[],
): GradientAlong {
  const inputs = inputShapes(args, wrt);
  const forward = new ForwardRun();
  return within(forward, () => {
    const duals = inputs.flatMap(({ reals }) => reals).map((x, k) => forward.dual(x, direction[k]));
    const trees = rebuildAll(inputs, duals);
    const given = { args, shapes: inputs };
    const use = ({ run, output }: Recorded): GradientAlong => {
      if (!isReal(output)) throw outputNotReal(output, 'a Hessian-vector product');
      const cotangents = run.pull([{ id: idOf(seenBy(run, output).dual), cotangent: 1 }]);
      const seen = Array.from(cotangents, (x) => seenBy(forward, x));
      return {
        gradient: seen.map(({ primal }) => primal),
        product: seen.map(({ dual }) => tangentOf(dual)),
      };
    };
    return record(f, withArguments(args, wrt, trees), wrt, use, given);
  });
}

/** What `hvp` makes of an F. */
export type HessianVectorProduct<F extends AnyFunction, G extends Typing = 'known'> = <
  X extends Arguments<F>[0],
>(
  x: X,
  v: D<X> | X,
  ...others: Arguments<F> extends readonly [unknown, ...infer Others] ? Others : never
) => TangentIn<X, G>;

/**
 * The Hessian of `f` by its first argument, times the vector `v`, in the shape of the
 * argument. Arguments after `v` are the other arguments of `f`. O(f), whatever the number of
 * inputs; no Hessian is formed.
 *
 * @throws DeltaTapeError as `grad`, and if `v` has not the shape of the argument.
 * @example hvp((x: Real[]) => mul(x[0], mul(x[0], x[1])))([2, 3], [1, 0]) // [6, 4]
 */
export function hvp<F extends RealFunction>(f: F, options?: WatchOptions): HessianVectorProduct<F>;
export function hvp<F extends ScalarFunction>(
  f: F & Known<F>,
  options?: WatchOptions,
): HessianVectorProduct<F>;
export function hvp<F extends ScalarFunction>(
  f: F,
  options?: WatchOptions,
): HessianVectorProduct<F, 'generic'>;
export function hvp(f: AnyFunction, options: WatchOptions = {}): unknown {
  return (x: unknown, v: unknown, ...others: unknown[]) => {
    const shape = argumentShape(x, 0);
    const direction = readOpen(shape, v, 'vector');
    return shape.rebuild(gradientAlong(watched(f, options), [x, ...others], 0, direction).product);
  };
}

/** Whole Jacobians, by the Forward Plan or the Reverse Plan of §3.2. */
import type { List, Map as ImmutableMap } from 'immutable';
import { varyingOutput } from '../core/errors.js';
import { within } from '../core/levels.js';
import type { Shape } from '../core/tree.js';
import type { Real } from '../core/real.js';
import type { Leaf } from '../core/types.js';
import { ForwardRun, tangentOf } from './forward.js';
import type { ByWrt } from './grad.js';
import {
  asWrt,
  call,
  idOf,
  inputShapes,
  outputShape,
  rebuildAll,
  record,
  seenBy,
  withArguments,
  type AnyFunction,
  type Arguments,
  type Options,
  type Wrt,
} from './record.js';

export interface JacobianOptions<W extends Wrt = Wrt> extends Options<W> {
  /** `forward` runs once for each input real, `reverse` sweeps once for each output real. Default: the fewer. */
  readonly plan?: 'forward' | 'reverse';
}

/** The result's tree with a whole gradient in the place of each real. */
export type JacobianOf<T, Row> = [T] extends [Real]
  ? Row
  : T extends Float64Array | Float32Array
    ? Row[]
    : T extends Leaf
      ? T
      : T extends List<infer V>
        ? List<JacobianOf<V, Row>>
        : T extends ImmutableMap<infer K, infer V>
          ? ImmutableMap<K, JacobianOf<V, Row>>
          : T extends Map<infer K, infer V>
            ? Map<K, JacobianOf<V, Row>>
            : { -readonly [K in keyof T]: JacobianOf<T[K], Row> };

/** Rows of partials, one for each real of the output, and the shape the output has. */
interface Rows {
  readonly output: Shape;
  readonly rows: readonly (readonly Real[])[];
}

function reversePlan(f: AnyFunction, args: readonly unknown[], wrt: Wrt): Rows {
  return record(f, args, wrt, ({ run, output }) => {
    const shape = outputShape(output);
    const rows = shape.reals.map((x) => {
      const { dual } = seenBy(run, x);
      return run.pull([{ id: idOf(dual), cotangent: 1 }]);
    });
    return { output: shape, rows };
  });
}

/** One forward pass, with a tangent for each input real. */
type Pass = <T>(tangent: (k: number) => number, use: (run: ForwardRun, output: Shape) => T) => T;

const passes =
  (f: AnyFunction, args: readonly unknown[], wrt: Wrt, inputs: readonly Shape[]): Pass =>
  (tangent, use) => {
    const run = new ForwardRun();
    const duals = inputs.flatMap(({ reals }) => reals).map((x, k) => run.pair(x, tangent(k)));
    return within(run, () => {
      const trees = rebuildAll(inputs, duals);
      return use(run, outputShape(call(f, withArguments(args, wrt, trees))));
    });
  };

function forwardPlan(pass: Pass, count: number): Rows {
  const rows: Real[][] = [];
  let output = outputShape([]);
  for (let column = 0; column < count; column++) {
    pass(
      (k) => (k === column ? 1 : 0),
      (run, found) => {
        if (column > 0 && found.count !== output.count) throw varyingOutput();
        output = found;
        found.reals.forEach((x, i) => {
          (rows[i] ??= [])[column] = tangentOf(seenBy(run, x).dual);
        });
      },
    );
  }
  return { output, rows };
}

/** Which plan needs fewer passes. Counts the outputs by a forward pass along no direction. */
const cheaperPlan = (pass: Pass, count: number): 'forward' | 'reverse' =>
  pass(
    () => 0,
    (_, output) => (count < output.count ? 'forward' : 'reverse'),
  );

/** What `jacobian` makes of an F. */
export type WholeJacobian<F extends AnyFunction, W extends Wrt> = <A extends Arguments<F>>(
  ...args: A
) => JacobianOf<ReturnType<F>, ByWrt<A, W>>;

/**
 * The Jacobian of `f`: its result's tree, with the gradient of each real in that real's place. From arrays to
 * arrays that is a matrix, one row for each output. Costs min(inputs, outputs) passes over `f`, and one
 * forward pass to choose, unless `plan` says which.
 *
 * @throws DeltaTapeError as `vjp`.
 * @example jacobian((x: Real[]) => [mul(x[0], x[1]), sin(x[0])])([0, 2]) // [[2, 0], [1, 0]]
 */
export function jacobian<F extends AnyFunction>(f: F): WholeJacobian<F, 0>;
export function jacobian<F extends AnyFunction, const W extends Wrt = 0>(
  f: F,
  options: JacobianOptions<W>,
): WholeJacobian<F, W>;
export function jacobian(f: AnyFunction, options: JacobianOptions = {}): unknown {
  const wrt = options.wrt ?? 0;
  return (...args: unknown[]) => {
    const inputs = inputShapes(args, wrt);
    const count = inputs.reduce((total, shape) => total + shape.count, 0);
    const pass = passes(f, args, wrt, inputs);
    // Without inputs there is no forward pass to learn the output's shape from.
    const forward = count > 0 && (options.plan ?? cheaperPlan(pass, count)) === 'forward';
    const { output, rows } = forward ? forwardPlan(pass, count) : reversePlan(f, args, wrt);
    return output.rebuild(rows.map((row) => asWrt(wrt, rebuildAll(inputs, row))));
  };
}

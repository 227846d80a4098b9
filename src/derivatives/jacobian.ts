/** Whole Jacobians, by the Forward Plan or the Reverse Plan of §3.2. */
import type { List, Map as ImmutableMap } from 'immutable';
import type { Row } from '../core/atoms.js';
import type { Shape } from '../core/tree.js';
import type { Real } from '../core/real.js';
import type { Leaf } from '../core/types.js';
import { varyingOutput } from './errors.js';
import type { ByWrt } from './grad.js';
import { passes, type Pass } from './pass.js';
import {
  asWrt,
  countOf,
  idOf,
  inputShapes,
  outputShape,
  rebuildAll,
  record,
  seenBy,
  type AnyFunction,
  type Arguments,
  type Options,
  type Wrt,
} from './record.js';
import { sparseJacobian } from './sparse/jacobian.js';
import type { SparseOf, SparseOption } from './sparse/result.js';
import { watched } from './watched.js';

export interface JacobianPlan {
  /**
   * `forward` pushes input reals forward, `reverse` pulls output reals back.
   * Default: the fewer passes.
   */
  readonly plan?: 'forward' | 'reverse';
}
export interface JacobianOptions<W extends Wrt = Wrt> extends Options<W>, JacobianPlan {
  /** Whether to give a sparse result. */
  readonly sparse?: false;
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
  readonly rows: readonly Row<Real>[];
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

function forwardPlan(pass: Pass, count: number): Rows {
  const rows: Real[][] = [];
  let output = outputShape([]);
  for (let column = 0; column < count; column++) {
    const { output: found, tangents } = pass((k) => (k === column ? 1 : 0));
    if (column > 0 && found.count !== output.count) throw varyingOutput();
    output = found;
    tangents.forEach((tangent, i) => ((rows[i] ??= [])[column] = tangent));
  }
  return { output, rows };
}

/** Which plan needs fewer passes. Counts the outputs by a forward pass along no direction. */
const cheaperPlan = (pass: Pass, count: number): 'forward' | 'reverse' =>
  count < pass(() => 0).output.count ? 'forward' : 'reverse';

/** What `jacobian` makes of an F. */
export type WholeJacobian<F extends AnyFunction, W extends Wrt> = <A extends Arguments<F>>(
  ...args: A
) => JacobianOf<ReturnType<F>, ByWrt<A, W>>;
/** What `jacobian` makes of an F if the result is to be sparse. */
export type SparseJacobian<F extends AnyFunction> = <A extends Arguments<F>>(
  ...args: A
) => SparseOf<A>;

/**
 * The Jacobian of `f`: its result's tree, with the gradient of each real in that real's place. From
 * arrays to arrays that is a matrix, one row for each output. Costs min(inputs, outputs) passes
 * over `f`, and one forward pass to choose, unless `plan` says which.
 *
 * With `sparse: true` the result is `Sparse`. Outputs that share no input share a sweep, or inputs
 * that share no output a forward pass, so a banded Jacobian costs as many passes as its band is
 * wide. The pattern is found from the structure of one run, and holds where the function takes the
 * same branches. `sparse: { rows, columns }` gives a pattern that is known. **Entries outside of a
 * given pattern are taken to be 0**; one more pass checks that, and finds a missing entry unless it
 * is tiny beside the others of its row or column.
 *
 * @throws DeltaTapeError as `vjp`; if a given pattern is malformed or too small;
 *   if it has too many entries.
 * @example jacobian((x: Real[]) => [mul(x[0], x[1]), sin(x[0])])([0, 2]) // [[2, 0], [1, 0]]
 */
export function jacobian<F extends AnyFunction>(f: F): WholeJacobian<F, 0>;
export function jacobian<F extends AnyFunction>(
  f: F,
  options: JacobianPlan & Options & SparseOption,
): SparseJacobian<F>;
export function jacobian<F extends AnyFunction, const W extends Wrt = 0>(
  f: F,
  options: JacobianOptions<W>,
): WholeJacobian<F, W>;
export function jacobian(
  f: AnyFunction,
  options: JacobianPlan & Options & Partial<JacobianOptions | SparseOption> = {},
): unknown {
  const { wrt = 0, plan, sparse = false } = options;
  return (...args: unknown[]) => {
    const g = watched(f, options);
    return sparse === false
      ? wholeJacobian(g, args, wrt, plan)
      : sparseJacobian(g, args, wrt, plan, sparse);
  };
}

function wholeJacobian(
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  plan: JacobianPlan['plan'],
): unknown {
  const inputs = inputShapes(args, wrt);
  const count = countOf(inputs);
  const pass = passes(f, args, wrt, inputs);
  // Without inputs there is no forward pass to learn the output's shape from.
  const forward = count > 0 && (plan ?? cheaperPlan(pass, count)) === 'forward';
  const { output, rows } = forward ? forwardPlan(pass, count) : reversePlan(f, args, wrt);
  return output.rebuild(rows.map((row) => asWrt(wrt, rebuildAll(inputs, row))));
}

/** Whole Jacobians, by the Forward Plan or the Reverse Plan of §3.2. */
import type { List, Map as ImmutableMap } from 'immutable';
import type { Shape } from '../core/trees/tree.js';
import type { Real } from '../core/real.js';
import type { Leaf } from '../core/types.js';
import { units } from '../tape/lanes.js';
import { isInColumns, reverseSweeps } from '../tape/lane-sweep.js';
import { forwardSweeps } from '../tape/forward-sweep.js';
import { varyingOutput } from './errors.js';
import { forwardPasses, type ForwardPass } from './forward-pass.js';
import { asWrt } from './arguments/chosen.js';
import { countOf, inputShapes, rebuildAll } from './argument-shapes.js';
import { idsOf, outputShape } from './output-reals.js';
import { record } from './record.js';
import type {
  AnyFunction,
  Arguments,
  ByWrt,
  Chosen,
  Options,
  OptionsOf,
  Places,
  Wrt,
  WrtOf,
} from './signatures.js';
import { recordedOnce } from './record-once.js';
import { repeated } from './repeated-runs.js';
import { sparseJacobian } from './sparse/jacobian.js';
import type { SparseOf, SparseOption } from './sparse/result.js';
import { watched } from './watched-function.js';

export interface JacobianPlan {
  /**
   * `forward` pushes input reals forward, `reverse` pulls output reals back.
   * Default: the fewer sweeps.
   */
  readonly plan?: 'forward' | 'reverse';
}
export interface JacobianOptions<W extends Wrt = Places> extends Options<W>, JacobianPlan {
  /** Whether to give a sparse result. */
  readonly sparse?: false;
}

/** The result's tree with a whole gradient in the place of each real. */
export type JacobianOf<T, Row> = [T] extends [Real]
  ? Row
  : T extends Float64Array | Float32Array
    ? Row[]
    : T extends List<infer V>
      ? List<JacobianOf<V, Row>>
      : T extends ImmutableMap<infer K, infer V>
        ? ImmutableMap<K, JacobianOf<V, Row>>
        : T extends Map<infer K, infer V>
          ? Map<K, JacobianOf<V, Row>>
          : T extends Leaf
            ? T
            : { -readonly [K in keyof T]: JacobianOf<T[K], Row> };

type Plan = JacobianPlan['plan'];

/** The partials of each real of the output, as trees like the inputs, and the shape it has. */
interface Rows {
  readonly output: Shape;
  readonly rows: readonly (readonly unknown[])[];
}

const cheaper = (inputs: number, outputs: number) => (inputs < outputs ? 'forward' : 'reverse');

/** One run, swept along the plan or in the fewer directions; null where that cannot be. */
const bySweeps = (
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  plan: Plan,
  inputs: readonly Shape[],
): Rows | null =>
  recordedOnce(f, args, wrt, ({ run, output, ids }) => {
    const width = run.inputs;
    if (width === 0 || (plan ?? cheaper(width, ids.length)) === 'reverse') {
      const rows = reverseSweeps(run, ids, units(ids.length));
      return { output, rows: rows.map((row) => rebuildAll(inputs, row)) };
    }
    if (!isInColumns(run)) return null;
    const columns = forwardSweeps(run, ids, units(width));
    return { output, rows: ids.map((_, k) => rebuildAll(inputs, rowOf(columns, k))) };
  });

function rowOf(columns: readonly Float64Array[], k: number): Float64Array {
  const row = new Float64Array(columns.length);
  for (let j = 0; j < columns.length; j++) row[j] = columns[j][k];
  return row;
}

/** A run for each input, or one for all outputs. */
function byPasses(
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  plan: Plan,
  inputs: readonly Shape[],
): Rows {
  const count = countOf(inputs);
  const pass = forwardPasses(f, args, wrt, inputs);
  // Without inputs there is no forward pass to learn the output's shape from.
  const forward = count > 0 && (plan ?? cheaperPlan(pass, count)) === 'forward';
  const { output, rows } = forward ? forwardPlan(pass, count) : reversePlan(f, args, wrt);
  return { output, rows: rows.map((row) => rebuildAll(inputs, row)) };
}

function reversePlan(f: AnyFunction, args: readonly unknown[], wrt: Wrt) {
  return record(f, args, wrt, ({ run, output: result }) => {
    const output = outputShape(result);
    return { output, rows: reverseSweeps(run, idsOf(run, output), units(output.count)) };
  });
}

function forwardPlan(pass: ForwardPass, count: number) {
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
const cheaperPlan = (pass: ForwardPass, count: number) =>
  cheaper(count, pass(() => 0).output.count);

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
 * arrays to arrays that is a matrix, one row for each output. `f` runs once, and what it recorded is
 * swept min(inputs, outputs) times, several directions at once, unless `plan` says which way. Inside
 * another derivative, and where forward sweeps meet a rule or a checkpoint, or the tape is full, `f`
 * runs once for each input instead.
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
export function jacobian<F extends AnyFunction, const W extends WrtOf<F> = 0>(
  f: F,
  options?: JacobianOptions<W> & OptionsOf<F, W>,
): WholeJacobian<F, Chosen<W>>;
export function jacobian<F extends AnyFunction, const W extends WrtOf<F> = 0>(
  f: F,
  options: JacobianPlan & OptionsOf<F, W> & SparseOption,
): SparseJacobian<F>;
export function jacobian(
  f: AnyFunction,
  options: JacobianPlan & Options<Wrt> & Partial<JacobianOptions<Wrt> | SparseOption> = {},
): unknown {
  const { wrt = 0, plan, sparse = false } = options;
  return (...args: unknown[]) => {
    const g = repeated(watched(f, options), args, wrt);
    return sparse === false
      ? wholeJacobian(g, args, wrt, plan)
      : sparseJacobian(g, args, wrt, plan, sparse);
  };
}

function wholeJacobian(f: AnyFunction, args: readonly unknown[], wrt: Wrt, plan: Plan): unknown {
  const inputs = inputShapes(args, wrt);
  const { output, rows } =
    bySweeps(f, args, wrt, plan, inputs) ?? byPasses(f, args, wrt, plan, inputs);
  return output.rebuild(rows.map((row) => asWrt(wrt, row)));
}

/** Whole Jacobians, by the Forward Plan or the Reverse Plan of §3.2. */
import type { List, Map as ImmutableMap } from 'immutable';
import { insistOnOptions } from '../errors/options.js';
import type { Shape } from '../core/trees/tree.js';
import type { Real } from '../core/real.js';
import type { Flat } from '../core/trees/flat.js';
import { derivedBy } from '../functions/derived-functions.js';
import { answered, type CompiledCode } from '../functions/translated-functions.js';
import type { Leaf, NumPyArray } from '../core/types.js';
import type { DeltaId } from '../delta/delta.js';
import type { ReverseRun } from '../tape/reverse-run.js';
import { units } from '../tape/lanes.js';
import { isInColumns } from '../tape/lane-sweep.js';
import { forwardSweeps } from '../tape/forward-sweep.js';
import { varyingOutput } from './errors.js';
import { forwardPasses, type ForwardPass } from './forward-pass.js';
import { asWrt } from './arguments/chosen.js';
import { inputsWithBlocks, isByFloats, rebuildAll } from './argument-shapes.js';
import { idsOf, outputShapeWithBlocks } from './output-reals.js';
import { record } from './record.js';
import {
  optionNames,
  type AnyFunction,
  type Arguments,
  type ByWrt,
  type Callback,
  type Chosen,
  type Options,
  type OptionsOf,
  type Places,
  type ResultOf,
  type Unannotated,
  type Wrt,
  type WrtOf,
} from './signatures.js';
import { recordedOnce } from './record-once.js';
import { repeated } from './repeated-runs.js';
import { sparseJacobian } from './sparse/jacobian.js';
import type { SparseOf, SparseOption } from './sparse/result.js';
import { blocksOf, elementsIn, rowsOf, unitsOf, zeroOf } from './units.js';
import { watched } from './watched-function.js';

export interface JacobianPlan {
  /** `forward` pushes input reals forward, `reverse` pulls output reals back. Default: the fewer sweeps. */
  readonly plan?: 'forward' | 'reverse';
}
export interface JacobianOptions<W extends Wrt = Places> extends Options<W>, JacobianPlan {
  /** True for a sparse result. */
  readonly sparse?: false;
}

/**
 * The result's tree with a whole gradient in the place of each real; in the place of an array of NumPy a
 * gradient whose reals and arrays are arrays with its axes in front.
 */
export type JacobianOf<T, Row> = [T] extends [Real]
  ? Row
  : [Extract<T, NumPyArray>] extends [never]
    ? JacobianOfTree<T, Row>
    : OfArrays<Extract<T, NumPyArray>, Row> | (Extract<T, Real> extends never ? never : Row);

type JacobianOfTree<T, Row> = T extends Float64Array | Float32Array
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

/** A gradient of an array, element by element: its reals are arrays. */
type OfArrays<T extends NumPyArray, Row> = Row extends Real
  ? T
  : Row extends NumPyArray | Leaf
    ? Row
    : Row extends List<infer V>
      ? List<OfArrays<T, V>>
      : Row extends ImmutableMap<infer K, infer V>
        ? ImmutableMap<K, OfArrays<T, V>>
        : Row extends Map<infer K, infer V>
          ? Map<K, OfArrays<T, V>>
          : { -readonly [K in keyof Row]: OfArrays<T, Row[K]> };

type Plan = JacobianPlan['plan'];

/** The derivatives of each real or block of the output with respect to those of the inputs. */
interface Rows {
  readonly output: Shape;
  readonly rows: readonly Flat<Real>[];
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
    const width = widthOf(inputs);
    if (width === 0 || (plan ?? cheaper(width, heightOf(output))) === 'reverse') {
      return byRows(run, inputs, output, ids);
    }
    if (!isInColumns(run) || heightOf(output) !== ids.length) return null;
    const columns = forwardSweeps(run, ids, units(width));
    return { output, rows: ids.map((_, k) => rowOf(columns, k)) };
  });

/** The number of elements of trees. */
const widthOf = (inputs: readonly Shape[]): number =>
  inputs.reduce((total, { flat }) => total + elementsIn(flat), 0);
const heightOf = ({ flat }: Shape): number => elementsIn(flat);

function byRows(
  run: ReverseRun,
  inputs: readonly Shape[],
  output: Shape,
  ids: readonly DeltaId[],
): Rows {
  const { reals } = output;
  const rows = rowsOf(run, ids, reals);
  return { output, rows: blocksOf(reals, atomsOf(inputs), rows, false) };
}

const atomsOf = (inputs: readonly Shape[]): readonly Real[] => inputs.flatMap(({ reals }) => reals);

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
  const count = widthOf(inputs);
  const pass = forwardPasses(f, args, wrt, inputs);
  const atoms = atomsOf(inputs);
  // Without inputs there is no forward pass to learn the output's shape from.
  const forward = count > 0 && (plan ?? cheaperPlan(pass, atoms, count)) === 'forward';
  if (forward) return forwardPlan(pass, atoms);
  return record(f, args, wrt, ({ run, output: result }) => {
    const output = outputShapeWithBlocks(result);
    return byRows(run, inputs, output, idsOf(run, output));
  });
}

function forwardPlan(pass: ForwardPass, atoms: readonly Real[]): Rows {
  const columns: (readonly Real[])[] = [];
  let output = outputShapeWithBlocks([]);
  for (const { of, one } of unitsOf(atoms)) {
    const { output: found, tangents } = pass((k) => (k === of ? one : zeroOf(atoms[k])));
    const varies = found.count !== output.count || heightOf(found) !== heightOf(output);
    if (columns.length > 0 && varies) throw varyingOutput();
    output = found;
    columns.push(tangents);
  }
  return { output, rows: blocksOf(output.reals, atoms, columns, true) };
}

/** Which plan needs fewer passes. Counts the outputs by a forward pass along no direction. */
const cheaperPlan = (pass: ForwardPass, atoms: readonly Real[], count: number) =>
  cheaper(count, heightOf(pass((k) => zeroOf(atoms[k])).output));

/** The type of `jacobian(f)` for an f of type F. */
export type DenseJacobian<F, W extends Wrt> = <A extends Arguments<F>>(
  ...args: A
) => JacobianOf<ResultOf<F>, ByWrt<A, W>>;
/** The type of `jacobian(f, { sparse: true })` for an f of type F. */
export type SparseJacobian<F> = <A extends Arguments<F>>(...args: A) => SparseOf<A>;

/**
 * The Jacobian of `f`: its result's tree, with the gradient of each real in that real's place. From arrays
 * to arrays that is a matrix, one row for each output. `f` runs once, and its bindings are swept min(inputs,
 * outputs) times, several directions at once; `plan` sets the direction. Inside another derivative, and
 * where forward sweeps meet a rule or a checkpoint, or the tape is full, `f` runs once for each input
 * instead.
 *
 * With `sparse: true` the result is `Sparse`. Outputs that share no input share a sweep, or inputs that
 * share no output a forward pass, so a banded Jacobian costs as many passes as its band is wide. The pattern
 * is found from the structure of one run, and holds where the function takes the same branches.
 * `sparse: { rows, columns }` gives a known pattern. **Entries outside of a given pattern are taken to be
 * 0**; one more pass checks that, and finds a missing entry unless it is tiny beside the others of its row
 * or column.
 *
 * @throws DeltaTapeError as `vjp`; if a given pattern is malformed or too small; if it has too many entries.
 * @example jacobian((x: Real[]) => [mul(x[0], x[1]), sin(x[0])])([0, 2]) // [[2, 0], [1, 0]]
 */
export function jacobian<
  F,
  const W extends WrtOf<F> = 0,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(
  f: F & Callback<X, P>,
  options?: JacobianOptions<W> & OptionsOf<F, W>,
): DenseJacobian<F, Chosen<W>>;
export function jacobian<F extends AnyFunction, const W extends WrtOf<F> = 0>(
  f: F,
  options: JacobianPlan & OptionsOf<F, W> & SparseOption,
): SparseJacobian<F>;
export function jacobian(
  f: AnyFunction,
  options: JacobianPlan & Options<Wrt> & Partial<JacobianOptions<Wrt> | SparseOption> = {},
): unknown {
  insistOnOptions('jacobian', options, { ...optionNames, plan: true, sparse: true });
  const { wrt = 0, plan, sparse = false } = options;
  return derivedBy(jacobian, f, options, (...args: unknown[]) => {
    const g = () => repeated(watched(f, args, options), args, wrt);
    if (sparse !== false) return sparseJacobian(f, g(), args, wrt, plan, sparse, options);
    return answered<{ readonly jacobian: unknown }>(
      f,
      'jacobian',
      (code) => byCode(code, f, args, wrt, plan, options),
      () => ({ jacobian: denseJacobian(g(), args, wrt, plan) }),
    ).jacobian;
  });
}

/** The same by compiled code, or null. */
function byCode(
  code: CompiledCode,
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  plan: Plan,
  options: Options<Wrt>,
): { readonly jacobian: unknown } | null {
  const found = code.rows(f, args, wrt, options, plan);
  if (found === null) return null;
  const rows = found.areTrees ? found.rows : treesOf(args, wrt, found.rows);
  return { jacobian: resultOf(found.value, rows) };
}

/** Vectors in the shape of the arguments. */
function treesOf(args: readonly unknown[], wrt: Wrt, rows: readonly Float64Array[]) {
  // Rows are nobody else's.
  if (isByFloats(args, wrt)) return rows;
  const inputs = inputsWithBlocks(args, wrt);
  return rows.map((row) => asWrt(wrt, rebuildAll(inputs, row)));
}

/** Trees in the shape of the value. */
const resultOf = (value: unknown, rows: readonly unknown[]): unknown =>
  isListOf(rows.length, value) ? rows : outputShapeWithBlocks(value).rebuild(rows);

/** True if a value is a list of this many numbers, and nothing else. */
function isListOf(count: number, value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== count) return false;
  for (let k = 0; k < count; k++) if (typeof value[k] !== 'number') return false;
  return Object.getPrototypeOf(value) === Array.prototype;
}

function denseJacobian(f: AnyFunction, args: readonly unknown[], wrt: Wrt, plan: Plan): unknown {
  const inputs = inputsWithBlocks(args, wrt);
  const { output, rows } =
    bySweeps(f, args, wrt, plan, inputs) ?? byPasses(f, args, wrt, plan, inputs);
  return output.rebuild(rows.map((row) => asWrt(wrt, rebuildAll(inputs, row))));
}

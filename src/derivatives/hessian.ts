/** Whole Hessians: second derivatives in blocks, or sparse. */
import { insistOnOptions } from '../errors/options.js';
import type { Flat } from '../core/trees/flat.js';
import type { Real } from '../core/real.js';
import { derivedBy } from '../functions/derived-functions.js';
import { answered, type CompiledCode } from '../functions/translated-functions.js';
import type { Tangent } from '../core/types.js';
import { productAlong } from './hvp.js';
import type { JacobianOf } from './jacobian.js';
import { formOf, keysOf, partsOf } from './arguments/chosen.js';
import { inputsWithBlocks, isByFloats, rebuildAll } from './argument-shapes.js';
import {
  optionNames,
  type AnyFunction,
  type Arguments,
  type Chosen,
  type Entry,
  type Options,
  type OptionsOf,
  type Places,
  type Scalar,
  type Unannotated,
  type Wrt,
  type WrtOf,
} from './signatures.js';
import { repeated } from './repeated-runs.js';
import { compressedRows, sparseHessian } from './sparse/hessian.js';
import type { SparseOf, SparseOption } from './sparse/result.js';
import { blocksOf, unitsOf, zeroOf } from './units.js';
import { watched } from './watched-function.js';

export interface HessianOptions<W extends Wrt = Places> extends Options<W> {
  /** True for a sparse result. */
  readonly sparse?: false;
}

/**
 * For `wrt: 1` the argument's tree with a whole tree in the place of each real; for a list of positions or
 * keys, blocks of these.
 */
export type HessianOf<A extends readonly unknown[], W extends Wrt> = W extends number
  ? JacobianOf<A[W], Tangent<A[W]>>
  : W extends string
    ? JacobianOf<Entry<A[0], W>, Tangent<Entry<A[0], W>>>
    : W extends readonly string[]
      ? { [K in W[number]]: { [L in W[number]]: EntryBlock<A[0], K, L> } }
      : { -readonly [K in keyof W]: { -readonly [L in keyof W]: Block<A, W[K], W[L]> } };

/** The derivative of the gradient with respect to one entry, with respect to another. */
type EntryBlock<T, K, L> = JacobianOf<Entry<T, K>, Tangent<Entry<T, L>>>;

/** The derivative of the gradient with respect to one argument, with respect to another. */
type Block<A extends readonly unknown[], K, L> = K extends number
  ? L extends number
    ? JacobianOf<A[K], Tangent<A[L]>>
    : never
  : never;

/** The type of `hessian(f)` for an f of type F. */
export type DenseHessian<F, W extends Wrt> = <A extends Arguments<F>>(
  ...args: A
) => HessianOf<A, W>;
/** The type of `hessian(f, { sparse: true })` for an f of type F. */
export type SparseHessian<F> = <A extends Arguments<F>>(...args: A) => SparseOf<A>;

/**
 * The Hessian of a function with one real output: its argument's tree, with a whole tree of second
 * derivatives in the place of each real. For an array that is a matrix; for a list `wrt` there is a block
 * for each two arguments. Costs one Hessian-vector product, O(f), for each input real.
 *
 * With `sparse: true` the result is `Sparse`, and costs a few products if the Hessian is banded, an arrow,
 * or otherwise sparse: as many as a star colouring of its pattern has colours. The pattern is found from the
 * structure of one run, and holds where the function takes the same branches. `sparse: { rows, columns }`
 * gives a known pattern; one of (i, j) and (j, i) is enough. **Entries outside of a given pattern are taken
 * to be 0**; one more product checks that, and finds a missing entry unless it is tiny beside the others of
 * its row.
 *
 * @throws DeltaTapeError as `grad`; if a given pattern is malformed or too small; if it has too many
 *   entries.
 * @example hessian((x: Real[]) => mul(x[0], mul(x[0], x[1])))([2, 3]) // [[6, 4], [4, 0]]
 */
export function hessian<
  F,
  const W extends WrtOf<F> = 0,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(f: Scalar<F, X, P>, options?: HessianOptions<W> & OptionsOf<F, W>): DenseHessian<F, Chosen<W>>;
export function hessian<
  F,
  const W extends WrtOf<F> = 0,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(f: Scalar<F, X, P>, options: OptionsOf<F, W> & SparseOption): SparseHessian<F>;
export function hessian(
  f: AnyFunction,
  options: Options<Wrt> & Partial<HessianOptions<Wrt> | SparseOption> = {},
): unknown {
  insistOnOptions('hessian', options, { ...optionNames, sparse: true });
  const { wrt = 0, sparse = false } = options;
  return derivedBy(hessian, f, options, (...args: unknown[]) => {
    const g = repeated(watched(f, args, options), args, wrt);
    if (sparse !== false) return sparseHessian(f, g, args, wrt, sparse, options);
    const byCode = (code: CompiledCode) =>
      compressedRows(code, f, g, args, wrt, options) ??
      code.products(f, args, wrt, options, 'units');
    return inBlocks(f, g, args, wrt, byCode);
  });
}

/** The rows of a Hessian, or null. */
type Rows = (code: CompiledCode) => readonly Flat<Real>[] | null;

/** @param g the function for several runs */
function inBlocks(
  f: AnyFunction,
  g: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  byCode: Rows,
): unknown {
  const shapes = inputsWithBlocks(args, wrt);
  const atoms = shapes.flatMap(({ reals }) => reals);
  const zeros = atoms.map(zeroOf);
  const along = (direction: readonly Real[]) => productAlong(g, args, wrt, direction, 'a Hessian');
  const byRuns = () =>
    Array.from(unitsOf(atoms), ({ of, one }) =>
      along(zeros.map((zero, k) => (k === of ? one : zero))),
    );
  return answered<{ readonly blocks: unknown }>(
    f,
    'hessian',
    (code) => {
      const products = byCode(code);
      return products && { blocks: blocksOfRows(products) };
    },
    () => ({ blocks: blocksOfRows(byRuns()) }),
  ).blocks;

  function blocksOfRows(products: readonly Flat<Real>[]): unknown {
    // Without inputs there is nothing to compute, but the function may have errors to tell of.
    if (products.length === 0) along(zeros);
    const isOneArray = isByFloats(args, wrt);
    const parts = (leaves: Flat<unknown>) =>
      isOneArray && leaves instanceof Float64Array
        ? [leaves]
        : partsOf(wrt, rebuildAll(shapes, leaves));
    const rows = blocksOf(atoms, atoms, products, false).map(parts);
    const columns = (keysOf(wrt) ?? shapes).map((_, column) =>
      parts(rows.map((row) => row[column])),
    );
    const blocks = columns.map((_, row) => columns.map((column) => column[row]));
    return formOf(
      wrt,
      blocks.map((row) => formOf(wrt, row)),
    );
  }
}

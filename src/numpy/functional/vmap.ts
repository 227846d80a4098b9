/** `vmap`: a function of one example, applied to many at once. */
import type { NDArray } from 'numpy-ts';
import { asBlock, isBlock } from '../../core/block.js';
import { within } from '../../core/open-runs.js';
import { insistOnOptions } from '../../errors/options.js';
import { isReal, type Real } from '../../core/real.js';
import { realsAndBlocks } from '../../core/trees/flat.js';
import { Shape } from '../../core/trees/tree.js';
import { call } from '../../derivatives/call.js';
import type { AnyFunction } from '../../derivatives/signatures.js';
import type { AnyArray, Operand } from '../array-dual.js';
import { BatchedArray, BatchedReal, type BatchRun } from '../batch-run.js';
import { asReal, usableBlock } from '../block-run.js';
import { isFloat } from '../elements.js';
import type { FloatType } from '../library.js';
import { giveOut } from '../memory/of-runs.js';
import { ops } from '../ops.js';
import { shapes } from '../rows/rearranging.js';
import { axesNotFor, manySizes, noAxis, nothingMapped } from './errors.js';
import { ExamplesRun } from './examples-run.js';

/**
 * The axis along which examples lie; null for what is the same for all; or the same for the parts of a tree.
 */
export type Axes = number | null | undefined | readonly Axes[] | { readonly [key: string]: Axes };

export interface VmapOptions {
  /** For each argument, or one for all; 0 by default. */
  readonly in?: Axes;
  /** Of the result; 0 by default. */
  readonly out?: Axes;
}

/** An argument with many examples, or the same for all. */
export type Many<T> = T extends Real
  ? // eslint-disable-next-line @typescript-eslint/no-redundant-type-constituents -- as in higher-order.ts
    T | NDArray
  : T extends NDArray
    ? T
    : T extends object
      ? { readonly [K in keyof T]: Many<T[K]> }
      : T;
/** A result with many examples. */
// eslint-disable-next-line @typescript-eslint/no-redundant-type-constituents -- as in higher-order.ts
export type Collected<T> = T extends Real | NDArray
  ? NDArray
  : T extends object
    ? { readonly [K in keyof T]: Collected<T[K]> }
    : T;

/** An atom of a tree with its axis. */
interface Mapped {
  readonly x: Real;
  readonly axis: number | null;
}

/**
 * The axes of the atoms of a tree, in their order: what stands for a part of the tree stands for all in it.
 */
function axesFor(tree: unknown, axes: Axes, place: string): (number | null)[] {
  if (typeof axes === 'number' || axes === null || axes === undefined)
    return new Shape(tree, place, realsAndBlocks).reals.map(() => axes ?? null);
  const isParts = typeof tree === 'object' && tree !== null && !realsAndBlocks.is(tree);
  if (!isParts || Array.isArray(tree) !== Array.isArray(axes)) throw axesNotFor(place);
  const parts = tree as Readonly<Record<string, unknown>>;
  const known = axes as Readonly<Record<string, Axes>>;
  for (const key of Object.keys(known)) if (!(key in parts)) throw axesNotFor(`${place}.${key}`);
  return Object.keys(parts).flatMap((key) =>
    // What is not named is the same for all.
    axesFor(parts[key], key in known ? known[key] : null, `${place}.${key}`),
  );
}

/** Its examples along the first axis. */
function leading({ x, axis }: Mapped, place: string): AnyArray {
  if (!isBlock(x)) throw noAxis(place, axis!, []);
  const array = usableBlock(asBlock(x), () => place) as AnyArray;
  const count = array.shape.length;
  const at = axis! < 0 ? axis! + count : axis!;
  if (!Number.isInteger(at) || at < 0 || at >= count) throw noAxis(place, axis!, array.shape);
  const first = at === 0 ? array : (shapes.moveaxis(array, at, 0) as AnyArray);
  return count > 1 || isFloat(first.dtype) ? first : ops.cast(first, 'float64');
}

/** A tree with what stands for one of its examples. */
class Argument {
  readonly shape: Shape;
  readonly batches: readonly (AnyArray | null)[];

  constructor(
    private readonly tree: unknown,
    axes: Axes,
    place: string,
  ) {
    this.shape = new Shape(tree, place, realsAndBlocks);
    const each = axesFor(tree, axes, place);
    const { reals } = this.shape;
    this.batches = reals.map((x, k) =>
      each[k] === null ? null : leading({ x, axis: each[k] }, place),
    );
  }

  on(run: BatchRun): unknown {
    const { batches, shape, tree } = this;
    if (batches.every((batch) => batch === null)) return tree;
    return shape.rebuild(
      shape.reals.map((x, k) => {
        const batch = batches[k];
        if (batch === null) return x;
        return batch.shape.length === 1
          ? new BatchedReal(run, batch)
          : asReal(new BatchedArray(run, batch));
      }),
    );
  }
}

/** A part of the result: its examples along an axis. */
function collected(run: BatchRun, x: Real, axis: number | null, place: string): Operand {
  const isOwn =
    x instanceof BatchedReal
      ? x.run === run
      : (x as unknown) instanceof BatchedArray && (x as unknown as BatchedArray).host === run;
  if (axis === null) {
    if (isOwn) throw axesNotFor(place);
    return x;
  }
  const one = x as Operand;
  const own = [run.size, ...(isReal(one) ? [] : one.shape)];
  const all = isOwn
    ? (x as BatchedReal).batch
    : ops.spread(one, own, isReal(one) ? 'float64' : (one.dtype as FloatType));
  const count = all.shape.length;
  const at = axis < 0 ? axis + count : axis;
  if (!Number.isInteger(at) || at < 0 || at >= count) throw noAxis(place, axis, all.shape);
  return at === 0 ? all : shapes.moveaxis(all, 0, at);
}

function sizeOf(args: readonly Argument[]): number {
  const sizes = args.flatMap(({ batches }) =>
    batches.flatMap((batch) => (batch === null ? [] : [batch.shape[0]])),
  );
  if (sizes.length === 0) throw nothingMapped();
  if (sizes.some((size) => size !== sizes[0])) throw manySizes(sizes);
  return sizes[0];
}

/**
 * Turns a function of one example into a function of many. `f` runs a single time, and each of its
 * operations is applied to all examples, so there are as many bindings as for one.
 *
 * Put the examples along axis 0 of each argument, or name their axis with the option `in`. It is an axis, or
 * `null` for a value that is the same for all examples; or a list with one of these for each argument; or a
 * tree of them, for the parts of an argument. The option `out` does the same for the result. A part of the
 * result that does not depend on the examples is repeated. For `f` an example is an array without the axis,
 * and a real where that leaves a number.
 *
 * `vmap` nests with itself and with all derivatives: `vmap(grad(f))` gives the gradient of each example.
 *
 * @throws DeltaTapeError if `f` compares reals that differ from example to example, or uses a function that
 *   has no form for many examples; if axes do not fit the arguments or the result, or if their lengths
 *   differ.
 * @example
 * const gradients = np.vmap(grad((w: Real, x: Real) => mul(w, mul(w, x))), { in: [null, 0] });
 * gradients(2, np.array([1, 10])).tolist() // [4, 40]
 */
export function vmap<A extends readonly unknown[], T>(
  f: (...args: A) => T,
  options?: VmapOptions,
): (...args: { readonly [K in keyof A]: Many<A[K]> }) => Collected<T>;
export function vmap(f: AnyFunction, options: VmapOptions = {}): unknown {
  insistOnOptions('vmap', options, { in: true, out: true });
  const { in: axes = 0, out = 0 } = options;
  return (...args: readonly unknown[]): unknown => {
    if (Array.isArray(axes) && axes.length !== args.length) throw axesNotFor('the arguments');
    const list = Array.isArray(axes) ? (axes as readonly Axes[]) : args.map(() => axes as Axes);
    const given = args.map((arg, k) => new Argument(arg, list[k], `argument ${k}`));
    const run = new ExamplesRun(sizeOf(given));
    return within(run, () => {
      const output = call(
        f,
        given.map((arg) => arg.on(run)),
      );
      const shape = new Shape(output, 'the output', realsAndBlocks);
      const each = axesFor(output, out, 'the output');
      return shape.rebuild(
        shape.reals.map((x, k) =>
          asReal(giveOut(collected(run, x, each[k], 'the output')) as Real),
        ),
      );
    });
  };
}

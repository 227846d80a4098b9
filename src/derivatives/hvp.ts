/**
 * Hessian-vector products, forward over reverse: the pushforward of the gradient (Abadi, Plotkin, eq. 6).
 */
import { isBlock } from '../core/block.js';
import { within } from '../core/open-runs.js';
import { insistOnOptions } from '../errors/options.js';
import type { Real } from '../core/real.js';
import { kindOf, object } from '../core/trees/containers.js';
import type { Flat } from '../core/trees/flat.js';
import { derivedBy } from '../functions/derived-functions.js';
import { answered } from '../functions/translated-functions.js';
import type { WatchOptions } from '../core/watcher.js';
import type { D } from '../core/types.js';
import { ForwardRun } from '../tape/forward-run.js';
import { TangentDual } from '../tape/tangent-dual.js';
import { asWrt, treesFrom } from './arguments/chosen.js';
import { inputsWithBlocks, readAllOpen, rebuildAll, withArguments } from './argument-shapes.js';
import { tangentSeen } from './function-atoms.js';
import { seenBy } from '../core/open-runs.js';
import { idOf } from '../tape/columns.js';
import { realOutput, seenWithBlocks } from './output-reals.js';
import { noVector, notAtOnce, surplusArguments, vectorLast } from './errors.js';
import { mostArguments } from './parameter-count.js';
import { record, type Recorded } from './record.js';
import {
  optionNames,
  type AnyFunction,
  type Arguments,
  type ByWrt,
  type Chosen,
  type Known,
  type Options,
  type OptionsOf,
  type Scalar,
  type TangentIn,
  type TangentsBy,
  type Typing,
  type Unannotated,
  type Wrt,
  type WrtOf,
} from './signatures.js';
import { watched } from './watched-function.js';

/** True if a value is a point or a vector rather than options. */
const isTree = (options: unknown): boolean =>
  typeof options !== 'object' || kindOf(options) !== object || isBlock(options);

/** The vector, as `read` reads it. If another argument fits in its place, that is the one that was meant. */
function readVector<T>(read: (vector: unknown) => T, v: unknown, others: readonly unknown[]): T {
  try {
    return read(v);
  } catch (error) {
    if (others.length > 0 && fits(read, others.at(-1))) throw vectorLast();
    throw error;
  }
}

function fits(read: (vector: unknown) => unknown, vector: unknown): boolean {
  try {
    read(vector);
    return true;
  } catch {
    return false;
  }
}

/** The tangent of a cotangent, which is a real or a block. */
const tangentIn = (run: ForwardRun, x: Real): Real =>
  x instanceof TangentDual && x.run === run ? x.tangent : tangentSeen(seenWithBlocks(run, x));

/**
 * The derivative of the gradient of `f` along `direction`. Both have an entry for each real of the inputs,
 * in their order.
 */
export function productAlong(
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  direction: Flat<Real>,
  what = 'a Hessian-vector product',
): Real[] {
  const inputs = inputsWithBlocks(args, wrt);
  const forward = new ForwardRun();
  return within(forward, () => {
    const reals = inputs.flatMap((shape) => shape.reals);
    const duals = reals.map((x, k) => forward.moving(x, direction[k]));
    const trees = rebuildAll(inputs, duals);
    const given = { args, shapes: inputs };
    const use = ({ run, output }: Recorded): Real[] => {
      const real = realOutput(output, what);
      const cotangents = run.pull([{ id: idOf(seenBy(run, real).dual), cotangent: 1 }]);
      const product = new Array<Real>(cotangents.length);
      for (let k = 0; k < product.length; k++) product[k] = tangentIn(forward, cotangents[k]);
      return product;
    };
    return record(f, withArguments(args, wrt, trees), wrt, use, given);
  });
}

/** The type of `hvp(f)` for an f of type F. */
export type HessianVectorProduct<F> = HessianVectorProductIn<F, 'known'>;
type HessianVectorProductIn<F, G extends Typing> = <X extends Arguments<F>[0]>(
  x: X,
  v: D<X> | X,
  ...others: Others<F>
) => TangentIn<X, G>;
type Others<F> = Arguments<F> extends readonly [unknown, ...infer Rest] ? Rest : never;

/** The type of `hvp(f, { wrt })` for an f of type F, where the option `wrt` names what moves. */
export type HessianVectorProductBy<F, W extends Wrt> = HessianVectorProductByIn<F, W, 'known'>;
type HessianVectorProductByIn<F, W extends Wrt, G extends Typing> = <
  X extends Arguments<F>[0],
  O extends Others<F>,
>(
  x: X,
  v: TangentsBy<[X, ...O], W>,
  ...others: O
) => ByWrt<[X, ...O], W, G>;

/**
 * The Hessian of `f` with respect to its first argument, times the vector `v`, in the shape of the argument.
 * Arguments after `v` are the other arguments of `f`. O(f), whatever the number of inputs; no Hessian is
 * formed.
 *
 * With `wrt` the Hessian is with respect to the inputs that it names, and `v` is a tangent of these in the
 * form of a gradient: a tree, a list of trees, or an object of trees by key. It still stands after the first
 * argument.
 *
 * @throws DeltaTapeError as `grad`, and if `v` is missing, not in the second place, or does not have the
 *   shape of the inputs; if there are more arguments than `f` takes; and if the point is given at once, as
 *   in `hvp(f, x, v)`.
 * @example hvp((x: Real[]) => mul(x[0], mul(x[0], x[1])))([2, 3], [1, 0]) // [6, 4]
 */
export function hvp<F, X = Real, P extends readonly unknown[] = Unannotated<X>>(
  f: Scalar<F, X, P> & Known<F>,
  options?: WatchOptions & { readonly wrt?: never },
): HessianVectorProduct<F>;
export function hvp<F, X = Real, P extends readonly unknown[] = Unannotated<X>>(
  f: Scalar<F, X, P>,
  options?: WatchOptions & { readonly wrt?: never },
): HessianVectorProductIn<F, 'generic'>;
export function hvp<
  F,
  const W extends WrtOf<F>,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(
  f: Scalar<F, X, P> & Known<F>,
  options: OptionsOf<F, W> & { readonly wrt: W },
): HessianVectorProductBy<F, Chosen<W>>;
export function hvp<
  F,
  const W extends WrtOf<F>,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(
  f: Scalar<F, X, P>,
  options: OptionsOf<F, W> & { readonly wrt: W },
): HessianVectorProductByIn<F, Chosen<W>, 'generic'>;
export function hvp(f: AnyFunction, options: Options<Wrt> = {}, ...more: unknown[]): unknown {
  if (more.length > 0 || isTree(options)) throw notAtOnce();
  insistOnOptions('hvp', options, optionNames);
  const wrt = options.wrt ?? 0;
  return derivedBy(hvp, f, options, (...given: [x: unknown, v: unknown, ...others: unknown[]]) => {
    const [x, v, ...others] = given;
    const args = [x, ...others];
    if (given.length < 2) throw noVector(given.length);
    if (args.length > mostArguments(f)) throw surplusArguments(given.length, f.length);
    const shapes = inputsWithBlocks(args, wrt);
    const read = (vector: unknown) =>
      readAllOpen(shapes, treesFrom(wrt, args, vector, 'vector'), 'vector');
    const direction = readVector(read, v, others);
    const inShape = (product: Flat<Real>) => ({ product: asWrt(wrt, rebuildAll(shapes, product)) });
    return answered<{ readonly product: unknown }>(
      f,
      'hvp',
      (code) => {
        const products = code.products(f, args, wrt, options, [direction]);
        return products && inShape(products[0]);
      },
      () => inShape(productAlong(watched(f, args, options), args, wrt, direction)),
    ).product;
  });
}

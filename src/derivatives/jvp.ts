/**
 * Jacobian-vector products: forward mode for functions of any type (Fig. 15; for functions of functions,
 * Mak, Ong).
 */
import { counted, treeMismatch } from '../errors/errors.js';
import { insistOnOptions } from '../errors/options.js';
import type { Real } from '../core/real.js';
import { derivedBy } from '../functions/derived-functions.js';
import { answered, type CompiledCode } from '../functions/translated-functions.js';
import type { Direction, Primal, Tangent } from '../core/types.js';
import { positionsOf, shapesBy, treesFrom } from './arguments/chosen.js';
import { watchNames, type WatchOptions } from '../core/watcher.js';
import { noReals } from './arguments/errors.js';
import {
  argumentWithFunctions,
  flattenWithFunctions,
  isFunction,
  readChanges,
  type Atom,
} from './function-atoms.js';
import { outputShape, ownCopy } from './output-reals.js';
import { pushforward, type Moving, type Pushed } from './pushforward.js';
import { invoke } from './call.js';
import { hasPrivateFields } from './private-fields.js';
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
import { watched } from './watched-function.js';

export interface ValueAndTangent<T, D> {
  /** The function's result. */
  readonly value: T;
  /** The change of the result along the given tangents. */
  readonly tangent: D;
}

/** A tangent for each argument; `undefined` holds an argument constant. */
export type Tangents<A extends readonly unknown[]> = {
  readonly [K in keyof A]: Direction<A[K]> | A[K] | undefined;
};

/** The type of `jvp(f)` for an f of type F. */
export type Pushforward<F> = PushforwardIn<F, 'known'>;
type PushforwardIn<F, G extends Typing> = <A extends Arguments<F>>(
  args: readonly [...A],
  tangents: Tangents<A>,
) => ValueAndTangent<PrimalIn<ResultOf<F>, G>, TangentIn<PrimalIn<ResultOf<F>, G>, G>>;

/** The type of `jvp(f, { wrt })` for an f of type F, where the option `wrt` names what moves. */
export type PushforwardBy<F, W extends Wrt> = PushforwardByIn<F, W, 'known'>;
type PushforwardByIn<F, W extends Wrt, G extends Typing> = <A extends Arguments<F>>(
  args: readonly [...A],
  tangents: TangentsBy<A, W>,
) => ValueAndTangent<PrimalIn<ResultOf<F>, G>, TangentIn<PrimalIn<ResultOf<F>, G>, G>>;

/**
 * The value of `f` and its derivative along a direction, in one forward pass without a tape: time O(f),
 * memory that does not depend on how long `f` runs.
 *
 * Arguments and results may be functions, or hold them: the tangent of a function is a function. If the
 * result holds functions, `f` runs once more for the value, and once for each call of a tangent function. A
 * function inside a tree is constant if its tangent is `undefined` or the same function.
 *
 * There is a tangent for each argument, and `undefined` holds an argument constant. With `wrt` the tangents
 * are those of the inputs that it names, in the form of a gradient: a tree, a list of trees, or an object of
 * trees by key.
 *
 * @throws DeltaTapeError if the tangents do not have the shapes of the arguments (it says where), or a
 *   tangent function gives another shape than its function.
 * @example jvp((x: Real, y: Real) => mul(x, y))([2, 3], [1, 0]) // { value: 6, tangent: 3 }
 */
export function jvp<F, X = Real, P extends readonly unknown[] = Unannotated<X>>(
  f: F & Callback<X, P> & Known<F>,
  options?: WatchOptions & { readonly wrt?: never },
): Pushforward<F>;
export function jvp<F extends AnyFunction>(
  f: F,
  options?: WatchOptions & { readonly wrt?: never },
): PushforwardIn<F, 'generic'>;
export function jvp<F extends AnyFunction, const W extends WrtOf<F>>(
  f: F & Known<F>,
  options: OptionsOf<F, W> & { readonly wrt: W },
): PushforwardBy<F, Chosen<W>>;
export function jvp<F extends AnyFunction, const W extends WrtOf<F>>(
  f: F,
  options: OptionsOf<F, W> & { readonly wrt: W },
): PushforwardByIn<F, Chosen<W>, 'generic'>;
export function jvp(f: AnyFunction, options: Options<Wrt> = {}): unknown {
  insistOnOptions('jvp', options, optionNames);
  const { wrt } = options;
  return derivedBy(jvp, f, options, (args: readonly unknown[], tangents: unknown) => {
    if (!Array.isArray(args)) throw treeMismatch('list of arguments', 'the top', 'a list', args);
    let read: readonly Moving[] | undefined;
    const moving = () =>
      (read ??= wrt === undefined ? eachAlong(args, tangents) : chosenAlong(wrt, args, tangents));
    return answered<ValueAndTangent<unknown, unknown>>(
      f,
      'jvp',
      (code) =>
        (wrt === undefined ? directly(code, f, args, tangents, options) : null) ??
        byCode(code, f, args, wrt, moving(), options),
      () => {
        const all = [...(args as unknown[])];
        const { value, tangent } = along(watched(f, args, options), all, moving());
        return { value: value(), tangent };
      },
    );
  });
}

/** The same by compiled code along numbers and arrays of floats, which need not be taken apart, or null. */
function directly(
  code: CompiledCode,
  f: AnyFunction,
  args: readonly unknown[],
  tangents: unknown,
  options: object,
): ValueAndTangent<unknown, unknown> | null {
  if (!Array.isArray(tangents) || tangents.length !== args.length) return null;
  const positions: number[] = [];
  const parts: (number | Float64Array)[] = [];
  for (let k = 0; k < args.length; k++) {
    const [x, dx] = [args[k], tangents[k]] as readonly unknown[];
    if (dx === undefined) continue;
    if (!isNumberLike(x, dx) && !isFloatsLike(x, dx)) return null;
    positions.push(k);
    parts.push(dx as number | Float64Array);
  }
  if (parts.length === 0) return null;
  const isOne = parts.length === 1;
  const [first] = parts;
  const direction =
    isOne && typeof first !== 'number'
      ? first
      : parts.flatMap((part) => (typeof part === 'number' ? part : Array.from(part)));
  const by = isOne ? positions[0] : positions;
  return inShape(code.pushed(f, args, by, options, direction));
}

const isNumberLike = (x: unknown, dx: unknown): boolean =>
  typeof x === 'number' && typeof dx === 'number';

const isFloats = (x: unknown): x is Float64Array =>
  x instanceof Float64Array && Object.getPrototypeOf(x) === Float64Array.prototype;

const isFloatsLike = (x: unknown, dx: unknown): boolean =>
  isFloats(x) && isFloats(dx) && x.length === dx.length && x.length > 0;

type Answer = ReturnType<CompiledCode['pushed']>;

const inShape = (found: Answer): ValueAndTangent<unknown, unknown> | null =>
  found && {
    value: found.value,
    tangent:
      typeof found.value === 'number'
        ? found.tangent[0]
        : outputShape(found.value).rebuild(found.tangent),
  };

/** The same by compiled code, or null. */
function byCode(
  code: CompiledCode,
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt | undefined,
  moving: readonly Moving[],
  options: object,
) {
  if (moving.length === 0) return null;
  const by = wrt ?? moving.map(({ position }) => position);
  const direction = moving.flatMap(({ tangents }) => tangents);
  return inShape(code.pushed(f, args, by, options, direction));
}

/** A tangent for each argument. */
function eachAlong(args: readonly unknown[], tangents: unknown): Moving[] {
  if (!Array.isArray(tangents) || tangents.length !== args.length) {
    const expected = `a list of ${counted(args.length, 'tangent')}, one for each argument`;
    throw treeMismatch('list of tangents', 'the top', expected, tangents);
  }
  return args.flatMap((arg, position) => {
    const tangent: unknown = tangents[position];
    if (tangent === undefined) return [];
    const shape = flattenWithFunctions(arg, `argument ${position}`);
    if (shape.count === 0 && hasPrivateFields(arg)) throw noReals(`argument ${position}`, arg);
    return [{ position, shape, tangents: readChanges(shape, tangent, 'tangent') }];
  });
}

/** Tangents for what `wrt` names. */
function chosenAlong(wrt: Wrt, args: readonly unknown[], tangents: unknown): Moving[] {
  const shapes = shapesBy(argumentWithFunctions, args, wrt);
  const trees = treesFrom(wrt, args, tangents, 'tangent');
  return positionsOf(wrt).map((position, k) => {
    const shape = shapes[k];
    return { position, shape, tangents: readChanges(shape, trees[k], 'tangent') };
  });
}

/** The tangent of the result, and the way to its value, which may take another run. */
function along(f: AnyFunction, args: readonly unknown[], moving: readonly Moving[]) {
  const pushed = pushforward(f, args, moving);
  const { shape, primals, tangents } = pushed;
  const isLeaf = carriedBy(moving, pushed);
  const holdsFunctions = primals.some((x) => isFunction(x) && !isLeaf(x));
  return {
    value: () => (holdsFunctions ? invoke(f, args) : shape.rebuild(primals)),
    // One array may be the tangent of several.
    tangent: shape.rebuild(primals.map((x, k) => (isLeaf(x) ? x : ownCopy(tangents[k] as Real)))),
  };
}

/**
 * True if a part of a result tree is a constant function of an argument, which is carried along as a leaf.
 */
function carriedBy(moving: readonly Moving[], { shape: output }: Pushed): (part: Atom) => boolean {
  if (output.isAtom) return () => false;
  const constants = new Set<Atom>();
  for (const { shape, tangents } of moving) {
    shape.reals.forEach((x, k) => {
      if (isFunction(x) && tangents[k] === undefined) constants.add(x);
    });
  }
  return (part) => constants.has(part);
}

/**
 * The derivative of a function of one real variable. The result of the function may be any tree, and the
 * derivative has its shape. One forward pass: O(f), without a tape.
 *
 * @throws DeltaTapeError as `jvp`, and if the argument is not a real.
 * @example derivative((x: Real) => mul(x, mul(x, x)))(2) // 12
 */
export function derivative<T>(
  f: OfReal<T>,
  options: WatchOptions = {},
): <X extends Real>(x: X) => DerivativeOf<X, T> {
  insistOnOptions('derivative', options, watchNames);
  return derivedBy(derivative, f, options, <X extends Real>(x: X) => {
    const shape = flattenWithFunctions(x, 'argument 0');
    const tangents = readChanges(shape, 1, 'tangent');
    const moving = [{ position: 0, shape, tangents }];
    const found = answered<{ readonly tangent: unknown }>(
      f,
      'derivative',
      (code) => {
        const pushed = byCode(code, f, [x], 0, moving, options);
        return pushed && { tangent: pushed.tangent };
      },
      () => ({ tangent: along(watched(f, [x], options), [x], moving).tangent }),
    );
    return found.tangent as DerivativeOf<X, T>;
  });
}

/**
 * A function of a real; also one that is written for numbers, as plain functions are. (Parameters of methods
 * may be narrower.)
 */
export type OfReal<T> = { of(x: Real): T }['of'];

/** A derivative at a number consists of numbers, at a real of reals. */
export type DerivativeOf<X, T> = [X] extends [number] ? Tangent<Primal<T>> : Tangent<T>;

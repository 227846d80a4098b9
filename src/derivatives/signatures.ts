/**
 * The types of what operators take and give.
 *
 * Code that is generic differentiates functions of a type parameter P, of which the compiler knows
 * nothing. There the mapped types of core/types.ts stay open: a gradient of a P would be no P, and
 * could not be subtracted from one. So the operators have an overload for such functions, in which a
 * tangent of a P is also a P, as it is once P is known.
 */
import type { Collection, Map as ImmutableMap, Record as ImmutableRecord } from 'immutable';
import type { Dual, Real } from '../core/real.js';
import type {
  D,
  Direction,
  Leaf,
  NumPyArray,
  NumPyScalar,
  Primal,
  Reals,
  Tangent,
} from '../core/types.js';
import type { OptionNames } from '../core/options.js';
import { watchNames, type WatchOptions } from '../core/watcher.js';

/** Any function; what the operators check of its arguments and result, they check when it runs. */
export type AnyFunction = (...args: never[]) => unknown;

/** Tried first in overloads, so that unannotated parameters are reals. */
export type RealFunction = (...args: Real[]) => Real;

/**
 * A function with one real output, however its parameters are written. The output may be an array of NumPy without
 * axes, which no type expresses.
 */
export type ScalarFunction = (...args: never[]) => ScalarOutput;
/** What the types of such functions may be told to return. */
export type ScalarOutput = Real | NumPyArray | NumPyScalar;

/** What a function may be called with: a parameter that is a dual stands for any real. */
export type Arguments<F extends AnyFunction> = WithReals<Parameters<F>>;
type WithReals<P extends readonly unknown[]> = {
  [K in keyof P]:
    P[K] | (P[K] extends Dual ? Real : P[K] extends readonly Dual[] ? readonly Real[] : never);
};

/**
 * Whether a function has the types of values, or type parameters of the code around it. Where a type has
 * this for a parameter its name ends in `In`; the type for known functions, which hovers show, has the rest.
 */
export type Typing = 'known' | 'generic';

/** Of no consequence for a function whose types are known; one that has type parameters is none. */
export type Known<F extends AnyFunction> =
  Tangent<[Parameters<F>, ReturnType<F>]> extends D<[Parameters<F>, ReturnType<F>]>
    ? unknown
    : never;

/** A tangent of a T, also a T where that is a type parameter. */
export type TangentIn<T, G extends Typing> = G extends 'generic' ? Tangent<T> & T : Tangent<T>;
/** The primal of a T, in the same way. */
export type PrimalIn<T, G extends Typing> = G extends 'generic' ? Primal<T> & T : Primal<T>;

/** Of no consequence for a function whose result may hold reals; any other is none. */
export type WithReal<F extends AnyFunction> = [ReturnType<F>] extends [never]
  ? unknown
  : ReturnType<F> extends NoReal
    ? never
    : unknown;
type NoReal =
  string | boolean | bigint | symbol | null | void | Date | RegExp | PromiseLike<unknown>;

/** Positions of arguments. */
export type Places = number | readonly number[];
/** What a derivative is taken by: an argument, or several; or entries of the first argument. */
export type Wrt = Places | string | readonly string[];

/** The names of the entries of a T that a derivative may be taken by. */
export type EntryKey<T> = unknown extends T
  ? string
  : T extends ReadonlyMap<infer K, unknown>
    ? Extract<K, string>
    : T extends ImmutableMap<infer K, unknown>
      ? Extract<K, string>
      : T extends ImmutableRecord<infer P>
        ? Extract<keyof P, string>
        : T extends
              Real | Leaf | NumPyArray | Reals | readonly unknown[] | Collection<unknown, unknown>
          ? never
          : Extract<keyof T, string>;

/** The entry of a T with the name K. */
export type Entry<T, K> =
  T extends ReadonlyMap<unknown, infer V>
    ? V
    : T extends ImmutableMap<unknown, infer V>
      ? V
      : K extends keyof T
        ? T[K]
        : unknown extends T
          ? T
          : never;

/** What `wrt` may be for an F: positions are looked at in `OptionsOf`, keys are known here. */
export type WrtOf<F extends AnyFunction> = Places | KeyOf<F> | readonly KeyOf<F>[];
type KeyOf<F extends AnyFunction> = EntryKey<Parameters<F>[0]>;

/** W, which is inferred from the options alone, and from no type that is expected of the result. */
export type Chosen<W extends Wrt> = [W][W extends Wrt ? 0 : never];

/** The derivative part of a result: one tree, a tuple for a list of positions, an object for a list of keys. */
export type ByWrt<
  A extends readonly unknown[],
  W extends Wrt,
  G extends Typing = 'known',
> = W extends number
  ? TangentIn<A[W], G>
  : W extends string
    ? TangentIn<Entry<A[0], W>, G>
    : W extends readonly string[]
      ? { [K in W[number]]: TangentIn<Entry<A[0], K>, G> }
      : { -readonly [K in keyof W]: W[K] extends number ? TangentIn<A[W[K]], G> : never };

/** Tangents for what `wrt` names, in the same form. */
export type TangentsBy<A extends readonly unknown[], W extends Wrt> = W extends number
  ? Direction<A[W]> | A[W]
  : W extends string
    ? Direction<Entry<A[0], W>> | Entry<A[0], W>
    : W extends readonly string[]
      ? { readonly [K in W[number]]: Direction<Entry<A[0], K>> | Entry<A[0], K> }
      : { readonly [K in keyof W]: W[K] extends number ? Direction<A[W[K]]> | A[W[K]] : never };

export interface Options<W extends Wrt = Places> extends WatchOptions {
  /**
   * What to differentiate with respect to: the position of an argument, or several; or the key of an
   * entry of the first argument, or several. Default 0.
   */
  readonly wrt?: W;
}

/** Their names. */
export const optionNames: OptionNames<Options<Wrt>> = { wrt: true, ...watchNames };

/** Options whose positions are parameters of F, as far as types can say. */
export type OptionsOf<F extends AnyFunction, W extends Wrt> = Options<W> & {
  readonly wrt?: Positions<F, W>;
};

/** W if it names parameters of F; otherwise no position will do. */
type Positions<F extends AnyFunction, W extends Wrt> = W extends number
  ? Position<Parameters<F>, W>
  : W extends readonly number[]
    ? { readonly [K in keyof W]: W[K] extends number ? Position<Parameters<F>, W[K]> : never }
    : W;
type Position<P extends readonly unknown[], W extends number> = number extends P['length'] | W
  ? W
  : `${W}` extends keyof P
    ? W
    : never;

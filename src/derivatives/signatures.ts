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
import type { OptionNames } from '../errors/options.js';
import { watchNames, type WatchOptions } from '../core/watcher.js';

/** Any function; what the operators check of its arguments and result, they check when it runs. */
export type AnyFunction = (...args: never[]) => unknown;

/**
 * A function whose parameters may have no types: the first is then a real, and so are others beside a real.
 * Others have the types of their default values, which the compiler takes where nothing (`never`) would fit.
 * X and P are inferred; F itself is inferred beside them.
 */
export type Callback<X, P extends readonly unknown[], R = unknown> = (x: X, ...others: P) => R;
/** The default of P. */
export type Unannotated<X> = [X, Real] extends [Real, X] ? Real[] : never[];

/** The parameters of an F that need not be known to be a function. */
type ParametersOf<F> = F extends (...args: infer P) => unknown ? P : never[];
/** Its result. */
export type ResultOf<F> = F extends (...args: never[]) => infer R ? R : unknown;

/**
 * The types that a function with one real output may declare as its result. It may be an array of NumPy
 * without axes, which no type expresses.
 */
export type ScalarOutput = Real | NumPyArray | NumPyScalar;

/** The types that a function may be called with: a parameter that is a dual stands for any real. */
export type Arguments<F> = WithReals<ParametersOf<F>>;
/**
 * The first of them: anything while F is not known, as the compiler asks before it looks at a function
 * without types.
 */
export type FirstArgument<F> = unknown extends F ? unknown : FirstOf<Arguments<F>>;
type FirstOf<A extends readonly unknown[]> = A extends readonly [] ? unknown : A[0];
type WithReals<P extends readonly unknown[]> = {
  [K in keyof P]:
    P[K] | (P[K] extends Dual ? Real : P[K] extends readonly Dual[] ? readonly Real[] : never);
};

/**
 * The kind of typing: `known` if a function has the types of values, `generic` if it has type
 * parameters of the code around it. Where a type has this for a parameter its name ends in `In`; the
 * type for known functions, which hovers show, has the rest.
 */
export type Typing = 'known' | 'generic';

/** Of no consequence for a function whose types are known; one that has type parameters is none. */
export type Known<F> =
  Tangent<[ParametersOf<F>, ResultOf<F>]> extends D<[ParametersOf<F>, ResultOf<F>]>
    ? unknown
    : never;

/** A tangent of a T, also a T where that is a type parameter. */
export type TangentIn<T, G extends Typing> = G extends 'generic' ? Tangent<T> & T : Tangent<T>;
/** The primal of a T, in the same way. */
export type PrimalIn<T, G extends Typing> = G extends 'generic' ? Primal<T> & T : Primal<T>;

/** Of no consequence for a function whose result may hold reals; any other is none. */
export type WithReal<F> = [ResultOf<F>] extends [never]
  ? unknown
  : ResultOf<F> extends NoReal
    ? never
    : unknown;
type NoReal =
  string | boolean | bigint | symbol | null | void | Date | RegExp | PromiseLike<unknown>;

/** A function with one real output, however its parameters are written. */
export type Scalar<F, X, P extends readonly unknown[]> = F &
  Callback<X, P, ScalarOutput> &
  WithReal<F>;

/** Positions of arguments. */
export type Places = number | readonly number[];
/**
 * The inputs that a derivative is taken with respect to: an argument, or several; or entries of the
 * first argument.
 */
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

/** The values of `wrt` that suit an F: positions are looked at in `OptionsOf`, keys are known here. */
export type WrtOf<F> = Places | KeyOf<F> | readonly KeyOf<F>[];
type KeyOf<F> = EntryKey<ParametersOf<F>[0]>;

/** W, which is inferred from the options alone, and from no type that is expected of the result. */
export type Chosen<W extends Wrt> = [W][W extends Wrt ? 0 : never];

/**
 * The derivative part of a result: one tree, a tuple for a list of positions, an object for a list of keys.
 */
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

/**
 * A function of the parameters of F where derivatives by what W names are numbers whatever the arguments:
 * that is what hovers show then. Otherwise `Inferring`, whose type of result follows those of the arguments.
 */
export type OfNumbers<F, W extends Wrt, Result, Inferring> =
  AreNumbers<F, W> extends true ? (...args: Arguments<F>) => Result : Inferring;
type AreNumbers<F, W extends Wrt> = W extends number
  ? IsNumber<ParametersOf<F>[W]>
  : W extends readonly number[]
    ? IsNumber<ParametersOf<F>[W[number]]>
    : false;
type IsNumber<T> = [T, number] extends [number, T] ? (unknown extends T ? false : true) : false;

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
   * The inputs to differentiate with respect to: the position of an argument, or several; or the key of an
   * entry of the first argument, or several. Default 0.
   */
  readonly wrt?: W;
}

/** Their names. */
export const optionNames: OptionNames<Options<Wrt>> = { wrt: true, ...watchNames };

/** Options whose positions are parameters of F, as far as types can say. */
export type OptionsOf<F, W extends Wrt> = Options<W> & {
  readonly wrt?: Positions<F, W>;
};

/** W if it names parameters of F; otherwise no position will do. */
type Positions<F, W extends Wrt> = W extends number
  ? Position<ParametersOf<F>, W>
  : W extends readonly number[]
    ? { readonly [K in keyof W]: W[K] extends number ? Position<ParametersOf<F>, W[K]> : never }
    : W;
type Position<P extends readonly unknown[], W extends number> = number extends P['length'] | W
  ? W
  : `${W}` extends keyof P
    ? W
    : never;

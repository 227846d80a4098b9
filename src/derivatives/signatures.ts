/**
 * The types of what operators take and give.
 *
 * Code that is generic differentiates functions of a type parameter P, of which the compiler knows
 * nothing. There the mapped types of core/types.ts stay open: a gradient of a P would be no P, and
 * could not be subtracted from one. So the operators have an overload for such functions, in which a
 * tangent of a P is also a P, as it is once P is known.
 */
import type { Dual, Real } from '../core/real.js';
import type { D, Primal, Tangent } from '../core/types.js';
import type { WatchOptions } from '../core/watcher.js';

/** Any function; what the operators check of its arguments and result, they check when it runs. */
export type AnyFunction = (...args: never[]) => unknown;

/** Tried first in overloads, so that unannotated parameters are reals. */
export type RealFunction = (...args: Real[]) => Real;

/** A function with one real output, however its parameters are written. */
export type ScalarFunction = (...args: never[]) => Real;

/** What a function may be called with: a parameter that is a dual stands for any real. */
export type Arguments<F extends AnyFunction> = WithReals<Parameters<F>>;
type WithReals<P extends readonly unknown[]> = {
  [K in keyof P]:
    P[K] | (P[K] extends Dual ? Real : P[K] extends readonly Dual[] ? readonly Real[] : never);
};

/** Whether a function has the types of values, or type parameters of the code around it. */
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

export type Wrt = number | readonly number[];

/** W, which is inferred from the options alone, and from no type that is expected of the result. */
export type Chosen<W extends Wrt> = [W][W extends Wrt ? 0 : never];

export interface Options<W extends Wrt = Wrt> extends WatchOptions {
  /** The position of the argument to differentiate with respect to, or several. Default 0. */
  readonly wrt?: W;
}

/** Options whose positions are parameters of F, as far as the types tell. */
export type OptionsOf<F extends AnyFunction, W extends Wrt> = Options<W> & {
  readonly wrt?: WrtOf<F, W>;
};

/** W if it names parameters of F; otherwise no position will do. */
type WrtOf<F extends AnyFunction, W extends Wrt> = W extends number
  ? Position<Parameters<F>, W>
  : { readonly [K in keyof W]: W[K] extends number ? Position<Parameters<F>, W[K]> : never };
type Position<P extends readonly unknown[], W extends number> = number extends P['length'] | W
  ? W
  : `${W}` extends keyof P
    ? W
    : never;

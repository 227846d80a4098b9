/** The types of trees of reals. */
import type { Collection } from 'immutable';
import type { Dual, Real } from '../../core/real.js';
import type { Reals } from '../../core/types.js';

/** A vector of numbers for a tree of numbers; one of reals for a tree in which the types tell of dual numbers. */
export type VectorOf<T> = HoldsDual<T> extends true ? Reals : Float64Array;

/**
 * The type of a real that is computed from all reals of a tree: a number for a tree of numbers, as
 * `VectorOf`.
 */
export type RealOf<T> = HoldsDual<T> extends true ? Real : number;

/** The depth to which types are looked into, since types may be recursive. */
type Depth = readonly 0[];
type HoldsDual<T, D extends Depth = [0, 0, 0, 0, 0, 0]> = unknown extends T
  ? true
  : D extends readonly [0, ...infer Rest extends Depth]
    ? true extends Holds<T, Rest>
      ? true
      : false
    : false;

type Holds<T, D extends Depth> = T extends Dual
  ? true
  : T extends Opaque
    ? false
    : T extends readonly (infer V)[] | ReadonlyMap<unknown, infer V> | Collection<unknown, infer V>
      ? HoldsDual<V, D>
      : T extends object
        ? { [K in keyof T]: HoldsDual<T[K], D> }[keyof T]
        : false;

/** NumPy arrays have the same type whatever they hold. */
type Opaque =
  ArrayBufferView | ((...args: never[]) => unknown) | { readonly shape: readonly number[] };

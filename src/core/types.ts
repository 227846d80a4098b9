/**
 * The paper's type translations as mapped types. Everything maps homomorphically; only the reals change
 * (Figs. 3 and 9).
 */
import type { Collection, List, Map as ImmutableMap } from 'immutable';
import type { Dual, Real } from './real.js';

/** A sequence of reals: an array of numbers or duals, or a typed array of numbers. */
export type Reals = ArrayLike<Real> & Iterable<Real>;

type FloatArray = Float64Array | Float32Array;
/** What holds no reals and is left as it is. */
export type Leaf =
  | string
  | boolean
  | bigint
  | symbol
  | null
  | undefined
  | Date
  | RegExp
  | Error
  | ArrayBufferView
  | ReadonlySet<unknown>
  | Promise<unknown>
  | ((...args: never[]) => unknown);

/** D{T}: the tree that the function under differentiation receives for a T. */
export type D<T> = unknown extends T
  ? T
  : T extends Real
    ? Real
    : T extends FloatArray
      ? Reals
      : T extends Leaf
        ? T
        : T extends List<infer V>
          ? List<D<V>>
          : T extends ImmutableMap<infer K, infer V>
            ? ImmutableMap<K, D<V>>
            : T extends Collection<unknown, unknown>
              ? T
              : T extends Map<infer K, infer V>
                ? Map<K, D<V>>
                : { [K in keyof T]: D<T[K]> };

/** δT: small changes of a T, such as tangents and gradients. Numbers give numbers, reals give reals. */
export type Tangent<T> = Change<T, Real>;

/** The primal of a tree: what the function would have returned on numbers. */
export type Primal<T> = Change<T, number>;

/** T with `R` in the place of duals, and numbers no longer literal. */
/** A tree with R in the places of its reals. */
export type Change<T, R> = unknown extends T
  ? T
  : T extends number
    ? number
    : T extends Dual
      ? R
      : T extends FloatArray | Leaf
        ? T
        : T extends List<infer V>
          ? List<Change<V, R>>
          : T extends ImmutableMap<infer K, infer V>
            ? ImmutableMap<K, Change<V, R>>
            : T extends Collection<unknown, unknown>
              ? T
              : T extends Map<infer K, infer V>
                ? Map<K, Change<V, R>>
                : { -readonly [K in keyof T]: Change<T[K], R> };

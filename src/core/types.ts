/**
 * The paper's type translations as mapped types. Everything maps homomorphically; only the
 * reals change (Figs. 3 and 9).
 */
import type { Collection, List, Map as ImmutableMap } from 'immutable';
import type { Dual, Real } from './real.js';

/** A sequence of reals: an array of numbers or duals, or a typed array of numbers. */
export type Reals = ArrayLike<Real> & Iterable<Real>;

type FloatArray = Float64Array | Float32Array;
/** What holds no reals and is left as it is. To the compiler a Map is a ReadonlySet, so ask for maps first. */
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
export type D<T> = Dualised<T, 'dual'>;

/**
 * A tangent that a T may be given: reals for reals, functions for functions; in a
 * tree these may be left out.
 */
export type Direction<T> = Dualised<T, 'tangent'>;

/**
 * A linear functional on the tangents of a T: reals for reals, functionals of
 * tangent functions for functions.
 */
export type Cotangent<T> = Dualised<T, 'cotangent'>;

/** What stands for a function: itself, a tangent of it, or a functional on its tangents. */
export type Role = 'dual' | 'tangent' | 'cotangent';
type AnyFunction = (...args: never[]) => unknown;

/**
 * A tree with reals in the places of its reals, and in the places of its
 * functions what the role asks for.
 */
export type Dualised<T, R extends Role> = unknown extends T
  ? T
  : T extends Real
    ? Real
    : T extends FloatArray
      ? Reals
      : T extends AnyFunction
        ? FunctionAs<T, R>
        : T extends List<infer V>
          ? List<Part<V, R>>
          : T extends ImmutableMap<infer K, infer V>
            ? ImmutableMap<K, Part<V, R>>
            : T extends Map<infer K, infer V>
              ? Map<K, Part<V, R>>
              : T extends Leaf | Collection<unknown, unknown>
                ? T
                : { [K in keyof T]: Part<T[K], R> };

/** Inside a tree, tangents and cotangents may leave functions out, which are then constant. */
type Part<T, R extends Role> =
  Dualised<T, R> | (R extends 'dual' ? never : T extends AnyFunction ? undefined : never);

/** What stands for a function. A tangent has its parameters, and a tangent of its result. */
type FunctionAs<F extends AnyFunction, R extends Role> = R extends 'dual'
  ? F
  : R extends 'tangent'
    ? (...args: Parameters<F>) => Direction<ReturnType<F>>
    : (tangent: Direction<F>) => Real;

/**
 * δT: small changes of a T, such as tangents and gradients. Numbers give numbers, reals give reals.
 */
export type Tangent<T> = Change<T, Real>;

/** The primal of a tree: what the function would have returned on numbers. */
export type Primal<T> = Change<T, number>;

/**
 * A tree with R in the places of its reals, numbers no longer literal;
 * functions as the role asks for.
 */
export type Change<T, R, F extends Role = 'dual'> = unknown extends T
  ? T
  : T extends number
    ? number
    : T extends Dual
      ? R
      : T extends AnyFunction
        ? FunctionAs<T, F>
        : T extends List<infer V>
          ? List<Change<V, R, F>>
          : T extends ImmutableMap<infer K, infer V>
            ? ImmutableMap<K, Change<V, R, F>>
            : T extends Map<infer K, infer V>
              ? Map<K, Change<V, R, F>>
              : T extends FloatArray | Leaf | Collection<unknown, unknown>
                ? T
                : { -readonly [K in keyof T]: Change<T[K], R, F> };

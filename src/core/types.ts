/**
 * The paper's type translations as mapped types. Everything maps homomorphically; only the
 * reals change (Figs. 3 and 9).
 */
import type { Collection, List, Map as ImmutableMap } from 'immutable';
import type { Dual, Real } from './real.js';

/** A sequence of reals: an array of numbers or duals, or a typed array of numbers. */
export type Reals = ArrayLike<Real> & Iterable<Real>;

type FloatArray = Float64Array | Float32Array;

/** An array of numpy-ts, as far as types ask: one that is differentiated as a whole. */
export interface NumPyArray {
  readonly shape: readonly number[];
  readonly ndim: number;
  readonly size: number;
  readonly dtype: string;
  tolist(): unknown;
}

/**
 * A number of NumPy that is not a real: what functions of numpy-ts give of arrays whose type is not known.
 */
export type NumPyScalar = bigint | ComplexNumber;
interface ComplexNumber {
  readonly re: number;
  readonly im: number;
  conj(): ComplexNumber;
}
/**
 * A value that holds no reals and is left as it is. To the compiler a Map is a ReadonlySet, so ask for
 * maps first.
 */
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
export type D<T> = unknown extends T ? T : Given<T, 'dual'>;

/**
 * A tangent that a T may be given: reals for reals, functions for functions; in a
 * tree these may be left out.
 */
export type Direction<T> = unknown extends T ? T : Given<T, 'tangent'>;

/**
 * A linear functional on the tangents of a T: reals for reals, functionals of
 * tangent functions for functions.
 */
export type Cotangent<T> = unknown extends T ? T : Given<T, 'cotangent'>;

/**
 * A part of a tree that is given, by its role. Tangents and cotangents may leave functions out, which are
 * then constant. Recursion goes by the names of the types above, which are what hovers show.
 */
interface GivenPart<T> {
  dual: D<T>;
  tangent: Direction<T> | MissingFunction<T>;
  cotangent: Cotangent<T> | MissingFunction<T>;
}
type MissingFunction<T> = T extends AnyFunction ? undefined : never;
type Role = keyof GivenPart<unknown>;
type AnyFunction = (...args: never[]) => unknown;

/**
 * A tree with reals in the places of its reals, and in the places of its
 * functions what the role asks for.
 */
type Given<T, R extends Role> = T extends Real
  ? Real
  : T extends FloatArray
    ? Reals
    : T extends AnyFunction
      ? FunctionAs<T, R>
      : T extends List<infer V>
        ? List<GivenPart<V>[R]>
        : T extends ImmutableMap<infer K, infer V>
          ? ImmutableMap<K, GivenPart<V>[R]>
          : T extends Map<infer K, infer V>
            ? Map<K, GivenPart<V>[R]>
            : T extends Leaf | NumPyArray | ComplexNumber | Collection<unknown, unknown>
              ? T
              : { [K in keyof T]: GivenPart<T[K]>[R] };

/**
 * The counterpart of a function in each role. A tangent has its parameters, and a tangent of its
 * result.
 */
type FunctionAs<F extends AnyFunction, R extends Role> = R extends 'dual'
  ? F
  : R extends 'tangent'
    ? (...args: Parameters<F>) => Direction<ReturnType<F>>
    : (tangent: Direction<F>) => Real;

/**
 * δT: small changes of a T, such as tangents and gradients. Numbers give numbers, reals give reals.
 */
export type Tangent<T> = unknown extends T ? T : Found<T, 'tangent'>;

/** The primal of a tree: what the function would have returned on numbers. */
export type Primal<T> = unknown extends T ? T : Found<T, 'primal'>;

/** A cotangent that is found at a T: as a tangent, with functionals in the places of functions. */
export type FoundCotangent<T> = unknown extends T ? T : Found<T, 'cotangent'>;

/** A part of a tree that is found. */
interface FoundPart<T> {
  tangent: Tangent<T>;
  primal: Primal<T>;
  cotangent: FoundCotangent<T>;
}

/** A tree with numbers no longer literal, reals as they are or as numbers, and what stands for functions. */
type Found<T, A extends keyof FoundPart<unknown>> = T extends number
  ? number
  : T extends Dual
    ? A extends 'primal'
      ? number
      : Real
    : T extends AnyFunction
      ? FunctionAs<T, A extends 'cotangent' ? 'cotangent' : 'dual'>
      : T extends List<infer V>
        ? List<FoundPart<V>[A]>
        : T extends ImmutableMap<infer K, infer V>
          ? ImmutableMap<K, FoundPart<V>[A]>
          : T extends Map<infer K, infer V>
            ? Map<K, FoundPart<V>[A]>
            : T extends
                  FloatArray | Leaf | NumPyArray | ComplexNumber | Collection<unknown, unknown>
              ? T
              : { -readonly [K in keyof T]: FoundPart<T[K]>[A] };

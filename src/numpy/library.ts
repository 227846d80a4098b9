/**
 * The parts of numpy-ts that this library uses, with their types. The declarations of the package name files without
 * endings, which TypeScript reads for bundlers only.
 */
import * as inner from '#numpy-core';
import * as library from 'numpy-ts';
import type { FloatType, NDArray, Storage } from './array-types.js';
import { bare } from './bare.js';
import { memoryFull } from './errors.js';
import { weigh } from './memory/ballast.js';
import { note, openLedger } from './memory/open-ledgers.js';

export type { FloatType, NDArray, Numbers, Storage } from './array-types.js';

export type Plain = NDArray | number;
type Axis = number | readonly number[] | undefined;
type Unary = (x: NDArray) => NDArray;
type Binary = (x: NDArray, y: Plain) => NDArray;
type Reduction = (x: NDArray, axis?: Axis, keepdims?: boolean) => Plain;
type Unaries =
  | ('negative' | 'positive' | 'reciprocal' | 'square' | 'sqrt' | 'cbrt' | 'exp' | 'exp2' | 'expm1')
  | ('log' | 'log1p' | 'log2' | 'log10' | 'sin' | 'cos' | 'tan' | 'arcsin' | 'arccos' | 'arctan')
  | ('sinh' | 'cosh' | 'tanh' | 'arcsinh' | 'arccosh' | 'arctanh' | 'absolute' | 'fabs' | 'sign')
  | (
      'floor' | 'ceil' | 'trunc' | 'fix' | 'deg2rad' | 'radians' | 'rad2deg' | 'degrees' | 'asarray'
    );
type Binaries =
  | ('add' | 'subtract' | 'multiply' | 'divide' | 'power' | 'float_power' | 'logaddexp')
  | ('arctan2' | 'hypot' | 'maximum' | 'minimum' | 'matmul' | 'dot');

interface NumPy extends Readonly<Record<Unaries, Unary>>, Readonly<Record<Binaries, Binary>> {
  readonly sum: Reduction;
  readonly mean: Reduction;
  array(data: unknown, dtype?: string): NDArray;
  empty(shape: readonly number[], dtype?: FloatType): NDArray;
  reshape(x: NDArray, shape: readonly number[]): NDArray;
  transpose(x: NDArray, axes: readonly number[]): NDArray;
  broadcast_to(x: NDArray, shape: readonly number[]): NDArray;
  array_equal(x: NDArray, y: NDArray, isNaNEqual: boolean): boolean;
  cumsum(x: NDArray, axis: number): NDArray;
  flip(x: NDArray, axis: number): NDArray;
  stack(xs: readonly NDArray[], axis: number): NDArray;
  prod(x: NDArray, axis: number): Plain;
  partition(x: NDArray, kth: number, axis: number): NDArray;
}

type Class = new (storage: Storage, base?: NDArray) => NDArray;

/** Arrays with few methods, and those with all. */
export const { NDArrayCore, NDArray: NDArrayFull } = library as unknown as {
  readonly NDArrayCore: Class;
  readonly NDArray: Class;
};

export const isArray = (value: unknown): value is NDArray => value instanceof NDArrayCore;

/** A bare array as users have arrays. */
export const dressed = (x: NDArray): NDArray =>
  x._raw === x ? new NDArrayFull(x.storage, x.base === null ? undefined : dressed(x.base)) : x;

const hasAllMethods = (x: unknown): boolean => x instanceof NDArrayFull;

/** A result whose arrays have all methods: many functions of numpy-ts give arrays with few. */
function withMethods(x: unknown): unknown {
  if (isArray(x))
    return hasAllMethods(x) || x._raw === x
      ? x
      : new NDArrayFull(x.storage, (withMethods(x.base) as NDArray | null) ?? undefined);
  return Array.isArray(x) ? x.map(withMethods) : x;
}

type AnyFunction = (...args: readonly unknown[]) => unknown;

/** True if an array shares its storage with one that was given, so that it is not new. */
const isGiven = (storage: Storage, given: readonly unknown[]): boolean =>
  given.some((x) => (Array.isArray(x) ? isGiven(storage, x) : isArray(x) && x.storage === storage));

/** Notes the new arrays of a result. */
function noteNew(result: unknown, given: readonly unknown[]): unknown {
  if (isArray(result)) return isGiven(bare(result).storage, given) ? result : note(result);
  if (typeof result === 'object' && result !== null && !ArrayBuffer.isView(result))
    for (const x of Object.values(result)) if (isArray(x)) noteNew(x, given);
  return result;
}

/** An error of numpy-ts, as users get it. */
const told = (error: unknown): unknown =>
  error instanceof Error && /^WASM OOM|^Array buffer allocation failed/.test(error.message)
    ? memoryFull(error)
    : error;

function called(f: AnyFunction, self: unknown, args: unknown[]): unknown {
  try {
    return f.apply(self, args);
  } catch (error) {
    throw told(error);
  }
}

/** A function or method of numpy-ts whose new arrays are noted. */
export const noting = (f: AnyFunction): AnyFunction =>
  // How many arguments it takes is asked for.
  Object.defineProperty(
    function (this: unknown, ...args: unknown[]) {
      const result = withMethods(called(f, this, args));
      if (openLedger() !== null) return noteNew(result, [this, args]);
      if (isArray(result)) weigh(bare(result).storage);
      return result;
    },
    'length',
    { value: f.length },
  );

const isClass = (f: unknown): boolean => /^class\b/.test(Function.prototype.toString.call(f));
/** True if a value is a group of functions, such as `linalg`. */
export const holdsFunctions = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((x) => typeof x === 'function');

function notingAll(value: unknown): unknown {
  if (typeof value === 'function') return isClass(value) ? value : noting(value as AnyFunction);
  if (!holdsFunctions(value) || isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, x]) => [key, notingAll(x)]));
}

/** All exports as they are, by name. */
export const natives = library as unknown as Readonly<Record<string, unknown>>;

/** All exports, by name; new arrays are noted. */
export const everything = Object.fromEntries(
  Object.entries(library).map(([name, value]) => [name, notingAll(value)]),
) as Readonly<Record<string, unknown>>;

/** Functions whose results are always new, which need not be looked for among the arguments. */
const fresh = [
  ...['negative', 'reciprocal', 'square', 'sqrt', 'cbrt', 'exp', 'exp2', 'expm1', 'log', 'log1p'],
  ...['sin', 'cos', 'tan', 'sinh', 'cosh', 'tanh', 'add', 'subtract', 'multiply', 'divide'],
  ...['power', 'matmul', 'dot', 'sum', 'mean', 'empty'],
] as const;
type Function = (x: unknown, y?: unknown, z?: unknown) => unknown;

/**
 * The functions that are wrapped once less, for what derivatives keep for themselves. A bundle may have them a second time, with
 * a memory of their own, and then they are left alone.
 */
const sameNames = inner as unknown as typeof library;
const core = sameNames.NDArrayCore === library.NDArrayCore ? sameNames : library;

const notingFresh =
  (f: Function, ofRuns: Function): Function =>
  (x, y, z) => {
    const ledger = openLedger();
    let result: unknown;
    try {
      result = ledger?.isOfRuns === true ? ofRuns(x, y, z) : f(x, y, z);
    } catch (error) {
      throw told(error);
    }
    return ledger !== null && typeof result === 'object' ? note(result as NDArray) : result;
  };

export const numpy = {
  ...everything,
  ...Object.fromEntries(
    fresh.map((name) => [name, notingFresh(library[name] as never, core[name] as never)]),
  ),
} as unknown as NumPy;

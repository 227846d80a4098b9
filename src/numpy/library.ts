/**
 * numpy-ts, as far as it is used here, with types of that much: the declarations of the package name files without
 * their endings, which TypeScript reads for bundlers only.
 */
import * as library from 'numpy-ts';

export type Numbers = Float64Array | Float32Array;
export type FloatType = 'float64' | 'float32';

/** Where an array keeps its numbers. */
export interface Storage {
  readonly data: Numbers;
  readonly offset: number;
  readonly strides: readonly number[];
  readonly isCContiguous: boolean;
  readonly wasmRegion: { readonly refCount: number } | null;
}

export interface NDArray {
  readonly shape: readonly number[];
  readonly ndim: number;
  readonly size: number;
  readonly dtype: string;
  readonly storage: Storage;
  copy(): NDArray;
  astype(dtype: string): NDArray;
  slice(...text: string[]): NDArray;
  item(): number;
  /** Gives the memory back, which views may share; nobody reads the array any more. */
  dispose(): void;
}

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
  | ('arctan2' | 'hypot' | 'maximum' | 'minimum' | 'matmul');

interface NumPy extends Readonly<Record<Unaries, Unary>>, Readonly<Record<Binaries, Binary>> {
  readonly sum: Reduction;
  readonly mean: Reduction;
  array(data: unknown, dtype?: string): NDArray;
  empty(shape: readonly number[], dtype?: FloatType): NDArray;
  reshape(x: NDArray, shape: readonly number[]): NDArray;
  transpose(x: NDArray, axes: readonly number[]): NDArray;
  broadcast_to(x: NDArray, shape: readonly number[]): NDArray;
  cumsum(x: NDArray, axis: number): NDArray;
  flip(x: NDArray, axis: number): NDArray;
  prod(x: NDArray, axis: number): Plain;
  partition(x: NDArray, kth: number, axis: number): NDArray;
}

type Class = abstract new (...args: never[]) => NDArray;

export const numpy = library as unknown as NumPy;
/** All exports, by name. */
export const everything = library as unknown as Readonly<Record<string, unknown>>;
/** Arrays with few methods, and those with all. */
export const { NDArrayCore, NDArray: NDArrayFull } = library as unknown as {
  readonly NDArrayCore: Class;
  readonly NDArray: Class;
};

export const isArray = (value: unknown): value is NDArray => value instanceof NDArrayCore;

/** The parts of the types of numpy-ts that this library uses. */

export type Numbers = Float64Array | Float32Array;
export type FloatType = 'float64' | 'float32';

/** A stretch of the memory of numpy-ts. */
export interface Region {
  readonly refCount: number;
  readonly ptr: number;
  readonly byteLength: number;
}

/** Where an array keeps its numbers. */
export interface Storage {
  readonly shape: readonly number[];
  readonly size: number;
  readonly dtype: string;
  readonly data: Numbers;
  readonly offset: number;
  readonly strides: readonly number[];
  readonly isCContiguous: boolean;
  readonly wasmRegion: Region | null;
  /** The numbers behind `data`. */
  _data: Numbers;
  /** A second call changes nothing. */
  dispose(): void;
}

export interface NDArray {
  readonly shape: readonly number[];
  readonly ndim: number;
  readonly size: number;
  readonly dtype: string;
  readonly storage: Storage;
  /** The array whose memory a view shows. */
  readonly base: NDArray | null;
  /** The array behind a proxy, where numpy-ts has one. */
  readonly _raw?: NDArray;
  copy(): NDArray;
  astype(dtype: string): NDArray;
  slice(...text: string[]): NDArray;
  item(): number;
  /** Gives the memory back, which views may share; nobody reads the array any more. */
  dispose(): void;
}

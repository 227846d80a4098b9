/** The contents of a model file: arrays of numbers with names. */
import { invalidTensor } from './errors.js';

/** The arrays of each type of elements; those of `bool` hold 0 and 1. */
export interface TensorData {
  readonly float64: Float64Array;
  readonly float32: Float32Array;
  readonly int64: BigInt64Array;
  readonly int32: Int32Array;
  readonly int16: Int16Array;
  readonly int8: Int8Array;
  readonly uint64: BigUint64Array;
  readonly uint32: Uint32Array;
  readonly uint16: Uint16Array;
  readonly uint8: Uint8Array;
  readonly bool: Uint8Array;
}

/** The types of numbers that files hold. */
export type TensorType = keyof TensorData;

/** Numbers in the order of rows: the last index changes fastest. */
export interface Tensor<T extends TensorType = TensorType> {
  readonly dtype: T;
  /** Empty for a single number. */
  readonly shape: readonly number[];
  readonly data: TensorData[T];
}

/** The contents of a file, in its order. */
export type Tensors = ReadonlyMap<string, Tensor>;

interface Numbers {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer): TensorData[TensorType];
}

export const classes: Readonly<Record<TensorType, Numbers>> = {
  float64: Float64Array,
  float32: Float32Array,
  int64: BigInt64Array,
  int32: Int32Array,
  int16: Int16Array,
  int8: Int8Array,
  uint64: BigUint64Array,
  uint32: Uint32Array,
  uint16: Uint16Array,
  uint8: Uint8Array,
  bool: Uint8Array,
};

/** The number of elements of a shape; undefined where that is not a size that a file could have. */
export function countOf(shape: readonly unknown[]): number | undefined {
  let count = 1;
  for (const length of shape) {
    if (!Number.isSafeInteger(length) || (length as number) < 0) return undefined;
    count *= length as number;
  }
  // Zeros hide what is beside them, but such a shape has no numbers in any case.
  return Number.isSafeInteger(count) ? count : undefined;
}

/** The bytes of a tensor that a user gives, which may be wrong. */
export function bytesOf(name: string, { dtype, shape, data }: Tensor): Uint8Array {
  const Class = classes[dtype] as Numbers | undefined;
  if (Class === undefined) throw invalidTensor(name, `has the unknown type ${String(dtype)}`);
  if (!(data instanceof Class)) {
    throw invalidTensor(name, `holds no ${(Class as unknown as { name: string }).name}`);
  }
  if (countOf(shape) !== data.length) {
    throw invalidTensor(name, `has ${data.length} numbers for the shape [${shape.join(', ')}]`);
  }
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** The layout of numbers in a file. */
export interface Layout {
  readonly dtype: TensorType | 'float16' | 'bfloat16';
  readonly shape: readonly number[];
  readonly isBigEndian?: boolean;
}

export const sizeOfElement = (dtype: Layout['dtype']): number =>
  dtype === 'float16' || dtype === 'bfloat16' ? 2 : classes[dtype].BYTES_PER_ELEMENT;

/** Numbers of a file, in memory of their own. Those of 16 bits are given in `float32`, which holds all of them. */
export function tensorOf(bytes: Uint8Array, { dtype, shape, isBigEndian = false }: Layout): Tensor {
  const size = sizeOfElement(dtype);
  // Not by `slice`, which for a Buffer of Node makes no copy.
  const own = new Uint8Array(bytes);
  if (isBigEndian) for (let k = 0; k < own.length; k += size) own.subarray(k, k + size).reverse();
  if (dtype === 'float16' || dtype === 'bfloat16') {
    const widen = dtype === 'float16' ? ofHalf : ofBrain;
    return { dtype: 'float32', shape, data: Float32Array.from(new Uint16Array(own.buffer), widen) };
  }
  return { dtype, shape, data: new classes[dtype](own.buffer) };
}

const word = new Uint32Array(1);
const real = new Float32Array(word.buffer);

function ofBrain(bits: number): number {
  word[0] = bits << 16;
  return real[0];
}

function ofHalf(bits: number): number {
  const sign = bits >> 15 === 0 ? 1 : -1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

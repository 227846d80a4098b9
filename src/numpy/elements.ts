/** The numbers of plain arrays, in order, as loops read and write them. */
import {
  isArray,
  numpy,
  type FloatType,
  type NDArray,
  type Numbers,
  type Storage,
} from './library.js';
import { isBorrowing, note } from './memory/open-ledgers.js';

/** Typed arrays of any numbers, as loops read them. */
type Readable = ArrayLike<number>;

export function sizeOf(shape: readonly number[]): number {
  let size = 1;
  for (let k = 0; k < shape.length; k++) size *= shape[k];
  return size;
}

/** The shape that two broadcast to; null if they do not. */
export function broadcast(one: readonly number[], other: readonly number[]): number[] | null {
  const count = Math.max(one.length, other.length);
  const shape = new Array<number>(count);
  for (let k = 0; k < count; k++) {
    const a = one[one.length - count + k] ?? 1;
    const b = other[other.length - count + k] ?? 1;
    if (a !== b && a !== 1 && b !== 1) return null;
    shape[k] = a === 1 ? b : a;
  }
  return shape;
}

export function sameShape(one: readonly number[], other: readonly number[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let k = 0; k < one.length; k++) if (one[k] !== other[k]) return false;
  return true;
}

/** The numbers of an array broadcast to a shape, in order; those of the array itself where they stand so. */
export function numbersOf({ storage }: NDArray, shape = storage.shape): Readable {
  const { data, offset, shape: own } = storage;
  const size = sizeOf(shape);
  if (sameShape(own, shape) && storage.isCContiguous) {
    return offset === 0 && data.length === size ? data : data.subarray(offset, offset + size);
  }
  const found = new Float64Array(size);
  spreadInto(found, storage, shape);
  return found;
}

/** Writes the numbers of an array, broadcast to a shape, in order. */
export function spreadInto(to: Numbers, storage: Storage, shape: readonly number[]): void {
  if (sizeOf(shape) === 0) return;
  const { data, offset, shape: own } = storage;
  const missing = shape.length - own.length;
  const strides = shape.map((_, k) =>
    k < missing || own[k - missing] === 1 ? 0 : storage.strides[k - missing],
  );
  const last = shape.length - 1;
  /** The part at `from` with the axes from one on; gives its length. */
  const write = (axis: number, at: number, from: number): number => {
    if (axis > last) {
      to[at] = Number(data[from]);
      return 1;
    }
    const [count, step] = [shape[axis], strides[axis]];
    if (axis === last) {
      for (let k = 0, i = from; k < count; k++, i += step) to[at + k] = Number(data[i]);
      return count;
    }
    if (step !== 0) {
      let end = at;
      for (let k = 0; k < count; k++) end += write(axis + 1, end, from + k * step);
      return end - at;
    }
    const part = write(axis + 1, at, from);
    const size = count * part;
    // What repeats is doubled.
    for (let done = part; done < size; done *= 2)
      to.copyWithin(at + done, at, at + Math.min(done, size - done));
    return size;
  };
  write(0, 0, offset);
}

/** Visits the lines along the last axis: how many numbers came before, its length, and where its numbers stand. */
function forEachLine(
  shape: readonly number[],
  strides: readonly number[],
  offset: number,
  visit: (at: number, width: number, from: number, step: number) => void,
): void {
  const size = sizeOf(shape);
  if (size === 0) return;
  const last = shape.length - 1;
  if (last < 0) {
    visit(0, 1, offset, 1);
    return;
  }
  const width = shape[last];
  const index = new Array<number>(shape.length).fill(0);
  let from = offset;
  for (let at = 0; at < size; at += width) {
    visit(at, width, from, strides[last]);
    for (let k = last - 1; k >= 0; k--) {
      from += strides[k];
      if (++index[k] < shape[k]) break;
      from -= strides[k] * shape[k];
      index[k] = 0;
    }
  }
}

/** Adds numbers to those of a view, in its memory. */
export function addInto({ storage }: NDArray, x: NDArray | number): void {
  const { data, strides, offset, shape } = storage;
  const numbers = typeof x === 'number' ? null : numbersOf(x, shape);
  forEachLine(shape, strides, offset, (at, width, from, step) => {
    for (let k = 0, i = from; k < width; k++, i += step)
      data[i] += numbers === null ? (x as number) : numbers[at + k];
  });
}

/** The number at a place, counted in order. O(dimensions). */
export function numberAt({ storage }: NDArray, place: number): number {
  const { data, offset, shape } = storage;
  let at = offset;
  let left = place;
  for (let k = shape.length - 1; k >= 0; k--) {
    at += (left % shape[k]) * storage.strides[k];
    left = Math.floor(left / shape[k]);
  }
  return Number(data[at]);
}

export const isFloat = (dtype: string): dtype is FloatType =>
  dtype === 'float64' || dtype === 'float32';

/** A new array, and where its numbers are to be written, all of them. */
export function made(
  shape: readonly number[],
  dtype: FloatType,
): [array: NDArray, numbers: Numbers] {
  const array = numpy.empty(shape, dtype);
  return [array, array.storage.data];
}

/** The type of changes of an array: its own, or float64 for one of integers. */
export const floatTypeOf = ({ dtype }: { readonly dtype: string }): FloatType =>
  isFloat(dtype) ? dtype : 'float64';

/** A new array of zeros, and its numbers. */
export function zeros(
  shape: readonly number[],
  dtype: FloatType,
): [array: NDArray, numbers: Numbers] {
  const [array, numbers] = made(shape, dtype);
  numbers.fill(0);
  return [array, numbers];
}

export const zerosLike = (x: Pick<NDArray, 'shape' | 'dtype'>): NDArray =>
  zeros(x.shape, floatTypeOf(x))[0];

/** A copy in order. */
export function copied(x: NDArray): NDArray {
  const { shape, dtype } = x.storage;
  if (!isFloat(dtype)) return note(x.copy());
  const [array, numbers] = made(shape, dtype);
  numbers.set(numbersOf(x));
  return array;
}

/** The array, or a copy of a view that does not keep its memory. */
export const lasting = <X>(x: X): X =>
  isArray(x) && isBorrowing(x.storage) ? (copied(x) as X) : x;

/** True if the numbers of an array are those that stand in its memory, in order. */
export const isContiguous = (storage: Storage): boolean =>
  storage.isCContiguous && storage.offset === 0 && storage.data.length === storage.size;

/**
 * The array, or a copy if it is not all that stands in its memory: kernels of numpy-ts are twenty times slower on
 * transposed views (`matmul`), or take what stands in memory for the view (in 1.7 `square`, and `maximum` with a number).
 */
export function inOrder(x: NDArray): NDArray {
  const { storage } = x;
  if (isContiguous(storage)) return x;
  const { shape, dtype } = storage;
  if (!isFloat(dtype)) return x.copy();
  const [array, to] = made(shape, dtype);
  const { data, strides, offset } = storage;
  const last = shape.length - 1;
  if (last < 1 || strides[last] === 1) {
    spreadInto(to, storage, shape);
    return array;
  }
  let starts = [offset];
  for (let axis = 0; axis < last - 1; axis++)
    starts = starts.flatMap((start) =>
      Array.from({ length: shape[axis] }, (_, k) => start + k * strides[axis]),
    );
  const matrix = { rows: shape[last - 1], columns: shape[last] };
  const steps = { down: strides[last - 1], right: strides[last] };
  const size = matrix.rows * matrix.columns;
  starts.forEach((start, k) => copyMatrix(to, k * size, matrix, data, start, steps));
  return array;
}

/** Writes a matrix in order. Eight columns at a time: where it is turned, one after another reads eight lines of memory. */
function copyMatrix(
  to: Numbers,
  at: number,
  { rows, columns }: { readonly rows: number; readonly columns: number },
  data: Numbers,
  from: number,
  { down, right }: { readonly down: number; readonly right: number },
): void {
  const whole = columns - (columns % 8);
  for (let j = 0; j < whole; j += 8) {
    let read = from + j * right;
    let write = at + j;
    for (let i = 0; i < rows; i++, read += down, write += columns) {
      to[write] = data[read];
      to[write + 1] = data[read + right];
      to[write + 2] = data[read + 2 * right];
      to[write + 3] = data[read + 3 * right];
      to[write + 4] = data[read + 4 * right];
      to[write + 5] = data[read + 5 * right];
      to[write + 6] = data[read + 6 * right];
      to[write + 7] = data[read + 7 * right];
    }
  }
  for (let j = whole; j < columns; j++) {
    for (let i = 0; i < rows; i++) to[at + i * columns + j] = data[from + i * down + j * right];
  }
}

/** Of fewer numbers, loops are as fast as kernels. */
const FEWEST = 128;

/** True if all numbers are finite. */
export function isFinite(x: NDArray): boolean {
  // Their sum is finite only then, and has a kernel; it may overflow.
  if (x.size >= FEWEST && isContiguous(x.storage) && Number.isFinite(numpy.sum(x))) return true;
  const numbers = numbersOf(x);
  let sum = 0;
  for (let k = 0; k < numbers.length; k++) sum += numbers[k] - numbers[k];
  return sum === 0;
}

/** True if nobody shares the memory of an array, whose numbers stand there in order. */
export const isSole = ({ storage }: NDArray): boolean =>
  storage.wasmRegion?.refCount === 1 && storage.isCContiguous;

/** Kernels compare from here on. */
const MANY = 4096;

/** True if two arrays of one shape hold the same numbers; all NaNs are alike. */
export function areEqual(one: NDArray, other: NDArray): boolean {
  if (one.size >= MANY) return numpy.array_equal(one, other, true);
  const [xs, ys] = [numbersOf(one), numbersOf(other)];
  for (let k = 0; k < xs.length; k++) {
    if (xs[k] !== ys[k] && (xs[k] === xs[k] || ys[k] === ys[k])) return false;
  }
  return true;
}

/** True if two arrays of any type hold the same. */
export function holdSame(one: NDArray, other: NDArray): boolean {
  if (one.dtype !== other.dtype || !sameShape(one.shape, other.shape)) return false;
  const all = (x: NDArray): Readable => (isFloat(x.dtype) ? numbersOf(x) : x.copy().storage.data);
  const [xs, ys] = [all(one), all(other)];
  for (let k = 0; k < xs.length; k++) if (!Object.is(xs[k], ys[k])) return false;
  return true;
}

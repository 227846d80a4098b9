/** Signals: the numbers of a plain array, real or complex, in the order in which transforms read and write them. */
import { isFloat, made, numbersOf, sizeOf } from '../elements.js';
import { everything, type FloatType, type NDArray } from '../library.js';

export interface Signal {
  readonly shape: readonly number[];
  readonly re: ArrayLike<number>;
  readonly im: ArrayLike<number>;
}

export const isComplexType = (dtype: string): boolean => dtype.startsWith('complex');

/** The type of the parts of an array: float32 for complex64. */
export const partType = (dtype: string): FloatType =>
  dtype === 'float32' || dtype === 'complex64' ? 'float32' : 'float64';

interface ComplexLibrary {
  empty(shape: readonly number[], dtype: string): NDArray;
  readonly fft: {
    fft(x: NDArray, n: undefined, axis: number): NDArray;
    ifft(x: NDArray, n: undefined, axis: number, norm: 'forward'): NDArray;
  };
}
const library = everything as unknown as ComplexLibrary;

/** An array of complex numbers. */
export function complexOf({ shape, re, im }: Signal, type: FloatType = 'float64'): NDArray {
  const array = library.empty(shape, type === 'float32' ? 'complex64' : 'complex128');
  const { data } = array.storage;
  for (let k = 0; k < re.length; k++) {
    data[2 * k] = re[k];
    data[2 * k + 1] = im[k];
  }
  return array;
}

/** Of an array of real or complex numbers. A view is copied, since it is taken for its memory otherwise. */
export function signalOf(x: NDArray): Signal {
  const { shape } = x;
  if (!isComplexType(x.dtype)) {
    const re = numbersOf(isFloat(x.dtype) ? x : x.astype('float64'));
    return { shape, re, im: new Float64Array(re.length) };
  }
  const { data, offset, isCContiguous } = (x.storage.isCContiguous ? x : x.copy()).storage;
  const from = isCContiguous ? 2 * offset : 0;
  const size = sizeOf(shape);
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  for (let k = 0; k < size; k++) {
    re[k] = data[from + 2 * k];
    im[k] = data[from + 2 * k + 1];
  }
  return { shape, re, im };
}

/** An array of real numbers. */
export function realOf(
  shape: readonly number[],
  numbers: ArrayLike<number>,
  type: FloatType,
): NDArray {
  const [array, to] = made(shape, type);
  to.set(numbers);
  return array;
}

/** Both parts in one array of reals, one after the other along a new axis in front. */
export function pairOf({ shape, re, im }: Signal, type: FloatType): NDArray {
  const [array, to] = made([2, ...shape], type);
  to.set(re);
  to.set(im, re.length);
  return array;
}

export function signalOfPair(pair: NDArray): Signal {
  const numbers = numbersOf(pair);
  const half = numbers.length / 2;
  return {
    shape: pair.shape.slice(1),
    re: numbered(half, (k) => numbers[k]),
    im: numbered(half, (k) => numbers[half + k]),
  };
}

/** Numbers, each by its place. */
export function numbered(count: number, number: (k: number) => number): Float64Array {
  const all = new Float64Array(count);
  for (let k = 0; k < count; k++) all[k] = number(k);
  return all;
}

/** Each part made anew, by the place of a number. */
const remade = (
  { shape, re }: Signal,
  real: (k: number) => number,
  imaginary: (k: number) => number,
): Signal => ({ shape, re: numbered(re.length, real), im: numbered(re.length, imaginary) });

export const conjugated = (x: Signal): Signal => ({
  ...x,
  im: numbered(x.im.length, (k) => -x.im[k]),
});

export const scaled = (x: Signal, by: number): Signal =>
  by === 1
    ? x
    : remade(
        x,
        (k) => x.re[k] * by,
        (k) => x.im[k] * by,
      );

/** Multiplied by factors along an axis, one for each part. */
export function weighted(
  x: Signal,
  axis: number,
  real: readonly number[],
  imaginary: readonly number[],
): Signal {
  const inner = sizeOf(x.shape.slice(axis + 1));
  const at = (k: number) => Math.floor(k / inner) % x.shape[axis];
  return remade(
    x,
    (k) => x.re[k] * real[at(k)],
    (k) => x.im[k] * imaginary[at(k)],
  );
}

/** Elements along an axis: `from(k, m)` is the place of element k among the m that there are; negative for 0. */
function along(
  x: Signal,
  axis: number,
  length: number,
  from: (k: number, m: number) => number,
): Signal {
  const m = x.shape[axis];
  const shape = x.shape.map((d, k) => (k === axis ? length : d));
  const inner = sizeOf(x.shape.slice(axis + 1));
  const outer = sizeOf(x.shape.slice(0, axis));
  const [re, im] = [new Float64Array(sizeOf(shape)), new Float64Array(sizeOf(shape))];
  for (let k = 0; k < length; k++) {
    const place = from(k, m);
    if (place < 0 || place >= m) continue;
    for (let o = 0; o < outer; o++) {
      for (let i = 0; i < inner; i++) {
        re[(o * length + k) * inner + i] = x.re[(o * m + place) * inner + i];
        im[(o * length + k) * inner + i] = x.im[(o * m + place) * inner + i];
      }
    }
  }
  return { shape, re, im };
}

/** Cut off, or followed by zeros, to a length. */
export const resized = (x: Signal, axis: number, length: number): Signal =>
  x.shape[axis] === length ? x : along(x, axis, length, (k) => k);

/** In place k what stands in place -k, with n places in a circle. */
export const turned = (x: Signal, axis: number): Signal =>
  along(x, axis, x.shape[axis], (k, n) => (k === 0 ? 0 : n - k));

export const added = (x: Signal, y: Signal): Signal =>
  remade(
    x,
    (k) => x.re[k] + y.re[k],
    (k) => x.im[k] + y.im[k],
  );

/** Σ x_j e^(∓2πi jk / n) along an axis, without a factor. */
export function transformed(x: Signal, axis: number, isInverse: boolean): Signal {
  if (x.re.length === 0) return x;
  const array = complexOf(x);
  const { fft } = library;
  return signalOf(
    isInverse ? fft.ifft(array, undefined, axis, 'forward') : fft.fft(array, undefined, axis),
  );
}

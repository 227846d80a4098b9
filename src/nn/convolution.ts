/**
 * Three functions of two arrays, linear in each: the convolution, how it changes with images, and how it changes
 * with the kernel. Each is the transpose of the others, so derivatives of every order are among them. The matrix of
 * all windows is made when it is needed and given back at once, because it would be most of the memory of a network.
 */
import { applyRow } from '../numpy/apply.js';
import type { AnyArray, Operand } from '../numpy/array-dual.js';
import { floatTypeOf, inOrder, made, numbersOf, sizeOf, zeros } from '../numpy/elements.js';
import { numpy, type NDArray, type Numbers } from '../numpy/library.js';
import { ops } from '../numpy/ops.js';
import type { ArrayRow, Examples } from '../numpy/row.js';
import { inFront } from '../numpy/row-batch.js';
import { fromPatches, flatKernel, patchesOf, shapeOfPatches, type Geometry } from './patches.js';

type Product = (x: NDArray, y: NDArray) => NDArray;
type Value = (x: NDArray, y: NDArray, geometry: Geometry) => NDArray;
/** Of many examples: the lengths of the axes along which they lie, in front of both arrays. */
interface Stack {
  readonly geometry: Geometry;
  readonly examples: readonly number[];
}
type Bilinear = (x: Operand, y: Operand, stack: Stack) => Operand;

/** The product where 0 wins: of changes, rather than of what a program computes. */
const product: Product = (x, y) => ops.product(x, y) as NDArray;

/** The same numbers in another shape; the array itself is given back. */
function reshaped(x: NDArray, shape: readonly number[]): NDArray {
  const view = numpy.reshape(x, [...shape]);
  x.dispose();
  return view;
}

const flat = (x: NDArray, shape: readonly number[]): NDArray =>
  numpy.reshape(inOrder(x), [...shape]);
const turned = (x: NDArray): NDArray => inOrder(numpy.transpose(x, [1, 0]));

/** The result of some arrays, which are given back. */
function using(arrays: readonly NDArray[], f: (...arrays: NDArray[]) => NDArray): NDArray {
  const result = f(...arrays);
  for (const array of arrays) array.dispose();
  return result;
}

const forward =
  (multiply: Product): Value =>
  (x, w, geometry) => {
    const { images, kernel, rows, columns } = geometry;
    const z = using([patchesOf(x, geometry), flat(w, flatKernel(geometry))], multiply);
    return reshaped(z, [images[0], rows.count, columns.count, kernel[3]]);
  };

const changeOfImages: Value = (c, w, geometry) => {
  const [count] = shapeOfPatches(geometry);
  const patches = using([flat(c, [count, geometry.kernel[3]])], (changes) =>
    using([turned(flat(w, flatKernel(geometry)))], (kernel) => product(changes, kernel)),
  );
  const [images, to] = zeros(geometry.images, floatTypeOf(patches));
  fromPatches(numbersOf(patches) as Numbers, to, geometry);
  patches.dispose();
  return images;
};

const changeOfKernel: Value = (x, c, geometry) => {
  const [count] = shapeOfPatches(geometry);
  // The changes are turned, since there are fewer of them than numbers in windows.
  const kernel = using(
    [turned(flat(c, [count, geometry.kernel[3]])), patchesOf(x, geometry)],
    product,
  );
  return reshaped(using([kernel], turned), geometry.kernel);
};

/** One example after the other. */
function ofEach(value: Value, arrays: readonly NDArray[], { geometry, examples }: Stack): NDArray {
  if (examples.length === 0) return value(arrays[0], arrays[1], geometry);
  const count = sizeOf(examples);
  const one = (x: NDArray, k: number): NDArray => {
    const shape = x.shape.slice(examples.length);
    const [array, to] = zeros(shape, floatTypeOf(x));
    const from = numbersOf(x) as Numbers;
    to.set(from.subarray(k * to.length, (k + 1) * to.length));
    return array;
  };
  const at = (k: number) =>
    using(
      arrays.map((x) => one(x, k)),
      (x, y) => value(x, y, geometry),
    );
  // Without examples there is the shape of one.
  const first = at(0);
  const [array, to] = made([...examples, ...first.shape], floatTypeOf(first));
  for (let k = 0; k < count; k++)
    using([k === 0 ? first : at(k)], (z) => {
      to.set(numbersOf(z), k * sizeOf(z.shape));
      return z;
    });
  return array;
}

interface Transposes {
  /** The function itself, of changes. */
  readonly again: () => Bilinear;
  /** The cotangent of the first, by that of the output and the second; and of the second. */
  readonly first: Bilinear;
  readonly second: Bilinear;
  /** True if the first array and the result are batches. */
  readonly isOfBatches: boolean;
}

/** Examples of batches as one batch, where the second array is the same for all. */
function merged(row: ArrayRow<Stack>, { xs: [x, y], size, options }: Examples<Stack>): AnyArray {
  const { geometry } = options;
  const [, batch, ...rest] = (x as AnyArray).shape;
  const images = [size * batch, ...geometry.images.slice(1)];
  const stack = { geometry: { ...geometry, images }, examples: [] };
  const z = applyRow(
    row,
    [ops.reshape(x as AnyArray, [size * batch, ...rest]), y],
    stack,
  ) as AnyArray;
  return ops.reshape(z, [size, batch, ...z.shape.slice(1)]);
}

function bilinear(value: Value, { again, first, second, isOfBatches }: Transposes): Bilinear {
  const row: ArrayRow<Stack> = {
    name: 'conv2d',
    value: (arrays, stack) => ofEach(value, arrays as NDArray[], stack),
    keeps: (k) => [1 - k],
    pullback: (c, [x, y], _, active, stack) => [
      active[0] ? first(c, y, stack) : 0,
      active[1] ? second(x, c, stack) : 0,
    ],
    pushforward([dx, dy], [x, y], _, stack) {
      const one = dx === 0 ? 0 : again()(dx, y, stack);
      const other = dy === 0 ? 0 : again()(x, dy, stack);
      return one === 0 ? other : other === 0 ? one : ops.add(one, other);
    },
    batch(all) {
      const { geometry, examples } = all.options;
      if (isOfBatches && !all.isOwn[1] && examples.length === 0)
        return { array: merged(row, all), isReal: false };
      const options = { geometry, examples: [all.size, ...examples] };
      return inFront<Stack>((xs) => applyRow(row, xs, options))(all);
    },
  };
  return (x, y, stack) => applyRow(row, [x, y], stack);
}

const convolutions: Transposes = {
  again: () => changed,
  first: (c, w, stack) => toImages(c, w, stack),
  second: (x, c, stack) => toKernel(x, c, stack),
  isOfBatches: true,
};
const convolve = bilinear(forward(numpy.matmul), convolutions);
const changed: Bilinear = bilinear(forward(product), convolutions);
const toImages: Bilinear = bilinear(changeOfImages, {
  again: () => toImages,
  first: (x, w, stack) => changed(x, w, stack),
  second: (c, x, stack) => toKernel(x, c, stack),
  isOfBatches: true,
});
const toKernel: Bilinear = bilinear(changeOfKernel, {
  again: () => toKernel,
  first: (w, c, stack) => toImages(c, w, stack),
  second: (x, w, stack) => changed(x, w, stack),
  isOfBatches: false,
});

/** Images of shape [batch, height, width, channels] with a kernel of shape [rows, columns, channels, outputs]. */
export const convolution = (x: Operand, w: Operand, geometry: Geometry): Operand =>
  convolve(x, w, { geometry, examples: [] });

/**
 * Three functions of two arrays, linear in each: the convolution, how it changes with images, and how it changes
 * with the kernel. Each is the transpose of the others, so derivatives of every order are among them. The matrix of
 * all windows is made when it is needed and given back at once, because it would be most of the memory of a network.
 */
import { applyRow } from '../numpy/apply.js';
import type { Operand } from '../numpy/array-dual.js';
import { floatTypeOf, inOrder, numbersOf, zeros } from '../numpy/elements.js';
import { numpy, type NDArray, type Numbers } from '../numpy/library.js';
import { ops } from '../numpy/ops.js';
import type { ArrayRow } from '../numpy/row.js';

import { fromPatches, flatKernel, patchesOf, shapeOfPatches, type Geometry } from './patches.js';

type Product = (x: NDArray, y: NDArray) => NDArray;
type Value = (x: NDArray, y: NDArray, geometry: Geometry) => NDArray;
type Bilinear = (x: Operand, y: Operand, geometry: Geometry) => Operand;

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

interface Transposes {
  /** The function itself, of changes. */
  readonly again: () => Bilinear;
  /** The cotangent of the first, by that of the output and the second; and of the second. */
  readonly first: Bilinear;
  readonly second: Bilinear;
}

function bilinear(value: Value, { again, first, second }: Transposes): Bilinear {
  const row: ArrayRow<Geometry> = {
    name: 'conv2d',
    value: ([x, y], geometry) => value(x as NDArray, y as NDArray, geometry),
    keeps: (k) => [1 - k],
    pullback: (c, [x, y], _, active, geometry) => [
      active[0] ? first(c, y, geometry) : 0,
      active[1] ? second(x, c, geometry) : 0,
    ],
    pushforward([dx, dy], [x, y], _, geometry) {
      const one = dx === 0 ? 0 : again()(dx, y, geometry);
      const other = dy === 0 ? 0 : again()(x, dy, geometry);
      return one === 0 ? other : other === 0 ? one : ops.add(one, other);
    },
  };
  return (x, y, geometry) => applyRow(row, [x, y], geometry);
}

const convolutions: Transposes = {
  again: () => changed,
  first: (c, w, geometry) => toImages(c, w, geometry),
  second: (x, c, geometry) => toKernel(x, c, geometry),
};
/** Images of shape [batch, height, width, channels] with a kernel of shape [rows, columns, channels, outputs]. */
export const convolution = bilinear(forward(numpy.matmul), convolutions);
const changed: Bilinear = bilinear(forward(product), convolutions);
const toImages: Bilinear = bilinear(changeOfImages, {
  again: () => toImages,
  first: (x, w, geometry) => changed(x, w, geometry),
  second: (c, x, geometry) => toKernel(x, c, geometry),
});
const toKernel: Bilinear = bilinear(changeOfKernel, {
  again: () => toKernel,
  first: (w, c, geometry) => toImages(c, w, geometry),
  second: (x, w, geometry) => changed(x, w, geometry),
});

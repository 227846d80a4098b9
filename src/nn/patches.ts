/** The windows of all images, copied into the rows of one matrix. */
import { floatTypeOf, numbersOf, zeros } from '../numpy/elements.js';
import type { NDArray, Numbers } from '../numpy/library.js';

import { inside, type Windows } from './windows.js';

export interface Geometry {
  /** Of the images. */
  readonly images: readonly number[];
  readonly kernel: readonly number[];
  readonly rows: Windows;
  readonly columns: Windows;
}

type Run = (patches: Numbers, at: number, images: Numbers, from: number, length: number) => void;

/**
 * Visits what lies side by side in images and in patches alike. It is made for each way anew, so that the
 * loops of each are compiled by themselves.
 */
const copying = (copy: Run) => (patches: Numbers, images: Numbers, geometry: Geometry) => {
  const { images: shape, rows, columns } = geometry;
  const [batch, height, width, channels] = shape;
  const line = columns.size * channels;
  const isTight = columns.dilation === 1;
  const step = columns.dilation * channels;
  /** Of the windows of a row: where each begins, and its pixels that are in the image. */
  const windows = Array.from({ length: columns.count }, (_, x) => {
    const [left, right] = inside(columns, x);
    return { from: x * columns.stride - columns.before + left * columns.dilation, left, right };
  });
  let at = 0;
  for (let n = 0; n < batch; n++) {
    for (let y = 0; y < rows.count; y++) {
      const [top, bottom] = inside(rows, y);
      const first = n * height + y * rows.stride - rows.before;
      for (const { from, left, right } of windows) {
        for (let v = top; v < bottom; v++) {
          let image = ((first + v * rows.dilation) * width + from) * channels;
          let to = at + v * line + left * channels;
          if (isTight) copy(patches, to, images, image, (right - left) * channels);
          else
            for (let u = left; u < right; u++, image += step, to += channels)
              copy(patches, to, images, image, channels);
        }
        at += rows.size * line;
      }
    }
  }
};

const toPatches = copying((patches, at, images, from, length) => {
  for (let k = 0; k < length; k++) patches[at + k] = images[from + k];
});
/** Adds patches up where they come from. */
export const fromPatches = copying((patches, at, images, from, length) => {
  for (let k = 0; k < length; k++) images[from + k] += patches[at + k];
});

export const shapeOfPatches = ({
  images: [batch],
  kernel,
  rows,
  columns,
}: Geometry): [number, number] => [
  batch * rows.count * columns.count,
  kernel[0] * kernel[1] * kernel[2],
];

export const flatKernel = ({ kernel }: Geometry): [number, number] => [
  kernel[0] * kernel[1] * kernel[2],
  kernel[3],
];

/** The windows of all images as rows of a matrix, which whoever asks gives back. */
export function patchesOf(images: NDArray, geometry: Geometry): NDArray {
  const [array, to] = zeros(shapeOfPatches(geometry), floatTypeOf(images));
  toPatches(to, numbersOf(images) as Numbers, geometry);
  return array;
}

/** Copies the windows of all images into the rows of one matrix. */
import { floatTypeOf, made, numbersOf, zeros } from '../numpy/elements.js';
import type { NDArray, Numbers } from '../numpy/library.js';

import { inside, type Windows } from './windows.js';

export interface Geometry {
  /** Of the images. */
  readonly images: readonly number[];
  readonly kernel: readonly number[];
  readonly rows: Windows;
  readonly columns: Windows;
}

/** Where the numbers of one image go in its windows: from each source to the target of the same place. */
interface Plan {
  readonly sources: Int32Array;
  /** Null if the targets are 0, 1, 2, …: without margins. Then there is less to read. */
  readonly targets: Int32Array | null;
  /** The count of numbers of one image, and of its windows with their margins. */
  readonly image: number;
  readonly patches: number;
}

function planned({ images: shape, rows, columns }: Geometry): Plan {
  const [, height, width, channels] = shape;
  const line = columns.size * channels;
  const patches = rows.count * columns.count * rows.size * line;
  const [sources, targets] = [new Int32Array(patches), new Int32Array(patches)];
  let count = 0;
  for (let y = 0, at = 0; y < rows.count; y++) {
    const [top, bottom] = inside(rows, y);
    for (let x = 0; x < columns.count; x++, at += rows.size * line) {
      const [left, right] = inside(columns, x);
      for (let v = top; v < bottom; v++) {
        const row = (y * rows.stride - rows.before + v * rows.dilation) * width;
        for (let u = left; u < right; u++) {
          const pixel = row + x * columns.stride - columns.before + u * columns.dilation;
          for (let c = 0; c < channels; c++, count++) {
            sources[count] = pixel * channels + c;
            targets[count] = at + v * line + u * channels + c;
          }
        }
      }
    }
  }
  const image = height * width * channels;
  return count === patches
    ? { sources, targets: null, image, patches }
    : { sources: sources.slice(0, count), targets: targets.slice(0, count), image, patches };
}

const SOME = 8;
/** Of the geometries that were used last: steps of a training have the same. */
const plans = new Map<string, Plan>();

function planOf(geometry: Geometry): Plan {
  const { images, rows, columns } = geometry;
  const key = JSON.stringify([images.slice(1), rows, columns]);
  const plan = plans.get(key) ?? planned(geometry);
  plans.delete(key);
  plans.set(key, plan);
  if (plans.size > SOME) plans.delete(plans.keys().next().value!);
  return plan;
}

/** Adds patches up where they come from. */
export function fromPatches(patches: Numbers, images: Numbers, geometry: Geometry): void {
  const { sources, targets, image, patches: width } = planOf(geometry);
  const batch = geometry.images[0];
  for (let n = 0, from = 0, to = 0; n < batch; n++, from += width, to += image) {
    if (targets === null)
      for (let k = 0; k < sources.length; k++) images[to + sources[k]] += patches[from + k];
    else
      for (let k = 0; k < sources.length; k++)
        images[to + sources[k]] += patches[from + targets[k]];
  }
}

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

/** The windows of all images as rows of a matrix. The caller gives the matrix back. */
export function patchesOf(images: NDArray, geometry: Geometry): NDArray {
  const { sources, targets, image, patches } = planOf(geometry);
  const [array, to] = (targets === null ? made : zeros)(
    shapeOfPatches(geometry),
    floatTypeOf(images),
  );
  const numbers = numbersOf(images);
  for (let from = 0, at = 0; from < numbers.length; from += image, at += patches) {
    if (targets === null)
      for (let k = 0; k < sources.length; k++) to[at + k] = numbers[from + sources[k]];
    else for (let k = 0; k < sources.length; k++) to[at + targets[k]] = numbers[from + sources[k]];
  }
  return array;
}

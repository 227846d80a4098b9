/** Convolutions of images: the windows of all images as rows of one matrix, and a product of matrices. */
import type { NDArray } from 'numpy-ts';
import type { AnyArray } from '../numpy/array-dual.js';
import type { Numbers } from '../numpy/library.js';
import { ops } from '../numpy/ops.js';
import { elementwise } from '../numpy/rows/elementwise.js';
import { matmul } from '../numpy/rows/products.js';
import { misfit } from './errors.js';
import { transposes } from './linear.js';
import { perChannel, withDims } from './operands.js';
import { inside, windowsOf, type Padding, type Pair, type Windows } from './windows.js';

interface Patches {
  /** Of the images. */
  readonly shape: readonly number[];
  readonly rows: Windows;
  readonly columns: Windows;
}

/** Runs of numbers that lie side by side, in images and in patches alike. */
function runs(
  { shape: [batch, height, width, channels], rows, columns }: Patches,
  visit: (image: number, patch: number, length: number) => void,
): void {
  const patch = rows.size * columns.size * channels;
  const isTight = columns.dilation === 1;
  for (let n = 0, at = 0; n < batch; n++) {
    for (let y = 0; y < rows.count; y++) {
      const [top, bottom] = inside(rows, y);
      for (let x = 0; x < columns.count; x++, at += patch) {
        const [left, right] = inside(columns, x);
        for (let v = top; v < bottom; v++) {
          const row = y * rows.stride - rows.before + v * rows.dilation;
          const image = (n * height + row) * width + x * columns.stride - columns.before;
          const to = at + v * columns.size * channels;
          if (isTight) {
            if (right > left)
              visit((image + left) * channels, to + left * channels, (right - left) * channels);
            continue;
          }
          for (let u = left; u < right; u++)
            visit((image + u * columns.dilation) * channels, to + u * channels, channels);
        }
      }
    }
  }
}

const patchesOf = transposes<Patches>(
  'conv2d',
  {
    shape: ({ shape, rows, columns }) => [
      shape[0] * rows.count * columns.count,
      rows.size * columns.size * shape[3],
    ],
    loop: (to: Numbers, from, options) =>
      runs(options, (image, patch, length) => {
        for (let k = 0; k < length; k++) to[patch + k] = from[image + k];
      }),
  },
  {
    shape: ({ shape }) => shape,
    loop: (to: Numbers, from, options) =>
      runs(options, (image, patch, length) => {
        for (let k = 0; k < length; k++) to[image + k] += from[patch + k];
      }),
  },
);

export interface Conv2d {
  /** Added to each output channel. */
  readonly bias?: NDArray;
  /** From one window to the next; 1 by default. */
  readonly stride?: Pair;
  /** The margin of zeros; `'valid'` by default. */
  readonly padding?: Padding;
  /** From one pixel of a window to the next; 1 by default. */
  readonly dilation?: Pair;
}

/**
 * Images of shape [batch, height, width, channels] through a kernel of shape [rows, columns, channels, outputs]: images
 * of `outputs` channels. As in PyTorch and JAX the kernel is not flipped; channels are last, as JAX has them by
 * `('NHWC', 'HWIO', 'NHWC')`.
 *
 * The windows of all images are copied into a matrix of batch · windows rows, which is kept for the pullback: memory is
 * that of the result times rows · columns · channels / outputs. One product of matrices does the rest.
 *
 * @example conv2d(np.ones([1, 3, 3, 1]), np.ones([2, 2, 1, 1])).tolist() // [[[[4], [4]], [[4], [4]]]]
 */
export function conv2d(images: NDArray, kernel: NDArray, options: Conv2d = {}): NDArray {
  const x = withDims('conv2d', images, 'images', 'batch, height, width, channels');
  const w = withDims('conv2d', kernel, 'the kernel', 'rows, columns, channels, outputs');
  const [down, across, channels, outputs] = w.shape;
  if (channels !== x.shape[3])
    throw misfit('conv2d', `the kernel takes ${channels} channels`, x.shape);
  const { stride = 1, padding = 'valid', dilation = 1 } = options;
  const layout = { size: [down, across] as const, stride, padding, dilation };
  const [rows, columns] = windowsOf('conv2d', x.shape, layout);
  const bias = perChannel('conv2d', options.bias, 'the bias', [outputs]);
  const patches = patchesOf(x, { shape: x.shape, rows, columns });
  const flat = matmul(patches, ops.reshape(w, [down * across * channels, outputs])) as AnyArray;
  const whole = bias === undefined ? flat : (elementwise.add(flat, bias) as AnyArray);
  return ops.reshape(whole, [x.shape[0], rows.count, columns.count, outputs]) as never;
}

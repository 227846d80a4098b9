/** Convolutions of images. */
import { registerArrayFunctions } from '../functions/array-functions.js';
import type { NDArray } from 'numpy-ts';
import { insistOnOptions } from '../errors/options.js';
import { applyRow } from '../numpy/apply.js';
import { floatTypeOf, made, numbersOf } from '../numpy/elements.js';
import type { NDArray as Floats } from '../numpy/library.js';
import type { ArrayRow } from '../numpy/row.js';
import { elementByElement } from '../numpy/row-batch.js';
import { add } from '../numpy/rows/elementwise.js';
import { convolution } from './convolution.js';
import { misfit } from './errors.js';
import { transposes } from './transposes.js';
import { perChannel, withDims } from './operands.js';
import { windowsOf, type Padding, type Pair } from './windows.js';

interface Images {
  readonly shape: readonly number[];
}

/** The sum over all axes but the last. */
const channelSums = transposes<Images>(
  'sum',
  {
    shape: ({ shape }) => shape.slice(-1),
    loop(to, from) {
      for (let k = 0; k < from.length;) for (let j = 0; j < to.length; j++) to[j] += from[k++];
    },
  },
  {
    shape: ({ shape }) => shape,
    loop(to, from) {
      for (let k = 0; k < to.length;) for (let j = 0; j < from.length; j++) to[k++] = from[j];
    },
  },
);

/** A number for each channel added: broadcasting takes numpy-ts ten times as long. */
const biasRow: ArrayRow = {
  name: 'add',
  value([x, bias]) {
    const array = x as Floats;
    const [z, to] = made(array.shape, floatTypeOf(array));
    const [from, more] = [numbersOf(array), numbersOf(bias as Floats)];
    for (let k = 0; k < to.length;)
      for (let j = 0; j < more.length; j++, k++) to[k] = from[k] + more[j];
    return z;
  },
  pullback: (c, [x], _, active) => [
    c,
    active[1] ? channelSums(c, { shape: (x as Floats).shape }) : 0,
  ],
  pushforward: ([dx, db]) =>
    dx === 0 ? db : db === 0 ? dx : applyRow(biasRow, [dx, db], undefined),
  batch: elementByElement(([x, bias]) => add(x, bias)),
};

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
 * Convolves images with a kernel. The images have shape [batch, height, width, channels], the kernel has
 * shape [rows, columns, channels, outputs], and the result has shape [batch, rows of windows, columns of
 * windows, outputs]. The kernel is not flipped, as in PyTorch and JAX. In JAX this order of axes is
 * `('NHWC', 'HWIO', 'NHWC')`.
 *
 * The windows of all images are copied into a matrix, and one product of matrices does the rest. That matrix
 * is not kept: each pullback makes it again. Time is that of the product.
 *
 * @throws DeltaTapeError if the arrays have other axes, if their channels differ, or if no window fits.
 * @example conv2d(np.ones([1, 3, 3, 1]), np.ones([2, 2, 1, 1])).tolist() // [[[[4], [4]], [[4], [4]]]]
 */
export function conv2d(images: NDArray, kernel: NDArray, options: Conv2d = {}): NDArray {
  insistOnOptions('conv2d', options, { bias: true, stride: true, padding: true, dilation: true });
  const x = withDims('conv2d', images, 'images', 'batch, height, width, channels');
  const w = withDims('conv2d', kernel, 'the kernel', 'rows, columns, channels, outputs');
  const [down, across, channels, outputs] = w.shape;
  if (channels !== x.shape[3])
    throw misfit('conv2d', `the kernel takes ${channels} channels`, x.shape);
  const { stride = 1, padding = 'valid', dilation = 1 } = options;
  const layout = { size: [down, across] as const, stride, padding, dilation };
  const [rows, columns] = windowsOf('conv2d', x.shape, layout);
  const bias = perChannel('conv2d', options.bias, 'the bias', [outputs]);
  const z = convolution(x, w, { images: x.shape, kernel: w.shape, rows, columns });
  return (bias === undefined ? z : applyRow(biasRow, [z, bias], undefined)) as never;
}

registerArrayFunctions({ conv2d });

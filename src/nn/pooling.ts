/** Pooling: one number for each window of an image, its largest or its mean. */
import { registerArrayFunctions } from '../functions/array-functions.js';
import type { NDArray } from 'numpy-ts';
import { insistOnOptions, type OptionNames } from '../errors/options.js';
import type { AnyArray } from '../numpy/array-dual.js';
import { numbersOf, sizeOf } from '../numpy/elements.js';
import type { Numbers } from '../numpy/library.js';
import { ops } from '../numpy/ops.js';
import { flat } from '../numpy/rows/building-blocks.js';
import { pickedOf, type Choose } from '../numpy/rows/picked-lanes.js';
import { badOption } from './errors.js';
import { transposes } from './transposes.js';
import { withDims } from './operands.js';
import { inside, windowsOf, type Padding, type Pair, type Windows } from './windows.js';

interface Pooling {
  /** Of the images. */
  readonly shape: readonly number[];
  readonly rows: Windows;
  readonly columns: Windows;
}

const pooled = ({ shape: [batch, , , channels], rows, columns }: Pooling): readonly number[] => [
  batch,
  rows.count,
  columns.count,
  channels,
];

/** Each window, with the places of its pixels that are in the image: of their first channels. */
function windowsIn(pooling: Pooling, visit: (window: number, pixels: Int32Array) => void): void {
  const { shape, rows, columns } = pooling;
  const [batch, height, width, channels] = shape;
  const pixels = new Int32Array(rows.size * columns.size);
  for (let n = 0, at = 0; n < batch; n++) {
    for (let y = 0; y < rows.count; y++) {
      const [top, bottom] = inside(rows, y);
      for (let x = 0; x < columns.count; x++, at += channels) {
        const [left, right] = inside(columns, x);
        let count = 0;
        for (let v = top; v < bottom; v++) {
          const row = n * height + y * rows.stride - rows.before + v;
          const first = row * width + x * columns.stride - columns.before;
          for (let u = left; u < right; u++) pixels[count++] = (first + u) * channels;
        }
        visit(at, count === pixels.length ? pixels : pixels.subarray(0, count));
      }
    }
  }
}

/** Where the largest number of each window and channel stands first; a NaN is the largest. */
function largest(numbers: ArrayLike<number>, pooling: Pooling, places: Int32Array): void {
  const channels = pooling.shape[3];
  windowsIn(pooling, (window, pixels) => {
    for (let c = 0; c < channels; c++) {
      let at = pixels[0] + c;
      let best = numbers[at];
      for (let k = 1; k < pixels.length && best === best; k++) {
        const here = numbers[pixels[k] + c];
        if (here > best || here !== here) {
          best = here;
          at = pixels[k] + c;
        }
      }
      places[window + c] = at;
    }
  });
}

/** The distance of the numbers from a tie. */
function fromTie(numbers: ArrayLike<number>, places: Int32Array, pooling: Pooling): number {
  let least = Infinity;
  windowsIn(pooling, (window, pixels) => {
    for (let c = 0; c < pooling.shape[3]; c++) {
      const at = places[window + c];
      for (const pixel of pixels) {
        if (pixel + c !== at) least = Math.min(least, Math.abs(numbers[at] - numbers[pixel + c]));
      }
    }
  });
  return Number.isNaN(least) ? Infinity : least;
}

/** The largest of the images in each lane. */
const chooseIn =
  (pooling: Pooling): Choose =>
  ([by]) => {
    const numbers = numbersOf(by) as Numbers;
    const [width, count] = [sizeOf(pooling.shape), sizeOf(pooled(pooling))];
    const lanes = sizeOf(by.shape.slice(0, -1));
    const places = new Int32Array(lanes * count);
    const each = Array.from({ length: lanes }, (_, k) => ({
      own: numbers.subarray(k * width, (k + 1) * width),
      found: places.subarray(k * count, (k + 1) * count),
    }));
    for (const { own, found } of each) largest(own, pooling, found);
    return {
      places,
      get gap() {
        return Math.min(...each.map(({ own, found }) => fromTie(own, found, pooling)));
      },
    };
  };

export interface Pool {
  /** Of a window. */
  readonly size: Pair;
  /** From one window to the next; the size by default. */
  readonly stride?: Pair;
  /** The margin, at most half of the size; `'valid'` by default. */
  readonly padding?: Padding;
}

const poolNames: OptionNames<Pool> = { size: true, stride: true, padding: true };

function poolingOf(name: string, x: AnyArray, options: Pool): Pooling {
  const { size, stride = size, padding = 'valid' } = options;
  const [rows, columns] = windowsOf(name, x.shape, { size, stride, padding });
  if (
    typeof padding !== 'string' &&
    (rows.before > rows.size / 2 || columns.before > columns.size / 2)
  )
    throw badOption(name, 'padding must be at most half of the size', padding);
  return { shape: x.shape, rows, columns };
}

/**
 * The largest number of each window and channel. Images have shape [batch, height, width, channels], and so has the
 * result, with windows in the place of pixels. The margin does not count. At a tie the derivative is that of the element
 * that stands first, as in PyTorch. Time is linear in the windows times their size.
 *
 * @throws DeltaTapeError if the images have other axes, if the margin is more than half of the size, or if no window fits.
 * @example maxPool(np.array([[[[1], [3]], [[2], [0]]]]), { size: 2 }).tolist() // [[[[3]]]]
 */
export function maxPool(images: NDArray, options: Pool): NDArray {
  insistOnOptions('maxPool', options, poolNames);
  const x = withDims('maxPool', images, 'images', 'batch, height, width, channels');
  const pooling = poolingOf('maxPool', x, options);
  const shape = pooled(pooling);
  const picked = pickedOf('maxPool', flat(x), sizeOf(shape), chooseIn(pooling));
  return ops.reshape(picked, shape) as never;
}

interface Averaging extends Pooling {
  /** Of the pixels that count in each window. */
  readonly countsMargin: boolean;
}

const weightOf = ({ rows, columns, countsMargin }: Averaging, count: number): number =>
  1 / (countsMargin ? rows.size * columns.size : count);

const average = transposes<Averaging>(
  'avgPool',
  {
    shape: pooled,
    loop: (to, from, options) =>
      windowsIn(options, (window, pixels) => {
        const weight = weightOf(options, pixels.length);
        for (let c = 0; c < options.shape[3]; c++) {
          let sum = 0;
          for (let k = 0; k < pixels.length; k++) sum += from[pixels[k] + c];
          to[window + c] = sum * weight;
        }
      }),
  },
  {
    shape: ({ shape }) => shape,
    loop: (to, from, options) =>
      windowsIn(options, (window, pixels) => {
        const weight = weightOf(options, pixels.length);
        for (let c = 0; c < options.shape[3]; c++) {
          const share = from[window + c] * weight;
          for (let k = 0; k < pixels.length; k++) to[pixels[k] + c] += share;
        }
      }),
  },
);

/**
 * The mean of each window and channel. Images have shape [batch, height, width, channels], and so has the result, with
 * windows in the place of pixels. Pixels of the margin count as zeros, as in PyTorch and JAX, unless `countsMargin` is
 * false. Time is linear in the windows times their size.
 *
 * @throws DeltaTapeError as `maxPool`.
 * @example avgPool(np.array([[[[1], [3]], [[2], [0]]]]), { size: 2 }).tolist() // [[[[1.5]]]]
 */
export function avgPool(
  images: NDArray,
  options: Pool & { readonly countsMargin?: boolean },
): NDArray {
  insistOnOptions('avgPool', options, { ...poolNames, countsMargin: true });
  const x = withDims('avgPool', images, 'images', 'batch, height, width, channels');
  const pooling = poolingOf('avgPool', x, options);
  return average(x, { ...pooling, countsMargin: options.countsMargin ?? true }) as never;
}

registerArrayFunctions({ avgPool, maxPool });

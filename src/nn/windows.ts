/** The geometry of windows on images: their size, steps and the margin around. */
import { badOption } from './errors.js';

/** One number for both directions, or that of rows and that of columns. */
export type Pair = number | readonly [rows: number, columns: number];

/**
 * `'valid'` has no margin. With `'same'` there are as many windows as pixels, divided by the stride; where the margin
 * is odd it is wider at the end, as in JAX. A number is the margin at each end, as in PyTorch.
 */
export type Padding = 'valid' | 'same' | Pair;

/** Along one direction. */
export interface Windows {
  readonly pixels: number;
  readonly size: number;
  readonly stride: number;
  /** From one pixel of a window to the next. */
  readonly dilation: number;
  /** The margin before the first pixel. */
  readonly before: number;
  /** The number of windows. */
  readonly count: number;
}

interface Layout {
  readonly size: Pair;
  readonly stride: Pair;
  readonly dilation?: Pair;
  readonly padding: Padding;
}

const sides = (x: Pair): readonly [number, number] => (typeof x === 'number' ? [x, x] : x);

function pairFrom(name: string, what: string, x: Pair, least: number): readonly [number, number] {
  const pair = sides(x);
  if (
    Array.isArray(pair) &&
    pair.length === 2 &&
    pair.every((n) => Number.isInteger(n) && n >= least)
  )
    return pair;
  throw badOption(name, `${what} must be a whole number from ${least} on, or two of them`, x);
}

/** The windows of rows and of columns of images of shape [batch, height, width, channels]. */
export function windowsOf(
  name: string,
  [, height, width]: readonly number[],
  { size, stride, dilation = 1, padding }: Layout,
): readonly [rows: Windows, columns: Windows] {
  const sizes = pairFrom(name, 'the size', size, 1);
  const strides = pairFrom(name, 'stride', stride, 1);
  const dilations = pairFrom(name, 'dilation', dilation, 1);
  const isWord = padding === 'valid' || padding === 'same';
  if (typeof padding === 'string' && !isWord)
    throw badOption(name, "padding must be 'valid', 'same', a number or two", padding);
  const margins = isWord ? ([0, 0] as const) : pairFrom(name, 'padding', padding, 0);
  const along = (pixels: number, k: 0 | 1): Windows => {
    const reach = (sizes[k] - 1) * dilations[k] + 1;
    const needed = (Math.ceil(pixels / strides[k]) - 1) * strides[k] + reach - pixels;
    const margin = padding === 'same' ? Math.max(0, needed) : 2 * margins[k];
    const before = padding === 'same' ? Math.floor(margin / 2) : margins[k];
    const count = Math.floor((pixels + margin - reach) / strides[k]) + 1;
    if (count < 1 && pixels > 0)
      throw badOption(
        name,
        `a window of ${reach} must fit into ${pixels + margin} pixels`,
        sizes[k],
      );
    return {
      pixels,
      size: sizes[k],
      stride: strides[k],
      dilation: dilations[k],
      before,
      count: Math.max(0, count),
    };
  };
  return [along(height, 0), along(width, 1)];
}

/** Where the pixels of a window lie that are not in the margin: the first, and the one after the last. */
export function inside(w: Windows, window: number): readonly [first: number, end: number] {
  const start = window * w.stride - w.before;
  const first = start >= 0 ? 0 : Math.ceil(-start / w.dilation);
  const end = Math.min(w.size, Math.ceil((w.pixels - start) / w.dilation));
  return [first, end];
}

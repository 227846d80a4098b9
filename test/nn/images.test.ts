/** Convolutions and pooling: their meaning on reals, for strides, margins and dilations. */
import { add, grad, mul, primalOf, type Real } from 'delta-tape';
import { agrees, array, flat, N, P, views, type Array_, type OfArrays } from '../numpy/support.js';
import { F, means, sample } from './support.js';

type Images = Real[][][][];
interface Layout {
  readonly stride?: number | readonly [number, number];
  readonly padding?: 'valid' | 'same' | number | readonly [number, number];
  readonly dilation?: number | readonly [number, number];
}

const pair = (x: number | readonly [number, number]) =>
  typeof x === 'number' ? ([x, x] as const) : x;

/** The pixels of each window, by the definition; `undefined` stands for the margin. */
function windows(images: Images, size: readonly [number, number], layout: Layout) {
  const [height, width] = [images[0].length, images[0][0].length];
  const [strides, dilations] = [pair(layout.stride ?? 1), pair(layout.dilation ?? 1)];
  const { padding = 'valid' } = layout;
  const along = (pixels: number, k: 0 | 1) => {
    const reach = (size[k] - 1) * dilations[k] + 1;
    const total =
      padding === 'same'
        ? Math.max(0, (Math.ceil(pixels / strides[k]) - 1) * strides[k] + reach - pixels)
        : 0;
    const before =
      padding === 'valid' ? 0 : padding === 'same' ? Math.floor(total / 2) : pair(padding)[k];
    const margin = padding === 'same' ? total : 2 * before;
    const starts: number[] = [];
    for (let at = -before; at + reach <= pixels - before + margin; at += strides[k])
      starts.push(at);
    return starts;
  };
  const [tops, lefts] = [along(height, 0), along(width, 1)];
  return images.map((image) =>
    tops.map((top) =>
      lefts.map((left) =>
        Array.from({ length: size[0] }, (_, v) =>
          Array.from(
            { length: size[1] },
            (__, u) =>
              image[top + v * dilations[0]]?.[left + u * dilations[1]] as Real[] | undefined,
          ),
        ),
      ),
    ),
  );
}

const convolved = (images: Images, kernel: Images, layout: Layout) =>
  windows(images, [kernel.length, kernel[0].length], layout).map((rows) =>
    rows.map((row) =>
      row.map((window) =>
        kernel[0][0][0].map((_, o) => {
          let total: Real = 0;
          window.forEach((line, v) =>
            line.forEach((pixel, u) =>
              pixel?.forEach((a, c) => {
                total = add(total, mul(a, kernel[v][u][c][o]));
              }),
            ),
          );
          return total;
        }),
      ),
    ),
  );

const layouts: Layout[] = [
  {},
  { stride: 2 },
  { stride: [1, 2], padding: 'same' },
  { padding: 1 },
  { padding: [2, 0], stride: [2, 1] },
  { dilation: 2, padding: 'same' },
  { dilation: [1, 2], stride: 2, padding: 1 },
  { padding: 3 },
];

describe('conv2d', () => {
  test.each(layouts)('with %j is the sum over windows.', (layout) => {
    const f: OfArrays = (x, w) => F.conv2d(x, w, layout);
    const spec = (x: Images, w: Images) => convolved(x, w, layout);
    means(f, spec, [sample([2, 5, 4, 2]), sample([3, 2, 2, 3], 4)]);
  });

  test('adds a bias to each output channel.', () => {
    const f: OfArrays = (x, w, bias) => F.conv2d(x, w, { bias });
    const spec = (x: Images, w: Images, bias: Real[]) =>
      convolved(x, w, {}).map((image) =>
        image.map((row) => row.map((pixel) => pixel.map((a, o) => add(a, bias[o])))),
      );
    means(f, spec, [sample([1, 3, 3, 1]), sample([2, 2, 1, 2], 4), sample([2], 5)]);
  });

  test('takes views, one pixel, and no images at all.', () => {
    const w = sample([2, 2, 2, 1], 4);
    for (const x of Object.values(views([1, 3, 2, 2])))
      means(
        (a) => F.conv2d(a, w),
        (images: Images) => convolved(images, w.tolist() as Images, {}),
        [x],
      );
    means(
      (x, k) => F.conv2d(x, k),
      (x: Images, k: Images) => convolved(x, k, {}),
      [sample([1, 1, 1, 1]), sample([1, 1, 1, 1])],
    );
    agrees({ f: (x) => F.conv2d(x, w), xs: [N.zeros([0, 3, 2, 2]) as Array_] });
    expect(F.conv2d(N.zeros([0, 3, 2, 2]), w).shape).toEqual([0, 2, 1, 1]);
  });

  test('refuses what does not fit.', () => {
    const [x, w] = [sample([1, 3, 3, 2]), sample([2, 2, 1, 1])];
    expect(() => F.conv2d(x, w)).toThrow('the kernel takes 1 channels');
    expect(() => F.conv2d(sample([3, 3, 1]), w)).toThrow('[batch, height, width, channels]');
    expect(() => F.conv2d(sample([1, 1, 1, 1]), w)).toThrow('a window of 2 must fit into 1 pixels');
    expect(() => F.conv2d(sample([1, 3, 3, 1]), w, { stride: 0 })).toThrow(
      'stride must be a whole number from 1 on',
    );
    expect(() => F.conv2d(sample([1, 3, 3, 1]), w, { padding: 'full' })).toThrow(
      "padding must be 'valid', 'same'",
    );
    expect(() => F.conv2d(sample([1, 3, 3, 1]), w, { padding: -1 })).toThrow(
      'padding must be a whole number',
    );
    expect(() => F.conv2d(sample([1, 3, 3, 1]), w, { bias: sample([2]) })).toThrow(
      'the bias must have shape [1]',
    );
  });
});

const poolings = [
  { size: 2 },
  { size: [2, 1] as const, stride: 1 },
  { size: 3, stride: 2, padding: 1 },
  { size: 2, stride: 2, padding: 'same' as const },
];

const channelsOf = (window: (Real[] | undefined)[][], count: number) => {
  const pixels = window.flat().filter((pixel) => pixel !== undefined);
  return Array.from({ length: count }, (_, c) => pixels.map((pixel) => pixel[c]));
};

describe('Pooling', () => {
  const over = (
    images: Images,
    { size, stride = size, padding }: { size: number | readonly [number, number] } & Layout,
    f: (pixels: Real[], size: number) => Real,
  ) => {
    const [down, across] = pair(size);
    return windows(images, [down, across], {
      stride,
      ...(padding !== undefined && { padding }),
    }).map((rows) =>
      rows.map((row) =>
        row.map((window) =>
          channelsOf(window, images[0][0][0].length).map((p) => f(p, down * across)),
        ),
      ),
    );
  };
  const largest = (pixels: Real[]) =>
    pixels.reduce((best, x) => (primalOf(x) > primalOf(best) ? x : best));
  const mean = (pixels: Real[], count: number) =>
    mul(
      1 / count,
      pixels.reduce((sum, x) => add(sum, x), 0),
    );

  test.each(poolings)('with %j means what it says.', (options) => {
    const x = sample([2, 5, 4, 2]);
    means(
      (a) => F.maxPool(a, options),
      (images: Images) => over(images, options, largest),
      [x],
    );
    means(
      (a) => F.avgPool(a, options),
      (images: Images) => over(images, options, mean),
      [x],
    );
    means(
      (a) => F.avgPool(a, { ...options, countsMargin: false }),
      (images: Images) => over(images, options, (pixels) => mean(pixels, pixels.length)),
      [x],
    );
    means(
      (a) => P.square(F.maxPool(a, options)),
      (images: Images) => over(images, options, (p) => mul(largest(p), largest(p))),
      [x],
    );
  });

  test('takes views, and no images at all.', () => {
    for (const x of Object.values(views([1, 2, 4, 1])))
      means(
        (a) => F.maxPool(a, { size: 2 }),
        (images: Images) => over(images, { size: 2 }, largest),
        [x],
      );
    for (const name of ['maxPool', 'avgPool'])
      agrees({ f: (x) => F[name](x, { size: 2 }), xs: [N.zeros([0, 2, 2, 1]) as Array_] });
  });

  const gradient = (numbers: number[], options?: unknown) => {
    const f = (x: Array_) =>
      P.sum(F.maxPool(P.reshape(x, [1, 1, numbers.length, 1]), { size: [1, numbers.length] }));
    return flat(
      (grad as unknown as (g: unknown, o?: unknown) => OfArrays)(f, options)(array(numbers)),
    );
  };

  test('gives a tie to the first, and says so where kinks are asked for.', () => {
    expect(gradient([1, 3, 3])).toEqual([0, 1, 0]);
    expect(gradient([-Infinity, -Infinity])).toEqual([1, 0]);
    expect(() => gradient([1, 3, 3], { onKink: 'throw' })).toThrow('maxPool');
    expect(gradient([1, 3, 2], { onKink: 'throw' })).toEqual([0, 1, 0]);
    expect(flat(F.maxPool(array([[[[1], [NaN], [3]]]]), { size: [1, 3] }))).toEqual([NaN]);
  });

  test('does not count the margin as 0 for the largest.', () => {
    expect(flat(F.maxPool(array([[[[-5]]]]), { size: 2, padding: 1, stride: 2 }))).toEqual([-5]);
    expect(() => F.maxPool(sample([1, 3, 3, 1]), { size: 2, padding: 2 })).toThrow(
      'at most half of the size',
    );
  });
});

/** Functions that put elements in order. Each element keeps its derivative at its new place. */
import type { AnyArray, Operand } from '../array-dual.js';
import { made, numbersOf, sizeOf } from '../elements.js';
import { badOption } from '../errors.js';
import { ops, type Axis } from '../ops.js';
import { isReal } from '../../core/real.js';
import { numpy, type NDArray } from '../library.js';
import { elementwise as e } from './elementwise.js';
import { asVector, constantOf, flat, lanesOf, numbersIn, picked, settled } from './parts.js';
import { pickedOf } from './picked-lanes.js';
import { shapes } from './shapes.js';

/** NaN is last. */
const order = (a: number, b: number): number =>
  a === b ? 0 : b !== b ? (a !== a ? 0 : -1) : a !== a ? 1 : a < b ? -1 : 1;

interface Order {
  /** Of all lanes one after another. */
  readonly places: Int32Array;
  /** How many of a lane are no NaN. */
  readonly counts: Int32Array;
  /** The least distance of two in a lane. */
  readonly gap: number;
}

function orderOf(numbers: ArrayLike<number>, width: number): Order {
  const places = new Int32Array(numbers.length);
  const counts = new Int32Array(width === 0 ? 0 : numbers.length / width);
  let gap = Infinity;
  for (let lane = 0; lane < counts.length; lane++) {
    const start = lane * width;
    const own = places.subarray(start, start + width);
    for (let k = 0; k < width; k++) own[k] = start + k;
    own.sort((i, j) => order(numbers[i], numbers[j]) || i - j);
    let count = 0;
    while (count < width && numbers[own[count]] === numbers[own[count]]) count++;
    counts[lane] = count;
    for (let k = 1; k < count; k++) gap = Math.min(gap, numbers[own[k]] - numbers[own[k - 1]]);
  }
  return { places, counts, gap };
}

/** An axis last, a function of what stands in lanes, and back. */
function inLanes(
  name: string,
  x: Operand,
  axis: number | null,
  f: (lanes: AnyArray, width: number) => AnyArray,
): AnyArray {
  const array = axis === null ? flat(x) : asVector(x);
  const { lanes, axes, width } = lanesOf(name, array, axis ?? 0);
  const last = array.shape.length - 1;
  return shapes.moveaxis(f(lanes, width), last, axes[0]) as AnyArray;
}

export const sort = (x: Operand, axis: number | null = -1): Operand =>
  inLanes('sort', x, axis, (lanes, width) => pickedOf('sort', lanes, width, orderOf));

/** As numpy-ts does it: equal elements count as one. */
export const partition = (x: Operand, kth: number, axis: number | null = -1): Operand =>
  inLanes('partition', x, axis, (lanes, width) => {
    const numbers = numbersIn(lanes);
    const before = orderOf(numbers, width);
    const done = numpy.partition(constantOf(lanes.shape, numbers), kth, -1);
    const after = orderOf(numbersOf(done), width);
    const places = new Int32Array(numbers.length);
    after.places.forEach((place, k) => (places[place] = before.places[k]));
    return picked('partition', lanes, places, lanes.shape, before.gap);
  });

/** Between neighbours in order, as NumPy's method `linear`. */
function quantiles(
  name: string,
  x: Operand,
  qs: readonly number[],
  axis: Axis,
  keepdims: boolean,
  leavesNaN: boolean,
): Operand[] {
  const array = asVector(x);
  const { lanes, rest, width, reduced } = lanesOf(name, array, axis);
  const { places, counts, gap } = orderOf(numbersIn(lanes), width);
  const shape = reduced(keepdims);
  return qs.map((q) => {
    if (!(q >= 0 && q <= 1)) throw badOption(name, 'q', q, 'numbers between the ends of its range');
    const low = new Int32Array(sizeOf(rest));
    const high = new Int32Array(sizeOf(rest));
    const [share, shares] = made(shape, 'float64');
    const [absence, absent] = made(shape, 'float64');
    counts.forEach((count, lane) => {
      const isGiven = count > 0 && (leavesNaN || count === width);
      const at = isGiven ? q * (count - 1) : 0;
      low[lane] = places[lane * width + Math.floor(at)];
      high[lane] = places[lane * width + Math.ceil(at)];
      shares[lane] = at - Math.floor(at);
      absent[lane] = isGiven ? 0 : NaN;
    });
    const below = picked(name, lanes, low, shape, gap);
    const above = picked(name, lanes, high, shape, gap);
    const found = between(below, above, share);
    const isWhole = absent.every((a) => a === 0);
    const z = isWhole ? found : e.add(found, absence);
    return settled(isReal(z) || z.dtype === array.dtype ? z : ops.cast(z, array.dtype as never));
  });
}

/** From whichever end is nearer, so that both ends are exact. */
function between(below: AnyArray, above: AnyArray, share: NDArray): Operand {
  const shares = numbersOf(share);
  const isFromBelow = numpy.array(
    Array.from(shares, (t) => t < 0.5),
    'bool',
  );
  const rise = e.subtract(above, below);
  const fromBelow = e.add(below, ops.times(rise, share));
  const fromAbove = e.subtract(above, ops.times(rise, e.subtract(1, share)));
  return shapes.where(numpy.reshape(isFromBelow, share.shape), fromBelow, fromAbove);
}

const quantileOf =
  (name: string, leavesNaN: boolean, whole: number) =>
  (
    x: Operand,
    q: number | NDArray | readonly number[],
    axis?: Axis,
    keepdims = false,
    ...others: readonly unknown[]
  ): Operand => {
    if (others.some((other) => other !== undefined && other !== 'linear'))
      throw badOption(name, 'method', others[0], "'linear'");
    if (typeof q === 'number') return quantiles(name, x, [q / whole], axis, keepdims, leavesNaN)[0];
    const list = Array.isArray(q) ? (q as number[]) : Array.from(numbersIn(q as NDArray));
    const all = quantiles(
      name,
      x,
      list.map((one) => one / whole),
      axis,
      keepdims,
      leavesNaN,
    );
    return shapes.stack(all, 0);
  };

const medianOf =
  (name: string, leavesNaN: boolean) =>
  (x: Operand, axis?: Axis, keepdims = false): Operand =>
    quantiles(name, x, [0.5], axis, keepdims, leavesNaN)[0];

export const ordering = {
  quantile: quantileOf('quantile', false, 1),
  percentile: quantileOf('percentile', false, 100),
  nanquantile: quantileOf('nanquantile', true, 1),
  nanpercentile: quantileOf('nanpercentile', true, 100),
  median: medianOf('median', false),
  nanmedian: medianOf('nanmedian', true),
};

/** Functions that put elements in order. Each element keeps its derivative at its new place. */
import type { AnyArray, Operand } from '../array-dual.js';
import { ofPlain } from '../batch-run.js';
import { inOrder, numbersOf, sizeOf } from '../elements.js';
import { badOption } from '../errors.js';
import { ops, type Axis } from '../ops.js';
import { isReal } from '../../core/real.js';
import { numpy, type NDArray } from '../library.js';
import { elementwise as e } from './elementwise.js';
import {
  asVector,
  constantFrom,
  constantOf,
  flat,
  lanesOf,
  numbersIn,
  settled,
} from './building-blocks.js';
import { pickedOf } from './picked-lanes.js';
import { shapes } from './rearranging.js';

/** NaN is last. */
const order = (a: number, b: number): number =>
  a === b ? 0 : b !== b ? (a !== a ? 0 : -1) : a !== a ? 1 : a < b ? -1 : 1;

interface Order {
  /** Of all lanes one after another, counted within each. */
  readonly places: Int32Array;
  /** The number of elements of each lane that are not NaN. */
  readonly counts: Int32Array;
  /** The least distance of two in a lane. */
  readonly gap: number;
}

function orderOf(lanes: NDArray): Order {
  const numbers = numbersOf(lanes);
  const width = lanes.shape[lanes.shape.length - 1];
  const places = new Int32Array(numbers.length);
  const counts = new Int32Array(sizeOf(lanes.shape.slice(0, -1)));
  let gap = Infinity;
  for (let lane = 0; lane < counts.length; lane++) {
    const start = lane * width;
    const own = places.subarray(start, start + width);
    for (let k = 0; k < width; k++) own[k] = k;
    own.sort((i, j) => order(numbers[start + i], numbers[start + j]) || i - j);
    const at = (k: number) => numbers[start + own[k]];
    let count = 0;
    while (count < width && at(count) === at(count)) count++;
    counts[lane] = count;
    for (let k = 1; k < count; k++) gap = Math.min(gap, at(k) - at(k - 1));
  }
  return { places, counts, gap };
}

/** The order of each array, found once. */
function orders(): (lanes: NDArray) => Order {
  const known = new WeakMap<NDArray, Order>();
  return (lanes) => {
    let found = known.get(lanes);
    if (found === undefined) known.set(lanes, (found = orderOf(lanes)));
    return found;
  };
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
  inLanes('sort', x, axis, (lanes, width) => pickedOf('sort', lanes, width, ([by]) => orderOf(by)));

/** As numpy-ts does it: equal elements count as one. */
export const partition = (x: Operand, kth: number, axis: number | null = -1): Operand =>
  inLanes('partition', x, axis, (lanes, width) =>
    pickedOf('partition', lanes, width, ([by]) => {
      const before = orderOf(by);
      const after = orderOf(numpy.partition(inOrder(by), kth, -1));
      const places = new Int32Array(before.places.length);
      after.places.forEach((place, k) => {
        places[Math.floor(k / width) * width + place] = before.places[k];
      });
      return { places, gap: before.gap };
    }),
  );

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
  const { lanes, width, reduced } = lanesOf(name, array, axis);
  const shape = reduced(keepdims);
  const ordered = orders();
  return qs.map((q) => {
    if (!(q >= 0 && q <= 1)) throw badOption(name, 'q', q, 'numbers between the ends of its range');
    // Where NaN counts, or nothing is there, there is no place in the order.
    const placeIn = (count: number): number =>
      count > 0 && (leavesNaN || count === width) ? q * (count - 1) : NaN;
    const neighbour = (side: (at: number) => number) =>
      pickedOf(name, lanes, null, ([by]) => {
        const { places, counts, gap } = ordered(by);
        const found = counts.map((count, lane) => places[lane * width + side(placeIn(count) || 0)]);
        return { places: found, gap };
      });
    /** A number of each lane, by the place. */
    const ofLanes = (f: (at: number) => number): Operand =>
      ofPlain(lanes, (plain) => {
        const by = plain as NDArray;
        const numbers = Array.from(ordered(by).counts, (count) => f(placeIn(count)));
        return constantOf(by.shape.slice(0, -1), numbers);
      });
    const share = ofLanes((at) => (Number.isNaN(at) ? 0 : at - Math.floor(at)));
    const found = between(neighbour(Math.floor), neighbour(Math.ceil), share);
    const isEachKnown = Array.from(countsIn(lanes, ordered), placeIn).every(
      (at) => !Number.isNaN(at),
    );
    const z = isEachKnown
      ? found
      : e.add(
          found,
          ofLanes((at) => (Number.isNaN(at) ? NaN : 0)),
        );
    const own = isReal(z) || z.dtype === array.dtype ? z : ops.cast(z, array.dtype as never);
    return settled(ops.reshape(own as AnyArray, shape));
  });
}

/** Of all lanes of all examples. */
function countsIn(lanes: AnyArray, ordered: (by: NDArray) => Order): Int32Array {
  let counts: Int32Array = new Int32Array(0);
  ofPlain(lanes, (plain) => {
    ({ counts } = ordered(plain as NDArray));
    return plain;
  });
  return counts;
}

/** From whichever end is nearer, so that both ends are exact. */
function between(below: AnyArray, above: AnyArray, share: Operand): Operand {
  const isFromBelow = constantFrom(share, (t) => (t < 0.5 ? 1 : 0));
  const rise = e.subtract(above, below);
  const fromBelow = e.add(below, ops.times(rise, share));
  const fromAbove = e.subtract(above, ops.times(rise, e.subtract(1, share)));
  return shapes.where(isFromBelow, fromBelow, fromAbove);
}

const quantileOf =
  (name: string, leavesNaN: boolean, unit: number) =>
  (
    x: Operand,
    q: number | NDArray | readonly number[],
    axis?: Axis,
    keepdims = false,
    ...others: readonly unknown[]
  ): Operand => {
    if (others.some((other) => other !== undefined && other !== 'linear'))
      throw badOption(name, 'method', others[0], "'linear'");
    if (typeof q === 'number') return quantiles(name, x, [q / unit], axis, keepdims, leavesNaN)[0];
    const list = Array.isArray(q) ? (q as number[]) : Array.from(numbersIn(q as NDArray));
    const all = quantiles(
      name,
      x,
      list.map((one) => one / unit),
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

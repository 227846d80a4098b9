/** Cumulative products, and functions that ignore NaN. */
import type { AnyArray, Operand } from '../array-dual.js';
import { applyRow } from '../apply.js';
import { inOrder } from '../elements.js';
import { emptyExtreme } from '../errors.js';
import { ops, type Axis } from '../ops.js';
import type { ArrayRow } from '../row.js';
import { inFront } from '../row-batch.js';
import { isReal } from '../../core/real.js';
import { numpy, type NDArray } from '../library.js';
import { elementwise as e } from './elementwise.js';
import { max, min } from './extremes.js';
import {
  along,
  asVector,
  constantFrom,
  constantOf,
  dtypeOf,
  flat,
  lanesOf,
  oneAxis,
  settled,
} from './building-blocks.js';
import { cumsum, sum } from './reductions.js';
import { shapes } from './rearranging.js';

/** Moved on by some places along the last axis; ones come after. */
const shifted = (x: AnyArray, by: number): AnyArray => {
  const last = x.shape.length - 1;
  const shape = [...x.shape.slice(0, -1), Math.min(by, x.shape[last])];
  const ones = constantOf(
    shape,
    new Float64Array(shape.reduce((p, d) => p * d, 1)).fill(1),
    dtypeOf(x),
  );
  return shapes.concatenate(
    [ones, along(x, last, `:${Math.max(0, x.shape[last] - by)}`)],
    last,
  ) as AnyArray;
};

/** Products from the first to each, by doubling: without a division, so that 0 is as any number. O(n log n). */
function scanned(x: AnyArray, times: (a: Operand, b: Operand) => Operand): AnyArray {
  const width = x.shape[x.shape.length - 1];
  let z = x;
  for (let by = 1; by < width; by *= 2) z = times(z, shifted(z, by)) as AnyArray;
  return z;
}

const times = (x: Operand, y: Operand): Operand => ops.times(x, y);
const turned = (x: AnyArray): AnyArray => shapes.flip(x, -1) as AnyArray;

/** The product of all others in a lane. */
const withoutEach = (x: AnyArray): AnyArray =>
  ops.times(
    scanned(shifted(x, 1), times),
    turned(scanned(shifted(turned(x), 1), times)),
  ) as AnyArray;

/** Of the lanes along the last axis. */
const prodRow: ArrayRow = {
  name: 'prod',
  value: ([x]) => numpy.prod(inOrder(x as NDArray), -1),
  keeps: () => [0],
  pullback(c, [x]) {
    const array = isReal(c) ? c : ops.reshape(c, [...c.shape, 1]);
    return [ops.times(array, withoutEach(x as AnyArray))];
  },
  pushforward: ([t], [x]) => sum(ops.times(t, withoutEach(x as AnyArray)), -1),
  batch: inFront(
    ([x]) => applyRow(prodRow, [x], undefined),
    ({ shapes: [shape] }) => shape.length === 1,
  ),
};

export function prod(x: Operand, axis?: Axis, keepdims = false): Operand {
  if (isReal(x)) return x;
  const { lanes, reduced } = lanesOf('prod', x, axis);
  const z = applyRow(prodRow, [lanes], undefined);
  return isReal(z)
    ? keepdims
      ? ops.spread(z, reduced(true), dtypeOf(x))
      : z
    : settled(ops.reshape(z, reduced(keepdims)));
}

export function cumprod(x: Operand, axis?: number): Operand {
  const array = axis === undefined || axis === null ? flat(x) : asVector(x);
  const at = oneAxis('cumprod', array.shape, axis ?? 0);
  const last = array.shape.length - 1;
  return shapes.moveaxis(
    scanned(shapes.moveaxis(array, at, last) as AnyArray, e.multiply),
    last,
    at,
  );
}

const isMissing = (x: Operand): Operand => constantFrom(x, (a) => (a === a ? 0 : 1));
/** With a number in the place of NaN. */
const filled = (x: Operand, by: number): Operand => {
  let isComplete = true;
  const missing = constantFrom(x, (a) => {
    if (a === a) return 0;
    isComplete = false;
    return 1;
  });
  if (isComplete) return x;
  return typeof missing === 'number' ? by : settled(shapes.where(missing, by, x));
};
/** Counts the elements that are not NaN. */
const countOf = (x: Operand, axis: Axis, keepdims: boolean): Operand =>
  sum(e.subtract(1, isMissing(x)), axis, keepdims);

const nanmean = (x: Operand, axis?: Axis, keepdims = false): Operand =>
  e.divide(sum(filled(x, 0), axis, keepdims), countOf(x, axis, keepdims));

function nanvar(x: Operand, axis?: Axis, ddof = 0, keepdims = false): Operand {
  const deviation = filled(e.subtract(x, nanmean(x, axis, true)), 0);
  const count = e.subtract(countOf(x, axis, keepdims), ddof);
  const positive = constantFrom(count, (n) => (n > 0 ? n : NaN));
  return e.divide(sum(e.square(deviation), axis, keepdims), positive);
}

const nanExtreme =
  (name: string, f: typeof max, by: number) =>
  (x: Operand, axis?: Axis, keepdims = false): Operand => {
    if (!isReal(x) && x.size === 0) throw emptyExtreme(name, x.shape);
    const found = f(filled(x, by), axis, keepdims);
    const counts = countOf(x, axis, keepdims);
    const absent = constantFrom(counts, (n) => (n > 0 ? 0 : NaN));
    return e.add(found, absent);
  };

export const withoutNaN = {
  nansum: (x: Operand, axis?: Axis, keepdims = false) => sum(filled(x, 0), axis, keepdims),
  nanprod: (x: Operand, axis?: Axis, keepdims = false) => prod(filled(x, 1), axis, keepdims),
  nancumsum: (x: Operand, axis?: number) => cumsum(filled(x, 0), axis),
  nancumprod: (x: Operand, axis?: number) => cumprod(filled(x, 1), axis),
  nanmean,
  nanvar,
  nanstd: (x: Operand, axis?: Axis, ddof = 0, keepdims = false) =>
    e.sqrt(nanvar(x, axis, ddof, keepdims)),
  nanmax: nanExtreme('nanmax', max, -Infinity),
  nanmin: nanExtreme('nanmin', min, Infinity),
};

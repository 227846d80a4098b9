/** Differences, integrals and interpolation. */
import type { AnyArray, Operand } from '../array-dual.js';
import { sizeOf } from '../elements.js';
import { badOption, doesNotFit } from '../errors.js';
import { ops } from '../ops.js';
import { isReal } from '../../core/real.js';
import type { Plain } from '../library.js';
import { composed } from './composed.js';
import { elementwise as e } from './elementwise.js';
import {
  along,
  asOperand,
  asVector,
  constantOf,
  dtypeOf,
  flat,
  numbersIn,
  oneAxis,
  picked,
  settled,
} from './parts.js';
import { sum } from './reductions.js';
import { shapes } from './shapes.js';
import { sort } from './ordering.js';

const half = (x: Operand): Operand => e.multiply(x, 0.5);

/** A vector that is to stand along an axis. */
const standing = (x: AnyArray, count: number, axis: number): AnyArray =>
  x.shape.length === 1
    ? ops.reshape(
        x,
        Array.from({ length: count }, (_, k) => (k === axis ? x.shape[0] : 1)),
      )
    : x;

function trapezoid(y: Operand, x?: Operand | null, dx: Operand = 1, axis = -1): Operand {
  const array = asVector(y);
  const at = oneAxis('trapezoid', array.shape, axis);
  const steps =
    x === undefined || x === null
      ? dx
      : composed.diff(
          standing(asVector(x), array.shape.length, at),
          1,
          asVector(x).shape.length === 1 ? at : axis,
        );
  const heights = half(e.add(along(array, at, '1:'), along(array, at, ':-1')));
  return sum(e.multiply(steps, heights), at);
}

function ediff1d(
  x: Operand,
  toEnd?: readonly number[] | Operand | null,
  toBegin?: readonly number[] | Operand | null,
): Operand {
  const differences = composed.diff(flat(x));
  const part = (z: readonly number[] | Operand | null | undefined): Operand[] =>
    z === null || z === undefined
      ? []
      : [Array.isArray(z) ? constantOf([z.length], z as number[]) : flat(z as Operand)];
  const parts = [...part(toBegin), differences, ...part(toEnd)];
  return parts.length === 1 ? differences : shapes.concatenate(parts, 0);
}

/** By differences to both sides, and to one at the ends; of second order where steps differ, too. */
function slopes(f: AnyArray, at: number, spacing: Operand): Operand {
  const count = f.shape[at];
  if (count < 2) throw badOption('gradient', 'an axis', count, 'at least 2 elements along it');
  const rise = composed.diff(f, 1, at) as AnyArray;
  const steps = isReal(spacing) || spacing.shape.length === 0 ? null : (spacing as AnyArray);
  if (steps !== null && (steps.shape.length !== 1 || steps.shape[0] !== count))
    throw doesNotFit('gradient', [f.shape, steps.shape]);
  const widths =
    steps === null ? null : standing(composed.diff(steps) as AnyArray, f.shape.length, at);
  const slope = e.divide(rise, widths ?? spacing) as AnyArray;
  const [first, last] = [along(slope, at, ':1'), along(slope, at, '-1:')];
  if (count === 2) return shapes.concatenate([first, last], at);
  const [before, after] = [along(slope, at, ':-1'), along(slope, at, '1:')];
  if (widths === null) return shapes.concatenate([first, half(e.add(before, after)), last], at);
  const [left, right] = [along(widths, at, ':-1'), along(widths, at, '1:')];
  const inner = e.divide(
    e.add(e.multiply(right, before), e.multiply(left, after)),
    e.add(left, right),
  );
  return shapes.concatenate([first, inner, last], at);
}

type Spacing = Operand | readonly number[];

function gradient(
  f: AnyArray,
  spacing?: Spacing | readonly Spacing[],
  axis?: number | readonly number[] | null,
): Operand | Operand[] {
  const axes =
    axis === undefined || axis === null
      ? [...f.shape.keys()]
      : [axis].flat().map((k) => oneAxis('gradient', f.shape, k));
  const isList = Array.isArray(spacing);
  // One list for one axis are its coordinates; else it has a spacing for each axis.
  const each: Spacing[] =
    isList && spacing.length === axes.length && !(axes.length === 1 && spacing.length > 1)
      ? (spacing as Spacing[])
      : axes.map(() => (spacing ?? 1) as Spacing);
  if (isList && axes.length > 1 && spacing.length !== axes.length)
    throw badOption(
      'gradient',
      'the number of spacings',
      spacing.length,
      `${axes.length}, one for each axis,`,
    );
  const all = axes.map((at, k) => {
    const own = each[k];
    return slopes(
      f,
      at,
      Array.isArray(own) ? constantOf([own.length], own as number[]) : (own as Operand),
    );
  });
  return axis !== undefined && axis !== null && !Array.isArray(axis)
    ? all[0]
    : all.length === 1
      ? all[0]
      : all;
}

/** Steps of more than `discont` are taken by whole periods; how many depends on primals. */
function unwrap(p: Operand, discont?: number | null, axis = -1, period = 2 * Math.PI): Operand {
  const x = asVector(p);
  const at = oneAxis('unwrap', x.shape, axis);
  const jump = Math.max(discont ?? period / 2, period / 2);
  const inner = sizeOf(x.shape.slice(at + 1));
  const numbers = numbersIn(x);
  const corrections = new Float64Array(numbers.length);
  const width = x.shape[at];
  let distance = Infinity;
  for (let k = 0; k < numbers.length; k++) {
    if (Math.floor(k / inner) % width === 0) continue;
    const step = numbers[k] - numbers[k - inner];
    const turns = Math.abs(step) < jump ? 0 : step - remainderOf(step, period);
    corrections[k] = corrections[k - inner] - turns;
    distance = Math.min(distance, Math.abs(Math.abs(step) - jump));
  }
  const same = picked(
    'unwrap',
    x,
    Array.from(numbers, (_, k) => k),
    x.shape,
    distance,
  );
  return e.add(same, constantOf(x.shape, corrections, dtypeOf(x)));
}

/** Between -period / 2 and period / 2, of which a positive step has the upper. */
function remainderOf(step: number, period: number): number {
  const floor = step + period / 2;
  const rest = floor - Math.floor(floor / period) * period - period / 2;
  return rest === -period / 2 && step > 0 ? period / 2 : rest;
}

/** The place of the interval that holds x among rising numbers. */
function intervalOf(x: number, edges: ArrayLike<number>): number {
  let [low, high] = [0, edges.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (edges[middle] <= x) low = middle;
    else high = middle;
  }
  return low;
}

const taken = (
  x: AnyArray,
  places: readonly number[],
  shape: readonly number[],
  distance = Infinity,
): Operand => picked('interp', x, places, shape, distance);

/** Piecewise linear, constant outside of the points, whose places rise. */
function interp(
  x: Operand,
  xp: Operand,
  fp: Operand,
  left?: Operand | null,
  right?: Operand | null,
  period?: number | null,
): Operand {
  if (period !== undefined && period !== null)
    return periodic(x, asVector(xp), asVector(fp), Math.abs(period));
  const [at, edges, heights] = [asOperand(x), asVector(xp), asVector(fp)];
  if (
    edges.shape.length !== 1 ||
    String(edges.shape) !== String(heights.shape) ||
    edges.shape[0] === 0
  )
    throw doesNotFit('interp', [edges.shape, heights.shape]);
  const numbers = numbersIn(at);
  const knots = numbersIn(edges);
  const count = knots.length;
  const { shape } = at;
  const low = Array.from(numbers, (a) => (count === 1 ? 0 : intervalOf(a, knots)));
  const high = low.map((k) => Math.min(k + 1, count - 1));
  let distance = Infinity;
  for (let k = 0; k < low.length; k++)
    distance = Math.min(
      distance,
      Math.abs(numbers[k] - knots[low[k]]),
      Math.abs(numbers[k] - knots[high[k]]),
    );
  const [x0, x1] = [taken(edges, low, shape, distance), taken(edges, high, shape, distance)];
  const [y0, y1] = [taken(heights, low, shape), taken(heights, high, shape)];
  const mask = (f: (a: number) => boolean): Plain =>
    constantOf(
      shape,
      Array.from(numbers, (a) => (f(a) ? 1 : 0)),
    );
  const isBelow = mask((a) => a < knots[0]);
  const isAbove = mask((a) => a > knots[count - 1]);
  const isLast = mask((a) => a === knots[count - 1]);
  // A quotient of an interval without length is not wanted.
  const width = count === 1 ? 1 : e.subtract(x1, x0);
  const slope = count === 1 ? 0 : e.divide(e.subtract(y1, y0), width);
  const onLine = e.add(y0, ops.times(slope, e.subtract(at, x0)));
  const ends = [
    left ??
      taken(
        heights,
        low.map(() => 0),
        shape,
      ),
    right ??
      taken(
        heights,
        low.map(() => count - 1),
        shape,
      ),
  ];
  const inside = shapes.where(isLast, e.add(y1, ops.times(slope, e.subtract(at, x1))), onLine);
  const withLeft = shapes.where(isBelow, ends[0], inside);
  return settled(shapes.where(isAbove, ends[1], withLeft));
}

function periodic(x: Operand, xp: AnyArray, fp: AnyArray, period: number): Operand {
  const edges = e.remainder(xp, period) as AnyArray;
  const numbers = numbersIn(edges);
  const order = Array.from(numbers, (_, k) => k).sort((i, j) => numbers[i] - numbers[j]);
  const [places, heights] = [sort(edges, 0), taken(fp, order, fp.shape)];
  const wrapped = (z: Operand, shift: number) => [
    e.subtract(along(z as AnyArray, 0, '-1:'), shift),
    z,
    e.add(along(z as AnyArray, 0, ':1'), shift),
  ];
  return interp(
    e.remainder(x, period),
    shapes.concatenate(wrapped(places, period), 0),
    shapes.concatenate(wrapped(heights, 0), 0),
  );
}

export const calculus = { trapezoid, ediff1d, gradient, unwrap, interp };

/** Differences, integrals and interpolation. */
import type { AnyArray, Operand } from '../array-dual.js';
import { ofPlain } from '../batch-run.js';
import { array } from '../creation.js';
import { numbersOf, sizeOf } from '../elements.js';
import { badOption, doesNotFit } from '../errors.js';
import { ops } from '../ops.js';
import { isReal } from '../../core/real.js';
import type { NDArray } from '../library.js';
import { composed } from './composed.js';
import { elementwise as e } from './elementwise.js';
import { along, asVector, constantOf, dtypeOf, flat, oneAxis, picked } from './building-blocks.js';
import { sum } from './reductions.js';
import { shapes } from './rearranging.js';

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
    z === null || z === undefined ? [] : [Array.isArray(z) ? flat(array(z)) : flat(z as Operand)];
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
  const last = x.shape.length - 1;
  let distance = Infinity;
  const corrections = ofPlain(shapes.moveaxis(x, at, last), (plain) => {
    const lanes = plain as NDArray;
    const numbers = numbersOf(lanes);
    const width = lanes.shape[lanes.shape.length - 1];
    const turns = new Float64Array(numbers.length);
    for (let k = 0; k < numbers.length; k++) {
      if (k % width === 0) continue;
      const step = numbers[k] - numbers[k - 1];
      turns[k] = turns[k - 1] - (Math.abs(step) < jump ? 0 : step - remainderOf(step, period));
      distance = Math.min(distance, Math.abs(Math.abs(step) - jump));
    }
    return constantOf(lanes.shape, turns, dtypeOf(lanes));
  });
  const places = Array.from({ length: sizeOf(x.shape) }, (_, k) => k);
  const same = picked('unwrap', x, places, x.shape, distance);
  return e.add(same, shapes.moveaxis(corrections, last, at));
}

/** Between -period / 2 and period / 2, of which a positive step has the upper. */
function remainderOf(step: number, period: number): number {
  const floor = step + period / 2;
  const rest = floor - Math.floor(floor / period) * period - period / 2;
  return rest === -period / 2 && step > 0 ? period / 2 : rest;
}

export const calculus = { trapezoid, ediff1d, gradient, unwrap };

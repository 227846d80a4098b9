/** Functions of users along axes. */
import { isReal } from '../../core/real.js';
import type { AnyArray, Operand } from '../array-dual.js';
import { sizeOf } from '../elements.js';
import { ops } from '../ops.js';
import { asOperand, asVector, along, oneAxis } from './building-blocks.js';
import { shapes } from './rearranging.js';

type OfVector = (x: AnyArray, ...args: readonly unknown[]) => Operand;

/** The function of each vector along an axis, in the place of the axis. */
function applyAlongAxis(
  f: OfVector,
  axis: number,
  x: Operand,
  ...args: readonly unknown[]
): Operand {
  const array = asVector(x);
  const at = oneAxis('apply_along_axis', array.shape, axis);
  const lanes = shapes.moveaxis(array, at, -1) as AnyArray;
  const [rest, width] = [lanes.shape.slice(0, -1), array.shape[at]];
  const rows = ops.reshape(lanes, [sizeOf(rest), width]);
  const results = Array.from({ length: sizeOf(rest) }, (_, k) =>
    asOperand(f(along(rows, 0, String(k)), ...args)),
  );
  const all = shapes.stack(results, 0) as AnyArray;
  const own = all.shape.slice(1);
  const z = ops.reshape(all, [...rest, ...own]);
  // The axes of results come where the axis was.
  const from = own.map((_: number, k: number) => rest.length + k);
  const to = own.map((_: number, k: number) => at + k);
  const moved = own.length === 0 ? z : shapes.moveaxis(z, from, to);
  return rest.length === 0 && own.length === 0 ? ops.sum(moved) : moved;
}

/** The function of an array and an axis, for one axis after the other. */
function applyOverAxes(
  f: (x: AnyArray, axis: number) => Operand,
  x: Operand,
  axes: number | readonly number[],
): Operand {
  let z = asVector(x);
  const count = z.shape.length;
  for (const axis of [axes].flat()) {
    const at = oneAxis('apply_over_axes', z.shape, axis);
    const found = f(z, at);
    const isLess = isReal(found) || found.shape.length < count;
    z = (isLess ? shapes.expand_dims(asOperand(found), at) : found) as AnyArray;
  }
  return z;
}

export const applied = { apply_along_axis: applyAlongAxis, apply_over_axes: applyOverAxes };

/** The largest and smallest elements along axes: the elements at the places where they stand first. */
import type { Operand } from '../array-dual.js';
import { numbersOf } from '../elements.js';
import { emptyExtreme } from '../errors.js';
import { ops, type Axis } from '../ops.js';
import { elementwise } from './elementwise.js';
import { isReal } from '../../core/real.js';
import type { NDArray } from '../library.js';
import { pickedOf, type Chosen } from './picked-lanes.js';
import { axesOf } from './reductions.js';

/** Where the extreme of each lane stands, and how far the next is from it. A NaN is the extreme. */
function search(lanes: NDArray, width: number, sign: 1 | -1): Chosen {
  const numbers = numbersOf(lanes);
  const count = numbers.length / width;
  const places = new Int32Array(count);
  let gap = Infinity;
  for (let lane = 0; lane < count; lane++) {
    const start = lane * width;
    let at = start;
    let second = -Infinity;
    for (let k = start + 1; k < start + width && numbers[at] === numbers[at]; k++) {
      const [here, best] = [sign * numbers[k], sign * numbers[at]];
      if (here > best || here !== here) {
        second = best;
        at = k;
      } else if (here > second) second = here;
    }
    places[lane] = at - start;
    if (width > 1) gap = Math.min(gap, Math.abs(sign * numbers[at] - second));
  }
  return { places, gap };
}

function extreme(name: string, sign: 1 | -1, x: Operand, axis: Axis, keepdims: boolean): Operand {
  if (isReal(x)) return x;
  const axes = axesOf(name, x.shape, axis);
  const others = [...x.shape.keys()].filter((k) => !axes.includes(k));
  const lengths = (list: readonly number[]): number[] => list.map((k) => x.shape[k]);
  const width = lengths(axes).reduce((p, d) => p * d, 1);
  const rest = lengths(others);
  if (width === 0) throw emptyExtreme(name, x.shape);
  /** The axes to look along as one, the last. */
  const lanes = ops.reshape(ops.transpose(x, [...others, ...axes]), [...rest, width]);
  const shape = keepdims ? [...x.shape].map((d, k) => (axes.includes(k) ? 1 : d)) : rest;
  const one = pickedOf(name, lanes, null, ([by]) => search(by, width, sign));
  const found = keepdims ? ops.reshape(one, shape) : one;
  return shape.length === 0 ? ops.sum(found) : found;
}

export const max = (x: Operand, axis?: Axis, keepdims = false): Operand =>
  extreme('max', 1, x, axis, keepdims);
export const min = (x: Operand, axis?: Axis, keepdims = false): Operand =>
  extreme('min', -1, x, axis, keepdims);

export const ptp = (x: Operand, axis?: Axis, keepdims = false): Operand =>
  elementwise.subtract(max(x, axis, keepdims), min(x, axis, keepdims));

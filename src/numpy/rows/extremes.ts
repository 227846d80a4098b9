/** The largest and smallest elements along axes: the elements at the places where they stand first. */
import type { AnyArray, Operand } from '../array-dual.js';
import { plainOperand } from '../apply.js';
import { made, numbersOf } from '../elements.js';
import { emptyExtreme } from '../errors.js';
import { ops, type Axis } from '../ops.js';
import { elementwise } from './elementwise.js';
import { isReal } from '../../core/real.js';
import { moved } from './moving.js';
import { axesOf } from './reductions.js';
import type { NDArray, FloatType } from '../library.js';

/** Where the extreme of each lane stands, and how far the next is from it. A NaN is the extreme. */
function search(numbers: ArrayLike<number>, width: number, sign: 1 | -1) {
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
    places[lane] = at;
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
  const { places, gap } = search(numbersOf(plainOperand(lanes) as NDArray), width, sign);
  const shape = keepdims ? [...x.shape].map((d, k) => (axes.includes(k) ? 1 : d)) : rest;
  const move = ([a]: readonly NDArray[]): NDArray => {
    const [array, to] = made(shape, a.dtype as FloatType);
    const from = numbersOf(a);
    for (let k = 0; k < places.length; k++) to[k] = from[places[k]];
    return array;
  };
  const found = moved({ name, move, distance: gap }, [lanes]) as AnyArray;
  return shape.length === 0 ? ops.sum(found) : found;
}

export const max = (x: Operand, axis?: Axis, keepdims = false): Operand =>
  extreme('max', 1, x, axis, keepdims);
export const min = (x: Operand, axis?: Axis, keepdims = false): Operand =>
  extreme('min', -1, x, axis, keepdims);

export const ptp = (x: Operand, axis?: Axis, keepdims = false): Operand =>
  elementwise.subtract(max(x, axis, keepdims), min(x, axis, keepdims));

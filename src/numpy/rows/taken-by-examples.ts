/** `take` by places that differ from example to example. */
import { isReal } from '../../core/real.js';
import type { AnyArray, Operand } from '../array-dual.js';
import { made, numbersOf, sizeOf, zeros } from '../elements.js';
import { everything, numpy, type NDArray } from '../library.js';
import { ops } from '../ops.js';
import { pickedBy } from './picked-lanes.js';

type Kernel = (x: NDArray, places: NDArray, axis?: number) => NDArray;

/** Of as many lanes as there are examples, each with the places of one. */
export function takenByExamples(
  name: 'take' | 'take_along_axis',
  x: AnyArray,
  which: Operand,
  axis?: number,
): Operand {
  const kernel = everything[name] as Kernel;
  const [own, isOne] = [isReal(which) ? [1] : which.shape, isReal(which)];
  const size = sizeOf(x.shape);
  const [all, numbers] = made(x.shape, 'float64');
  for (let k = 0; k < size; k++) numbers[k] = k;
  const takenAt = (places: NDArray): NDArray =>
    kernel(all, numpy.reshape(places, own).astype('int32'), axis);
  const { shape } = takenAt(zeros(own, 'float64')[0]);
  const count = sizeOf(shape);
  const by = ops.reshape(isReal(which) ? ops.spread(which, [1], 'float64') : which, [sizeOf(own)]);
  const taken = pickedBy(name, ops.reshape(x, [size]), [by], count, ([lanes]) => {
    const width = sizeOf(own);
    const given = numbersOf(lanes);
    const places = new Int32Array((given.length / Math.max(width, 1)) * count);
    for (let from = 0, at = 0; from < given.length; from += width, at += count) {
      const [one, to] = made([width], 'float64');
      for (let k = 0; k < width; k++) to[k] = given[from + k];
      places.set(numbersOf(takenAt(one)), at);
    }
    return { places, gap: Infinity };
  });
  if (!isOne) return ops.reshape(taken, shape);
  // A number leaves no axis.
  const at = axis === undefined ? 0 : axis < 0 ? axis + x.shape.length : axis;
  const rest = axis === undefined ? [] : shape.filter((_: number, k: number) => k !== at);
  const z = ops.reshape(taken, rest);
  return rest.length === 0 ? ops.sum(z) : z;
}

/** Piecewise linear interpolation. */
import type { AnyArray, Operand } from '../array-dual.js';
import { numbersOf, sizeOf } from '../elements.js';
import { doesNotFit } from '../errors.js';
import type { NDArray } from '../library.js';
import { ops } from '../ops.js';
import { fromNumbers } from '../row-batch.js';
import { elementwise as e } from './elementwise.js';
import { sort } from './ordering.js';
import { along, asVector, constantOf, flat, settled, shapeOf } from './building-blocks.js';
import { pickedBy, type Choose } from './picked-lanes.js';
import { shapes } from './rearranging.js';

/** The place of the interval that holds x among rising numbers, of `count` from `start` on. */
function intervalOf(x: number, edges: ArrayLike<number>, start: number, count: number): number {
  let [low, high] = [0, count - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (edges[start + middle] <= x) low = middle;
    else high = middle;
  }
  return low;
}

/** Of lanes of points and of edges: a number of each point, with its interval. */
function forEachPoint(
  [points, edges]: readonly NDArray[],
  visit: (k: number, point: number, low: number, start: number) => void,
): void {
  const [numbers, knots] = [numbersOf(points), numbersOf(edges)];
  const [n, m] = [points, edges].map(({ shape }) => shape[shape.length - 1]);
  for (let k = 0; k < numbers.length; k++) {
    const start = Math.floor(k / n) * m;
    visit(k, numbers[k], m === 1 ? 0 : intervalOf(numbers[k], knots, start, m), start);
  }
}

/** The lower or upper ends of intervals. */
const endOf =
  (side: 0 | 1, isWatched: boolean): Choose =>
  (by) => {
    const [points, edges] = by;
    const places = new Int32Array(sizeOf(points.shape));
    const knots = numbersOf(edges);
    const last = edges.shape[edges.shape.length - 1] - 1;
    let gap = Infinity;
    forEachPoint(by, (k, point, low, start) => {
      const high = Math.min(low + 1, last);
      places[k] = side === 0 ? low : high;
      const distances = [low, high].map((place) => Math.abs(point - knots[start + place]));
      gap = Math.min(gap, ...distances);
    });
    return { places, gap: isWatched ? gap : Infinity };
  };

/** Piecewise linear, constant outside of the points, whose places rise. */
export function interp(
  x: Operand,
  xp: Operand,
  fp: Operand,
  left?: Operand | null,
  right?: Operand | null,
  period?: number | null,
): Operand {
  if (period !== undefined && period !== null)
    return periodic(x, asVector(xp), asVector(fp), Math.abs(period));
  const [points, edges, heights] = [flat(x), asVector(xp), asVector(fp)];
  const count = edges.shape[0];
  if (edges.shape.length !== 1 || String(edges.shape) !== String(heights.shape) || count === 0)
    throw doesNotFit('interp', [edges.shape, heights.shape]);
  const size = points.shape[0];
  const by = [points, edges];
  const taken = (source: AnyArray, side: 0 | 1): Operand =>
    pickedBy('interp', source, by, size, endOf(side, source === edges));
  /** Where a condition on a point and all edges holds. */
  const where = (holds: (point: number, edge: (k: number) => number) => boolean): Operand =>
    fromNumbers(by, (lanes) => {
      const knots = numbersOf(lanes[1]);
      const found = new Float64Array(sizeOf(lanes[0].shape));
      forEachPoint(lanes, (k, point, _, start) => {
        found[k] = holds(point, (edge) => knots[start + edge]) ? 1 : 0;
      });
      return constantOf(lanes[0].shape, found);
    });
  const [x0, x1] = [taken(edges, 0), taken(edges, 1)];
  const [y0, y1] = [taken(heights, 0), taken(heights, 1)];
  // A quotient of an interval without length is not wanted.
  const slope = count === 1 ? 0 : e.divide(e.subtract(y1, y0), e.subtract(x1, x0));
  const fromLow = e.add(y0, ops.times(slope, e.subtract(points, x0)));
  const fromHigh = e.add(y1, ops.times(slope, e.subtract(points, x1)));
  const inside = shapes.where(
    where((point, edge) => point === edge(count - 1)),
    fromHigh,
    fromLow,
  );
  const end = (given: Operand | null | undefined, text: string): Operand =>
    given ?? along(heights, 0, text);
  const withLeft = shapes.where(
    where((point, edge) => point < edge(0)),
    end(left, ':1'),
    inside,
  );
  const z = shapes.where(
    where((point, edge) => point > edge(count - 1)),
    end(right, '-1:'),
    withLeft,
  );
  return settled(ops.reshape(z as AnyArray, shapeOf(x)));
}

function periodic(x: Operand, xp: AnyArray, fp: AnyArray, period: number): Operand {
  const edges = e.remainder(xp, period) as AnyArray;
  const count = edges.shape[0];
  const heights = pickedBy('interp', fp, [edges], count, ([by]) => {
    const numbers = numbersOf(by);
    const places = Int32Array.from({ length: numbers.length }, (_, k) => k % count);
    for (let start = 0; start < places.length; start += count)
      places.subarray(start, start + count).sort((i, j) => numbers[start + i] - numbers[start + j]);
    return { places, gap: Infinity };
  });
  const wrapped = (z: AnyArray, shift: number) => [
    e.subtract(along(z, 0, '-1:'), shift),
    z,
    e.add(along(z, 0, ':1'), shift),
  ];
  return interp(
    e.remainder(x, period),
    shapes.concatenate(wrapped(sort(edges, 0) as AnyArray, period), 0),
    shapes.concatenate(wrapped(heights, 0), 0),
  );
}

/** The cost of a clustering, and the step of Newton's method for its centroids. */
import { grad, jvp, stopGradient } from 'delta-tape';
import { flat, rows, same, type Matrix } from '../numbers.js';
import type { Functions } from '../protocol.js';
import { timed } from '../timed.js';

/** Where in `centroids` the one nearest to a point begins: a choice, which has no derivative. */
function nearest(points: Float64Array, point: number, centroids: Float64Array, width: number) {
  'use no grad';
  let least = Infinity;
  let found = 0;
  for (let centroid = 0; centroid < centroids.length; centroid += width) {
    let distance = 0;
    for (let j = 0; j < width; j++) {
      const difference = points[point + j] - centroids[centroid + j];
      distance += difference * difference;
    }
    if (distance < least) {
      least = distance;
      found = centroid;
    }
  }
  return found;
}

/** The sum of the squared distances of the points from their nearest centroids. */
export function cost(centroids: Float64Array, points: Float64Array, width: number): number {
  const fixed = stopGradient(centroids);
  let total = 0;
  for (let point = 0; point < points.length; point += width) {
    const centroid = nearest(points, point, fixed, width);
    for (let j = 0; j < width; j++) {
      const difference = points[point + j] - centroids[centroid + j];
      total += difference * difference;
    }
  }
  return total;
}

const gradient = grad(cost);

/** The gradient divided by the Hessian, which is diagonal: its product with ones has it all. */
export function direction(centroids: Float64Array, points: Float64Array, width: number) {
  const ones = new Float64Array(centroids.length).fill(1);
  const { value, tangent } = jvp((c: Float64Array) => gradient(c, points, width))(
    [centroids],
    [ones],
  );
  return value.map((g, k) => g / tangent[k]);
}

interface Input {
  readonly points: Matrix;
  readonly centroids: Matrix;
}

const read = ({ points, centroids }: Input) => ({
  points: flat(points),
  centroids: flat(centroids),
  width: centroids[0].length,
});

export const functions: Functions = {
  cost: timed(read, ({ centroids, points, width }) => cost(centroids, points, width), same),
  dir: timed(
    read,
    ({ centroids, points, width }) => ({ step: direction(centroids, points, width), width }),
    ({ step, width }) => rows(step, width),
  ),
};

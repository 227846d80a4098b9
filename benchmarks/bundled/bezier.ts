/** The length of a Bézier curve, by its control points. */
import { grad } from 'delta-tape';

type Point = [number, number];

function at(points: Point[], t: number): Point {
  const [a, b, c, d] = points;
  const s = 1 - t;
  const mix = (k: 0 | 1): number =>
    s ** 3 * a[k] + 3 * s * s * t * b[k] + 3 * s * t * t * c[k] + t ** 3 * d[k];
  return [mix(0), mix(1)];
}

export function length(points: Point[], pieces = 50): number {
  let total = 0;
  let before = at(points, 0);
  for (let i = 1; i <= pieces; i++) {
    const now = at(points, i / pieces);
    total += Math.hypot(now[0] - before[0], now[1] - before[1]);
    before = now;
  }
  return total;
}

export const pull = grad((points: Point[]) => length(points));

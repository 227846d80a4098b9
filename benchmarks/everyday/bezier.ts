/** Where a cubic curve of points is, and how far from a target. */
interface Point {
  x: number;
  y: number;
}
const mix = (a: Point, b: Point, t: number): Point => ({
  x: a.x + (b.x - a.x) * t,
  y: a.y + (b.y - a.y) * t,
});
function at(points: Point[], t: number): Point {
  let now = points;
  while (now.length > 1) now = now.slice(1).map((p, i) => mix(now[i], p, t));
  return now[0];
}
export function f(curve: Point[], t: number, target: Point): number {
  const p = at(curve, t);
  return (p.x - target.x) ** 2 + (p.y - target.y) ** 2;
}
export const inputs = (): Parameters<typeof f> => [
  [
    { x: 0, y: 0 },
    { x: 1, y: 2 },
    { x: 3, y: 2 },
    { x: 4, y: 0 },
  ],
  0.3,
  { x: 1, y: 1 },
];

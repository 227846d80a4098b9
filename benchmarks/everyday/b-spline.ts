/** A closed curve of B-splines, fitted to points; by the recursion of de Boor. */
interface Point {
  x: number;
  y: number;
}
function basis(i: number, degree: number, t: number, knots: number[]): number {
  if (degree === 0) return knots[i] <= t && t < knots[i + 1] ? 1 : 0;
  const left = knots[i + degree] - knots[i];
  const right = knots[i + degree + 1] - knots[i + 1];
  let value = 0;
  if (left > 0) value += ((t - knots[i]) / left) * basis(i, degree - 1, t, knots);
  if (right > 0)
    value += ((knots[i + degree + 1] - t) / right) * basis(i + 1, degree - 1, t, knots);
  return value;
}
function evaluate(controls: Point[], knots: number[], t: number): Point {
  const result = { x: 0, y: 0 };
  controls.forEach((c, i) => {
    const b = basis(i, 3, t, knots);
    result.x += b * c.x;
    result.y += b * c.y;
  });
  return result;
}
export function f(controls: Point[], data: Point[], smoothing: number): number {
  const n = controls.length;
  const knots = Array.from(
    { length: n + 4 },
    (_, i) => Math.min(Math.max(i - 3, 0), n - 3) / (n - 3),
  );
  let error = 0;
  data.forEach((d, k) => {
    const p = evaluate(controls, knots, k / data.length);
    error += (p.x - d.x) ** 2 + (p.y - d.y) ** 2;
  });
  for (let i = 1; i < n - 1; i++) {
    const ddx = controls[i - 1].x - 2 * controls[i].x + controls[i + 1].x;
    const ddy = controls[i - 1].y - 2 * controls[i].y + controls[i + 1].y;
    error += smoothing * (ddx * ddx + ddy * ddy);
  }
  return error;
}
export const inputs = (): Parameters<typeof f> => [
  Array.from({ length: 8 }, (_, i) => ({ x: i, y: Math.sin(i) })),
  Array.from({ length: 20 }, (_, i) => ({ x: i / 3, y: Math.sin(i / 3) + 0.1 })),
  0.1,
];

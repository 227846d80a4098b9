/** The loss of k-means with soft assignments, and points that are objects. */
interface Point {
  x: number;
  y: number;
  z: number;
}
const squared = (a: Point, b: Point) => (a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2;

function softMin(values: number[], temperature: number): number {
  const min = values.reduce((a, b) => Math.min(a, b), Infinity);
  const weights = values.map((v) => Math.exp((min - v) / temperature));
  const total = weights.reduce((a, b) => a + b, 0);
  return values.reduce((s, v, i) => s + (v * weights[i]) / total, 0);
}
export function f(centroids: Point[], points: Point[], temperature = 0.5): number {
  let loss = 0;
  for (const p of points) {
    const distances = centroids.map((c) => squared(p, c));
    loss += softMin(distances, temperature);
  }
  return loss / points.length;
}
export const inputs = (): Parameters<typeof f> => [
  Array.from({ length: 5 }, (_, i) => ({ x: Math.sin(i), y: Math.cos(i * 2), z: i / 5 })),
  Array.from({ length: 150 }, (_, i) => ({
    x: Math.sin(i * 3),
    y: Math.cos(i * 7),
    z: Math.sin(i),
  })),
];

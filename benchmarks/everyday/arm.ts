/** An arm of n links in the plane: how far its hand is from a target, with limits of its joints. */
interface Joint {
  angle: number;
  length: number;
  min: number;
  max: number;
}
interface Point {
  x: number;
  y: number;
}
function forward(angles: number[], joints: Joint[]): Point[] {
  const points: Point[] = [{ x: 0, y: 0 }];
  let total = 0;
  for (let i = 0; i < joints.length; i++) {
    total += angles[i];
    const last = points[points.length - 1];
    points.push({
      x: last.x + joints[i].length * Math.cos(total),
      y: last.y + joints[i].length * Math.sin(total),
    });
  }
  return points;
}
const penalty = (angle: number, { min, max }: Joint) =>
  Math.max(0, min - angle) ** 2 + Math.max(0, angle - max) ** 2;

export function f(angles: number[], joints: Joint[], target: Point, obstacle: Point): number {
  const points = forward(angles, joints);
  const hand = points[points.length - 1];
  const distance = Math.hypot(hand.x - target.x, hand.y - target.y);
  let cost = distance * distance;
  angles.forEach((angle, i) => (cost += 10 * penalty(angle, joints[i])));
  for (const p of points) {
    const d2 = (p.x - obstacle.x) ** 2 + (p.y - obstacle.y) ** 2;
    cost += Math.exp(-d2 * 4);
  }
  return cost;
}
export const inputs = (): Parameters<typeof f> => [
  [0.3, 0.2, -0.4, 0.6, 0.1, -0.2, 0.9],
  Array.from({ length: 7 }, (_, i) => ({ angle: 0, length: 1 - i / 10, min: -0.8, max: 0.8 })),
  { x: 2, y: 3 },
  { x: 1, y: 1 },
];

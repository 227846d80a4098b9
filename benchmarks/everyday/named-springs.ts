/** Springs between nodes that have names. */
interface Point {
  x: number;
  y: number;
}
export function f(
  nodes: Record<string, Point>,
  springs: { from: string; to: string; rest: number }[],
): number {
  let energy = 0;
  for (const { from, to, rest } of springs) {
    const [p, q] = [nodes[from], nodes[to]];
    energy += (Math.hypot(p.x - q.x, p.y - q.y) - rest) ** 2;
  }
  return energy;
}
export const inputs = (): Parameters<typeof f> => [
  { a: { x: 0, y: 0 }, b: { x: 1, y: 0.1 }, c: { x: 0.4, y: 0.9 }, d: { x: 1.5, y: 1.2 } },
  [
    { from: 'a', to: 'b', rest: 0.9 },
    { from: 'b', to: 'c', rest: 1 },
    { from: 'c', to: 'a', rest: 0.8 },
    { from: 'c', to: 'd', rest: 1.1 },
  ],
];

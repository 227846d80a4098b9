/** A cloth of masses and springs that falls on a floor; how high it hangs when it ends. */
interface Node {
  x: number;
  y: number;
  vx: number;
  vy: number;
  fixed: boolean;
}
interface Spring {
  a: number;
  b: number;
  rest: number;
}
function build(size: number): { nodes: Node[]; springs: Spring[] } {
  const nodes: Node[] = [];
  const springs: Spring[] = [];
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      nodes.push({ x: j, y: -i, vx: 0, vy: 0, fixed: i === 0 });
      const at = i * size + j;
      if (j > 0) springs.push({ a: at, b: at - 1, rest: 1 });
      if (i > 0) springs.push({ a: at, b: at - size, rest: 1 });
    }
  }
  return { nodes, springs };
}
function step(nodes: Node[], springs: Spring[], k: number, damping: number, dt: number): void {
  const forces = nodes.map(() => ({ x: 0, y: -9.81 }));
  for (const { a, b, rest } of springs) {
    const dx = nodes[b].x - nodes[a].x;
    const dy = nodes[b].y - nodes[a].y;
    const length = Math.sqrt(dx * dx + dy * dy);
    const force = (k * (length - rest)) / length;
    forces[a].x += force * dx;
    forces[a].y += force * dy;
    forces[b].x -= force * dx;
    forces[b].y -= force * dy;
  }
  nodes.forEach((node, i) => {
    if (node.fixed) return;
    node.vx = (node.vx + forces[i].x * dt) * (1 - damping);
    node.vy = (node.vy + forces[i].y * dt) * (1 - damping);
    node.x += node.vx * dt;
    node.y += node.vy * dt;
  });
}
export function f(stiffness: number, damping: number, steps: number): number {
  const { nodes, springs } = build(6);
  for (let s = 0; s < steps; s++) step(nodes, springs, stiffness, damping, 0.01);
  const heights = nodes.filter((n) => !n.fixed).map((n) => n.y);
  return heights.reduce((a, b) => a + b, 0) / heights.length;
}
export const inputs = (): Parameters<typeof f> => [200, 0.02, 40];

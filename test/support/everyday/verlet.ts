interface Vec {
  x: number;
  y: number;
}
interface Particle {
  pos: Vec;
  prev: Vec;
  acc: Vec;
  mass: number;
  fixed?: boolean;
}
const add = (a: Vec, b: Vec): Vec => ({ x: a.x + b.x, y: a.y + b.y });
const sub = (a: Vec, b: Vec): Vec => ({ x: a.x - b.x, y: a.y - b.y });
const mul = (a: Vec, s: number): Vec => ({ x: a.x * s, y: a.y * s });
const len = (a: Vec): number => Math.hypot(a.x, a.y);
export function f(stiffness: number, gravity: number, n: number, steps: number): number {
  const ps: Particle[] = [];
  for (let i = 0; i < n; i++) {
    const pos = { x: i * 1.1, y: 0 };
    ps.push({ pos, prev: { ...pos }, acc: { x: 0, y: 0 }, mass: 1 + 0.1 * i, fixed: i === 0 });
  }
  const dt = 0.02;
  for (let s = 0; s < steps; s++) {
    for (const p of ps) p.acc = { x: 0, y: -gravity };
    for (let i = 0; i < n - 1; i++) {
      const d = sub(ps[i + 1].pos, ps[i].pos);
      const l = len(d);
      const force = mul(d, (stiffness * (l - 1)) / l);
      ps[i].acc = add(ps[i].acc, mul(force, 1 / ps[i].mass));
      ps[i + 1].acc = sub(ps[i + 1].acc, mul(force, 1 / ps[i + 1].mass));
    }
    for (const p of ps) {
      if (p.fixed) continue;
      const next = add(sub(mul(p.pos, 2), p.prev), mul(p.acc, dt * dt));
      p.prev = p.pos;
      p.pos = next;
    }
  }
  const last = ps[ps.length - 1];
  return len(last.pos) + ps.map((p) => p.pos.y).reduce((a, b) => a + b, 0);
}
export const inputs = () => [80, 9.81, 6, 40];

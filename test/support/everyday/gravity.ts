class Vec3 {
  static readonly ZERO = new Vec3(0, 0, 0);
  constructor(
    public readonly x: number,
    public readonly y: number,
    public readonly z: number,
  ) {}
  add(o: Vec3): Vec3 {
    return new Vec3(this.x + o.x, this.y + o.y, this.z + o.z);
  }
  sub(o: Vec3): Vec3 {
    return new Vec3(this.x - o.x, this.y - o.y, this.z - o.z);
  }
  scale(s: number): Vec3 {
    return new Vec3(this.x * s, this.y * s, this.z * s);
  }
  dot(o: Vec3): number {
    return this.x * o.x + this.y * o.y + this.z * o.z;
  }
  get norm(): number {
    return Math.sqrt(this.dot(this));
  }
}
interface Body {
  pos: Vec3;
  vel: Vec3;
  mass: number;
}
const G = 1;
function acceleration(bodies: Body[], i: number): Vec3 {
  let acc = Vec3.ZERO;
  bodies.forEach((b, j) => {
    if (j === i) return;
    const d = b.pos.sub(bodies[i].pos);
    const r = d.norm + 0.01;
    acc = acc.add(d.scale((G * b.mass) / (r * r * r)));
  });
  return acc;
}
function step(bodies: Body[], dt: number): Body[] {
  return bodies.map((b, i) => {
    const vel = b.vel.add(acceleration(bodies, i).scale(dt));
    return { pos: b.pos.add(vel.scale(dt)), vel, mass: b.mass };
  });
}
export function f(masses: number[], steps: number): number {
  let bodies: Body[] = masses.map((mass, i) => ({
    pos: new Vec3(Math.cos(i), Math.sin(i), 0.1 * i),
    vel: new Vec3(-Math.sin(i), Math.cos(i), 0),
    mass,
  }));
  for (let s = 0; s < steps; s++) bodies = step(bodies, 0.01);
  return bodies.reduce((e, b) => e + 0.5 * b.mass * b.vel.dot(b.vel), 0) + bodies[0].pos.norm;
}
export const inputs = () => [[1, 0.5, 0.3, 0.8], 20];

class Particle {
  vx = 0;
  vy = 0;
  private fx = 0;
  private fy = 0;
  constructor(
    public x: number,
    public y: number,
    public readonly mass: number,
    public readonly pinned = false,
  ) {}
  addForce(fx: number, fy: number): void {
    this.fx += fx;
    this.fy += fy;
  }
  step(dt: number): void {
    if (this.pinned) {
      this.fx = 0;
      this.fy = 0;
      return;
    }
    this.vx += (this.fx / this.mass) * dt;
    this.vy += (this.fy / this.mass) * dt;
    this.x += this.vx * dt;
    this.y += this.vy * dt;
    this.fx = 0;
    this.fy = 0;
  }
  get kinetic(): number {
    return 0.5 * this.mass * (this.vx ** 2 + this.vy ** 2);
  }
}
class Spring {
  constructor(
    readonly a: number,
    readonly b: number,
    readonly k: number,
    readonly rest: number,
  ) {}
  apply(ps: Particle[]): void {
    const p = ps[this.a],
      q = ps[this.b];
    const dx = q.x - p.x,
      dy = q.y - p.y;
    const len = Math.hypot(dx, dy);
    const f = (this.k * (len - this.rest)) / len;
    p.addForce(f * dx, f * dy);
    q.addForce(-f * dx, -f * dy);
  }
}
export function f(k: number, mass: number, n: number, steps: number): number {
  const particles: Particle[] = [];
  for (let i = 0; i < n; i++) particles.push(new Particle(i, 0, mass, i === 0));
  const springs: Spring[] = [];
  for (let i = 0; i + 1 < n; i++) springs.push(new Spring(i, i + 1, k, 0.9));
  for (let s = 0; s < steps; s++) {
    for (const spring of springs) spring.apply(particles);
    for (const p of particles) {
      p.addForce(0, -9.81 * p.mass);
      p.step(0.01);
    }
  }
  const last = particles[n - 1];
  return last.x + last.y + particles.reduce((e, p) => e + p.kinetic, 0);
}
export const inputs = () => [50, 1.5, 8, 30];

/** A picture of spheres by rays: how far its pixels are from those of another picture. */
class Vec3 {
  constructor(
    public x: number,
    public y: number,
    public z: number,
  ) {}
  plus(o: Vec3) {
    return new Vec3(this.x + o.x, this.y + o.y, this.z + o.z);
  }
  minus(o: Vec3) {
    return new Vec3(this.x - o.x, this.y - o.y, this.z - o.z);
  }
  times(s: number) {
    return new Vec3(this.x * s, this.y * s, this.z * s);
  }
  dot(o: Vec3) {
    return this.x * o.x + this.y * o.y + this.z * o.z;
  }
  unit() {
    return this.times(1 / Math.sqrt(this.dot(this)));
  }
}
interface Sphere {
  cx: number;
  cy: number;
  cz: number;
  radius: number;
  shade: number;
}
const LIGHT = new Vec3(1, 1, -1).unit();

function hit(origin: Vec3, direction: Vec3, sphere: Sphere): number | null {
  const oc = origin.minus(new Vec3(sphere.cx, sphere.cy, sphere.cz));
  const b = oc.dot(direction);
  const c = oc.dot(oc) - sphere.radius ** 2;
  const disc = b * b - c;
  if (disc < 0) return null;
  const t = -b - Math.sqrt(disc);
  return t > 0 ? t : null;
}
function trace(origin: Vec3, direction: Vec3, spheres: Sphere[]): number {
  let best = Infinity;
  let nearest: Sphere | null = null;
  for (const s of spheres) {
    const t = hit(origin, direction, s);
    if (t !== null && t < best) {
      best = t;
      nearest = s;
    }
  }
  if (nearest === null) return 0.1;
  const at = origin.plus(direction.times(best));
  const normal = at.minus(new Vec3(nearest.cx, nearest.cy, nearest.cz)).unit();
  return nearest.shade * (0.2 + 0.8 * Math.max(0, normal.dot(LIGHT)));
}
export function f(spheres: Sphere[], target: number[][]): number {
  const n = target.length;
  const eye = new Vec3(0, 0, -3);
  let error = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const direction = new Vec3((2 * j) / n - 1, (2 * i) / n - 1, 2).unit();
      error += (trace(eye, direction, spheres) - target[i][j]) ** 2;
    }
  }
  return error / (n * n);
}
export const inputs = (): Parameters<typeof f> => [
  [
    { cx: 0, cy: 0, cz: 0, radius: 1, shade: 0.8 },
    { cx: 0.7, cy: 0.4, cz: -0.6, radius: 0.4, shade: 0.5 },
    { cx: -0.6, cy: 0.5, cz: 0.4, radius: 0.6, shade: 1 },
  ],
  Array.from({ length: 16 }, (_, i) => Array.from({ length: 16 }, (__, j) => (i + j) / 32)),
];

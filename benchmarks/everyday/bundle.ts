/** Bundle adjustment: errors of points that cameras see, with rotations by Rodrigues. */
type Vec3 = [number, number, number];
interface Camera {
  rotation: Vec3;
  translation: Vec3;
  focal: number;
  k1: number;
  k2: number;
}
interface Observation {
  camera: number;
  point: number;
  u: number;
  v: number;
}
const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
function rotate(r: Vec3, p: Vec3): Vec3 {
  const theta = Math.sqrt(dot(r, r));
  if (theta < 1e-12) return p;
  const axis = r.map((x) => x / theta) as Vec3;
  const [c, s] = [Math.cos(theta), Math.sin(theta)];
  const w = cross(axis, p);
  const k = dot(axis, p) * (1 - c);
  return [0, 1, 2].map((i) => p[i] * c + w[i] * s + axis[i] * k) as Vec3;
}
function project(camera: Camera, point: Vec3): [number, number] {
  const rotated = rotate(camera.rotation, point);
  const [x, y, z] = rotated.map((v, i) => v + camera.translation[i]);
  const [px, py] = [-x / z, -y / z];
  const r2 = px * px + py * py;
  const distortion = camera.focal * (1 + camera.k1 * r2 + camera.k2 * r2 * r2);
  return [px * distortion, py * distortion];
}
const huber = (r: number, delta = 1) =>
  Math.abs(r) < delta ? 0.5 * r * r : delta * (Math.abs(r) - 0.5 * delta);

export function f(cameras: Camera[], points: Vec3[], observations: Observation[]): number {
  let error = 0;
  for (const { camera, point, u, v } of observations) {
    const [x, y] = project(cameras[camera], points[point]);
    error += huber(x - u) + huber(y - v);
  }
  return error;
}
export const inputs = (): Parameters<typeof f> => [
  Array.from({ length: 3 }, (_, i) => ({
    rotation: [0.1 * i, 0.2, -0.1] as Vec3,
    translation: [i, 0, 5] as Vec3,
    focal: 1.5,
    k1: 0.01,
    k2: -0.002,
  })),
  Array.from({ length: 20 }, (_, i) => [Math.sin(i), Math.cos(i), 0.1 * i] as Vec3),
  Array.from({ length: 60 }, (_, i) => ({
    camera: i % 3,
    point: i % 20,
    u: Math.sin(3 * i),
    v: Math.cos(2 * i),
  })),
];

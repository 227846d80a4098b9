// The paper, Fig. 12: a vector, rotated by a quaternion.
interface Vec3 {
  x: number;
  y: number;
  z: number;
}
interface Quaternion {
  x: number;
  y: number;
  z: number;
  w: number;
}

const dot = (p: Vec3, q: Vec3) => p.x * q.x + p.y * q.y + p.z * q.z;
const plus = (p: Vec3, q: Vec3) => ({ x: p.x + q.x, y: p.y + q.y, z: p.z + q.z });
const scale = (k: number, v: Vec3) => ({ x: k * v.x, y: k * v.y, z: k * v.z });
const cross = (a: Vec3, b: Vec3) => ({
  x: a.y * b.z - a.z * b.y,
  y: a.z * b.x - a.x * b.z,
  z: a.x * b.y - a.y * b.x,
});

function rotate(v: Vec3, q: Quaternion): Vec3 {
  const u = { x: q.x, y: q.y, z: q.z };
  const s = q.w;
  return plus(
    plus(scale(2 * dot(u, v), u), scale(s * s - dot(u, u), v)),
    scale(2 * s, cross(u, v)),
  );
}

export const rotated = (q: Quaternion, v: Vec3) => rotate(v, q).x;

export const at = [
  { x: 1.1, y: 2.2, z: 3.3, w: 4.4 },
  { x: 5.5, y: 6.6, z: 7.7 },
];

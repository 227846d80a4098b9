interface Quat {
  readonly w: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
interface V3 {
  x: number;
  y: number;
  z: number;
}
const Q = {
  identity: { w: 1, x: 0, y: 0, z: 0 } as Quat,
  mul(a: Quat, b: Quat): Quat {
    return {
      w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
      x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    };
  },
  conj: (q: Quat): Quat => ({ w: q.w, x: -q.x, y: -q.y, z: -q.z }),
  normalize(q: Quat): Quat {
    const n = Math.hypot(q.w, q.x, q.y, q.z);
    return { w: q.w / n, x: q.x / n, y: q.y / n, z: q.z / n };
  },
  rotate(q: Quat, v: V3): V3 {
    const r = Q.mul(Q.mul(q, { w: 0, ...v }), Q.conj(q));
    return { x: r.x, y: r.y, z: r.z };
  },
  fromAxis(axis: V3, angle: number): Quat {
    const s = Math.sin(angle / 2);
    return { w: Math.cos(angle / 2), x: axis.x * s, y: axis.y * s, z: axis.z * s };
  },
};
export function f(angles: number[], target: V3): number {
  let q = Q.identity;
  const axes: V3[] = [
    { x: 1, y: 0, z: 0 },
    { x: 0, y: 1, z: 0 },
    { x: 0, y: 0, z: 1 },
  ];
  angles.forEach((a, i) => {
    q = Q.normalize(Q.mul(q, Q.fromAxis(axes[i % 3], a)));
  });
  const p = Q.rotate(q, { x: 1, y: 2, z: 3 });
  return (p.x - target.x) ** 2 + (p.y - target.y) ** 2 + (p.z - target.z) ** 2;
}
export const inputs = () => [[0.1, 0.5, -0.3, 1.2, 0.4, 0.9], { x: 0, y: 1, z: 2 }];

/**
 * The program of Fig. 12, with the operations in the order in which the figure's OCaml
 * evaluates them: operands from right to left. Written over any operators, so that the engine
 * and the monad run the same text.
 */
import type { Real } from '../../src/index.js';
import { Do, type M, type MReal } from '../../src/monad/index.js';

export interface Vec3<T> {
  readonly x: T;
  readonly y: T;
  readonly z: T;
}
export interface Quaternion<T> extends Vec3<T> {
  readonly w: T;
}

export const q0: Quaternion<number> = { x: 1.1, y: 2.2, z: 3.3, w: 4.4 };
export const v0: Vec3<number> = { x: 5.5, y: 6.6, z: 7.7 };
/** The figure's names, in the order of the ids 1 … 7. */
export const inputNames = ['qx', 'qy', 'qz', 'qw', 'vx', 'vy', 'vz'];

interface Direct {
  readonly add: (x: Real, y: Real) => Real;
  readonly sub: (x: Real, y: Real) => Real;
  readonly mul: (x: Real, y: Real) => Real;
}

export function rotate({ add, sub, mul }: Direct, v: Vec3<Real>, q: Quaternion<Real>): Vec3<Real> {
  const dot = (p: Vec3<Real>, r: Vec3<Real>) => {
    const z = mul(p.z, r.z);
    const y = mul(p.y, r.y);
    return add(add(mul(p.x, r.x), y), z);
  };
  const plus = (p: Vec3<Real>, r: Vec3<Real>) => {
    const z = add(p.z, r.z);
    const y = add(p.y, r.y);
    return { x: add(p.x, r.x), y, z };
  };
  const scale = (k: Real, p: Vec3<Real>) => {
    const z = mul(k, p.z);
    const y = mul(k, p.y);
    return { x: mul(k, p.x), y, z };
  };
  const difference = (a: Real, b: Real, c: Real, d: Real) => {
    const cd = mul(c, d);
    return sub(mul(a, b), cd);
  };
  const cross = (a: Vec3<Real>, b: Vec3<Real>) => {
    const z = difference(a.x, b.y, a.y, b.x);
    const y = difference(a.z, b.x, a.x, b.z);
    return { x: difference(a.y, b.z, a.z, b.y), y, z };
  };
  const u = { x: q.x, y: q.y, z: q.z };
  const s = q.w;
  const c = cross(u, v);
  const third = scale(mul(2, s), c);
  const uu = dot(u, u);
  const second = scale(sub(mul(s, s), uu), v);
  const uv = dot(u, v);
  const first = scale(mul(2, uv), u);
  return plus(plus(first, second), third);
}

interface Monadic {
  readonly add: (x: MReal, y: MReal) => M<MReal>;
  readonly sub: (x: MReal, y: MReal) => M<MReal>;
  readonly mul: (x: MReal, y: MReal) => M<MReal>;
}

/** The same, translated by Fig. 9. */
export function rotateM(
  { add, sub, mul }: Monadic,
  v: Vec3<MReal>,
  q: Quaternion<MReal>,
): M<Vec3<MReal>> {
  const dot = (p: Vec3<MReal>, r: Vec3<MReal>) =>
    Do(function* () {
      const z = yield* mul(p.z, r.z);
      const y = yield* mul(p.y, r.y);
      return yield* add(yield* add(yield* mul(p.x, r.x), y), z);
    });
  const plus = (p: Vec3<MReal>, r: Vec3<MReal>) =>
    Do(function* () {
      const z = yield* add(p.z, r.z);
      const y = yield* add(p.y, r.y);
      return { x: yield* add(p.x, r.x), y, z };
    });
  const scale = (k: MReal, p: Vec3<MReal>) =>
    Do(function* () {
      const z = yield* mul(k, p.z);
      const y = yield* mul(k, p.y);
      return { x: yield* mul(k, p.x), y, z };
    });
  const difference = (a: MReal, b: MReal, c: MReal, d: MReal) =>
    Do(function* () {
      const cd = yield* mul(c, d);
      return yield* sub(yield* mul(a, b), cd);
    });
  const cross = (a: Vec3<MReal>, b: Vec3<MReal>) =>
    Do(function* () {
      const z = yield* difference(a.x, b.y, a.y, b.x);
      const y = yield* difference(a.z, b.x, a.x, b.z);
      return { x: yield* difference(a.y, b.z, a.z, b.y), y, z };
    });
  return Do(function* () {
    const u = { x: q.x, y: q.y, z: q.z };
    const s = q.w;
    const c = yield* cross(u, v);
    const third = yield* scale(yield* mul(2, s), c);
    const uu = yield* dot(u, u);
    const second = yield* scale(yield* sub(yield* mul(s, s), uu), v);
    const uv = yield* dot(u, v);
    const first = yield* scale(yield* mul(2, uv), u);
    return yield* plus(yield* plus(first, second), third);
  });
}

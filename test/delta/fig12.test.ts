import { add, explain, grad, mul, sub, trace, type Real } from '../../src/index.js';
import { Var, showDelta } from '../../src/delta/index.js';
import { dual, operators, runDelta } from '../../src/monad/index.js';
import { inputNames, q0, rotate, rotateM, v0, type Quaternion, type Vec3 } from './fig12.js';

/** The right column of Fig. 12, with its literal coefficients. */
const figure = `
Let x1 = Add (Scale 5.5 (Var qy)) (Scale 2.2 (Var vx)) in
Let x2 = Add (Scale 6.6 (Var qx)) (Scale 1.1 (Var vy)) in
Let x3 = Add (Var x2) (Scale (-1.0) (Var x1)) in
Let x4 = Add (Scale 7.7 (Var qx)) (Scale 1.1 (Var vz)) in
Let x5 = Add (Scale 5.5 (Var qz)) (Scale 3.3 (Var vx)) in
Let x6 = Add (Var x5) (Scale (-1.0) (Var x4)) in
Let x7 = Add (Scale 6.6 (Var qz)) (Scale 3.3 (Var vy)) in
Let x8 = Add (Scale 7.7 (Var qy)) (Scale 2.2 (Var vz)) in
Let x9 = Add (Var x8) (Scale (-1.0) (Var x7)) in
Let x10 = Zero in
Let x11 = Add (Scale 4.4 (Var x10)) (Scale 2 (Var qw)) in
Let x12 = Add (Scale (-4.84) (Var x11)) (Scale 8.8 (Var x3)) in
Let x13 = Add (Scale 9.68 (Var x11)) (Scale 8.8 (Var x6)) in
Let x14 = Add (Scale (-4.84) (Var x11)) (Scale 8.8 (Var x9)) in
Let x15 = Add (Scale 3.3 (Var qz)) (Scale 3.3 (Var qz)) in
Let x16 = Add (Scale 2.2 (Var qy)) (Scale 2.2 (Var qy)) in
Let x17 = Add (Scale 1.1 (Var qx)) (Scale 1.1 (Var qx)) in
Let x18 = Add (Var x17) (Var x16) in
Let x19 = Add (Var x18) (Var x15) in
Let x20 = Add (Scale 4.4 (Var qw)) (Scale 4.4 (Var qw)) in
Let x21 = Add (Var x20) (Scale (-1.0) (Var x19)) in
Let x22 = Add (Scale 7.7 (Var x21)) (Scale 2.42 (Var vz)) in
Let x23 = Add (Scale 6.6 (Var x21)) (Scale 2.42 (Var vy)) in
Let x24 = Add (Scale 5.5 (Var x21)) (Scale 2.42 (Var vx)) in
Let x25 = Add (Scale 7.7 (Var qz)) (Scale 3.3 (Var vz)) in
Let x26 = Add (Scale 6.6 (Var qy)) (Scale 2.2 (Var vy)) in
Let x27 = Add (Scale 5.5 (Var qx)) (Scale 1.1 (Var vx)) in
Let x28 = Add (Var x27) (Var x26) in
Let x29 = Add (Var x28) (Var x25) in
Let x30 = Zero in
Let x31 = Add (Scale 45.98 (Var x30)) (Scale 2 (Var x29)) in
Let x32 = Add (Scale 3.3 (Var x31)) (Scale 91.96 (Var qz)) in
Let x33 = Add (Scale 2.2 (Var x31)) (Scale 91.96 (Var qy)) in
Let x34 = Add (Scale 1.1 (Var x31)) (Scale 91.96 (Var qx)) in
Let x35 = Add (Var x32) (Var x22) in
Let x36 = Add (Var x33) (Var x23) in
Let x37 = Add (Var x34) (Var x24) in
Let x38 = Add (Var x35) (Var x12) in
Let x39 = Add (Var x36) (Var x13) in
Let x40 = Add (Var x37) (Var x14) in
Var x40`.trim();

/**
 * The figure let-binds its two constants; Fig. 9 gives (r, Zero) instead. This removes the two
 * bindings, puts `Zero` in the place of their variables, and counts on without gaps.
 */
function withConstantsByFig9(text: string): string {
  const constants = [...text.matchAll(/^Let (x\d+) = Zero in$/gm)].map(([, name]) => name);
  const lines = text.split('\n').filter((line) => !/= Zero in$/.test(line));
  const kept = lines.flatMap((line) => [...line.matchAll(/^Let (x\d+) /g)].map(([, name]) => name));
  return lines
    .join('\n')
    .replace(/\(Var (x\d+)\)/g, (all, name: string) => (constants.includes(name) ? 'Zero' : all))
    .replace(/\bx\d+\b/g, (name) => `x${kept.indexOf(name) + 1}`);
}

const nameOf = (id: number) => (id <= 7 ? inputNames[id - 1] : `x${id - 7}`);

describe('Fig. 12, rotating a vector by a quaternion', () => {
  const expected = withConstantsByFig9(figure);

  test('has 38 bindings with the rule of Fig. 9 for constants', () => {
    expect(expected.split('\n')).toHaveLength(38 + 1);
  });

  test('is printed by the monad, binding by binding and coefficient by coefficient', () => {
    const inputs = [q0.x, q0.y, q0.z, q0.w, v0.x, v0.y, v0.z];
    const [x, y, z, w, vx, vy, vz] = inputs.map((r, k) => dual(r, Var(k + 1)));
    const rotated = rotateM(operators, { x: vx, y: vy, z: vz }, { x, y, z, w });
    const delta = runDelta(
      8,
      rotated.map((vector) => vector.x),
    );
    expect(showDelta(delta, nameOf)).toBe(expected);
  });

  const rotatedX = ({ q, v }: { q: Quaternion<Real>; v: Vec3<Real> }) =>
    rotate({ add, sub, mul }, v, q).x;

  test('is printed by explain, where constants have no edges', () => {
    const byExplain = explain(rotatedX)({ q: q0, v: v0 }).replace(/s\.(.)\./g, '$1');
    expect(byExplain).toBe(expected.replace(/Add \(Scale [\d.]+ Zero\) \((.*)\) in/g, '$1 in'));
  });

  test('evaluates to the seven derivative entries, by the engine and by hand', () => {
    const { q, v } = grad(rotatedX)({ q: q0, v: v0 });
    const { x, y, z, w } = q0;
    // (R v).x = 2 (u·v) x + (w² - u·u) v.x + 2 w (u × v).x
    const uv = x * v0.x + y * v0.y + z * v0.z;
    const near = (value: number) => expect.closeTo(value, 10) as number;
    expect(q).toEqual({
      x: near(2 * v0.x * x + 2 * uv - 2 * x * v0.x),
      y: near(2 * v0.y * x - 2 * y * v0.x + 2 * w * v0.z),
      z: near(2 * v0.z * x - 2 * z * v0.x - 2 * w * v0.y),
      w: near(2 * w * v0.x + 2 * (y * v0.z - z * v0.y)),
    });
    expect(v).toEqual({
      x: near(2 * x * x + w * w - x * x - y * y - z * z),
      y: near(2 * x * y - 2 * w * z),
      z: near(2 * x * z + 2 * w * y),
    });
  });

  test('has 38 bindings on the tape', () => {
    expect(trace(rotatedX)({ q: q0, v: v0 }).counts).toMatchObject({ inputs: 7, bindings: 38 });
  });
});

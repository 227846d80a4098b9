/** Typed arrays that are older than a run, in which the function works: they hold duals while it lasts, and then numbers. */
import fc from 'fast-check';
import { grad, hessian, jacobian, jvp, vjp } from 'delta-tape';
import { load } from '../support/plain.js';
import { workspacePrograms } from '../support/workspace-programs.js';
import { testInTurn } from '../support/sample.js';

type F = (xs: number[], st: Float64Array, o: { buf: Float64Array }) => number;
interface Program {
  readonly f: F;
  readonly state: () => number[];
}

const at = [0.7, 1.3];
const given = (): [Float64Array, { buf: Float64Array }] => [
  Float64Array.of(0.1, 0.2, 0.3, 0.4),
  { buf: new Float64Array(4) },
];

/** The derivative by differences, each in a program of its own, where it has one. */
function slope(text: string, direction: readonly number[]): number | null {
  const value = (h: number) => {
    const [st, o] = given();
    return load<Program>(text).f(
      at.map((x, k) => x + h * direction[k]),
      st,
      o,
    );
  };
  const by = (h: number) => (value(h) - value(-h)) / (2 * h);
  const [fine, coarse] = [by(1e-4), by(2e-4)];
  return Math.abs(fine - coarse) < 1e-5 * Math.max(1, Math.abs(fine))
    ? (4 * fine - coarse) / 3
    : null;
}

testInTurn(0, 3)(
  'Random programs that work in them have right derivatives, and leave the numbers that they leave without.',
  () => {
    let compared = 0;
    fc.assert(
      fc.property(workspacePrograms, (text) => {
        const program = load<Program>(text);
        const other = load<Program>(text);
        const [st, o] = given();
        const [plain, options] = given();
        const isSingle = /single|inner/.test(text.slice(text.indexOf('exports.f')));
        for (let round = 0; round < 2; round++) {
          const gradient = grad(program.f)(at, st, o);
          other.f(at, plain, options);
          expect([program.state(), st, o]).toEqual([other.state(), plain, options]);
          if (round > 0 || isSingle) continue;
          for (const direction of [
            [1, 0],
            [0, 1],
          ]) {
            const expected = slope(text, direction);
            if (expected === null) continue;
            compared++;
            const found = gradient[0] * direction[0] + gradient[1] * direction[1];
            expect(Math.abs(found - expected)).toBeLessThan(1e-4 * Math.max(1, Math.abs(expected)));
          }
        }
        const along = jvp(load<Program>(text).f, { wrt: [0] })([at, ...given()], [[1, 2]]).tangent;
        const [p, q] = grad(load<Program>(text).f)(at, ...given());
        expect(along).toBeCloseTo(p + 2 * q, 8);
      }),
      { numRuns: 40 },
    );
    expect(compared).toBeGreaterThan(20);
  },
);

const { f, jac, Model } = load<{
  f: (b: number[], st: Float64Array) => number;
  jac: (b: number[], st: Float64Array) => number[];
  Model: new () => { buf: Float32Array; loss: (b: number[]) => number };
}>(`
  function f(b, st) { for (let i = 0; i < 3; i++) st[i] = b[0] * (i + 1) - b[1]; let s = 0; for (const r of st) s += r * r; return s / 2; }
  class Model { buf = new Float32Array(3); loss(b) { return f(b, this.buf); } }
  exports.f = f; exports.Model = Model;
  exports.jac = (b, st) => { st[0] = b[0] * 2; st[1] = b[0] * b[1]; return [st[0], st[1]]; };
`);

describe('A typed array that the caller allocates', () => {
  test('is a workspace as an argument, in every operator.', () => {
    const st = new Float64Array(3);
    const [x, y] = [0.3, -0.2];
    expect(grad(f)([x, y], st)).toEqual([expect.closeTo(5.4), expect.closeTo(-2.4)]);
    expect([...st]).toEqual([0.5, 0.8, expect.closeTo(1.1)]);
    expect(vjp(f)([x, y], st).pullback(2)[0]).toBeCloseTo(10.8);
    expect(jacobian(jac)([x, y], new Float64Array(2))).toEqual([
      [2, 0],
      [y, x],
    ]);
    expect(hessian(f)([x, y], new Float64Array(3))).toEqual([
      [14, -6],
      [-6, 3],
    ]);
  });

  test('is one in a field, in single precision, too.', () => {
    const model = new Model();
    const [x, y] = grad((b: number[]) => model.loss(b))([0.3, -0.2]);
    expect(x).toBeCloseTo(5.4, 5);
    expect(y).toBeCloseTo(-2.4, 5);
    expect([...model.buf].map(Math.fround)).toEqual([0.5, 0.8, 1.1].map(Math.fround));
  });

  test('holds numbers after errors.', () => {
    const st = new Float64Array(2);
    const { g } = load<{ g: (x: number, st: Float64Array) => number }>(
      'exports.g = (x, st) => { st[0] = x * 2; throw new Error("half way"); };',
    );
    expect(() => grad(g)(3, st)).toThrow('half way');
    expect([...st]).toEqual([6, 0]);
  });

  test('gives NaN to code that is not translated, and never a wrong number.', () => {
    const st = new Float64Array(1);
    const read = () => st[0];
    const { g } = load<{ g: (x: number, st: Float64Array, read: () => number) => number }>(
      'exports.g = (x, st, read) => { st[0] = x * 2; return x * read(); };',
    );
    expect(grad(g)(3, st, read)).toBeNaN();
    expect([...st]).toEqual([6]);
  });
});

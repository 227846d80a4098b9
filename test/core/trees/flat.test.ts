/** Atoms as they are gathered from a tree: packed or in a list, they are the same. */
import fc from 'fast-check';
import { grad, jvp, mul, sum, vjp, type Real, type Reals } from 'delta-tape';
import { FlatBuilder, WORTH_PACKING } from '../../../src/core/trees/flat.js';
import { flatten } from '../../../src/core/trees/tree.js';
import { anyReal } from './random-trees.js';

const long = fc.array(anyReal, { minLength: WORTH_PACKING, maxLength: 3 * WORTH_PACKING });
const short = fc.array(anyReal, { minLength: 1, maxLength: WORTH_PACKING - 1 });

/** The parts of a tree, from left to right. */
const part = fc.oneof(
  anyReal.map((x) => ({ real: x })),
  fc.oneof(short, long).map((xs) => ({ array: xs })),
  long.map((xs) => ({ array: new Float64Array(xs) })),
  long.map((xs) => ({ array: new Float32Array(xs) })),
  long.map((xs) => ({ array: [...xs, 'no real'] })),
);

describe('Whatever is gathered', () => {
  test('comes out in order, from arrays of nothing but reals.', () => {
    let packed = 0;
    const property = (parts: readonly ({ real: number } | { array: ArrayLike<unknown> })[]) => {
      const gathered = new FlatBuilder<Real>([]);
      const expected: unknown[] = [];
      for (const one of parts) {
        if ('real' in one) {
          gathered.push(one.real);
          expected.push(one.real);
          continue;
        }
        const items = Array.from(one.array);
        const isDense = !items.includes('no real');
        expect(gathered.pushAll(one.array, items.length)).toBe(isDense);
        if (isDense) expected.push(...items);
      }
      if (gathered.flat instanceof Float64Array) packed++;
      expect(gathered.count).toBe(expected.length);
      expect([...gathered.flat]).toEqual(expected);
      expect(gathered.toList()).toEqual(expected);
      expect(gathered.flat).toBe(gathered.toList());
    };
    fc.assert(fc.property(fc.array(part, { maxLength: 8 }), property), { numRuns: 300 });
    expect(packed).toBeGreaterThan(30);
  });

  test('is in a list as soon as there is a dual, and need not be so from the start.', () => {
    const xs = Array.from({ length: 2 * WORTH_PACKING }, (_, k) => k + 1);
    const square = (v: ArrayLike<Real>) => sum(Array.from(v, (x) => mul(x, x)));
    const twice = (x: Real) =>
      sum(Object.values(grad((t: { a: Reals; b: Reals; c: Reals }) => square(t.b))(tree(x)).b));
    const tree = (x: Real) => ({ a: new Float64Array(xs), b: [...xs, x, ...xs], c: xs });
    expect(grad(twice)(5)).toBe(2);
    const { flat } = flatten(tree(1), 's');
    expect(flat).toBeInstanceOf(Float64Array);
    expect([...flat]).toEqual([...xs, ...xs, 1, ...xs, ...xs]);
  });

  test('is as it was then, whatever becomes of the tree.', () => {
    const xs = Float64Array.from({ length: WORTH_PACKING }, (_, k) => k);
    const { pullback } = vjp((v: Reals) => mul(v[1], v[2]))(xs);
    xs.fill(7);
    const expected = new Float64Array(WORTH_PACKING).fill(2, 1, 2).fill(1, 2, 3);
    expect(pullback(1)).toEqual(expected);
    expect(pullback(1)).not.toBe(pullback(1));
    const shape = flatten(xs, 's');
    xs.fill(8);
    expect([...shape.flat]).toEqual(new Array(WORTH_PACKING).fill(7));
  });
});

test('Long arrays of any kind have gradients of that kind, at every place of a tree.', () => {
  const xs = Array.from({ length: 3 * WORTH_PACKING }, (_, k) => Math.fround(Math.sin(k)));
  const tree = { k: 2, f: new Float64Array(xs), g: new Float32Array(xs), v: xs, w: [xs, xs] };
  const loss = ({ k, f, g, v, w }: { k: Real; f: Reals; g: Reals; v: Reals; w: Reals[] }) =>
    mul(k, sum([f[3], g[4], v[5], w[0][6], mul(2, w[1][7])]));
  const unit = (at: number, size: number) => xs.map((_, k) => (k === at ? size : 0));
  const expected = {
    k: xs[3] + xs[4] + xs[5] + xs[6] + 2 * xs[7],
    f: new Float64Array(unit(3, 2)),
    g: new Float32Array(unit(4, 2)),
    v: unit(5, 2),
    w: [unit(6, 2), unit(7, 4)],
  };
  const found = grad(loss)(tree);
  expect(found.k).toBeCloseTo(expected.k, 12);
  expect({ ...found, k: 0 }).toEqual({ ...expected, k: 0 });
  const { tangent } = jvp(loss)([tree], [{ ...tree, k: 0, f: xs.map(() => 1) }]);
  expect(tangent).toBeCloseTo(2 * (1 + xs[4] + xs[5] + xs[6] + 2 * xs[7]), 12);
});

test('Properties that are not enumerable, symbols and getters survive in a gradient.', () => {
  const mark = Symbol('mark');
  const tree = Object.defineProperty({ x: 3, [mark]: 4 }, 'hidden', { value: 'kept' });
  const found = grad((t: { x: Real; [mark]: Real }) => mul(t.x, t[mark]))(tree);
  expect([found.x, found[mark], (found as { hidden?: string }).hidden]).toEqual([4, 3, 'kept']);
  let calls = 0;
  const withGetter = {
    y: 2,
    get x() {
      calls++;
      return 5;
    },
  };
  expect(grad((t: { x: Real; y: Real }) => mul(t.x, t.y))(withGetter)).toEqual({ x: 2, y: 5 });
  expect(calls).toBe(1);
});

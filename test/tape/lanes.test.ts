/** Sweeps in several directions at once give what one pass or sweep for each gives. */
import fc from 'fast-check';
import {
  add,
  checkpoint,
  customGradient,
  fma,
  grad,
  jvp,
  log,
  mul,
  neg,
  primalOf,
  sqrt,
  sum,
  vjp,
  type Real,
} from 'delta-tape';
import { TOP, columns, head } from '../../src/tape/columns.js';
import { LANES, inLanes, sumOfUnits, units, type SparseVector } from '../../src/tape/lanes.js';
import { isInColumns, reverseSweeps } from '../../src/tape/lane-sweep.js';
import { forwardSweeps } from '../../src/tape/forward-sweep.js';
import { recordedOnce, type RecordedOnce } from '../../src/derivatives/record-once.js';
import { asFunction } from '../support/interpret.js';
import { load } from '../support/plain.js';
import { programs } from '../support/programs.js';

type F = (xs: Real[]) => readonly Real[];

const rowsOf = (rows: readonly ArrayLike<unknown>[]) => rows.map((row) => Array.from(row));

const swept = <T>(f: F, x: readonly number[], use: (recorded: RecordedOnce) => T): T =>
  recordedOnce(f, [[...x]], 0, use)!;
const push = (f: F, x: readonly number[], directions: readonly SparseVector[]) =>
  rowsOf(swept(f, x, ({ run, ids }) => forwardSweeps(run, ids, directions)));
const pull = (f: F, x: readonly number[], directions: readonly SparseVector[]) =>
  rowsOf(swept(f, x, ({ run, ids }) => reverseSweeps(run, ids, directions)));

const dense = (direction: SparseVector, count: number) => {
  const all = new Array<number>(count).fill(0);
  for (const { index, value } of direction) all[index] += value;
  return all;
};
const pushOne = (f: F, x: readonly number[], directions: readonly SparseVector[]) =>
  directions.map((direction) => jvp(f)([[...x]], [dense(direction, x.length)]).tangent);
const pullOne = (f: F, x: readonly number[], directions: readonly SparseVector[]) => {
  const { value, pullback } = vjp(f)([...x]);
  return directions.map((direction) => pullback(dense(direction, value.length)));
};

const close = (one: readonly unknown[][], other: readonly unknown[]) => {
  const near = (x: unknown): unknown => {
    if (Array.isArray(x)) return x.map(near);
    return Number.isFinite(x) ? expect.closeTo(x as number, 8) : x;
  };
  expect(one).toEqual(other.map(near));
};

const sizes = fc.double({ min: -2, max: 2, noNaN: true });
const directionsOf = (count: number) =>
  fc.array(
    fc.array(fc.record({ index: fc.nat({ max: count - 1 }), value: sizes }), { maxLength: count }),
    { maxLength: 2 * LANES + 1 },
  );

test('Random programs have the tangents and cotangents of single passes and sweeps.', () => {
  fc.assert(
    fc.property(
      programs(),
      programs(),
      directionsOf(3),
      directionsOf(5),
      (one, other, forth, back) => {
        const [f, g] = [asFunction(one.term), asFunction(other.term)];
        const both: F = (xs) => {
          const [y, z] = [f(xs), g(xs)];
          return [y, z, sum([y, xs[0], z]), 3, fma(y, z, xs[1])];
        };
        close(push(both, one.point, forth), pushOne(both, one.point, forth));
        close(pull(both, one.point, back), pullOne(both, one.point, back));
      },
    ),
  );
});

test.each([0, 1, LANES - 1, LANES, LANES + 1, 3 * LANES])(
  'All of %i directions are taken.',
  (n) => {
    const f: F = (xs) => xs.map((x, k) => mul(x, k + 1));
    const diagonal = units(n).map((_, k) => units(n).map((_, j) => (j === k ? k + 1 : 0)));
    const x = new Array<number>(n).fill(1);
    expect(push(f, x, units(n))).toEqual(diagonal);
    expect(pull(f, x, units(n))).toEqual(diagonal);
  },
);

test('Directions may have any size, and several components.', () => {
  const f: F = ([x, y, z]) => [mul(x, y), add(y, z), primalOf(z)];
  const directions = [sumOfUnits([0, 2]), [{ index: 1, value: -2 }], []];
  expect(push(f, [2, 3, 5], directions)).toEqual([
    [3, 1, 0],
    [-4, -2, 0],
    [0, 0, 0],
  ]);
  expect(pull(f, [2, 3, 5], directions)).toEqual([
    [3, 2, 0],
    [0, -2, -2],
    [0, 0, 0],
  ]);
});

test('An exact 0 wins over infinity and NaN, in each lane for itself.', () => {
  const poles: F = ([x, y]) => [sqrt(x), mul(sqrt(x), y), fma(sqrt(x), y, x), log(mul(x, y))];
  expect(push(poles, [0, 0], units(2))).toEqual([
    [Infinity, 0, 1, 0],
    [0, 0, 0, 0],
  ]);
  expect(pull(poles, [0, 0], units(4))).toEqual([
    [Infinity, 0],
    [0, 0],
    [1, 0],
    [0, 0],
  ]);
  const beside: F = ([x, y]) => [add(sqrt(x), y), sum([sqrt(x), y, y])];
  expect(push(beside, [-1, 0], units(2))).toEqual([
    [NaN, NaN],
    [1, 2],
  ]);
  expect(pull(beside, [-1, 0], [[], ...units(2)])).toEqual([
    [0, 0],
    [NaN, 1],
    [NaN, 2],
  ]);
});

test('An exact 0 wins in the bindings of loops, too.', () => {
  const { dot } = load<{ dot: (weights: readonly number[], xs: readonly Real[]) => Real }>(`
    exports.dot = function dot(weights: number[], xs: number[]) {
      let total = 0;
      for (let k = 0; k < xs.length; k++) total += weights[k] * xs[k];
      return total;
    };
  `);
  const f: F = ([x, y]) => {
    const [root, logarithm] = [sqrt(x), log(x)];
    return [dot([0, 2, 3], [root, x, y]), dot([0, 0, 1], [y, logarithm, y]), root, logarithm];
  };
  expect(push(f, [0, 0], units(2))).toEqual([
    [2, 0, Infinity, Infinity],
    [3, 1, 0, 0],
  ]);
  expect(pull(f, [0, 0], [[], ...units(4)])).toEqual([
    [0, 0],
    [2, 3],
    [0, 1],
    [Infinity, 0],
    [Infinity, 0],
  ]);
});

test('Bindings that no output depends on are not looked at.', () => {
  const f: F = ([x]) => {
    for (let k = 0; k < 10; k++) log(x);
    return [mul(x, 2)];
  };
  expect(push(f, [-1], units(1))).toEqual([[2]]);
});

test('Columns that held longer runs before leave nothing behind.', () => {
  columns().partial2.fill(NaN, 0, 100);
  push((xs) => [sum(xs.map((x) => mul(x, x)))], new Array<number>(30).fill(1), units(30));
  const f: F = ([x]) => [mul(x, 3), x];
  expect(push(f, [1], units(1))).toEqual([[3, 1]]);
  expect(pull(f, [1], units(2))).toEqual([[3], [1]]);
});

test('A run that stands on another one is swept by itself.', () => {
  let found: unknown[] = [];
  const f: F = ([x, y]) => [mul(x, y), neg(y), 7];
  const rule = customGradient((x: Real) => {
    expect(head[TOP]).toBeGreaterThan(0);
    columns().partial2.fill(1, head[TOP] + 1, 100);
    found = [push(f, [2, 3], units(2)), pull(f, [2, 3], units(3))];
    return { value: x, pullback: (c: Real) => [c] };
  });
  grad((x: Real) => rule(mul(2, x)))(1);
  const columnsOfF = [
    [3, 0, 0],
    [2, -1, 0],
  ];
  const rowsOfF = [
    [3, 2],
    [0, -1],
    [0, 0],
  ];
  expect(found).toEqual([columnsOfF, rowsOfF]);
});

test('Accumulators are used again, up to 64 MiB.', () => {
  const taken = (ids: number) => {
    const all: Float64Array[] = [];
    inLanes(ids, units(LANES + 1), (lanes) => all.push(lanes));
    return all;
  };
  const [small, again] = taken(1000);
  expect(again).toBe(small);
  expect(taken(500)[0]).toBe(small);
  const [large] = taken(2 ** 21 + 1);
  expect(large.byteLength).toBeGreaterThan(2 ** 26);
  expect(taken(1000)[0]).toBe(small);
});

test('Groups are pulled back for each direction.', () => {
  let calls = 0;
  const twice = customGradient((x: Real) => ({
    value: mul(2, x),
    pullback: (c: Real) => {
      calls++;
      return [mul(2, c)];
    },
  }));
  const f: F = ([x, y]) => [mul(twice(x), y), checkpoint((z: Real) => mul(z, z))(y)];
  expect(swept(f, [3, 5], ({ run }) => isInColumns(run))).toBe(false);
  expect(pull(f, [3, 5], [...units(2), sumOfUnits([0, 1])])).toEqual([
    [10, 6],
    [0, 10],
    [10, 16],
  ]);
  expect(calls).toBe(2);
});

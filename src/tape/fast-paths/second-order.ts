/**
 * Operators on duals of a reverse run inside a forward run: each operation becomes one Let-binding, written with
 * the tangents of its primal and partials along the forward run. The tangent of a partial comes from its own
 * rule, at forward duals (fast-paths/forward.ts); where the optimiser sees through the rule these are never
 * made. All else is left to `general`. O(1).
 */
import type { OnOne, OnTwo, SecondOrderPath } from '../../core/primitives/fast-paths.js';
import type { BinaryRow, UnaryRow } from '../../core/primitives/row.js';
import { product } from '../../delta/exact-zero.js';
import type { Real } from '../../core/real.js';
import { specialise } from '../../core/specialise.js';
import { DeltaDual, columns, full, head } from '../columns.js';
import { TangentDual } from '../tangent-dual.js';
import { secondOrder, tangentAlong, tangentColumns } from '../tangent-columns.js';

/**
 * The variables that operators write with, in the order in which they take them. The capacity is that
 * of the columns of tangents.
 */
function machine() {
  const { primal, arg1, arg2, partial1, partial2 } = columns();
  const { capacity, primalTangent, partial1Tangent, partial2Tangent } = tangentColumns();
  const all = [DeltaDual, TangentDual, secondOrder, head, full, tangentAlong, product] as const;
  const unary = [
    ...all,
    capacity,
    primal,
    primalTangent,
    arg1,
    arg2,
    partial1,
    partial1Tangent,
  ] as const;
  return { unary, binary: [...unary, partial2, partial2Tangent] } as const;
}

export const secondOrderPath: SecondOrderPath = {
  isOpen: () => secondOrder.run !== null,
  unary: ({ name, value, partials: [dx] }, general) =>
    specialise(makeUnary, name, 'second order', value, dx, general, ...machine().unary),
  binary: ({ name, value, partials: [dx, dy] }, general) => {
    const cases = specialise(
      makeBinary,
      name,
      'second order',
      value,
      dx,
      dy,
      general,
      ...machine().binary,
    );
    return specialise(dispatch, name, 'second order', ...cases);
  },
};

function makeUnary(
  value: UnaryRow['value'],
  dx: UnaryRow['partials'][0],
  general: OnOne,
  Dual: typeof DeltaDual,
  Pair: typeof TangentDual,
  live: typeof secondOrder,
  top: typeof head,
  full: () => never,
  tangentOf: typeof tangentAlong,
  times: typeof product,
  capacity: number,
  primal: Float64Array,
  primalTangent: Float64Array,
  arg1: Int32Array,
  arg2: Int32Array,
  partial1: Float64Array,
  partial1Tangent: Float64Array,
): OnOne {
  return {
    operator: (given: Real): Real => {
      const run = live.run!;
      const x = given as DeltaDual;
      if (x?.run !== run) return general(x);
      const along = live.along!;
      const a = primal[x.id];
      const s = primalTangent[x.id];
      const z = value(a);
      const p = dx(a, z) as number;
      const u = times(p, s);
      const pTangent = tangentOf(along, dx(new Pair(along, a, s), new Pair(along, z, u)));
      const id = top[0] + 1;
      if (id >= capacity) full();
      top[0] = id;
      primal[id] = z;
      primalTangent[id] = u;
      partial1[id] = p;
      partial1Tangent[id] = pTangent;
      arg1[id] = x.id;
      arg2[id] = 0;
      return new Dual(run, id);
    },
  }.operator;
}

function makeBinary(
  value: BinaryRow['value'],
  dx: BinaryRow['partials'][0],
  dy: BinaryRow['partials'][1],
  general: OnTwo,
  Dual: typeof DeltaDual,
  Pair: typeof TangentDual,
  live: typeof secondOrder,
  top: typeof head,
  full: () => never,
  tangentOf: typeof tangentAlong,
  times: typeof product,
  capacity: number,
  primal: Float64Array,
  primalTangent: Float64Array,
  arg1: Int32Array,
  arg2: Int32Array,
  partial1: Float64Array,
  partial1Tangent: Float64Array,
  partial2: Float64Array,
  partial2Tangent: Float64Array,
) {
  const both = {
    operator: (x: DeltaDual, y: DeltaDual): Real => {
      const run = live.run!;
      if (x?.run !== run || y?.run !== run) return general(x, y);
      const along = live.along!;
      const a = primal[x.id];
      const b = primal[y.id];
      const s = primalTangent[x.id];
      const t = primalTangent[y.id];
      const z = value(a, b);
      const p = dx(a, b, z) as number;
      const q = dy(a, b, z) as number;
      const u = times(p, s) + times(q, t);
      const xs = new Pair(along, a, s);
      const ys = new Pair(along, b, t);
      const zs = new Pair(along, z, u);
      const pTangent = tangentOf(along, dx(xs, ys, zs));
      const qTangent = tangentOf(along, dy(xs, ys, zs));
      const id = top[0] + 1;
      if (id >= capacity) full();
      top[0] = id;
      primal[id] = z;
      primalTangent[id] = u;
      partial1[id] = p;
      partial1Tangent[id] = pTangent;
      partial2[id] = q;
      partial2Tangent[id] = qTangent;
      arg1[id] = x.id;
      arg2[id] = y.id;
      return new Dual(run, id);
    },
  }.operator;

  const left = {
    operator: (x: DeltaDual, b: number): Real => {
      const run = live.run!;
      if (x?.run !== run) return general(x, b);
      const along = live.along!;
      const a = primal[x.id];
      const s = primalTangent[x.id];
      const z = value(a, b);
      const p = dx(a, b, z) as number;
      const u = times(p, s);
      const pTangent = tangentOf(along, dx(new Pair(along, a, s), b, new Pair(along, z, u)));
      const id = top[0] + 1;
      if (id >= capacity) full();
      top[0] = id;
      primal[id] = z;
      primalTangent[id] = u;
      partial1[id] = p;
      partial1Tangent[id] = pTangent;
      arg1[id] = x.id;
      arg2[id] = 0;
      return new Dual(run, id);
    },
  }.operator;

  const right = {
    operator: (a: number, y: DeltaDual): Real => {
      const run = live.run!;
      if (y?.run !== run) return general(a, y);
      const along = live.along!;
      const b = primal[y.id];
      const t = primalTangent[y.id];
      const z = value(a, b);
      const q = dy(a, b, z) as number;
      const u = times(q, t);
      const qTangent = tangentOf(along, dy(a, new Pair(along, b, t), new Pair(along, z, u)));
      const id = top[0] + 1;
      if (id >= capacity) full();
      top[0] = id;
      primal[id] = z;
      primalTangent[id] = u;
      partial1[id] = q;
      partial1Tangent[id] = qTangent;
      arg1[id] = y.id;
      arg2[id] = 0;
      return new Dual(run, id);
    },
  }.operator;

  return [both, left, right] as const;
}

type Cases = ReturnType<typeof makeBinary>;

const dispatch = (both: Cases[0], left: Cases[1], right: Cases[2]): OnTwo =>
  ({
    operator: (x: Real, y: Real): Real =>
      typeof x === 'number'
        ? right(x, y as DeltaDual)
        : typeof y === 'number'
          ? left(x as DeltaDual, y)
          : both(x as DeltaDual, y as DeltaDual),
  }).operator;

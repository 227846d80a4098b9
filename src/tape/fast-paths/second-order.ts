/**
 * Operators on duals of a reverse run inside a forward run: each operation becomes one Let-binding, written with
 * the tangents of its primal and partials along the forward run. The tangent of a partial comes from its own
 * rule, at forward duals (fast-paths/forward.ts); where the optimiser sees through the rule these are never
 * made. All else is left to `general`. O(1).
 */
import type { OnOne, OnTwo, SecondOrderPath } from '../../core/primitives/fast-paths.js';
import type { BinaryRow, UnaryRow } from '../../core/primitives/row.js';
import { product } from '../../core/exact-zero.js';
import type { Real } from '../../core/real.js';
import { specialise } from '../../core/specialise.js';
import { DeltaDual, columns, full, head } from '../columns.js';
import { TangentDual } from '../tangent-dual.js';
import { secondOrder, tangentAlong, tangentColumns } from '../tangent-columns.js';

/** What operators write with. The capacity is that of the columns of tangents. */
const machine = () => ({
  ...{ Dual: DeltaDual, Pair: TangentDual, live: secondOrder, top: head, full },
  ...{ tangentAlong, product },
  ...columns(),
  ...tangentColumns(),
});
type Machine = ReturnType<typeof machine>;

export const secondOrderPath: SecondOrderPath = {
  isOpen: () => secondOrder.run !== null,
  unary: (row, general) => specialise(makeUnary, row.name, 'second order', row, general, machine()),
  binary: (row, general) =>
    specialise(makeBinary, row.name, 'second order', row, general, machine()),
};

function makeUnary({ value, partials: [dx] }: UnaryRow, general: OnOne, machine: Machine): OnOne {
  const { Dual, Pair, live, top, full, capacity, tangentAlong, product } = machine;
  const { primal, primalTangent, partial1, partial1Tangent, arg1, arg2 } = machine;
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
      const u = product(p, s);
      const pTangent = tangentAlong(along, dx(new Pair(along, a, s), new Pair(along, z, u)));
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
  { value, partials: [dx, dy] }: BinaryRow,
  general: OnTwo,
  machine: Machine,
): OnTwo {
  const { Dual, Pair, live, top, full, capacity, tangentAlong, product } = machine;
  const { primal, primalTangent, partial1, partial1Tangent, arg1 } = machine;
  const { partial2, partial2Tangent, arg2 } = machine;
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
      const u = product(p, s) + product(q, t);
      const xs = new Pair(along, a, s);
      const ys = new Pair(along, b, t);
      const zs = new Pair(along, z, u);
      const pTangent = tangentAlong(along, dx(xs, ys, zs));
      const qTangent = tangentAlong(along, dy(xs, ys, zs));
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
      const u = product(p, s);
      const pTangent = tangentAlong(along, dx(new Pair(along, a, s), b, new Pair(along, z, u)));
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
      const u = product(q, t);
      const qTangent = tangentAlong(along, dy(a, new Pair(along, b, t), new Pair(along, z, u)));
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

  return {
    operator: (x: Real, y: Real): Real =>
      typeof x === 'number'
        ? right(x, y as DeltaDual)
        : typeof y === 'number'
          ? left(x as DeltaDual, y)
          : both(x as DeltaDual, y as DeltaDual),
  }.operator;
}

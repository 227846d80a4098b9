/**
 * The fast way of forward over reverse: a dual of the run that records pairs becomes one Let-binding, written
 * with the changes of its primal and partials along the forward run. The change of a partial comes from its own
 * rule, at forward duals (fast-paths/forward.ts); where the optimiser sees through the rule these are never
 * made. Everything else is left to `otherwise`. O(1).
 *
 * Each operator has an own copy, made when such a run first meets it (specialise.ts); the code is that of reverse.ts,
 * with pairs for numbers.
 */
import { DeltaDual, columns, full, head } from '../columns.js';
import { specialise } from '../../core/specialise.js';
import { TangentDual } from '../tangent-dual.js';
import { tangentAlong, tangentColumns, secondOrder } from '../tangent-columns.js';
import type { BinaryRow, UnaryRow } from '../../core/primitives/row.js';
import type { Real } from '../../core/real.js';
import type { OnOne, OnTwo, SecondOrderPath } from '../../core/primitives/fast-paths.js';

/** The operator of a unary row in a run that records pairs; other arguments are given to `otherwise`. */
function unary(row: UnaryRow, otherwise: OnOne): OnOne {
  const { primal, partial1, arg1, arg2 } = columns();
  const { capacity, primalTangent, partial1Tangent } = tangentColumns();
  return specialise(
    makeUnary,
    `pairs of ${row.name}`,
    row.value,
    row.partials[0],
    otherwise,
    tangentAlong,
    DeltaDual,
    TangentDual,
    secondOrder,
    head,
    full,
    capacity,
    primal,
    primalTangent,
    partial1,
    partial1Tangent,
    arg1,
    arg2,
  );
}

/** The operator of a binary row in a run that records pairs. */
function binary(row: BinaryRow, otherwise: OnTwo): OnTwo {
  const { primal, partial1, partial2, arg1, arg2 } = columns();
  const { capacity, primalTangent, partial1Tangent, partial2Tangent } = tangentColumns();
  return specialise(
    makeBinary,
    `pairs of ${row.name}`,
    row.value,
    row.partials[0],
    row.partials[1],
    otherwise,
    tangentAlong,
    DeltaDual,
    TangentDual,
    secondOrder,
    head,
    full,
    capacity,
    primal,
    primalTangent,
    partial1,
    partial1Tangent,
    partial2,
    partial2Tangent,
    arg1,
    arg2,
  );
}

export const secondOrderPath: SecondOrderPath = {
  isOpen: () => secondOrder.run !== null,
  unary: unary,
  binary: binary,
};

function makeUnary(
  value: (x: number) => number,
  dx: (x: Real, z: Real) => Real,
  otherwise: (x: Real) => Real,
  change: typeof tangentAlong,
  Dual: typeof DeltaDual,
  Pair: typeof TangentDual,
  live: typeof secondOrder,
  top: typeof head,
  full: () => never,
  capacity: number,
  primal: Float64Array,
  primalChange: Float64Array,
  partial1: Float64Array,
  partial1Change: Float64Array,
  arg1: Int32Array,
  arg2: Int32Array,
) {
  function record(x: DeltaDual): Real {
    const run = live.run!;
    if (x?.run !== run) return otherwise(x);
    const along = live.along!;
    const a = primal[x.id];
    const s = primalChange[x.id];
    const z = value(a);
    const p = dx(a, z) as number;
    const u = p === 0 || s === 0 ? 0 : p * s;
    const pChange = change(along, dx(new Pair(along, a, s), new Pair(along, z, u)));
    const id = top[0] + 1;
    if (id >= capacity) full();
    top[0] = id;
    primal[id] = z;
    primalChange[id] = u;
    partial1[id] = p;
    partial1Change[id] = pChange;
    arg1[id] = x.id;
    arg2[id] = 0;
    return new Dual(run, id);
  }

  return (x: Real): Real => record(x as DeltaDual);
}

function makeBinary(
  value: (x: number, y: number) => number,
  dx: (x: Real, y: Real, z: Real) => Real,
  dy: (x: Real, y: Real, z: Real) => Real,
  otherwise: (x: Real, y: Real) => Real,
  change: typeof tangentAlong,
  Dual: typeof DeltaDual,
  Pair: typeof TangentDual,
  live: typeof secondOrder,
  top: typeof head,
  full: () => never,
  capacity: number,
  primal: Float64Array,
  primalChange: Float64Array,
  partial1: Float64Array,
  partial1Change: Float64Array,
  partial2: Float64Array,
  partial2Change: Float64Array,
  arg1: Int32Array,
  arg2: Int32Array,
) {
  function both(x: DeltaDual, y: DeltaDual): Real {
    const run = live.run!;
    if (x?.run !== run || y?.run !== run) return otherwise(x, y);
    const along = live.along!;
    const a = primal[x.id];
    const b = primal[y.id];
    const s = primalChange[x.id];
    const t = primalChange[y.id];
    const z = value(a, b);
    const p = dx(a, b, z) as number;
    const q = dy(a, b, z) as number;
    const u = (p === 0 || s === 0 ? 0 : p * s) + (q === 0 || t === 0 ? 0 : q * t);
    const xs = new Pair(along, a, s);
    const ys = new Pair(along, b, t);
    const zs = new Pair(along, z, u);
    const pChange = change(along, dx(xs, ys, zs));
    const qChange = change(along, dy(xs, ys, zs));
    const id = top[0] + 1;
    if (id >= capacity) full();
    top[0] = id;
    primal[id] = z;
    primalChange[id] = u;
    partial1[id] = p;
    partial1Change[id] = pChange;
    partial2[id] = q;
    partial2Change[id] = qChange;
    arg1[id] = x.id;
    arg2[id] = y.id;
    return new Dual(run, id);
  }

  function left(x: DeltaDual, b: number): Real {
    const run = live.run!;
    if (x?.run !== run) return otherwise(x, b);
    const along = live.along!;
    const a = primal[x.id];
    const s = primalChange[x.id];
    const z = value(a, b);
    const p = dx(a, b, z) as number;
    const u = p === 0 || s === 0 ? 0 : p * s;
    const pChange = change(along, dx(new Pair(along, a, s), b, new Pair(along, z, u)));
    const id = top[0] + 1;
    if (id >= capacity) full();
    top[0] = id;
    primal[id] = z;
    primalChange[id] = u;
    partial1[id] = p;
    partial1Change[id] = pChange;
    arg1[id] = x.id;
    arg2[id] = 0;
    return new Dual(run, id);
  }

  function right(a: number, y: DeltaDual): Real {
    const run = live.run!;
    if (y?.run !== run) return otherwise(a, y);
    const along = live.along!;
    const b = primal[y.id];
    const t = primalChange[y.id];
    const z = value(a, b);
    const q = dy(a, b, z) as number;
    const u = q === 0 || t === 0 ? 0 : q * t;
    const qChange = change(along, dy(a, new Pair(along, b, t), new Pair(along, z, u)));
    const id = top[0] + 1;
    if (id >= capacity) full();
    top[0] = id;
    primal[id] = z;
    primalChange[id] = u;
    partial1[id] = q;
    partial1Change[id] = qChange;
    arg1[id] = y.id;
    arg2[id] = 0;
    return new Dual(run, id);
  }

  return (x: Real, y: Real): Real =>
    typeof x === 'number'
      ? right(x, y as DeltaDual)
      : typeof y === 'number'
        ? left(x as DeltaDual, y)
        : both(x as DeltaDual, y as DeltaDual);
}

/**
 * Operators on duals of a reverse run inside a forward run: each operation becomes one Let-binding, written
 * with the tangents of its primal and partials along the forward run. The tangent of a partial comes from
 * its own rule, at forward duals (fast-paths/forward.ts); where the optimiser sees through the rule these
 * are never made. All else is left to `general`. O(1).
 */
import type { SecondOrderPath } from '../../core/primitives/fast-paths.js';
import { product } from '../../delta/exact-zero.js';
import type { Real } from '../../core/real.js';
import type { DeltaDual } from '../columns.js';
import { secondOrder, tangentAlong, tangentColumns } from '../tangent-columns.js';
import { TangentDual } from '../tangent-dual.js';
import { machine } from './reverse.js';
import { pathOf, type OfRow } from './scheme.js';

/** The capacity is that of the columns of tangents. */
const parts = () => ({
  ...machine(),
  ...tangentColumns(),
  live: secondOrder,
  Pair: TangentDual,
  tangentOf: tangentAlong,
  times: product,
});

const recorded = (the: ReturnType<typeof parts> & OfRow) =>
  ({
    operator: (x: DeltaDual, y: DeltaDual): Real => {
      const run = the.live.run!;
      if (the.isFirst) {
        if (x?.run !== run) return the.general(x, y);
      }
      if (the.isSecond) {
        if (y?.run !== run) return the.general(x, y);
      }
      const along = the.live.along!;
      const i = the.isFirst ? x.id : 0;
      const j = the.isSecond ? y.id : 0;
      const a = the.isFirst ? the.primal[i] : (x as unknown as number);
      const b = the.isSecond ? the.primal[j] : (y as unknown as number);
      const s = the.isFirst ? the.primalTangent[i] : 0;
      const t = the.isSecond ? the.primalTangent[j] : 0;
      const z = the.isUnary ? the.value(a) : the.value(a, b);
      const p = the.isFirst ? ((the.isUnary ? the.dx(a, z) : the.dx(a, b, z)) as number) : 0;
      const q = the.isSecond ? (the.dy(a, b, z) as number) : 0;
      const u = the.isBoth
        ? the.times(p, s) + the.times(q, t)
        : the.isFirst
          ? the.times(p, s)
          : the.times(q, t);
      const xs = the.isFirst ? new the.Pair(along, a, s) : a;
      const ys = the.isSecond ? new the.Pair(along, b, t) : b;
      const zs = new the.Pair(along, z, u);
      const pTangent = the.isFirst
        ? the.tangentOf(along, the.isUnary ? the.dx(xs, zs) : the.dx(xs, ys, zs))
        : 0;
      const qTangent = the.isSecond ? the.tangentOf(along, the.dy(xs, ys, zs)) : 0;
      const id = ++the.top[0];
      if (id >= the.capacity) the.full();
      the.primal[id] = z;
      the.primalTangent[id] = u;
      the.partial1[id] = the.isFirst ? p : q;
      the.partial1Tangent[id] = the.isFirst ? pTangent : qTangent;
      if (the.isBoth) {
        the.partial2[id] = q;
        the.partial2Tangent[id] = qTangent;
      }
      the.arg1[id] = the.isFirst ? i : j;
      the.arg2[id] = the.isBoth ? j : 0;
      return new the.Dual(run, id);
    },
  }).operator;

export const secondOrderPath: SecondOrderPath = {
  ...pathOf('second order', recorded, parts),
  isOpen: () => secondOrder.run !== null,
};

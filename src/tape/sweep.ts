/**
 * `eval` of Fig. 10 over the columns, with a `Float64Array` for the DeltaMap (§7.3): from the newest binding
 * down, the cotangent gathered by each id flows along its edges. O(edges), no allocation.
 *
 * A cotangent of exactly 0 is not propagated, nor anything through a partial of exactly 0. Slot 0 is `Zero`: it
 * collects what is thrown away. The pass leaves the cotangents of all bindings at 0.
 */
import type { product as exactProduct } from '../core/exact-zero.js';
import type { DeltaId } from '../delta/delta.js';
import type { Columns } from './columns.js';
import type { VisitEdge } from './tape.js';

/** The columns that the sweep reads, and the accumulator. */
export type SweepColumns = Pick<
  Columns,
  'partial1' | 'partial2' | 'arg1' | 'arg2' | 'widePartial' | 'wideArg' | 'cotangent'
>;

export type Sweep = (top: number, inputs: number) => void;

/** The pass for given columns, which it holds by `const` (columns.ts says why). Its text is copied (specialise.ts). */
export function makeSweep(columns: SweepColumns, product: typeof exactProduct): Sweep {
  const { partial1, partial2, arg1, arg2, widePartial, wideArg, cotangent } = columns;

  /** A finite cotangent times a partial of 0 is 0 by itself. For other cotangents the rule needs a look. */
  const pullCarefully = (c: number, arg: number, partial: number): void => {
    cotangent[arg] += product(partial, c);
  };

  return (top, inputs) => {
    for (let id = top; id > inputs; id--) {
      const c = cotangent[id];
      // An exact 0 wins: skipped for speed.
      if (c === 0) continue;
      cotangent[id] = 0;
      const first = arg1[id];
      const isFinite = c - c === 0;
      if (first < 0) {
        const end = ~first + arg2[id];
        if (isFinite)
          for (let k = ~first; k < end; k++) cotangent[wideArg[k]] += widePartial[k] * c;
        else for (let k = ~first; k < end; k++) pullCarefully(c, wideArg[k], widePartial[k]);
      } else if (isFinite) {
        cotangent[first] += partial1[id] * c;
        cotangent[arg2[id]] += partial2[id] * c;
      } else {
        pullCarefully(c, first, partial1[id]);
        pullCarefully(c, arg2[id], partial2[id]);
      }
    }
  };
}

/** Visits the edges that columns have of binding `id`. An exact 0 wins: an edge with that partial is none. */
export function edgesIn(from: SweepColumns, id: DeltaId, visit: VisitEdge): void {
  const at = (arg: DeltaId, partial: number) => {
    if (arg > 0 && partial !== 0) visit(arg, partial);
  };
  const first = from.arg1[id];
  if (first >= 0) {
    at(first, from.partial1[id]);
    at(from.arg2[id], from.partial2[id]);
  } else {
    const end = ~first + from.arg2[id];
    for (let k = ~first; k < end; k++) at(from.wideArg[k], from.widePartial[k]);
  }
}

/**
 * `eval` of Fig. 10 over the columns, with a `Float64Array` for the DeltaMap (§7.3): from the newest binding
 * down, the cotangent gathered by each id flows along its edges. O(edges), no allocation.
 *
 * A cotangent of exactly 0 is not propagated; edges with a partial of exactly 0 were not recorded. Slot 0
 * is `Zero`: it collects what is thrown away. The pass leaves the cotangents of all bindings at 0.
 */
import type { Columns } from '../core/columns.js';

/** The columns that the sweep reads, and the accumulator. */
export type SweepColumns = Pick<
  Columns,
  'partial1' | 'partial2' | 'arg1' | 'arg2' | 'widePartial' | 'wideArg' | 'cotangent'
>;

export function sweep(columns: SweepColumns, top: number, inputs: number): void {
  const { partial1, partial2, arg1, arg2, cotangent } = columns;
  for (let id = top; id > inputs; id--) {
    const c = cotangent[id];
    if (c === 0) continue;
    cotangent[id] = 0;
    const first = arg1[id];
    if (first >= 0) {
      cotangent[first] += partial1[id] * c;
      cotangent[arg2[id]] += partial2[id] * c;
    } else {
      sweepWide(columns, ~first, arg2[id], c);
    }
  }
}

function sweepWide(columns: SweepColumns, start: number, count: number, c: number): void {
  const { widePartial, wideArg, cotangent } = columns;
  for (let k = start; k < start + count; k++) cotangent[wideArg[k]] += widePartial[k] * c;
}

/** Adds the edges of an argument to a binding that has one edge for each real. */
import { columns } from '../recording.js';

const { widePartial, wideArg } = columns;

/** The place of the next edge, or -1 if a partial is not finite: then it matters in which order cotangents meet zeros. */
export function edges(ids: Int32Array, partials: ArrayLike<number>, start: number): number {
  let end = start;
  for (let k = 0; k < ids.length; k++) {
    const partial = partials[k];
    // exact 0: such an edge is none.
    if (partial === 0 || ids[k] === 0) continue;
    if (partial - partial !== 0) return -1;
    widePartial[end] = partial;
    wideArg[end++] = ids[k];
  }
  return end;
}

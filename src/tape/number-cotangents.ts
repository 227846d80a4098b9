/** Edges and cotangents of plain numbers, in columns. */
import { LONG, type Row } from '../core/atoms.js';
import { settled } from '../core/open.js';
import type { Real } from '../core/real.js';
import { Cotangents } from './cotangents.js';
import type { DeltaId } from '../delta/delta.js';
import type { Sweep, SweepColumns } from './sweep.js';
import type { Edge } from './tape.js';

/** What columns say about the edges of binding `id`. */
export function edgesIn(from: SweepColumns, id: DeltaId): Edge[] {
  const edges: Edge[] = [];
  const push = (arg: DeltaId, partial: number) => {
    if (arg > 0 && partial !== 0) edges.push({ arg, partial });
  };
  const first = from.arg1[id];
  if (first >= 0) {
    push(first, from.partial1[id]);
    push(from.arg2[id], from.partial2[id]);
  } else {
    const end = ~first + from.arg2[id];
    for (let k = ~first; k < end; k++) push(from.wideArg[k], from.widePartial[k]);
  }
  return edges;
}

/** The accumulator of plain numbers (§7.3). All of it is 0 between sweeps. */
export class NumberCotangents extends Cotangents {
  constructor(
    private readonly accumulator: Float64Array,
    readonly sweep: Sweep,
  ) {
    super();
  }

  add(id: DeltaId, cotangent: Real): void {
    this.accumulator[id] += settled(cotangent, () => 'a cotangent') as number;
  }

  take(id: DeltaId): number {
    const cotangent = this.accumulator[id];
    this.accumulator[id] = 0;
    return cotangent;
  }

  override takeAll(first: DeltaId, count: number): Row<Real> {
    if (count < LONG) return super.takeAll(first, count);
    const cotangents = this.accumulator.slice(first, first + count);
    this.accumulator.fill(0, first, first + count);
    return cotangents;
  }
}

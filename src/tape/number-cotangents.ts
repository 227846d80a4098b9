/** Cotangents that are plain numbers, in a column. */
import { WORTH_PACKING, type Flat } from '../core/trees/flat.js';
import { usable } from '../core/open-runs.js';
import type { Real } from '../core/real.js';
import { Cotangents } from './cotangents.js';
import type { DeltaId } from '../delta/delta.js';
import type { Sweep } from '../delta/binding-columns.js';

/** The accumulator of plain numbers (§7.3). All of it is 0 between sweeps. */
export class NumberCotangents extends Cotangents {
  constructor(
    private readonly accumulator: Float64Array,
    readonly sweep: Sweep,
  ) {
    super();
  }

  add(id: DeltaId, cotangent: Real): void {
    this.accumulator[id] += usable(cotangent, () => 'a cotangent') as number;
  }

  take(id: DeltaId): number {
    const cotangent = this.accumulator[id];
    this.accumulator[id] = 0;
    return cotangent;
  }

  override takeAll(first: DeltaId, count: number): Flat<Real> {
    const { accumulator } = this;
    if (count >= WORTH_PACKING) {
      const cotangents = accumulator.slice(first, first + count);
      accumulator.fill(0, first, first + count);
      return cotangents;
    }
    const cotangents = new Array<number>(count);
    for (let k = 0; k < count; k++) {
      cotangents[k] = accumulator[first + k];
      accumulator[first + k] = 0;
    }
    return cotangents;
  }
}

/** The DeltaMap of `eval` (Fig. 10): the cotangents gathered so far. */
import type { Flat } from '../core/trees/flat.js';
import type { Real } from '../core/real.js';
import type { DeltaId } from '../delta/delta.js';

export abstract class Cotangents {
  /** What the floor that knows arrays keeps beside them. */
  declare ofBlocks?: unknown;

  abstract add(id: DeltaId, cotangent: Real): void;
  /** The cotangent of an id, which is 0 from now on. */
  abstract take(id: DeltaId): Real;
  /** Propagates from id `from` down to, and without, `to`, where there are no groups. */
  abstract sweep(from: DeltaId, to: DeltaId): void;

  /** The cotangents of ids in succession, which are 0 from now on. */
  takeAll(first: DeltaId, count: number): Flat<Real> {
    const cotangents = new Array<Real>(count);
    for (let k = 0; k < count; k++) cotangents[k] = this.take(first + k);
    return cotangents;
  }
}

/**
 * The DeltaMap of `eval` (Fig. 10): the cotangents gathered so far.
 *
 * There is one class for each carrier of numbers: plain numbers (number-cotangents.ts), numbers with a
 * tangent (second-order-cotangents.ts), and reals (real-cotangents.ts). Lanes have functions of their own
 * (lane-sweep.ts). Runs and fast paths are split in the same way. The classes could not be merged: the inner
 * loops differ in what one edge reads and adds, and a loop over an unknown carrier needs a call or an object
 * for each edge. docs/design-notes/tape.md lists them.
 */
import type { Flat } from '../core/trees/flat.js';
import type { Real } from '../core/real.js';
import type { DeltaId } from '../delta/delta.js';

export abstract class Cotangents {
  /** The cotangents that the floor that knows arrays keeps beside them. */
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

/**
 * Cotangents over any tape, where partials and cotangents may themselves be
 * duals of an outer level.
 */
import { realProduct, realSum } from '../delta/exact-zero.js';
import type { Real } from '../core/real.js';
import { Cotangents } from './cotangents.js';
import type { DeltaId } from '../delta/delta.js';
import type { Tape, VisitEdge } from './tape.js';

export class RealCotangents extends Cotangents {
  private readonly reals: Real[];

  constructor(private readonly tape: Pick<Tape, 'top' | 'edgesOf'>) {
    super();
    this.reals = new Array<Real>(tape.top + 1).fill(0);
  }

  add(id: DeltaId, cotangent: Real): void {
    this.reals[id] = realSum(this.reals[id] ?? 0, cotangent);
  }

  take(id: DeltaId): Real {
    const cotangent = this.reals[id] ?? 0;
    this.reals[id] = 0;
    return cotangent;
  }

  sweep(from: DeltaId, to: DeltaId): void {
    let cotangent: Real = 0;
    const pull: VisitEdge = (arg, partial) => this.add(arg, realProduct(cotangent, partial));
    for (let id = from; id > to; id--) {
      cotangent = this.take(id);
      // An exact 0 wins: skipped for speed.
      if (cotangent !== 0) this.tape.edgesOf(id, pull);
    }
  }
}

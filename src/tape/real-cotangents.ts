/**
 * Cotangents over any tape, where partials and cotangents may themselves be
 * duals of an outer level.
 */
import { add, mul } from '../core/table.js';
import type { Real } from '../core/real.js';
import { Cotangents } from './cotangents.js';
import type { DeltaId } from '../delta/delta.js';
import type { Tape } from './tape.js';

export class RealCotangents extends Cotangents {
  private readonly reals: Real[];

  constructor(private readonly tape: Pick<Tape, 'top' | 'edges'>) {
    super();
    this.reals = new Array<Real>(tape.top + 1).fill(0);
  }

  add(id: DeltaId, cotangent: Real): void {
    const before = this.reals[id] ?? 0;
    this.reals[id] = before === 0 ? cotangent : add(before, cotangent);
  }

  take(id: DeltaId): Real {
    const cotangent = this.reals[id] ?? 0;
    this.reals[id] = 0;
    return cotangent;
  }

  sweep(from: DeltaId, to: DeltaId): void {
    for (let id = from; id > to; id--) {
      const cotangent = this.take(id);
      if (cotangent === 0) continue;
      for (const { arg, partial } of this.tape.edges(id)) this.add(arg, mul(cotangent, partial));
    }
  }
}

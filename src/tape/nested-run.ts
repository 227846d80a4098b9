/**
 * A reverse run inside another derivative. Its primals, partials and cotangents are reals of the
 * enclosing level (numbers or duals), so whatever it computes is differentiated there in turn. The
 * bindings are the same as the engine's, in plain arrays.
 */
import { BINDING_BYTES, DeltaDual } from './columns.js';
import { nextLevel } from '../core/open-runs.js';
import type { Operation, Dual, Real } from '../core/real.js';
import { BindingList } from './binding-list.js';
import type { Cotangents } from './cotangents.js';
import type { DeltaId } from '../delta/delta.js';
import { RealCotangents } from './real-cotangents.js';
import { ReverseRun } from './reverse-run.js';
import type { VisitEdge } from './tape.js';

export class NestedRun extends ReverseRun {
  readonly level = nextLevel();
  readonly base = 0;
  private readonly bindings = new BindingList();

  get top(): DeltaId {
    return this.bindings.count;
  }

  /** At least this many bytes: the engine's count, without what objects add. */
  get bytes(): number {
    return this.top * BINDING_BYTES;
  }

  protected bind(x: Real): DeltaId {
    return this.bindings.bind(x);
  }

  apply(operation: Operation, args: readonly Real[]): Real {
    const count = args.length;
    const active = new Array<boolean>(count);
    const primals = new Array<Real>(count);
    for (let k = 0; k < count; k++) {
      const x = args[k];
      active[k] = this.owns(x);
      primals[k] = active[k] ? this.primal((x as DeltaDual).id) : x;
    }
    const value = operation.apply(primals);
    // Partials would be recorded at outer levels, which forget nothing.
    const partials = this.isDry ? primals.map(() => 0) : operation.partials(primals, value, active);
    for (let k = 0; k < count; k++) {
      if (active[k]) this.bindings.addEdge((args[k] as DeltaDual).id, partials[k]);
    }
    return new DeltaDual(this.owner, this.bind(value));
  }

  describe(dual: Dual): string {
    return `id ${(dual as DeltaDual).id} at level ${this.level}`;
  }

  primal(id: DeltaId): Real {
    return this.bindings.primals[id];
  }

  edgesOf(id: DeltaId, visit: VisitEdge): void {
    this.bindings.edgesOf(id, visit);
  }

  cotangents(): Cotangents {
    return new RealCotangents(this);
  }

  /** Each sweep has cotangents of its own. */
  protected clear(): void {}

  mark(): () => void {
    const { count } = this.bindings;
    return () => this.bindings.truncate(count);
  }
}

/**
 * A reverse run inside another derivative. Its primals, partials and cotangents are reals of the enclosing
 * level (numbers or duals), so whatever it computes is differentiated there in turn. The bindings are the
 * same as the engine's, in plain arrays.
 */
import { BINDING_BYTES, DeltaDual } from '../core/columns.js';
import { nextLevel } from '../core/levels.js';
import type { Liftable } from '../core/primitive.js';
import type { Dual, Real } from '../core/real.js';
import type { DeltaId } from './delta.js';
import { RealCotangents } from './real-cotangents.js';
import { ReverseRun } from './reverse.js';
import type { Cotangents, Edge, Tape } from './tape.js';

export class NestedRun extends ReverseRun {
  readonly level = nextLevel();
  readonly base = 0;
  private readonly primals: Real[] = [0];
  private readonly bindings: (readonly Edge[])[] = [[]];

  get top(): DeltaId {
    return this.primals.length - 1;
  }

  /** At least this many bytes: the engine's count, without what objects add. */
  get bytes(): number {
    return this.top * BINDING_BYTES;
  }

  protected bind(x: Real, edges: readonly Edge[] = []): DeltaId {
    this.primals.push(x);
    this.bindings.push(edges);
    return this.top;
  }

  apply(primitive: Liftable, args: readonly Real[]): Real {
    const active = args.map((x) => this.owns(x));
    const primals = args.map((x) => this.primalOfReal(x));
    const value = primitive.apply(primals);
    const partials = primitive.partials(primals, value, active);
    const edges: Edge[] = [];
    args.forEach((x, k) => {
      if (active[k] && partials[k] !== 0) {
        edges.push({ arg: (x as DeltaDual).id, partial: partials[k] });
      }
    });
    return new DeltaDual(this.owner, this.bind(value, edges));
  }

  describe(dual: Dual): string {
    return `id ${(dual as DeltaDual).id} at level ${this.level}`;
  }

  primal(id: DeltaId): Real {
    return this.primals[id];
  }

  edges(id: DeltaId): readonly Edge[] {
    return this.bindings[id];
  }

  protected cotangents(): Cotangents {
    return new RealCotangents(this);
  }

  keep(): Tape | null {
    return this.recordsAgain ? null : this;
  }

  protected mark(): () => void {
    const { length } = this.primals;
    return () => {
      this.primals.length = length;
      this.bindings.length = length;
    };
  }
}

/**
 * A reverse run inside another derivative. Its primals, partials and cotangents are reals of the enclosing
 * level (numbers or duals), so whatever it computes is differentiated there in turn. The bindings are the
 * same as the engine's, in plain arrays.
 */
import { BINDING_BYTES, DeltaDual } from '../core/columns.js';
import { nextLevel } from '../core/levels.js';
import type { Primitive } from '../core/primitive.js';
import { type Dual, Run, type Real } from '../core/real.js';
import type { DeltaId } from './delta.js';
import { sweepReals, type Edge, type Seed, type Tape } from './tape.js';

export class NestedRun extends Run implements Tape {
  readonly level = nextLevel();
  inputs = 0;
  private readonly primals: Real[] = [0];
  private readonly bindings: (readonly Edge[])[] = [[]];

  get top(): DeltaId {
    return this.primals.length - 1;
  }

  /** At least this many bytes: the engine's count, without what objects add. */
  get bytes(): number {
    return this.top * BINDING_BYTES;
  }

  dualise(xs: readonly Real[]): DeltaDual[] {
    const duals = xs.map((x) => this.bind(x, []));
    this.inputs = this.top;
    return duals;
  }

  private bind(x: Real, edges: readonly Edge[]): DeltaDual {
    this.primals.push(x);
    this.bindings.push(edges);
    return new DeltaDual(this, this.top);
  }

  apply(primitive: Primitive, args: readonly Real[]): Real {
    const active = args.map((x) => typeof x !== 'number' && x.run === this);
    const primals = args.map((x, k) => (active[k] ? this.primalOf(x as Dual) : x));
    const value = primitive.apply(primals);
    const partials = primitive.partials(primals, value, active);
    const edges: Edge[] = [];
    args.forEach((x, k) => {
      if (active[k] && partials[k] !== 0) {
        edges.push({ arg: (x as DeltaDual).id, partial: partials[k] });
      }
    });
    return this.bind(value, edges);
  }

  primalOf(dual: Dual): Real {
    return this.primals[(dual as DeltaDual).id];
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

  pull(seeds: readonly Seed[]): Real[] {
    return sweepReals(this, seeds);
  }

  keep(): Tape {
    return this;
  }
}

/**
 * A reverse run inside another derivative. Its primals, partials and cotangents are reals of the
 * enclosing level (numbers or duals), so whatever it computes is differentiated there in turn. The
 * bindings are the same as the engine's, in plain arrays.
 */
import { BINDING_BYTES, DeltaDual } from './columns.js';
import { nextLevel } from '../core/open.js';
import type { Liftable } from '../core/primitive.js';
import type { Dual, Real } from '../core/real.js';
import { mul } from '../core/table.js';
import type { Cotangents } from './cotangents.js';
import type { DeltaId } from '../delta/delta.js';
import { RealCotangents } from './real-cotangents.js';
import { ReverseRun } from './reverse.js';
import type { Edge, Tape } from './tape.js';

export class NestedRun extends ReverseRun {
  readonly level = nextLevel();
  readonly base = 0;
  private readonly primals: Real[] = [0];
  /** The edges of binding `id` are those from `ends[id - 1]` to `ends[id]`. */
  private readonly ends: number[] = [0];
  private readonly edgeArgs: DeltaId[] = [];
  private readonly edgePartials: Real[] = [];

  get top(): DeltaId {
    return this.primals.length - 1;
  }

  /** At least this many bytes: the engine's count, without what objects add. */
  get bytes(): number {
    return this.top * BINDING_BYTES;
  }

  /** The edges are those that were pushed since the last binding. */
  protected bind(x: Real): DeltaId {
    this.ends.push(this.edgeArgs.length);
    return this.primals.push(x) - 1;
  }

  apply(primitive: Liftable, args: readonly Real[]): Real {
    const count = args.length;
    const active = new Array<boolean>(count);
    const primals = new Array<Real>(count);
    for (let k = 0; k < count; k++) {
      const x = args[k];
      active[k] = this.owns(x);
      primals[k] = active[k] ? this.primals[(x as DeltaDual).id] : x;
    }
    const value = primitive.apply(primals);
    // Partials would be recorded at outer levels, which forget nothing.
    const partials = this.isDry ? primals.map(() => 0) : primitive.partials(primals, value, active);
    for (let k = 0; k < count; k++) {
      if (!active[k] || partials[k] === 0) continue;
      this.edgeArgs.push((args[k] as DeltaDual).id);
      this.edgePartials.push(partials[k]);
    }
    return new DeltaDual(this.owner, this.bind(value));
  }

  describe(dual: Dual): string {
    return `id ${(dual as DeltaDual).id} at level ${this.level}`;
  }

  primal(id: DeltaId): Real {
    return this.primals[id];
  }

  edges(id: DeltaId): readonly Edge[] {
    const edges: Edge[] = [];
    for (let k = this.ends[id - 1]; k < this.ends[id]; k++) {
      edges.push({ arg: this.edgeArgs[k], partial: this.edgePartials[k] });
    }
    return edges;
  }

  protected cotangents(): Cotangents {
    return new NestedCotangents(this, this.ends, this.edgeArgs, this.edgePartials);
  }

  protected mark(): () => void {
    const { length } = this.primals;
    return () => {
      this.primals.length = length;
      this.ends.length = length;
      const end = this.ends[length - 1];
      this.edgeArgs.length = end;
      this.edgePartials.length = end;
    };
  }
}

/** The pass over the lists of a nested run, which makes no objects for edges. */
class NestedCotangents extends RealCotangents {
  constructor(
    tape: Tape,
    private readonly ends: readonly number[],
    private readonly args: readonly DeltaId[],
    private readonly partials: readonly Real[],
  ) {
    super(tape);
  }

  override sweep(from: DeltaId, to: DeltaId): void {
    for (let id = from; id > to; id--) {
      const cotangent = this.take(id);
      if (cotangent === 0) continue;
      for (let k = this.ends[id - 1]; k < this.ends[id]; k++) {
        this.add(this.args[k], mul(cotangent, this.partials[k]));
      }
    }
  }
}

/** A copy of any tape in plain lists, which can be swept after its columns were given back. */
import type { Row } from '../core/atoms.js';
import type { Real } from '../core/real.js';
import type { DeltaId } from '../delta/delta.js';
import { RealCotangents } from './real-cotangents.js';
import { pullThrough, type Edge, type Group, type Seed, type Tape } from './tape.js';

export class ListedTape implements Tape {
  readonly base: DeltaId;
  readonly inputs: number;
  readonly top: DeltaId;
  readonly groups: readonly Group[];
  private readonly primals: Real[] = [];
  private readonly bindings: (readonly Edge[])[] = [];

  constructor(tape: Omit<Tape, 'pull'>) {
    this.base = tape.base;
    this.inputs = tape.inputs;
    this.top = tape.top;
    this.groups = [...tape.groups];
    for (let id = tape.base + 1; id <= tape.top; id++) {
      this.primals.push(tape.primal(id));
      this.bindings.push(tape.edges(id));
    }
  }

  primal(id: DeltaId): Real {
    return this.primals[id - this.base - 1];
  }

  edges(id: DeltaId): readonly Edge[] {
    return this.bindings[id - this.base - 1];
  }

  pull(seeds: readonly Seed[]): Row<Real> {
    return pullThrough(this, seeds, new RealCotangents(this));
  }
}

/**
 * A copy of bindings from the columns, which can be swept after their run has
 * ended, any number of times.
 */
import { columns } from '../core/columns.js';
import { LONG, type Row } from '../core/atoms.js';
import { settled } from '../core/levels.js';
import type { Real } from '../core/real.js';
import { Cotangents } from './cotangents.js';
import type { DeltaId } from './delta.js';
import { RealCotangents } from './real-cotangents.js';
import { makeSweep, type Sweep, type SweepColumns } from './sweep.js';
import { pullThrough, type Edge, type Group, type Seed, type Tape } from './tape.js';

/** What columns say about the edges of binding `id`. */
export function edgesIn(from: SweepColumns, id: DeltaId): Edge[] {
  const edges: Edge[] = [];
  const push = (arg: DeltaId, partial: number) => {
    if (arg > 0 && partial !== 0) edges.push({ arg, partial });
  };
  const first = from.arg1[id];
  if (first >= 0) {
    push(first, from.partial1[id]);
    push(from.arg2[id], from.partial2[id]);
  } else {
    const end = ~first + from.arg2[id];
    for (let k = ~first; k < end; k++) push(from.wideArg[k], from.widePartial[k]);
  }
  return edges;
}

/** The accumulator of plain numbers (§7.3). All of it is 0 between sweeps. */
export class NumberCotangents extends Cotangents {
  constructor(
    private readonly accumulator: Float64Array,
    readonly sweep: Sweep,
  ) {
    super();
  }

  add(id: DeltaId, cotangent: Real): void {
    this.accumulator[id] += settled(cotangent, () => 'a cotangent') as number;
  }

  take(id: DeltaId): number {
    const cotangent = this.accumulator[id];
    this.accumulator[id] = 0;
    return cotangent;
  }

  override takeAll(first: DeltaId, count: number): Row<Real> {
    if (count < LONG) return super.takeAll(first, count);
    const cotangents = this.accumulator.slice(first, first + count);
    this.accumulator.fill(0, first, first + count);
    return cotangents;
  }
}

export class KeptTape implements Tape {
  readonly base = 0;
  readonly inputs: number;
  readonly top: DeltaId;
  readonly groups: readonly Group[];
  private readonly primals: Float64Array;
  private readonly columns: SweepColumns;

  /** @param wide the number of wide edges in use */
  constructor({ inputs, top, groups }: Pick<Tape, 'inputs' | 'top' | 'groups'>, wide: number) {
    this.inputs = inputs;
    this.top = top;
    this.groups = [...groups];
    this.primals = columns.primal.slice(0, top + 1);
    this.columns = {
      partial1: columns.partial1.slice(0, top + 1),
      partial2: columns.partial2.slice(0, top + 1),
      arg1: columns.arg1.slice(0, top + 1),
      arg2: columns.arg2.slice(0, top + 1),
      widePartial: columns.widePartial.slice(0, wide),
      wideArg: columns.wideArg.slice(0, wide),
      cotangent: new Float64Array(top + 1),
    };
  }

  primal(id: DeltaId): Real {
    return this.primals[id];
  }

  edges(id: DeltaId): readonly Edge[] {
    return edgesIn(this.columns, id);
  }

  pull(seeds: readonly Seed[]): Row<Real> {
    const allNumbers = seeds.every(({ cotangent }) => typeof cotangent === 'number');
    const { cotangent } = this.columns;
    try {
      return pullThrough(
        this,
        seeds,
        allNumbers
          ? new NumberCotangents(cotangent, makeSweep(this.columns))
          : new RealCotangents(this),
      );
    } catch (error) {
      cotangent.fill(0);
      throw error;
    }
  }
}
